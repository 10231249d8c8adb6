import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isPermitted, rolesWith } from '../../../kernel/permissions.ts'
import { Refusal, refuseFaults, collectFaults, type Fault } from '../../../kernel/errors.ts'
import { allSettled } from '../../../kernel/all-settled.ts'
import { paired } from '../../../kernel/paired.ts'
import { sayOr } from '../../../kernel/names.ts'
import { appendEvents, type NewEvent } from '../../../system/events/append-event.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import { ensureMayAdjust } from '../../records/ensure-may-adjust.ts'
import { findOwnPlaces } from '../../records/own-places.ts'
import { findShortRecords } from '../../records/queries.ts'
import type { EnteredRecord } from '../../records/schema.ts'
import { remarksOn, remarksOnIntake } from '../../stock/effects.ts'
import { rememberBringsOwned } from '../../partners/partners.ts'
import { oddDates } from '../../loads/dates.ts'
import { insertPlantings, crowdedFields } from './create-plantings.ts'
import { validateRecord, momentOfStock, ownerOf, resolveRecords } from './judge-record.ts'
import type { NewRecord, Entered } from './new-record.ts'
import { findEnteredBefore } from '../../loads/tickets/entered-before.ts'
import { ticketOfIntake, validateIncoming, type Incoming } from './stock-faults.ts'
import { storeExisting } from './store-existing.ts'
import { storeStock } from './store-stock.ts'

/**
 * Makes records of stock or standing crop, one for each place the body names (rules.md §2, §6). What `source` carries
 * decides: `planting` is a crop in a field; `intake` is stock that a sender brings to a bay, with a movement of type
 * intake; neither is stock that was there before the books began. Stock that arrives where its like lies joins it.
 *
 * @returns the records, in the order of the places
 * @throws Refusal every fault of the body at once; `incompatible_stock`; `forbidden` for an operator without an intake, or with `adjustToZero`
 */
export async function createRecord(
  trx: Transaction,
  actor: Actor,
  body: CreateRecordBody,
  path = '',
): Promise<Entered[]> {
  const [entered] = await createRecordsOfMany(trx, [{ actor, body, path }])
  return entered ?? []
}

/** The same for several requests of one organisation, as if they had come one after the other. */
export async function createRecordsOfMany(
  trx: Transaction,
  asked: (BodyAt & { actor: Actor })[],
): Promise<Entered[][]> {
  const [first] = asked
  if (!first) return []
  const { actor } = first
  for (const { actor: own, body } of asked) ensureMayEnter(own, body)
  const resolved = await allSettled(
    asked.map(({ actor: own, body, path }) => resolveRecord(trx, own, body, path)),
  )
  const all = paired(asked, resolved).map(([each, its]) => ({ ...each, ...its }))
  const entered = await enterAll(trx, actor, all)
  await appendEvents(
    trx,
    actor,
    paired(all, entered).flatMap(([each, its]) =>
      eventsOfRecords(its.entered, its.recordIds).map((event) => ({ ...event, userId: each.actor.userId })),
    ),
  )
  for (const { actor: own, body, incoming } of all)
    if (body.source.intake?.rememberOwned) await rememberBringsOwned(trx, own, incoming.sender.id, body.owned)
  const movementIdsOf = (records: Entered[]) => records.flatMap(({ intake }) => intake?.movementId ?? [])
  const before = await findEnteredBefore(
    trx,
    actor,
    paired(all, entered).flatMap(([{ body }, its]) => {
      const reference = body.source.intake && ticketOfIntake(body).reference
      return movementIdsOf(its.entered).map((id) => ({ id, reference }))
    }),
  )
  return paired(all, entered).map(([{ actor: own, body }, { entered: records }]) => {
    const { intake, importDateUTC } = body.source
    const { warnings, daysAlone } = oddDates(own, [intake ? intake.moveAtUTC : importDateUTC])
    return records.map((each, index) => {
      // Of the parts of one lorry the first says it.
      const said = before(index === 0 ? movementIdsOf(records) : [])
      const warned = [...(each.warnings ?? []), ...warnings, ...said.warnings]
      return { ...each, warnings: warned, daysAlone, sameTickets: said.sameTickets }
    })
  })
}

function ensureMayEnter(actor: Actor, { source, adjustToZero }: CreateRecordBody): void {
  if (!source.intake && !isPermitted(actor, 'records:write')) {
    const able = rolesWith('records:write')
    throw new Refusal(
      'forbidden',
      `Your role, ${actor.role}, may take stock in, but not enter other records: that takes ${sayOr(able)}.`,
      { details: { role: actor.role, permission: 'records:write', roles: able } },
    )
  }
  if (adjustToZero) ensureMayAdjust(actor)
}

/** The bays that an intake names, so that it can be stored together with others; undefined for anything else, and where a bay has to be looked up to be known. */
export function touchedByIntake({ source, storage, adjustToZero }: CreateRecordBody): unknown[] | undefined {
  const places = storage ?? []
  const isPlain = source.intake && !source.planting && !adjustToZero && places.length > 0
  return isPlain && places.every(({ substorageId }) => substorageId)
    ? places.map(({ substorageId }) => substorageId)
    : undefined
}

interface Judged {
  actor: Actor
  record: NewRecord
  incoming: Incoming
}

interface EnteredTogether {
  entered: Entered[]
  /** The records that it shows at. */
  recordIds: string[]
}

/** A planting comes by itself. */
async function enterAll(trx: Transaction, actor: Actor, all: Judged[]): Promise<EnteredTogether[]> {
  const [only] = all
  return only && all.length === 1 && only.record.body.source.planting
    ? [await plant(trx, actor, only.record)]
    : storeStock(trx, actor, all)
}

/** An intake is told as the movement that it is; a record, where it is new or was entered without a movement. */
export function eventsOfRecords(entered: Entered[], recordIds: string[]): NewEvent[] {
  const ids = entered.flatMap(({ recordId, isJoined }) => (isJoined ? [] : [recordId]))
  const movementIds = entered.flatMap(({ intake }) => intake?.movementId ?? [])
  const record: NewEvent = {
    type: 'record.created',
    subject: ids.join(','),
    data: { ids, movementIds, recordIds },
  }
  const movement: NewEvent = {
    type: 'movement.created',
    subject: movementIds.join(','),
    data: { ids: movementIds, type: 'intake', recordIds },
  }
  return [...(ids.length > 0 ? [record] : []), ...(movementIds.length > 0 ? [movement] : [])]
}

async function plant(trx: Transaction, actor: Actor, planting: NewRecord): Promise<EnteredTogether> {
  const entered = (await insertPlantings(trx, actor, [planting])).flat()
  const recordIds = entered.map(({ recordId }) => recordId)
  const crowded = await crowdedFields(trx, recordIds)
  return {
    entered: entered.map((each) => ({ ...each, warnings: crowded.get(each.recordId) ?? [] })),
    recordIds,
  }
}

/** @throws Refusal every fault of the body at once: of the record, of how much there is, and of how it comes in */
async function resolveRecord(
  trx: Transaction,
  actor: Actor,
  body: CreateRecordBody,
  path: string,
): Promise<{ record: NewRecord; incoming: Incoming }> {
  const storageIds = (body.storage ?? []).flatMap(({ storageId }) => (storageId ? [storageId] : []))
  const effectiveAt = momentOfStock(body, actor)
  const asked = ownerOf(trx, actor, body, path)
  const [own, owner, { incoming, faults: others }] = await allSettled([
    findOwnPlaces(trx, actor, storageIds),
    asked,
    asked.then((found) => validateIncoming(trx, actor, body, { owner: found, effectiveAt }, path)),
  ])
  const { record, faults } = validateRecord(actor, body, { own, owner }, path)
  refuseFaults([...faults, ...others])
  if (!record || !incoming) throw new Error('unreachable: the faults were refused')
  return { record, incoming }
}

/** A body, and where it stands in that of the request, with a dot. */
interface BodyAt {
  body: CreateRecordBody
  path: string
}

/**
 * Makes the records of many bodies of somebody who may enter any, each in one place where nothing lies yet. What was there before the
 * books began, which is most of it in a new store, is entered in a handful of statements; what a lorry brings, one by one.
 *
 * @param faults what is wrong already, which the faults of these join; with any, nothing counts as entered
 */
export async function createRecords(
  trx: Transaction,
  actor: Actor,
  bodies: BodyAt[],
  faults: Fault[],
): Promise<void> {
  const existing = bodies.filter(({ body: { source } }) => !source.intake && !source.planting)
  const judged = await resolveRecords(
    trx,
    actor,
    existing.map(({ body }) => body),
  )
  const judgedOf = new Map(existing.map((each, index) => [each, judged[index]]))
  for (const named of bodies) {
    const { body, path } = named
    const found = judgedOf.get(named)
    if (found) faults.push(...found.faults.map((each) => ({ ...each, path: `${path}${each.path}` })))
    else await collectFaults(faults, () => createRecord(trx, actor, body, path))
  }
  if (faults.length > 0 || judged.length === 0) return
  await storeExisting(
    trx,
    actor,
    judged.flatMap(({ record }) => record ?? []),
  )
}

/** What was just entered, as its answer shows it: each by itself, also where several came into one bay. */
export async function enteredRecords(
  db: Kysely<Tables>,
  actor: Actor,
  entered: Entered[],
): Promise<EnteredRecord[]> {
  const records = await findShortRecords(
    db,
    actor,
    entered.map(({ recordId }) => recordId),
  )
  const byId = new Map(records.map((record) => [record.id, record]))
  return entered.flatMap((each) => {
    const record = byId.get(each.recordId)
    if (!record) return []
    if (!each.intake) return [{ ...record, ...remarksOn(each) }]
    const { movementId, effectiveAt } = each.intake
    return [{ ...record, movementId, ...remarksOnIntake(actor, effectiveAt, each) }]
  })
}
