import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isPermitted, rolesWith } from '../../../kernel/permissions.ts'
import { Refusal, refuseFaults, collectFaults, type Fault } from '../../../kernel/errors.ts'
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
  if (!body.source.intake && !isPermitted(actor, 'records:write')) {
    const able = rolesWith('records:write')
    throw new Refusal(
      'forbidden',
      `Your role, ${actor.role}, may take stock in, but not enter other records: that takes ${sayOr(able)}.`,
      { details: { role: actor.role, permission: 'records:write', roles: able } },
    )
  }
  if (body.adjustToZero) ensureMayAdjust(actor)
  const { record, incoming } = await resolveRecord(trx, actor, body, path)
  const { entered, recordIds } = body.source.planting
    ? await plant(trx, actor, record)
    : await storeStock(trx, actor, record, incoming)
  await appendEvents(trx, actor, eventsOfRecords(entered, recordIds))
  const { intake, importDateUTC } = body.source
  if (intake?.rememberOwned) await rememberBringsOwned(trx, actor, incoming.sender.id, body.owned)
  const { warnings, daysAlone } = oddDates(actor, [intake ? intake.moveAtUTC : importDateUTC])
  const reference = intake && ticketOfIntake(body).reference
  const movementIds = entered.flatMap((each) => each.intake?.movementId ?? [])
  const before = await findEnteredBefore(
    trx,
    actor,
    movementIds.map((id) => ({ id, reference })),
  )
  return entered.map((each, index) => {
    // Of the parts of one lorry the first says it.
    const said = before(index === 0 ? movementIds : [])
    const all = [...(each.warnings ?? []), ...warnings, ...said.warnings]
    return { ...each, warnings: all, daysAlone, sameTickets: said.sameTickets }
  })
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

async function plant(
  trx: Transaction,
  actor: Actor,
  planting: NewRecord,
): Promise<{ entered: Entered[]; recordIds: string[] }> {
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
  const own = await findOwnPlaces(trx, actor, storageIds)
  const owner = await ownerOf(trx, actor, body, path)
  const { record, faults } = validateRecord(actor, body, { own, owner }, path)
  const stock = { owner, effectiveAt: momentOfStock(body, actor) }
  const { incoming, faults: others } = await validateIncoming(trx, actor, body, stock, path)
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
