import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, Refusal, refuseFaults } from '../../../kernel/errors.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { askLoads } from '../../harvest/add-loads.ts'
import { lookUpPlans, type LookedUp } from '../../harvest/resolve-loads.ts'
import { balanceAt, recordRow } from '../../ledger/ledger.ts'
import { answering, askedLater, type AskedLoads } from '../../loads/enter-asked.ts'
import type { LoadContext } from '../../loads/load-context.ts'
import { askMovements } from '../../movements/create-movements.ts'
import { askIntake } from '../../movements/intakes/ask-intake.ts'
import { requestOfOne } from '../../movements/movement-request.ts'
import { findOwnerNames, ownerOfRecord } from '../../partners/party-names.ts'
import { remarksOnIntake, type Arrived } from '../../stock/effects.ts'
import { message } from '../../../words/catalogue.ts'
import type { Wording } from '../../../words/writing.ts'
import { cropNames, sourcesMeant, type Source } from './crops-of-loads.ts'
import type { AskedLoad } from './validate-loads.ts'
import { destinationOf, harvestLoad, intakeBody, movementBody } from './load-bodies.ts'

/** A load that was entered, as the movement that it is. */
export interface StoredLoad {
  id: number
  /** The record that the movement is known by. */
  recordId: string
  grams: number
  /** The source it was taken from; undefined where a sender brought it. */
  source: Source | undefined
  /** Messages on its other effects. */
  message: Wording[]
}

/**
 * The loads of rows, each as what enters it by hand: an intake, a load off a field, or a movement. What a row names that the loads before it
 * may have made is looked for when these are entered.
 *
 * @returns requests, which refuse as those commands do; `insufficient_stock` where nothing lies in the bay that the row can mean
 */
export async function askRows(
  trx: Transaction,
  actor: Actor,
  loads: AskedLoad[],
): Promise<AskedLoads<StoredLoad>[]> {
  const harvested = loads.filter(({ route }) => route.kind === 'harvest_load').map(harvestLoad)
  const plans = await lookUpPlans(
    trx,
    actor,
    harvested.map(({ crop, body }) => ({ planId: crop.harvest_plan_id, body: [body] })),
  )
  const asked: AskedLoads<StoredLoad>[] = []
  for (const load of loads) asked.push(await askRow(trx, actor, load, plans))
  return asked
}

function askRow(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  plans: LookedUp,
): AskedLoads<StoredLoad> | Promise<AskedLoads<StoredLoad>> {
  const { kind } = load.route
  if (kind === 'intake') return askIntakeOf(trx, actor, load)
  return kind === 'harvest_load' ? askHarvestLoad(trx, actor, load, plans) : askMovement(trx, actor, load)
}

function askIntakeOf(trx: Transaction, actor: Actor, load: AskedLoad): AskedLoads<StoredLoad> {
  const { own } = destinationOf(load)
  const asked = askIntake(trx, actor, intakeBody(actor, load), new Map([[own.storageId, own]]))
  return answering(asked, ([entered]) => {
    if (!entered?.intake) throw new Error('an intake made no movement')
    return storedIntake(actor, load, entered.intake.movementId, entered)
  })
}

async function askHarvestLoad(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  plans: LookedUp,
): Promise<AskedLoads<StoredLoad>> {
  const { crop, body } = harvestLoad(load)
  const asked = await askLoads(trx, { actor, planId: crop.harvest_plan_id, body: [body] }, plans)
  return answering(asked, ([brought]) => {
    if (!brought) throw new Error('a load off a field made no movement')
    return { ...storedIntake(actor, load, brought.id, brought), source: crop }
  })
}

function storedIntake(
  actor: Actor,
  { at, weighed }: AskedLoad,
  id: number,
  entered: Arrived & { recordId: string },
): StoredLoad {
  const { message: remark } = remarksOnIntake(actor, at, entered)
  return {
    id,
    recordId: entered.recordId,
    grams: gramsFromKilograms(weighed.net),
    source: undefined,
    message: remark === undefined ? [] : [remark],
  }
}

function askMovement(trx: Transaction, actor: Actor, load: AskedLoad): AskedLoads<StoredLoad> {
  const { at, crops, store, toStore, parties } = load
  let source: Source | undefined
  return askedLater({
    actor,
    touched: [
      {
        recordId: store ? null : (crops[0]?.id ?? null),
        leavesBayId: store?.bay.id,
        bayId: toStore?.bay.id ?? null,
        at,
      },
    ],
    parties: toStore || !parties.receiver ? [] : [parties.receiver],
    async ask(context) {
      source = await sourceOf(trx, actor, load, context)
      if (!source) return undefined
      const [asked] = await askMovements(trx, actor, [requestOfOne(actor, movementBody(actor, load, source))])
      return asked
    },
    answer({ message: remark, ids = [] }) {
      if (!source) throw new Error('a load was entered that is taken from nothing')
      const grams = gramsFromKilograms(load.weighed.net)
      return { id: Number(ids[0]), recordId: source.id, grams, source, message: [remark] }
    },
  })
}

/**
 * Finds the source of a load: a crop in its field, or the parcel in its bay that the row can mean, as the loads before it leave it.
 * Undefined where that is not one for sure, and shows when these are stored.
 */
async function sourceOf(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  context: LoadContext,
): Promise<Source | undefined> {
  const { row, at, route, crops, field, store } = load
  if (route.from === 'field') {
    const [crop, another] = crops
    if (!crop || !field) throw new Error('a load off a field has no crop')
    if (another && crops.some(({ owner_id: owner }) => owner !== crop.owner_id)) {
      refuseFaults([fault('ownerName', message('cropsHaveOwners', { field: field.name }), 'required')])
    }
    return crop
  }
  if (!store) throw new Error('a load out of a store has no bay')
  if (context.isAsStored) return storedSource(trx, actor, load, store)
  const parcels = (context.lyingIn(store.bay.id, at) ?? []).filter(({ grams }) => grams > 0)
  const names = await findOwnerNames(
    trx,
    actor,
    row.values.ownerName === undefined ? [] : parcels.map(({ owner_id: id }) => id),
  )
  const lying = parcels.map((parcel) => ({
    ...parcel,
    storage_id: store.own.storageId,
    owner_name: names.get(parcel.owner_id) ?? parcel.owner_id,
  }))
  const [meant, another] = sourcesMeant(row, actor, lying)
  return another ? undefined : meant
}

/** @throws Refusal `insufficient_stock` where nothing lies there that is meant; `invalid_input` where more than one thing is */
async function storedSource(
  trx: Transaction,
  actor: Actor,
  { row, at }: AskedLoad,
  store: NonNullable<AskedLoad['store']>,
): Promise<Source> {
  const { rows } = await sql<Source & { grams: number }>`
    select r.id, r.storage_id, r.commodity_id, r.type_id, r.grade_id, r.variety, r.harvest_year, r.owner_id, ${ownerOfRecord} as owner_name,
      ${balanceAt(recordRow(sql`r`), at)}::bigint as grams
    from records r
    where r.bay_id = ${store.bay.id} and r.keeper_id = ${actor.organisationId} and r.source <> 'planting'
    order by r.created_at desc, r.id desc`.execute(trx)
  const meant = sourcesMeant(row, actor, rows)
  const lying = meant.filter(({ grams }) => grams > 0)
  const [parcel, another] = lying.length > 0 ? lying : meant.slice(0, 1)
  const place = `${store.own.storageName}, ${store.bay.name}`
  if (!parcel) {
    const lies = rows.filter(({ grams }) => grams > 0)
    throw new Refusal(
      'insufficient_stock',
      message('didNotLieThere', { place, crops: cropNames(actor, lies) }),
    )
  }
  if (another)
    refuseFaults([fault('bay', message('hadSeveralStocks', { crops: cropNames(actor, lying) }), 'ambiguous')])
  return parcel
}
