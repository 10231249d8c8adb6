import { sql, type Kysely } from 'kysely'
import { rowsById, anyOf } from '../../db/any-of.ts'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { FileRef as FileRefSchema, FileRefInput } from '../../http/validate/schema.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'

type FileRef = Static<typeof FileRefSchema>

/**
 * Which of the ids are files of the organisation that are not archived: what a body may refer to. A file named in a
 * body is looked up by its id alone; its `url` is never fetched (rules.md §8).
 *
 * @param attached the files that what is changed has already: they may be sent back when they are archived, too
 */
export async function findAttachableFiles(
  db: Kysely<Tables>,
  organisationId: string,
  ids: string[],
  attached: string[] = [],
): Promise<Set<string>> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return new Set()
  const rows = await db
    .selectFrom(rowsById('files', possible).as('file'))
    .select('file.id')
    .where('file.organisation_id', '=', organisationId)
    .where('file.status', '=', 'active')
    .execute()
  return new Set([...rows.map((row) => row.id), ...attached])
}

/**
 * One fault for each file of a body that is not among `own`, at `path[i].id`.
 *
 * @example fileFaults('files', body.files, await findAttachableFiles(trx, actor.organisationId, ids))
 */
export function fileFaults(path: string, files: Static<typeof FileRefInput>[], own: Set<string>): Fault[] {
  return files.flatMap((file, index) => fileFault(`${path}[${index}]`, file, own))
}

/** The fault of the one file of a field, at `path.id`, where it is not among `own`. */
export function fileFault(
  path: string,
  { id }: Pick<Static<typeof FileRefInput>, 'id'>,
  own: Set<string>,
): Fault[] {
  return own.has(id) ? [] : [fault(`${path}.id`, message('isNotYourFile', { id }), 'unknown')]
}

/** File reference for documentation where there is no file. */
export const noFile: FileRef = {
  id: '',
  name: '',
  url: null,
  userId: null,
  userName: null,
  organisationId: null,
  createdAtUTC: null,
}

/**
 * The documented reference of each file that the organisation may see, by id: its own, archived ones too, since what refers to them stays as it
 * was, and those shared with it. Where it cannot read a file, it sees no name either.
 */
export async function fileRefs(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  ids: string[],
): Promise<Map<string, FileRef>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'user_id', 'user_name', 'organisation_id', 'created_at'])
    .where('id', '=', anyOf(ids, 'uuid'))
    .where((is) =>
      is.or([
        is('organisation_id', '=', organisationId),
        is.and([is('status', '=', 'active'), sql<boolean>`${organisationId} = any(organisations)`]),
      ]),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        url: `/api/system/files/${row.id}`,
        userId: row.user_id,
        userName: row.user_name,
        organisationId: row.organisation_id,
        createdAtUTC: row.created_at.toISOString(),
      },
    ]),
  )
}
