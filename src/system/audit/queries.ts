import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  cellsOf,
  momentColumns,
  type TableCell,
  type TableColumns,
  type TableFile,
} from '../../http/table.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { DEFAULT_LIMIT } from '../../kernel/page.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import type { AuditColumn, AuditVerb } from '../../words/audit-deeds.ts'
import { message } from '../../words/catalogue.ts'
import { render, type Reader } from '../../words/render.ts'
import { nameOfUser } from '../access/users.ts'
import { chainAuditOf } from './chain.ts'
import { headText } from './chain-hash.ts'
import { entryChanges } from './entry-changes.ts'
import { auditColumns, entryOf, type AuditRow } from './entry-rows.ts'
import type { AuditLogEntry, AuditPage, AuditQuery } from './schema.ts'

type Row = AuditRow & { hash: Buffer }

/** A place in the list, between two entries. */
interface ListPlace {
  at: Date
  sequence: number
}

/**
 * A page of the caller's audit log, the newest entry first. What was done just now is chained before it is read.
 *
 * @throws Refusal `invalid_input` for what is no date or no place
 */
export async function searchAudit(db: Kysely<Tables>, actor: Actor, query: AuditQuery): Promise<AuditPage> {
  const { organisationId } = actor
  const moments = momentsOf(actor, query)
  const limit = query.limit ?? DEFAULT_LIMIT
  await chainAuditOf(db, organisationId)
  return inOneMoment(db, async (moment) => {
    const words = wordsOf(organisationId, query, await membersCalled(moment, organisationId, query.query))
    const rows = await readRows(moment, organisationId, {
      conditions: { moments, words },
      behind: placeIn(query.next),
      limit: limit + 1,
    })
    const chain = await moment
      .selectFrom('audit_chains')
      .select(['last_sequence', 'last_hash', 'kept_after'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const names = await subjectNames(moment, shown)
    return {
      docs: shown.map((row) => toWire(row, actor, names)),
      limit,
      next: last ? `${last.at.toISOString()}_${last.sequence}` : '',
      head: chain ? headText({ sequence: chain.last_sequence, hash: chain.last_hash }) : '',
      keptAfter: chain?.kept_after ?? 0,
    }
  })
}

const CSV_BATCH = 500

/**
 * All that a search finds, as a table.
 *
 * @throws Refusal `invalid_input` at once, before a row is sent
 */
export function auditTable(db: Kysely<Tables>, actor: Actor, query: AuditQuery): TableFile {
  const { organisationId } = actor
  const moments = momentsOf(actor, query)
  const from = placeIn(query.next)
  async function* rows(): AsyncGenerator<TableCell[]> {
    await chainAuditOf(db, organisationId)
    const words = wordsOf(organisationId, query, await membersCalled(db, organisationId, query.query))
    for (let behind = from; ;) {
      const found = await readRows(db, organisationId, {
        conditions: { moments, words },
        behind,
        limit: CSV_BATCH,
      })
      const names = await subjectNames(db, found)
      for (const row of found) yield cellsOf(csvColumns, toWire(row, actor, names), actor.timeZone)
      const last = found.at(-1)
      if (!last || found.length < CSV_BATCH) return
      behind = last
    }
  }
  return {
    fileName: 'audit',
    columns: Object.keys(csvColumns).map((name) => headOf(name, actor)),
    // As a spreadsheet opens it where people write a decimal comma.
    ...(actor.language !== 'en' && { delimiter: ';' as const }),
    rows: rows(),
  }
}

/** The head of a column: as programs read it in English, and for people in other languages. */
function headOf(name: string, reader: Reader): string {
  return reader.language === 'en'
    ? name
    : render(message('auditColumn', { name: name as AuditColumn }), reader)
}

const json = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))

const csvColumns: TableColumns<AuditLogEntry> = {
  sequence: ({ sequence }) => sequence,
  ...momentColumns('at', 'atUTC', ({ atUTC }) => atUTC),
  actor: ({ actor }) => actor,
  actorId: ({ actorId }) => actorId,
  actorName: ({ actorName }) => actorName,
  address: ({ address }) => address,
  userAgent: ({ userAgent }) => userAgent,
  requestId: ({ requestId }) => requestId,
  category: ({ category }) => category,
  deed: ({ deed }) => deed,
  deedName: ({ deedName }) => deedName,
  subjectKind: ({ subjectKind }) => subjectKind,
  subjectId: ({ subjectId }) => subjectId,
  subjectName: ({ subjectName }) => subjectName,
  outcome: ({ outcome }) => outcome,
  before: ({ before }) => json(before),
  after: ({ after }) => json(after),
  hash: ({ hash }) => hash,
}

/** One reading of a log: conditions, a place to begin behind, and a number of entries. */
interface Reading {
  conditions: Conditions
  behind: ListPlace | undefined
  limit: number
}

/**
 * Entries among which words are looked for one by one, before the index of words is asked: of a word that stands in half of a million entries it
 * would bring them all, to be sorted.
 */
const WALKED = 3000

/** Reads entries in the order of their moments, which that of the chain follows but for a clock that was set. */
async function readRows(db: Kysely<Tables>, organisationId: string, reading: Reading): Promise<Row[]> {
  const { words } = reading.conditions
  const entries = entriesIn(db, organisationId, reading)
  if (!words) return entries.limit(reading.limit).execute()
  const walked = await db
    .selectFrom(entries.select('words').limit(WALKED).as('e'))
    .select([...auditColumns, 'hash'])
    .where(words)
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(reading.limit)
    .execute()
  if (walked.length === reading.limit) return walked
  return entries.where(words).limit(reading.limit).execute()
}

/** The entries of an organisation between two moments, the newest first, whatever words they have. */
function entriesIn(db: Kysely<Tables>, organisationId: string, { conditions, behind }: Reading) {
  let found = db
    .selectFrom('audit_entries')
    .select([...auditColumns, 'hash'])
    .where('organisation_id', '=', organisationId)
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
  for (const moment of conditions.moments) found = found.where(moment)
  if (behind)
    found = found.where(
      sql<SqlBool>`(at, sequence) < (${behind.at}::timestamptz, ${behind.sequence}::bigint)`,
    )
  return found
}

/** Conditions of a search: on moments, and on words. */
interface Conditions {
  moments: RawBuilder<SqlBool>[]
  words: RawBuilder<SqlBool> | undefined
}

/** @throws Refusal `invalid_input` for what is no date or no place */
function momentsOf({ timeZone }: Actor, query: AuditQuery): Conditions['moments'] {
  const from = query.from === undefined ? undefined : parseInstant(query.from, timeZone)
  const to = query.to === undefined ? undefined : parseInstantEnd(query.to, timeZone)
  refuseFaults([
    ...(query.from !== undefined && !from ? [dateFault('from')] : []),
    ...(query.to !== undefined && !to ? [dateFault('to')] : []),
    ...(query.next !== undefined && !placeIn(query.next)
      ? [fault('next', message('isNoAuditPlace', {}), 'pattern')]
      : []),
  ])
  return [...(from ? [sql<SqlBool>`at >= ${from}`] : []), ...(to ? [sql<SqlBool>`at <= ${to}`] : [])]
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})$/

function placeIn(text: string | undefined): ListPlace | undefined {
  const [, at = '', sequence = ''] = PLACE.exec(text ?? '') ?? []
  return Number.isNaN(Date.parse(at)) ? undefined : { at: new Date(at), sequence: Number(sequence) }
}

/** As `audit_words` of the migration parts a text. */
const BETWEEN_WORDS = /[\s,;:/()"'@<>|]+/
/** More words than anybody types. */
const MOST_WORDS = 12
const MOST_LETTERS = 200
/** More members than are looked for at once: of more, the words say too little. */
const MOST_PEOPLE = 12

/** Members whose names or addresses have words that begin so: an entry has of whom it was done to the id alone. */
async function membersCalled(
  db: Kysely<Tables>,
  organisationId: string,
  text: string | undefined,
): Promise<string[]> {
  const words = wordsIn(text ?? '')
  if (words.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.organisation_id = ${organisationId} and not exists (
      select from unnest(${words}::text[]) word where position(' ' || lower(word) in ' ' || lower(${nameOfUser('u')} || ' ' || replace(u.email, '@', ' '))) = 0)
    limit ${sql.lit(MOST_PEOPLE)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Names of the people that entries are about, by their ids. Whoever left is named too: they belonged to the organisation when it was written. */
async function subjectNames(db: Kysely<Tables>, rows: AuditRow[]): Promise<Map<string, string>> {
  const ids = rows
    .map((row) => entryOf(row))
    .flatMap((entry) => (entry.subjectKind === 'users' && isId(entry.subjectId) ? entry.subjectId : []))
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; name: string }>`
    select u.id, ${nameOfUser('u')} as name from users u where u.id = any(${ids}::uuid[])`.execute(db)
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * The words and marks of a search, as one question to the index; undefined where it has none.
 *
 * @param people ids that its words stand for as well
 */
function wordsOf(
  organisationId: string,
  query: AuditQuery,
  people: string[],
): RawBuilder<SqlBool> | undefined {
  const tag = `${organisationId.slice(-8)}/`
  const quoted = (word: string) => `'${tag}${word.replaceAll(/['\\]/g, '$&$&')}'`
  const [kind, ...ids] = (query.subject ?? '').split('/')
  const marks = [
    ...(query.personId === undefined ? [] : [`=actor:${query.personId.toLowerCase()}`]),
    ...(query.category === undefined ? [] : [`=category:${query.category}`]),
    ...(query.deed === undefined ? [] : [`=deed:${query.deed}`]),
    ...(kind ? [`=kind:${kind}`] : []),
    ...(query.outcome === undefined ? [] : [`=outcome:${query.outcome}`]),
  ].map((mark) => mark.slice(0, MOST_LETTERS).toWellFormed())
  const exact = [...marks, ...wordsIn(ids.join('/')).map((id) => id.toLowerCase())].map(quoted).join(' & ')
  const begun = wordsIn(query.query ?? '').map((word) => `${quoted(word)}:*`)
  // Small letters are the database's to make: it made those of the words.
  const parts = [
    ...(exact === '' ? [] : [sql`${exact}::tsquery`]),
    ...(begun.length === 0
      ? []
      : [sql`lower(${[`(${begun.join(' & ')})`, ...people.map(quoted)].join(' | ')}::text)::tsquery`]),
  ]
  return parts.length === 0 ? undefined : sql<SqlBool>`words @@ (${sql.join(parts, sql` && `)})`
}

function wordsIn(text: string): string[] {
  return text
    .toWellFormed()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, MOST_LETTERS))
}

function toWire(row: Row, reader: Reader, names: Map<string, string>): AuditLogEntry {
  const { organisationId: _own, at, actorId, ...entry } = entryOf(row)
  const named = message('auditDeed', { deed: entry.deed, kind: entry.category, verb: verbOf(entry) })
  return {
    ...entry,
    atUTC: at,
    actorId: actorId ?? '',
    subjectName: names.get(entry.subjectId) ?? '',
    deedName: render(named, reader),
    changes: entryChanges(entry.before, entry.after, reader.language),
    hash: row.hash.toString('hex'),
  }
}

const VERBS: Record<string, AuditVerb> = {
  post: 'added',
  put: 'changed',
  patch: 'changed',
  delete: 'deleted',
}

/** The way in which something was done: by the method, or as what it left the service. */
function verbOf({ deed, category }: Pick<AuditLogEntry, 'deed' | 'category'>): AuditVerb {
  if (category === 'exports') return 'exported'
  if (category === 'papers') return 'printed'
  return VERBS[/\.(post|put|patch|delete)/.exec(deed)?.[1] ?? ''] ?? 'changed'
}
