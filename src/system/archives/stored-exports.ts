import { sql, type Kysely, type Selectable } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Bytes } from '../../http/serve/send-bytes.ts'
import { named, oneOf } from '../../http/validate/schema.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'
import type { Reader } from '../../words/render.ts'
import { renderStored } from '../../words/stored.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import type { FileStore } from '../files/store.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'

/** Archives of organisations that were asked for over HTTP: a job writes each, and for some days it can be downloaded. */

export const EXPORT_JOB = 'organisation-export'
/** Days after which an archive is taken away. */
export const EXPORT_DAYS = 7

const text = Type.String()

export const OrganisationExport = named('OrganisationExport', {
  id: text,
  status: oneOf(
    ['queued', 'done', 'failed'],
    'queued: it is being written. done: it can be downloaded until it expires.',
  ),
  askedAtUTC: text,
  askedBy: text,
  finishedAtUTC: Type.String({ description: 'Empty until then.' }),
  expiresAtUTC: Type.String({ description: 'From then on it is gone; empty where there is none.' }),
  sizeBytes: Type.Integer({ description: '0 where there is none.' }),
  sha256: Type.String({ description: 'Of the archive, in hexadecimal.' }),
  missingFiles: Type.Integer({ description: 'Uploaded files whose bytes were not there.' }),
  problem: Type.String({ description: 'Why it could not be written, in words.' }),
})
export type OrganisationExport = Static<typeof OrganisationExport>

type Row = Selectable<Tables['organisation_exports']>

/**
 * Asks for an archive of all that the caller's organisation has.
 *
 * @throws Refusal `in_use` while one is being written
 */
export async function askExport(trx: Transaction, caller: Actor): Promise<OrganisationExport> {
  const actor = await lockAndRecheckRole(trx, caller, 'organisation:write')
  const { organisationId, now } = actor
  const asked = {
    organisation_id: organisationId,
    id: newId(),
    // A key is no person; its name says who it was.
    asked_by: actor.isMachine ? null : actor.userId,
    asked_by_name: actor.userName,
    asked_at: now,
  }
  const row = await trx
    .insertInto('organisation_exports')
    .values(asked)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('in_use', message('exportIsUnderWay', {}))
  await enqueueJob(trx, {
    kind: EXPORT_JOB,
    key: asked.id,
    payload: { organisationId, exportId: asked.id },
    now,
  })
  return exportToWire(row, actor)
}

/** The archives of the caller's organisation, the latest first. */
export async function listExports(db: Kysely<Tables>, actor: Actor): Promise<OrganisationExport[]> {
  const rows = await db
    .selectFrom('organisation_exports')
    .selectAll()
    .where('organisation_id', '=', actor.organisationId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => exportToWire(row, actor))
}

/** @throws Refusal `not_found` */
export async function getExport(db: Kysely<Tables>, actor: Actor, id: string): Promise<OrganisationExport> {
  return exportToWire(await getRow(db, actor, id), actor)
}

/**
 * The bytes of an archive.
 *
 * @throws Refusal `not_found`, also before it is written and once it has expired
 */
export async function downloadExport(
  store: FileStore,
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<Bytes> {
  const row = await getRow(db, actor, id)
  const { storage_key: key, size_bytes: sizeBytes, expires_at: expiresAt } = row
  if (key === null || sizeBytes === null || !expiresAt || expiresAt <= actor.now)
    throw notFound('organisation export', id)
  return {
    fileName: `${actor.organisationName}-${row.asked_at.toISOString().slice(0, 10)}.granary`,
    contentType: 'application/octet-stream',
    sizeBytes,
    version: id,
    open: (range) => store.read(key, range),
  }
}

async function getRow(db: Kysely<Tables>, { organisationId }: Actor, id: string): Promise<Row> {
  const row = isId(id)
    ? await db
        .selectFrom('organisation_exports')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('organisation export', id)
  return row
}

/** The one row → wire function of archives. */
function exportToWire(row: Row, reader: Reader): OrganisationExport {
  const isThere = row.storage_key !== null
  return {
    id: row.id,
    // The table's check allows no other.
    status: row.status as OrganisationExport['status'],
    askedAtUTC: row.asked_at.toISOString(),
    askedBy: row.asked_by_name,
    finishedAtUTC: row.finished_at?.toISOString() ?? '',
    expiresAtUTC: (isThere && row.expires_at?.toISOString()) || '',
    sizeBytes: (isThere && row.size_bytes) || 0,
    sha256: (isThere && row.sha256?.toString('hex')) || '',
    missingFiles: row.missing_files ?? 0,
    problem: renderStored(row.problem, reader),
  }
}

/** Takes away archives whose days are over: their bytes are unfinished files from then on, which a sweep removes, and the rows go. */
export async function purgeExports(db: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    with gone as (
      delete from organisation_exports
      where expires_at <= ${now} or (status = 'failed' and finished_at <= ${now}::timestamptz - make_interval(days => ${EXPORT_DAYS}))
      returning storage_key
    )
    insert into unfinished_files (storage_key, created_at)
    select storage_key, to_timestamp(0) from gone where storage_key is not null
    on conflict do nothing`.execute(db)
}
