import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import { readPage } from '../../db/read-page.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { matchesText } from '../../http/search/text-query.ts'
import { fileInfo, type FileRow } from './queries.ts'
import type { FileKind, FilesQuery, ListedFile } from './schema.ts'

type Sql = ReturnType<typeof sql<boolean>>

const ofKind: Record<FileKind, Sql> = {
  picture: sql`f.content_type like 'image/%'`,
  pdf: sql`f.content_type = 'application/pdf'`,
  film: sql`f.content_type like 'video/%'`,
  other: sql`f.content_type not like 'image/%' and f.content_type not like 'video/%' and f.content_type <> 'application/pdf'`,
}

const sortedBy = {
  createdAtUTC: sql`f.created_at`,
  name: sql`lower(f.name) collate "C"`,
  sizeBytes: sql`f.size_bytes`,
}

/** The files that the caller's organisation may see, with their sizes and with whom they are shared. */
export async function listFiles(db: Kysely<Tables>, actor: Actor, query: FilesQuery) {
  const direction = (query.sortDesc ?? query.sortBy === undefined) ? sql`desc` : sql`asc`
  const conditions = conditionsOf(actor, query)
  return inOneMoment(db, async (moment) => {
    const found = moment
      .selectFrom('files as f')
      .selectAll('f')
      .where((is) => is.and(conditions))
      .orderBy(sql`${sortedBy[query.sortBy ?? 'createdAtUTC']} ${direction}`)
      .orderBy(sql`f.id ${direction}`)
    const page = await readPage(found, query, (row) => row)
    return { ...page, docs: await describe(moment, actor, page.docs) }
  })
}

function conditionsOf({ organisationId }: Actor, { query, kind, type, from, status }: FilesQuery): Sql[] {
  const isOwn = sql<boolean>`(f.organisation_id = ${organisationId} and f.status = ${status ?? 'active'})`
  const isShared =
    status === 'archived'
      ? sql<boolean>`false`
      : sql<boolean>`(f.organisations @> array[${organisationId}::text] and f.organisations <> '{}' and f.status = 'active' and f.organisation_id <> ${organisationId})`
  return [
    from === 'own' ? isOwn : from === 'others' ? isShared : sql<boolean>`(${isOwn} or ${isShared})`,
    ...(kind ? [ofKind[kind]] : []),
    ...(type ? [sql<boolean>`f.type = ${type}`] : []),
    ...matchesText(query, (says) => sql`(${says(sql`f.name`)} or ${says(sql`f.user_name`)})`).map(
      (contains) => sql<boolean>`${contains}`,
    ),
  ]
}

async function describe(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  rows: FileRow[],
): Promise<ListedFile[]> {
  const ids = new Set(rows.flatMap((row) => [row.organisation_id, ...row.organisations]))
  const organisations = await db
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('id', '=', anyOf([...ids], 'uuid'))
    .execute()
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const isOwn = row.organisation_id === organisationId
    // With whom else somebody shares a file is not for those it is shared with.
    const organisationIds = isOwn ? row.organisations : [organisationId]
    return {
      id: row.id,
      sizeBytes: row.size_bytes,
      organisationName: names.get(row.organisation_id) ?? '',
      sharedWith: isOwn ? organisationIds.map((id) => ({ id, name: names.get(id) ?? '' })) : [],
      info: fileInfo({ ...row, organisations: organisationIds }),
    }
  })
}
