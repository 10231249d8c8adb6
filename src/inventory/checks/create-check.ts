import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, isFault, notFound, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { momentOf } from '../../kernel/time.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { message } from '../../words/catalogue.ts'
import { chooseBay, findPlacesWithBays } from '../records/find-places.ts'
import { lockBays } from '../stock/lock-bays.ts'
import { ensureStore, getCheck, getCheckPlan } from './queries.ts'
import { hottestOf } from './rules.ts'
import type { BayCheck, CheckPlan, CheckPlanBody, CreateCheckBody } from './schema.ts'

/**
 * Enters what somebody, or a sensor, found in a bay of the caller's own. The same findings of the same time of day are one check: a device that
 * got no answer sends them again, maybe when somebody else has signed in on it, with another key than before.
 *
 * @throws Refusal every fault at once; `not_found` for a store that is not the caller's
 */
export async function createCheck(
  trx: Transaction,
  actor: Actor,
  storageId: string,
  body: CreateCheckBody,
): Promise<BayCheck> {
  const place = (await findPlacesWithBays(trx, actor, [storageId])).get(storageId)
  if (!place) throw notFound('storage location', storageId, { within: 'yours' })
  const bay = chooseBay(place, body.substorageId || undefined, '')
  const checkedAt = momentOf(body.checkedAtISO, actor)
  const files = body.files ?? []
  const own = await findAttachableFiles(
    trx,
    actor.organisationId,
    files.map(({ id }) => id),
  )
  refuseFaults([
    ...(isFault(bay) ? [bay] : []),
    ...(checkedAt ? [] : [dateFault('checkedAtISO')]),
    ...(checkedAt && checkedAt > actor.now
      ? [fault('checkedAtISO', message('checkIsInTheFuture', {}), 'future')]
      : []),
    ...findingFaults(body),
    ...fileFaults('files', files, own),
  ])
  if (isFault(bay) || !checkedAt) throw new Error('unreachable: the faults were refused')
  const found = rowOf({ ...body, storageId, bayId: bay.id, checkedAt })
  const before = body.checkedAtISO?.includes('T') ? await findSameCheck(trx, actor, found) : undefined
  if (before !== undefined) return getCheck(trx, actor, storageId, before)
  const id = await insertCheck(trx, actor, found)
  const check = await getCheck(trx, actor, storageId, id)
  await appendEvent(trx, actor, {
    type: 'storage.bay_checked',
    subject: storageId,
    data: { checkId: id, substorageId: bay.id, alarms: check.alarms },
  })
  return check
}

function findingFaults({
  temperatures,
  moisture,
  insects,
  smell,
  rodents,
  note,
  files,
}: CreateCheckBody): Fault[] {
  const probes = temperatures ?? []
  const isEmpty =
    probes.length === 0 &&
    [moisture, insects, smell, rodents].every((each) => each == null) &&
    (note ?? '').trim() === '' &&
    (files ?? []).length === 0
  const seen = new Set<string>()
  return [
    ...(isEmpty ? [fault('temperatures', message('checkFindsNothing', {}), 'required')] : []),
    ...probes.flatMap(({ probe }, index) => {
      const name = probe.trim().toLowerCase()
      const isTwice = seen.has(name)
      seen.add(name)
      return isTwice ? [fault(`temperatures[${index}].probe`, message('probeIsTwice', {}), 'duplicate')] : []
    }),
  ]
}

/** The columns of a check that say what was found, where and when. */
function rowOf(check: CreateCheckBody & { storageId: string; bayId: number; checkedAt: Date }) {
  const temperatures = (check.temperatures ?? []).map(({ probe, celsius }) => ({
    probe: probe.trim(),
    celsius,
  }))
  return {
    storage_id: check.storageId,
    bay_id: check.bayId,
    checked_at: check.checkedAt,
    temperatures: JSON.stringify(temperatures),
    hottest_celsius: hottestOf(temperatures),
    moisture_percentage: check.moisture ?? null,
    insects: check.insects ?? null,
    smell: check.smell ?? null,
    rodents: check.rodents ?? null,
    note: check.note ?? '',
    file_ids: [...new Set((check.files ?? []).map((file) => file.id))],
  }
}
type CheckToStore = ReturnType<typeof rowOf>

/** Finds this very check. With its bay locked, so that the same one that comes at once waits until it is there. */
async function findSameCheck(
  trx: Transaction,
  { organisationId }: Actor,
  found: CheckToStore,
): Promise<string | undefined> {
  await lockBays(trx, { bayIds: [found.bay_id] })
  const { rows } = await sql<{ id: string }>`
    select id from bay_checks
    where organisation_id = ${organisationId} and bay_id = ${found.bay_id} and checked_at = ${found.checked_at}
      and temperatures = ${found.temperatures}::jsonb and note = ${found.note} and file_ids = ${found.file_ids}::uuid[]
      and (moisture_percentage, insects, smell, rodents)
        is not distinct from (${found.moisture_percentage}::numeric(5, 2), ${found.insects}::text, ${found.smell}::text, ${found.rodents}::text)
    limit 1`.execute(trx)
  return rows[0]?.id
}

async function insertCheck(
  trx: Transaction,
  { organisationId, userId, userName, now }: Actor,
  found: CheckToStore,
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('bay_checks')
    .values({
      organisation_id: organisationId,
      id,
      ...found,
      created_by: userId,
      created_by_name: userName,
      created_at: now,
    })
    .execute()
  return id
}

/**
 * Says how often the bays of a store are checked, and what is too much, in place of what was said before.
 *
 * @throws Refusal `not_found` for a store that is not the caller's
 */
export async function setCheckPlan(
  trx: Transaction,
  actor: Actor,
  storageId: string,
  { everyDays, temperatureMost, temperatureRiseMost, moistureMost }: CheckPlanBody,
): Promise<CheckPlan> {
  await ensureStore(trx, actor, storageId)
  await sql`
    insert into check_plans (organisation_id, storage_id, every_days, most_celsius, most_rise_celsius, most_moisture_percentage)
    values (${actor.organisationId}, ${storageId}, ${everyDays}, ${temperatureMost}, ${temperatureRiseMost}, ${moistureMost})
    on conflict (organisation_id, storage_id) do update set every_days = excluded.every_days, most_celsius = excluded.most_celsius,
      most_rise_celsius = excluded.most_rise_celsius, most_moisture_percentage = excluded.most_moisture_percentage`.execute(
    trx,
  )
  await appendEvent(trx, actor, {
    type: 'storage.updated',
    subject: storageId,
    data: { changed: ['checkPlan'] },
  })
  return getCheckPlan(trx, actor, storageId)
}
