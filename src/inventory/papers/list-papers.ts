import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, described, named, oneOf, Page, PageOf, Text } from '../../http/validate/schema.ts'
import { pageOf } from '../../kernel/page.ts'

const kinds = ['ticket', 'passport', 'recall', 'statement', 'stock', 'stocktake', 'books', 'charges'] as const

export const PapersQuery = closed({
  kind: Type.Optional(oneOf(kinds, 'Only papers of this kind.')),
  subject: Type.Optional(described(Text, 'Only papers about this, as `subject` has it: movement:1204.')),
  ...Page,
})

export const PaperPage = PageOf(
  named('Paper', {
    id: Type.String({ description: 'What GET /papers/{id}/copy.pdf takes.' }),
    kind: oneOf(kinds),
    subject: Type.String({
      description:
        'What it is about: movement:, ticket:, record:, place:, owner:, at:, stocktake: or charges: and its id.',
    }),
    number: Type.String({ description: 'The number that is printed on it; empty where it has none.' }),
    issue: Type.Integer({ description: 'From 1; a correction makes another.' }),
    prints: Type.Integer({ description: 'How often it was printed.' }),
    printedAtUTC: Type.String({ description: 'When it was printed first.' }),
    printedBy: Type.String(),
    url: Type.String({
      description: 'Where its code for a camera leads: a page for whoever holds the paper.',
    }),
    isNewest: Type.Boolean({ description: 'false where a newer issue replaces it.' }),
  }),
)

interface Row {
  id: number
  kind: (typeof kinds)[number]
  subject: string
  number: string
  issue: number
  prints: number
  token: string
  printed_at: Date
  printed_by_name: string
  is_newest: boolean
}

/** Lists the papers that the caller's organisation has printed, the newest first. */
export function listPapers(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  query: Static<typeof PapersQuery>,
  linkOf: (token: string) => string,
): Promise<Static<typeof PaperPage>> {
  const { limit, offset } = pageOf(query)
  const isAsked = sql`p.organisation_id = ${organisationId} and (${query.kind ?? null}::text is null or p.kind = ${query.kind ?? null})
    and (${query.subject ?? null}::text is null or p.subject = ${query.subject ?? null})`
  return inOneMoment(db, async (moment) => {
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from papers p where ${isAsked}`.execute(moment)
    const { rows } = await sql<Row>`
      select p.id, p.kind, p.subject, coalesce(p.document_number, p.facts ->> 'number', '') as number, p.issue, p.prints, p.token, p.printed_at, p.printed_by_name, not exists (
        select from papers newer where newer.organisation_id = p.organisation_id and newer.kind = p.kind and newer.subject = p.subject
          and newer.issue > p.issue) as is_newest
      from papers p where ${isAsked} order by p.id desc limit ${limit} offset ${offset}`.execute(moment)
    return {
      totalDocs: counted[0]?.count ?? 0,
      limit,
      offset,
      docs: rows.map(({ id, token, printed_at, printed_by_name, is_newest, ...row }) => ({
        ...row,
        id: String(id),
        printedAtUTC: printed_at.toISOString(),
        printedBy: printed_by_name,
        url: linkOf(token),
        isNewest: is_newest,
      })),
    }
  })
}
