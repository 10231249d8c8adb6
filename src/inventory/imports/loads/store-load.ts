import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, Refusal, refuseFaults } from '../../../kernel/errors.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { addLoads } from '../../harvest/add-loads.ts'
import { balanceAt, recordRow } from '../../ledger/ledger.ts'
import { createMovement } from '../../movements/create-movements.ts'
import { createRecord } from '../../movements/intakes/create-record.ts'
import type { Entered } from '../../movements/intakes/new-record.ts'
import { remarksOnIntake } from '../../stock/effects.ts'
import { sayCrops, sourcesMeant, type Source } from './crops-of-loads.ts'
import type { AskedLoad } from './judge-loads.ts'
import { harvestLoad, intakeBody, movementBody } from './load-bodies.ts'
import { ownerOfRecord } from '../../partners/party-names.ts'

/** A load that was entered, as the movement that it is. */
export interface StoredLoad {
  id: number
  /** The record that the movement is known by. */
  recordId: string
  grams: number
  /** What it was taken from; undefined where a sender brought it. */
  source: Source | undefined
  /** What else it did, in words. */
  message: string[]
}

/**
 * Enters a load by the command that enters it by hand: an intake, a load off a field, or a movement.
 *
 * @throws Refusal as that command does; `insufficient_stock` where nothing lies in the bay that the row can mean
 */
export function storeLoad(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const { kind } = load.route
  if (kind === 'intake') return storeIntake(trx, actor, load)
  return kind === 'harvest_load' ? storeHarvestLoad(trx, actor, load) : storeMovement(trx, actor, load)
}

async function storeIntake(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const [entered] = await createRecord(trx, actor, intakeBody(actor, load))
  if (!entered?.intake) throw new Error('an intake made no movement')
  return storedIntake(actor, load, entered.intake.movementId, entered)
}

/** An intake that was entered, and what is said of it. */
export function storedIntake(
  actor: Actor,
  { at, weighed }: AskedLoad,
  id: number,
  entered: Omit<Entered, 'intake'>,
): StoredLoad {
  const { message } = remarksOnIntake(actor, at, entered)
  return {
    id,
    recordId: entered.recordId,
    grams: gramsFromKilograms(weighed.net),
    source: undefined,
    message: message === undefined ? [] : [message],
  }
}

async function storeHarvestLoad(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const { crop, body } = harvestLoad(load)
  const [brought] = await addLoads(trx, actor, crop.harvest_plan_id, [body])
  if (!brought) throw new Error('a load off a field made no movement')
  return { ...storedIntake(actor, load, brought.id, brought), source: crop }
}

async function storeMovement(trx: Transaction, actor: Actor, load: AskedLoad): Promise<StoredLoad> {
  const source = await sourceOf(trx, actor, load)
  const { message, ids = [] } = await createMovement(trx, actor, movementBody(actor, load, source))
  const grams = gramsFromKilograms(load.weighed.net)
  return { id: Number(ids[0]), recordId: source.id, grams, source, message: [message] }
}

/** What a load is taken from: a crop in its field, or the parcel in its bay that the row can mean, as the loads before it have left it. */
async function sourceOf(trx: Transaction, actor: Actor, load: AskedLoad): Promise<Source> {
  const { row, at, route, crops, field, store } = load
  if (route.from === 'field') {
    const [crop, another] = crops
    if (!crop || !field) throw new Error('a load off a field has no crop')
    if (another && crops.some(({ owner_id: owner }) => owner !== crop.owner_id)) {
      const several = `is needed: the crops in “${field.name}” are of several owners`
      refuseFaults([fault('ownerName', several, 'required')])
    }
    return crop
  }
  if (!store) throw new Error('a load out of a store has no bay')
  const { rows } = await sql<Source & { grams: number }>`
    select r.id, r.storage_id, r.commodity_id, r.type_id, r.grade_id, r.variety, r.harvest_year, r.owner_id, ${ownerOfRecord} as owner_name,
      ${balanceAt(recordRow(sql`r`), at)}::bigint as grams
    from records r
    where r.bay_id = ${store.bay.id} and r.keeper_id = ${actor.organisationId} and r.source <> 'planting'
    order by r.created_at desc, r.id desc`.execute(trx)
  const meant = sourcesMeant(row, actor, rows)
  const lying = meant.filter(({ grams }) => grams > 0)
  const [parcel, another] = lying.length > 0 ? lying : meant.slice(0, 1)
  const name = `${store.own.storageName}, ${store.bay.name}`
  if (!parcel) {
    const lies = rows.filter(({ grams }) => grams > 0)
    const there = lies.length === 0 ? 'Nothing lay there' : `There lay ${sayCrops(actor, lies)}`
    throw new Refusal('insufficient_stock', `The load cannot have come from ${name}. ${there} at the time.`)
  }
  if (another) {
    const several = `had several kinds of stock, ${sayCrops(actor, lying)}: say which in Commodity, Harvest year or Owner`
    refuseFaults([fault('bay', several, 'ambiguous')])
  }
  return parcel
}
