import type { Transaction } from '../db/transaction.ts'
import { commandLineActor } from '../system/access/command-line.ts'
import type { Files } from '../system/files/store.ts'
import { harvestBefore, offerAhead, settleMill, storeUnderContract } from './demo/business.ts'
import { agreeContracts, fulfilRape } from './demo/contracts.ts'
import { fields } from './demo/farm.ts'
import { demoHarvest, makeStores, sow } from './demo/harvest.ts'
import { entered, type DemoOffice } from './demo/office.ts'
import { orderForOctober, runAsMerchant } from './demo/merchant.ts'
import { fileCount, uploadPapers } from './demo/papers.ts'
import { writeFromTheStore } from './demo/talk.ts'
import {
  countBarley,
  storeForNeighbour,
  makeRoomForWheat,
  planTooMuch,
  sellRape,
  sellWheat,
} from './demo/trade.ts'

/**
 * Enters a believable British farm and store, so that somebody new has something to look at: the last harvest that is
 * all in, from the first barley to the stock take, as it would have been entered day by day through the service's own
 * commands, and next week's plan, which cannot be met. The same day gives the same farm.
 */
export async function fillDemo(trx: Transaction, organisationId: string, now: Date): Promise<void> {
  await enterFarm(trx, organisationId, now)
}

/**
 * Fills the same farm, and adds an office's work: a contract for the neighbour's grain, sales ahead, the mill's statement, the harvest
 * before, orders, wheat that is kept for a sale, charges for the neighbour, papers, and entries that the store writes. So each screen has something to look at.
 *
 * @param files where uploads are kept
 */
export async function fillSampleFarm(
  trx: Transaction,
  organisationId: string,
  now: Date,
  files: Files,
): Promise<void> {
  const office = await enterFarm(trx, organisationId, now, { isUnderContract: true })
  const papers = await uploadPapers(office, files)
  await storeUnderContract(office, papers)
  await fileCount(office, papers)
  await settleMill(office)
  await harvestBefore(office)
  await offerAhead(office, now)
  await runAsMerchant(office, now)
  await writeFromTheStore(office, now)
}

/** @param isUnderContract true if the harvest is sold under contracts, which its loads name */
async function enterFarm(
  trx: Transaction,
  organisationId: string,
  now: Date,
  { isUnderContract = false } = {},
): Promise<DemoOffice> {
  const actor = await commandLineActor(trx, organisationId, now)
  const office: DemoOffice = {
    trx,
    year: lastHarvest(now),
    at: (instant) => ({ ...actor, userName: 'Sample farm', now: instant }),
    bays: new Map(),
    stock: new Map(),
    trades: new Map(),
    orders: new Map(),
  }
  await makeStores(office)
  const plantings = await sow(office)
  const bringIn = async (names: string[]) => {
    for (const field of fields.filter(({ name }) => names.includes(name))) {
      await demoHarvest(office, field, entered(plantings, field.name))
    }
  }
  await bringIn(['Brook Close', 'Pond Field'])
  await makeRoomForWheat(office)
  if (isUnderContract) await agreeContracts(office)
  await bringIn(['Church Field', 'Long Ground', 'Mill Piece', 'Barn Hill', 'Windmill Field'])
  await storeForNeighbour(office)
  await sellRape(office)
  if (isUnderContract) await fulfilRape(office)
  await bringIn(['Far Lawn'])
  if (isUnderContract) await orderForOctober(office)
  await sellWheat(office)
  await countBarley(office)
  await planTooMuch(office, now)
  return office
}

/** The year of the latest harvest of which all is in: the demonstration ends with October. */
function lastHarvest(now: Date): number {
  const year = now.getUTCFullYear()
  return now.getTime() >= Date.UTC(year, 10, 1) ? year : year - 1
}
