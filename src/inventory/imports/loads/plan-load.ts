import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import type { NewEvent } from '../../../system/events/append-event.ts'
import { eventsOfLoads, loadOf } from '../../harvest/add-loads.ts'
import type { ResolvedLoad } from '../../harvest/resolve-loads.ts'
import { eventOf, respond } from '../../movements/create-movements.ts'
import { oddDates } from '../../loads/dates.ts'
import type { Destination } from '../../loads/destination.ts'
import type { NewMovement } from '../../loads/insert-loads.ts'
import { movementOf } from '../../loads/load.ts'
import { eventsOfRecords } from '../../movements/intakes/create-record.ts'
import { validateRecord } from '../../movements/intakes/judge-record.ts'
import type { NewRecord } from '../../movements/intakes/new-record.ts'
import { validateIncoming } from '../../movements/intakes/stock-faults.ts'
import { loadsOfStock } from '../../movements/intakes/store-stock.ts'
import { requestOfOne, sourceFaults } from '../../movements/movement-request.ts'
import { loadsOf } from '../../movements/movement-loads.ts'
import type { Party } from '../../partners/parties.ts'
import type { SampleInput } from '../../records/bodies.ts'
import type { StockOutcome } from '../../stock/change-stock.ts'
import { changesOf } from '../../stock/merge-stock.ts'
import type { StoredRecord } from '../../stock/stored-records.ts'
import { readOwner } from '../commodity-columns.ts'
import type { BaysInHand, ParcelInHand } from './bays-in-hand.ts'
import { sourcesMeant, type Source } from './crops-of-loads.ts'
import type { AskedLoad } from './judge-loads.ts'
import { destinationOf, harvestLoad, intakeBody, movementBody } from './load-bodies.ts'
import type { PartiesInHand } from './parties-of-loads.ts'
import { storedIntake, type StoredLoad } from './store-load.ts'

/** A load that is worked out before it is stored. */
export interface PlannedLoad {
  /** What was measured of it, which has a number of its own. */
  sample: SampleInput | null | undefined
  /** What it becomes, given its number. */
  numbered: (id: number) => {
    movement: NewMovement | undefined
    /** What listeners are told. */
    events: NewEvent[]
    stored: StoredLoad
  }
}

/** What loads name, looked up together. */
export interface Looked {
  parties: PartiesInHand
  /** Loads off fields with all that they name; what is wrong with one is left out. */
  harvested: ReadonlyMap<AskedLoad, ResolvedLoad>
  /** Crops that loads leave straight from the field. */
  crops: ReadonlyMap<string, StoredRecord>
}

/** Of a load of which nothing but its own doing is to be said. */
export const nothingElse: StockOutcome = {
  recordIds: [],
  recomputed: new Map(),
  countedGrams: new Map(),
  recounts: [],
  undone: [],
  conflicts: [],
}

/**
 * Works out what a load becomes, and leaves the bays in hand as it leaves them. Undefined where it goes alone: where a rule may be against
 * it, or more than its own doing is to be said.
 */
export function planLoad(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  hand: BaysInHand,
  looked: Looked,
): Promise<PlannedLoad | undefined> | PlannedLoad | undefined {
  const { kind } = load.route
  if (kind === 'intake') return planIntake(trx, actor, load, hand, looked)
  return kind === 'harvest_load'
    ? planHarvestLoad(actor, load, hand, looked)
    : planMovement(actor, load, hand, looked)
}

async function planIntake(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  hand: BaysInHand,
  { parties }: Looked,
): Promise<PlannedLoad | undefined> {
  const { row, said, at, storageContractId } = load
  const { own, bay } = destinationOf(load)
  const { owned, owner: namedOwner } = readOwner(row.values, actor)
  const owner = owned ? { id: actor.organisationId, name: actor.organisationName } : parties.find(namedOwner)
  const sender = load.parties.sender && parties.find(load.parties.sender)
  if (!owner || (load.parties.sender && !sender) || storageContractId !== undefined) return undefined
  const named = { own: new Map([[own.storageId, own]]), owner }
  const { record: stock, faults } = validateRecord(actor, intakeBody(actor, load), named, '')
  const incoming = stock && faults.length === 0 && (await incomingOf(trx, actor, stock, sender))
  if (!incoming) return undefined
  const [part] = loadsOfStock(stock, incoming)
  const merged = part?.into && hand.bring(part.into, owner.name)
  if (!merged) return undefined
  if (!owned) parties.keep(namedOwner)
  if (incoming.sender === sender) parties.keep(load.parties.sender)
  const { recordId, isNew } = merged
  const odd = oddDates(actor, [said])
  const entered = {
    recordId,
    isJoined: !isNew,
    changes: changesOf(merged, nothingElse.recomputed),
    conflicts: [],
    warnings: [...hand.unmeasured(bay.id, stock.commodity.commodityId), ...odd.warnings],
    daysAlone: odd.daysAlone,
  }
  const numbered: PlannedLoad['numbered'] = (id) => {
    const intake = { movementId: id, effectiveAt: at }
    return {
      movement: movementOf({ load: part, id, joined: merged }),
      events: eventsOfRecords([{ ...entered, intake }], [recordId]),
      stored: storedIntake(actor, load, id, entered),
    }
  }
  return { sample: stock.body.source.intake?.sample, numbered }
}

async function incomingOf(trx: Transaction, actor: Actor, stock: NewRecord, sender: Party | undefined) {
  const { body, owner, effectiveAt } = stock
  const isForeign = !body.owned && owner.id === actor.organisationId
  const given = { owner, effectiveAt, ...(sender && { sender }) }
  const { incoming, faults } = await validateIncoming(trx, actor, body, given, '')
  return isForeign || faults.length > 0 ? undefined : incoming
}

function planHarvestLoad(
  actor: Actor,
  load: AskedLoad,
  hand: BaysInHand,
  { harvested }: Looked,
): PlannedLoad | undefined {
  const resolved = harvested.get(load)
  // Somebody else's comes in under a contract.
  if (resolved?.source.owner_id !== actor.organisationId) return undefined
  const merged = hand.bring(resolved, actor.organisationName)
  if (!merged) return undefined
  const { crop } = harvestLoad(load)
  const { place, source } = resolved
  const { warnings, daysAlone } = oddDates(actor, [load.said])
  const brought = {
    recordId: merged.recordId,
    changes: changesOf(merged, nothingElse.recomputed),
    conflicts: [],
    warnings: [...hand.unmeasured(place.bayId, source.commodity_id), ...warnings],
    daysAlone,
  }
  const entering = loadOf(resolved)
  const numbered: PlannedLoad['numbered'] = (id) => ({
    movement: movementOf({ load: entering, id, joined: merged }),
    events: eventsOfLoads(crop.harvest_plan_id, [id], [merged.recordId, source.id].sort()),
    stored: { ...storedIntake(actor, load, id, brought), source: crop },
  })
  return { sample: resolved.body.sample, numbered }
}

function planMovement(
  actor: Actor,
  load: AskedLoad,
  hand: BaysInHand,
  looked: Looked,
): PlannedLoad | undefined {
  const { at, weighed } = load
  const from = sourceInHand(actor, load, hand, looked)
  if (!from) return undefined
  const { source, parcel, record } = from
  const request = requestOfOne(actor, movementBody(actor, load, source))
  const destination = destinationInHand(load, looked, request.body.sold ?? false)
  const [moved] = request.parts
  if (!moved || !destination) return undefined
  if (request.faults.length + sourceFaults(moved, record, request.body, destination).length > 0)
    return undefined
  if (parcel && !hand.take(parcel, moved.grams, at)) return undefined
  const placed = {
    ...request,
    destination,
    departures: [{ ...moved, source: record, storageContract: null }],
  }
  const [leaving] = loadsOf(placed)
  if (!leaving) return undefined
  const joined = leaving.into ? hand.bring(leaving.into, source.owner_name) : undefined
  if (leaving.into && !joined) return undefined
  if (!leaving.into) looked.parties.keep(load.parties.receiver)
  const numbered: PlannedLoad['numbered'] = (id) => {
    const each = { load: leaving, id, joined, recounts: [] }
    const done = { entered: [each], outcome: nothingElse }
    const grams = gramsFromKilograms(weighed.net)
    const { message } = respond(placed, done)
    return {
      movement: movementOf(each),
      events: [eventOf(placed, done)],
      stored: { id, recordId: source.id, grams, source, message: [message] },
    }
  }
  return { sample: null, numbered }
}

interface SourceInHand {
  source: Source
  record: StoredRecord
  /** Of a load that leaves a bay. */
  parcel: ParcelInHand | undefined
}

/** What a load is taken from; undefined where that is not one thing alone, which has to be told. */
function sourceInHand(
  actor: Actor,
  { row, route, store, crops }: AskedLoad,
  hand: BaysInHand,
  looked: Looked,
): SourceInHand | undefined {
  if (route.from === 'field') {
    const [source, another] = crops
    const record = source && looked.crops.get(source.id)
    return record && !another ? { source, record, parcel: undefined } : undefined
  }
  const lying = store && hand.lyingIn(store.bay.id)
  const [source, another] = sourcesMeant(
    row,
    actor,
    (lying ?? []).map(({ record }) => record),
  )
  const parcel = lying?.find(({ record }) => record === source)
  return source && parcel && !another ? { source, record: parcel.record, parcel } : undefined
}

function destinationInHand(load: AskedLoad, { parties }: Looked, sold: boolean): Destination | undefined {
  const { route, toStore } = load
  if (route.kind === 'internal') {
    if (!toStore) return undefined
    const { own, bay } = toStore
    const name = `${own.storageName}, ${bay.name}`
    return { type: 'internal', storageId: own.storageId, bayId: bay.id, name }
  }
  const receiver = parties.find(load.parties.receiver ?? {})
  return receiver && { type: 'outbound', receiver, sold }
}
