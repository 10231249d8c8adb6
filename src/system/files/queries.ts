import { sql, type Kysely, type Selectable } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { mayRevealPosition } from './kinds.ts'
import type { FileInfo, StoredFile } from './schema.ts'

export type FileRow = Selectable<Tables['files']>

/**
 * A file that the caller may see: their organisation's own, archived ones too, or an active one shared with it. With whom else
 * somebody shares it is not for those it is shared with.
 *
 * @throws Refusal `not_found`
 */
export async function getFile(
  db: Kysely<Tables>,
  actor: Pick<Actor, 'organisationId'>,
  id: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<FileRow> {
  const row = isId(id) ? await findFile(db, id, isLocked) : undefined
  const { organisationId } = actor
  if (!row || !isVisible(row, organisationId)) throw notFound('file', id)
  return row.organisation_id === organisationId ? row : { ...row, organisations: [organisationId] }
}

async function findFile(db: Kysely<Tables>, id: string, isLocked: boolean): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, (select) => select.forUpdate())
    .executeTakeFirst()
}

function isVisible(row: FileRow, organisationId: string): boolean {
  return (
    row.organisation_id === organisationId ||
    (row.status === 'active' && row.organisations.includes(organisationId))
  )
}

/** Which of these ids are organisations of this installation. */
export async function findOrganisations(db: Kysely<Tables>, ids: string[]): Promise<Set<string>> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return new Set()
  const rows = await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', anyOf(possible, 'uuid'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Adds up the bytes of an organisation's files. */
export async function usedBytes(db: Kysely<Tables>, organisationId: string): Promise<number> {
  const { used } = await db
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('used'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return used
}

/** The one form in which a file's description leaves the service. */
export function fileInfo(row: FileRow): FileInfo {
  const url = `/api/system/files/${row.id}`
  return {
    // Checked when they were written.
    bucket: row.bucket as FileInfo['bucket'],
    type: row.type as FileInfo['type'],
    organisationId: row.organisation_id,
    name: row.name,
    path: row.storage_key,
    hash: row.sha256.toString('hex'),
    contentType: row.content_type,
    url,
    urlStream: url,
    userId: row.user_id ?? '',
    userName: row.user_name,
    organisations: row.organisations,
    mayTellPosition: mayRevealPosition(row.content_type),
    createdAtUTC: row.created_at.toISOString(),
    status: row.status as FileInfo['status'],
  }
}

/** A file as what changes it answers. */
export function storedFile(row: FileRow): StoredFile {
  const info = fileInfo(row)
  return {
    id: row.id,
    tags: row.tags,
    info,
    organisationId: info.organisationId,
    userId: info.userId,
    type: info.type,
    status: info.status,
  }
}
