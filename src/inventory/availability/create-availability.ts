import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults, type Fault } from '../../kernel/errors.ts'
import { gramsFromKilograms, sayWeight } from '../../kernel/weight.ts'
import { harvestYearIn } from '../../system/countries/countries.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { record, sender, type Posted } from '../ledger/ledger.ts'
import { changeStock, type StockStep } from '../stock/change-stock.ts'
import { commodityFaults, harvestYearFaults, knownCommodity } from '../records/commodity.ts'
import { nameOfStock } from '../stock/name-of-stock.ts'
import { insertChanges } from '../stock/note-change.ts'
import { mergeOne } from '../stock/merge-stock.ts'
import { businessUnitFaults } from '../storage/own-storage.ts'
import { setRecordUnits } from './record-units.ts'
import type { CreateAvailabilityBody } from './schema.ts'

type Item = CreateAvailabilityBody['commodities'][number]

/**
 * Enters stock of the caller's own that is available to trade: parcels without a place (rules.md §2), and what is sold
 * of each. All or none.
 *
 * @returns the ids of the records, in the order of the body
 * @throws Refusal every fault at once
 */
export async function createAvailability(
  trx: Transaction,
  actor: Actor,
  { commodities }: CreateAvailabilityBody,
): Promise<string[]> {
  const faults: Fault[] = []
  for (const [index, item] of commodities.entries()) {
    const path = `commodities[${index}].`
    faults.push(
      ...commodityFaults(item.commodity, item.type, `${path}commodity`, { mayBeMixed: true }),
      ...harvestYearFaults(item, actor.countryISO, path),
      ...(await businessUnitFaults(trx, actor, `${path}businessUnitIds`, item.businessUnitIds ?? [])),
    )
  }
  refuseFaults(faults)
  const { result: ids } = await changeStock(trx, actor, {
    lock: { held: [] },
    async *plan() {
      const entered: string[] = []
      for (const item of commodities) entered.push(yield* enter(trx, actor, item))
      return entered
    },
  })
  await appendEvent(trx, actor, { type: 'availability.created', subject: ids.join(','), data: { ids } })
  return ids
}

async function* enter(trx: Transaction, actor: Actor, item: Item): AsyncGenerator<StockStep, string, Posted> {
  const { commodityId, segregation, ...commodity } = knownCommodity(item.commodity)
  const harvestYear = harvestYearIn(item.harvestYear, actor.countryISO)
  const grams = gramsFromKilograms(item.weight)
  const description = { ...commodity, quality: {}, uncleanedShare: 0 }
  const { recordId } = await mergeOne(
    trx,
    actor,
    { storageId: null, bayId: null },
    {
      kind: {
        ownerId: actor.organisationId,
        ownerName: actor.organisationName,
        kind: item.type,
        commodityId,
        harvestYear,
        segregation,
      },
      description,
      grams,
      effectiveAt: actor.now,
      name: nameOfStock(actor.countryISO, { commodityId, ...commodity }, harvestYear),
      source: 'trade',
      tags: item.tags ?? [],
    },
  )
  await trx
    .updateTable('records')
    .set({ sold_ahead_grams: gramsFromKilograms(item.soldWeight ?? 0) })
    .where('id', '=', recordId)
    .execute()
  await setRecordUnits(trx, recordId, item.businessUnitIds ?? [])
  const [id] = await insertChanges(trx, actor, [
    {
      recordId,
      type: 'created',
      effectiveAt: actor.now,
      message: `Entered as available to trade: ${sayWeight(grams)}.`,
      details: { grams, description },
    },
  ])
  if (id === undefined) throw new Error('a change was entered without a number')
  const entries = grams > 0 ? [{ from: sender(actor.organisationId), to: record(recordId), grams }] : []
  yield { postings: [{ id, effectiveAt: actor.now, entries, counts: [] }] }
  return recordId
}
