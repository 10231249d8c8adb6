import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isPermitted, rolesWith } from '../../../kernel/permissions.ts'
import { Refusal, collectFaults, type Fault } from '../../../kernel/errors.ts'
import { appendEvents } from '../../../system/events/append-event.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import { ensureMayAdjust } from '../../records/ensure-may-adjust.ts'
import { findShortRecords } from '../../records/queries.ts'
import type { EnteredRecord } from '../../records/schema.ts'
import { remarksOn, remarksOnIntake } from '../../stock/effects.ts'
import { oddDates } from '../../loads/dates.ts'
import { enterAsked } from '../../loads/enter-asked.ts'
import { insertPlantings, crowdedFields } from './create-plantings.ts'
import { findPlacesNamed, lookUpNamed, resolveRecords } from './validate-record.ts'
import { eventsOfRecords, type Entered } from './new-record.ts'
import { storeExisting } from './store-existing.ts'
import { askIntake, resolveRecord } from './ask-intake.ts'
import { message } from '../../../words/catalogue.ts'

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
  if (body.source.planting) return plant(trx, actor, { body, path })
  const [entered] = await createRecordsOfMany(trx, [{ actor, body, path }])
  return entered ?? []
}

/** Creates the records of several requests of one organisation, none of a planting, as if they had come one after the other. */
export async function createRecordsOfMany(
  trx: Transaction,
  asked: (BodyAt & { actor: Actor })[],
): Promise<Entered[][]> {
  const [first] = asked
  if (!first) return []
  for (const { actor: own, body } of asked) ensureMayEnter(own, body)
  const own = await findPlacesNamed(
    trx,
    first.actor,
    asked.map(({ body }) => body),
  )
  const requests = asked.map(({ actor, body, path }) => askIntake(trx, actor, body, own, path))
  return enterAsked(trx, first.actor, requests)
}

/** @throws Refusal `forbidden` */
export function ensureMayEnter(actor: Actor, { source, adjustToZero }: CreateRecordBody): void {
  if (!source.intake && !isPermitted(actor, 'records:write')) {
    const able = rolesWith('records:write')
    throw new Refusal('forbidden', message('mayOnlyTakeIn', { role: actor.role, able }), {
      details: { role: actor.role, permission: 'records:write', roles: able },
    })
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

async function plant(trx: Transaction, actor: Actor, { body, path }: BodyAt): Promise<Entered[]> {
  ensureMayEnter(actor, body)
  const named = await lookUpNamed(trx, actor, [body])
  const { record } = await resolveRecord(trx, actor, body, named, path)
  const entered = (await insertPlantings(trx, actor, [record])).flat()
  const recordIds = entered.map(({ recordId }) => recordId)
  const crowded = await crowdedFields(trx, recordIds)
  await appendEvents(trx, actor, eventsOfRecords(entered, recordIds))
  const { warnings, daysAlone } = oddDates(actor, [body.source.importDateUTC])
  return entered.map((each) => ({
    ...each,
    warnings: [...(crowded.get(each.recordId) ?? []), ...warnings],
    daysAlone,
  }))
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

/** Returns the records just entered as the response shows them: each by itself, also where several came into one bay. */
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
    if (!each.intake) return [{ ...record, ...remarksOn(each, actor) }]
    const { movementId, effectiveAt } = each.intake
    return [{ ...record, movementId, ...remarksOnIntake(actor, effectiveAt, each) }]
  })
}
