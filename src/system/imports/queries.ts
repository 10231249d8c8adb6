import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { TableCell, TableFile } from '../../http/table.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { fingerprintOf, type Mapping } from './mapping.ts'
import type { Made } from './outcome.ts'
import type { Counts, FaultyRow } from './report.ts'
import type { ImportMappings, RunReport } from './schema.ts'

/** The language and the country by which the caller's organisation writes numbers and dates, such as `en-GB`. */
export async function readLocale(db: Kysely<Tables>, { organisationId }: Actor): Promise<string> {
  const { locale } = await db
    .selectFrom('organisations')
    .select('locale')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return locale
}

/** Steps of one organisation's imports take turns, so that two files with the same rows enter them once. */
export async function lockImports(trx: Transaction, { organisationId }: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${organisationId}`}, 0))`.execute(trx)
}

/** Begins an import: it is there before its first step, so that what it stored so far is known if it is cut off. */
export async function insertImport(
  trx: Transaction,
  { organisationId, userId, userName, now }: Actor,
  { id, kind, sha256, key, header, totalRows }: NewImport,
): Promise<void> {
  await trx
    .insertInto('imports')
    .values({
      id,
      organisation_id: organisationId,
      kind,
      sha256,
      key_hash: key === undefined ? null : hashOfKey(key),
      header: header.map(storable),
      total_rows: totalRows,
      created_by: userId,
      created_by_name: userName,
      created_at: now,
    })
    .execute()
}

interface NewImport {
  id: string
  kind: string
  sha256: Buffer
  key: string | undefined
  header: string[]
  totalRows: number
}

/** Hashes an Idempotency-Key, to recognise it again: answers stored under it open with the key itself. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Notes that an import has had its turn and begins. */
export async function markBegun(trx: Transaction, id: string): Promise<void> {
  await sql`update imports set began_at = clock_timestamp() where id = ${id}`.execute(trx)
}

/** Notes what has been done of an import since the last time. */
export async function noteProgress(
  trx: Transaction,
  id: string,
  { rowsDone, success, changed, unchanged, leftOut, validation, errors }: Counts,
): Promise<void> {
  await sql`update imports set rows_done = rows_done + ${rowsDone}, success = success + ${success}, changed = changed + ${changed},
    unchanged = unchanged + ${unchanged}, left_out = left_out + ${leftOut}, validation = validation + ${validation},
    errors = errors + ${errors} where id = ${id}`.execute(trx)
}

/** Marks an import as done to its last row, and keeps what it answered. */
export async function finishImport(
  trx: Transaction,
  id: string,
  now: Date,
  report: RunReport,
): Promise<void> {
  // A database keeps no NUL, nor half a character.
  const kept = JSON.stringify(report)
    .replaceAll(String.raw`\u0000`, '␀')
    .toWellFormed()
  await sql`update imports set finished_at = ${now}::timestamptz, report = ${kept}::jsonb where id = ${id}`.execute(
    trx,
  )
}

/** Keeps what rows have made, so that it can be undone. */
export async function insertMade(
  trx: Transaction,
  { organisationId }: Actor,
  importId: string,
  made: (Made & { number: number })[],
): Promise<void> {
  if (made.length === 0) return
  const places = new Map<number, number>()
  const rows = made.map(({ number, kind, subject, details = {} }) => {
    const place = places.get(number) ?? 0
    places.set(number, place + 1)
    return { number, place, kind, subject, details }
  })
  await sql`
    insert into import_made (organisation_id, import_id, row_number, place, kind, subject, details)
    select ${organisationId}::uuid, ${importId}::uuid, number, place, kind, subject, details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made (number integer, place integer, kind text, subject text, details jsonb)`.execute(trx)
}

/** Finds the mapping with which a file with this header row was read before; undefined where none was. */
export async function findMapping(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  kind: string,
  header: string[],
): Promise<Mapping | undefined> {
  const found = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .where('fingerprint', '=', Buffer.from(fingerprintOf(header), 'hex'))
    .executeTakeFirst()
  // It was checked when it was sent.
  return found?.mapping as Mapping | undefined
}

/** Remembers how a file was read, for the next one with its header row. */
export async function rememberMapping(
  trx: Transaction,
  { organisationId, userName, now }: Actor,
  kind: string,
  { header, mapping }: { header: string[]; mapping: Mapping },
): Promise<void> {
  await sql`
    insert into import_mappings (organisation_id, kind, fingerprint, header, mapping, used_by_name, used_at)
    values (${organisationId}::uuid, ${kind}, ${Buffer.from(fingerprintOf(header), 'hex')}, ${header.slice(0, SHOWN_COLUMNS).map(storable)}::text[],
      ${JSON.stringify(mapping)}::jsonb, ${userName}, ${now}::timestamptz)
    on conflict (organisation_id, kind, fingerprint) do update
      set mapping = excluded.mapping, used_by_name = excluded.used_by_name, used_at = excluded.used_at`.execute(
    trx,
  )
  // The oldest make room: a header row that nobody has sent for long is not missed.
  await sql`
    delete from import_mappings where organisation_id = ${organisationId}::uuid and kind = ${kind} and fingerprint not in (
      select fingerprint from import_mappings where organisation_id = ${organisationId}::uuid and kind = ${kind}
      order by used_at desc, fingerprint limit ${MOST_MAPPINGS})`.execute(trx)
}

const MOST_MAPPINGS = 100
/** As much of a header row as is listed. */
const SHOWN_COLUMNS = 1000

/** The header rows of a kind, and how they were read. */
export async function listMappings(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  kind: string,
): Promise<ImportMappings['mappings']> {
  const rows = await db
    .selectFrom('import_mappings')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .orderBy('used_at', 'desc')
    .orderBy('fingerprint')
    .execute()
  return rows.map(({ header, fingerprint, mapping, used_at, used_by_name }) => ({
    header,
    fingerprint: fingerprint.toString('hex'),
    mapping: mapping as Mapping,
    usedAt: used_at.toISOString(),
    usedBy: used_by_name,
  }))
}

/** Forgets an import that somebody else has done with the same key; what it stored stays. */
export async function forgetImport(db: Kysely<Tables>, id: string): Promise<void> {
  if (isId(id)) await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Keeps the rows that were refused, as they were sent, for a file of them to be put right. */
export async function insertFaults(
  trx: Transaction,
  { organisationId }: Actor,
  importId: string,
  faulty: FaultyRow[],
): Promise<void> {
  if (faulty.length === 0) return
  await trx
    .insertInto('import_faults')
    .values(
      faulty.map(({ number, status, cells, reference, messages, problems }) => ({
        organisation_id: organisationId,
        import_id: importId,
        row_number: number,
        status,
        cells: cells.map(storable),
        reference: storable(reference),
        messages: messages.map(storable),
        problems: JSON.stringify(problems),
      })),
    )
    .execute()
}

/** A database keeps no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '␀').toWellFormed()
}

/** Has the database look anew at how many rows tables have, and which; not where somebody else has it look at them already. */
export async function refreshStatistics(db: Kysely<Tables>, tables: string[]): Promise<void> {
  for (const table of tables) await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
}

const FAULTS_AT_ONCE = 500

/**
 * The bad rows of an import of the caller's organisation, as they came, with their number and what is wrong before them: to
 * be put right and sent again.
 *
 * @throws Refusal `not_found`
 */
export async function faultsTable(db: Kysely<Tables>, actor: Actor, importId: string): Promise<TableFile> {
  const found = isId(importId)
    ? await db
        .selectFrom('imports')
        .select(['kind', 'header'])
        .where('id', '=', importId)
        .where('organisation_id', '=', actor.organisationId)
        .executeTakeFirst()
    : undefined
  if (!found) throw notFound('import', importId)
  return {
    fileName: `${found.kind.replaceAll('/', '-')}-errors`,
    columns: [
      ...[message('rowNumber', {}), message('whatIsWrong', {})].map((each) => render(each, actor)),
      ...found.header,
    ],
    rows: faultRows(db, actor, importId),
  }
}

async function* faultRows(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  importId: string,
): AsyncGenerator<TableCell[]> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('import_faults')
      .select(['row_number', 'messages', 'cells'])
      .where('organisation_id', '=', organisationId)
      .where('import_id', '=', importId)
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(FAULTS_AT_ONCE)
      .execute()
    for (const { row_number, messages, cells } of rows) yield [row_number, messages.join('; '), ...cells]
    const last = rows.at(-1)
    if (!last) return
    after = last.row_number
  }
}

const KEPT_DAYS = 30

/** Forgets what became of the rows of files that were imported a month ago. */
export async function purgeImports(db: Kysely<Tables>, now: Date): Promise<void> {
  const isOld = (rows: RawBuilder<unknown>) =>
    sql`${rows} < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`
  // Before the imports, or each would take up to a hundred thousand of them along in one statement.
  await deleteInPieces(
    db,
    'import_faults',
    sql`(organisation_id, import_id) in (select organisation_id, id from imports where ${isOld(sql`created_at`)})`,
  )
  await deleteInPieces(db, 'imports', isOld(sql`created_at`))
}
