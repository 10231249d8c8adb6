import { createHash, randomInt } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import type { FactsOf, PaperKind } from './facts.ts'
import { findLetterheadVersion } from './letterhead.ts'

/** Papers as they were printed (docs/decisions/0070-papers.md). */

/** A paper that is to be printed, as the book has it now. */
export interface PaperNow<Kind extends PaperKind = PaperKind> {
  kind: Kind
  /** What it is about, such as movement:1204. */
  subject: string
  facts: FactsOf[Kind]
  /** What makes a correction, where that is not all it says. */
  basis?: unknown
}

/** A paper that was printed. */
export interface PrintedPaper<Kind extends PaperKind = PaperKind> {
  id: number
  /** Who has printed it. */
  organisationId: string
  kind: Kind
  subject: string
  issue: number
  token: string
  facts: FactsOf[Kind]
  digest: Buffer
  /** How often it was printed, this print counted. */
  prints: number
  printedAt: Date
  printedBy: string
  /** When the issues before and after it were printed first. */
  replacesOf: Date | null
  replacedAt: Date | null
}

/**
 * Keeps what is printed now. What says the same as its newest issue is a copy of that, with the facts of its first print; what was
 * corrected since is another issue, which replaces it.
 */
export function keepPaper<Kind extends PaperKind>(
  db: Kysely<Tables>,
  actor: Actor,
  now: PaperNow<Kind>,
): Promise<PrintedPaper<Kind>> {
  const digest = digestOf(now.basis ?? now.facts)
  return inTransaction(db, async (trx) => {
    await lockSubject(trx, actor, now)
    const [newest] = await findIssues(trx, actor, sql`p.kind = ${now.kind} and p.subject = ${now.subject}`)
    const id = newest?.digest.equals(digest)
      ? await countPrint(trx, actor, newest.id)
      : await insertIssue(trx, actor, now, { issue: (newest?.issue ?? 0) + 1, digest })
    // It was stored as one of this kind.
    return (await getPaper(trx, actor, id)) as PrintedPaper<Kind>
  })
}

/**
 * Prints an issue once more, as it was printed first.
 *
 * @throws Refusal `not_found`
 */
export function printAgain(db: Kysely<Tables>, actor: Actor, id: number): Promise<PrintedPaper> {
  return inTransaction(db, async (trx) => getPaper(trx, actor, await countPrint(trx, actor, id)))
}

/** @throws Refusal `not_found` for what is not there or another organisation's */
export async function ensurePaper(db: Kysely<Tables>, actor: Actor, id: string): Promise<PrintedPaper> {
  const number = isNumericId(id) ? Number(id) : 0
  return getPaper(db, actor, number)
}

/** What two papers have in common that say the same. */
export function digestOf(basis: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(basis)).digest()
}

/** Two prints of one thing at once are one after the other. */
async function lockSubject(trx: Transaction, { organisationId }: Actor, { kind, subject }: PaperNow) {
  const key = `papers ${organisationId} ${kind} ${subject}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

async function countPrint(trx: Transaction, { organisationId }: Actor, id: number): Promise<number> {
  await trx
    .updateTable('papers')
    .set({ prints: sql`prints + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  return id
}

async function insertIssue(
  trx: Transaction,
  { organisationId, userName, now }: Actor,
  { kind, subject, facts }: PaperNow,
  { issue, digest }: { issue: number; digest: Buffer },
): Promise<number> {
  const letterhead = await findLetterheadVersion(trx, organisationId)
  const issuer = { ...facts.issuer, letterhead }
  const { id } = await trx
    .insertInto('papers')
    .values({
      organisation_id: organisationId,
      kind,
      subject,
      issue,
      token: newToken(),
      facts: JSON.stringify({ ...facts, issuer }),
      digest,
      printed_by_name: userName,
      printed_at: now,
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
      ${next(-1)} as replaces_of, ${next(1)} as replaced_at
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
  }
}
