import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { createHash, randomInt } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { takeNumber, type GivenNumber } from '../document-numbers/give-numbers.ts'
import type { FactsOf, PaperKind } from './facts.ts'
import { findLetterheadVersion } from './letterhead.ts'

/** Papers as they were printed (docs/decisions/0070-papers.md). */

/** A paper that may be issued, as the book has it now. */
export interface PaperNow<Kind extends PaperKind = PaperKind> {
  kind: Kind
  /** Subject of the paper, such as movement:1204. */
  subject: string
  facts: FactsOf[Kind]
  /** Facts that make a correction when they change, where those are not all of its facts. */
  basis?: unknown
  /** Store that its number is counted by, where its series is. */
  storageId?: string | null
}

/** A paper that was printed. */
export interface PrintedPaper<Kind extends PaperKind = PaperKind> {
  id: number
  /** Organisation that has printed it. */
  organisationId: string
  kind: Kind
  subject: string
  issue: number
  token: string
  facts: FactsOf[Kind]
  digest: Buffer
  /** Number of times that it was printed, with this print. */
  prints: number
  printedAt: Date
  printedBy: string
  /** When the issues before and after it were printed first. */
  replacesOf: Date | null
  replacedAt: Date | null
  /** Its number, and that of all issues of it; null of what has none of its own. */
  documentNumber: string | null
}

/**
 * Keeps what is issued now. What says the same as its newest issue is a copy of that, with the facts of its first print; what was
 * corrected since is another issue, which replaces it.
 */
export async function issuePaper(trx: Transaction, actor: Actor, now: PaperNow): Promise<Acknowledgement> {
  await lockSubject(trx, actor, now)
  const newest = await findNewest(trx, actor, now)
  if (newest?.digest.equals(digestOfNow(now))) {
    const prints = await countPrint(trx, actor, newest.id)
    const copied = message('paperIsCopied', { copy: prints })
    return { ...acknowledge(actor, copied), ids: [String(newest.id)] }
  }
  const id = await insertIssue(trx, actor, now, newest)
  const issued = message('paperIsIssued', { replaces: newest !== undefined })
  return { ...acknowledge(actor, issued), ids: [String(id)] }
}

/** The newest issue of a paper, if it still says what the book does. */
export async function findIssued(
  db: Kysely<Tables>,
  actor: Actor,
  now: PaperNow,
): Promise<PrintedPaper | undefined> {
  const newest = await findNewest(db, actor, now)
  return newest?.digest.equals(digestOfNow(now)) ? printedOf(newest) : undefined
}

async function findNewest(
  db: Kysely<Tables>,
  actor: Actor,
  { kind, subject }: PaperNow,
): Promise<Row | undefined> {
  const [newest] = await findIssues(db, actor, sql`p.kind = ${kind} and p.subject = ${subject}`)
  return newest
}

const digestOfNow = ({ basis, facts }: PaperNow) => digestOf(basis ?? facts)

/** @throws Refusal `not_found` for what is not there or another organisation's */
export async function ensurePaper(db: Kysely<Tables>, actor: Actor, id: string): Promise<PrintedPaper> {
  const number = isNumericId(id) ? Number(id) : 0
  return getPaper(db, actor, number)
}

/** Computes the digest that papers with the same content share. */
export function digestOf(basis: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(basis)).digest()
}

/** Two prints of one thing at once are one after the other. */
async function lockSubject(trx: Transaction, { organisationId }: Actor, { kind, subject }: PaperNow) {
  const key = `papers ${organisationId} ${kind} ${subject}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

async function countPrint(trx: Transaction, { organisationId }: Actor, id: number): Promise<number> {
  const { prints } = await trx
    .updateTable('papers')
    .set({ prints: sql`prints + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returning('prints')
    .executeTakeFirstOrThrow()
  return prints
}

/** Kinds of paper that have numbers of their own; a ticket has that of its load. */
const numberedKinds: readonly PaperKind[] = ['passport', 'statement', 'charges']

/** The number of a paper: that of the issue before it, or the next of its series. */
async function numberOf(
  trx: Transaction,
  actor: Actor,
  { kind, storageId = null }: PaperNow,
  before: Row | undefined,
): Promise<Partial<GivenNumber>> {
  if (before?.number_counter_id) {
    const { document_number, number_counter_id, number_in_series } = before
    return {
      document_number: document_number ?? '',
      number_counter_id,
      number_in_series: number_in_series ?? 0,
    }
  }
  if (!numberedKinds.includes(kind)) return {}
  return takeNumber(trx, actor, {
    kind: kind as 'passport' | 'statement' | 'charges',
    storageId,
    at: actor.now,
  })
}

async function insertIssue(
  trx: Transaction,
  actor: Actor,
  now: PaperNow,
  before: Row | undefined,
): Promise<number> {
  const { organisationId, userName, now: at } = actor
  const { kind, subject, facts } = now
  const letterhead = await findLetterheadVersion(trx, organisationId)
  const issuer = { ...facts.issuer, letterhead }
  const number = await numberOf(trx, actor, now, before)
  const { id } = await trx
    .insertInto('papers')
    .values({
      organisation_id: organisationId,
      kind,
      subject,
      issue: (before?.issue ?? 0) + 1,
      token: newToken(),
      facts: JSON.stringify({ ...facts, issuer }),
      digest: digestOfNow(now),
      printed_by_name: userName,
      printed_at: at,
      ...number,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Letters and digits that nobody takes for others. 22 of 58 are 128 bits. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const TOKEN_LENGTH = 22

function newToken(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

interface Row {
  id: number
  organisation_id: string
  kind: PaperKind
  subject: string
  issue: number
  token: string
  facts: FactsOf[PaperKind]
  digest: Buffer
  prints: number
  printed_by_name: string
  printed_at: Date
  replaces_of: Date | null
  replaced_at: Date | null
  document_number: string | null
  number_counter_id: number | null
  number_in_series: number | null
}

/** Issues of the caller's, the newest first. */
async function findIssues(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  where: ReturnType<typeof sql>,
): Promise<Row[]> {
  return issuesWhere(db, sql`p.organisation_id = ${organisationId} and ${where}`)
}

async function issuesWhere(db: Kysely<Tables>, where: ReturnType<typeof sql>): Promise<Row[]> {
  const next = (
    step: 1 | -1,
  ) => sql`(select other.printed_at from papers other where other.organisation_id = p.organisation_id
    and other.kind = p.kind and other.subject = p.subject and other.issue = p.issue + ${sql.lit(step)})`
  const { rows } = await sql<Row>`
    select p.id, p.organisation_id, p.kind, p.subject, p.issue, p.token, p.facts, p.digest, p.prints, p.printed_by_name, p.printed_at,
      p.document_number, p.number_counter_id, p.number_in_series, ${next(-1)} as replaces_of, ${next(1)} as replaced_at
    from papers p where ${where} order by p.issue desc limit 1`.execute(db)
  return rows
}

async function getPaper(db: Kysely<Tables>, actor: Actor, id: number): Promise<PrintedPaper> {
  const [row] = await findIssues(db, actor, sql`p.id = ${id}`)
  if (!row) throw notFound('paper', String(id))
  return printedOf(row)
}

/** The paper that a token leads to, whoever asks. */
export async function findByToken(db: Kysely<Tables>, token: string): Promise<PrintedPaper | undefined> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{22}$/.test(token)) return undefined
  const [row] = await issuesWhere(db, sql`p.token = ${token}`)
  return row && printedOf(row)
}

function printedOf(row: Row): PrintedPaper {
  const { id, kind, subject, issue, token, facts, digest, prints, printed_at, printed_by_name } = row
  return {
    id,
    organisationId: row.organisation_id,
    kind,
    subject,
    issue,
    token,
    facts,
    digest,
    prints,
    printedAt: printed_at,
    printedBy: printed_by_name,
    replacesOf: row.replaces_of,
    replacedAt: row.replaced_at,
    documentNumber: row.document_number,
  }
}
