import { sql, type Kysely, type Selectable } from 'kysely'
import { readPage } from '../../db/read-page.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { renderStored } from '../../words/stored.ts'
import type { ReportMailing, ReportMailingPage, ReportMailingQuery, ReportReaderPage } from './schema.ts'

interface RecipientRow {
  id: string
  name: string
  is_active: boolean
  due_at: string | null
  status: 'queued' | 'sent' | 'failed' | null
  problem: unknown
  settled_at: string | null
}

type Row = Selectable<Tables['report_mailings']> & { recipients: RecipientRow[] }

const mailings = (db: Kysely<Tables>, { organisationId }: Actor) =>
  db
    .selectFrom('report_mailings as r')
    .selectAll('r')
    .select(
      sql<RecipientRow[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'name', coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email),
            'is_active', m.status = 'active' and u.status = 'active', 'due_at', p.due_at, 'status', p.status, 'problem', p.problem, 'settled_at', p.settled_at)
          order by lower(u.family_name) collate "C", lower(u.given_name) collate "C", u.id)
        from report_mailing_recipients p join memberships m on m.user_id = p.user_id and m.organisation_id = p.organisation_id join users u on u.id = p.user_id
        where p.organisation_id = r.organisation_id and p.mailing_id = r.id), '[]')`.as('recipients'),
    )
    .where('r.organisation_id', '=', organisationId)

/** The mailings of the caller's organisation by name, each with what became of the last one. */
export function listReportMailings(
  db: Kysely<Tables>,
  actor: Actor,
  query: ReportMailingQuery,
  isSentOut: boolean,
): Promise<ReportMailingPage> {
  return inOneMoment(db, (moment) =>
    readPage(
      mailings(moment, actor)
        .orderBy(sql`lower(r.name) collate "C"`)
        .orderBy('r.id'),
      query,
      (row) => toWire(row, actor, isSentOut),
    ),
  )
}

/** Members of the caller's organisation who are mailed reports where somebody wants that, by family name. */
export function listReportReaders(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  query: ReportMailingQuery,
): Promise<ReportReaderPage> {
  return inOneMoment(db, (moment) =>
    readPage(
      moment
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select([
          'u.id',
          sql<string>`coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email)`.as('name'),
        ])
        .where('m.organisation_id', '=', organisationId)
        .where('m.status', '=', 'active')
        .where('u.status', '=', 'active')
        .orderBy(sql`lower(u.family_name) collate "C"`)
        .orderBy(sql`lower(u.given_name) collate "C"`)
        .orderBy('u.id'),
      query,
      ({ id, name }) => ({ id, name }),
    ),
  )
}

/** @throws Refusal `not_found` */
export async function getReportMailing(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  isSentOut: boolean,
): Promise<ReportMailing> {
  const row = isId(id) ? await mailings(db, actor).where('r.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw notFound('report mailing', id)
  return toWire(row, actor, isSentOut)
}

/** The one row → wire function of mailings. */
function toWire(row: Row, actor: Actor, isSentOut: boolean): ReportMailing {
  const { id, name, query, every, day, hour, attachment } = row
  return {
    id,
    name,
    // What the column takes was checked by the same shape.
    report: query as ReportMailing['report'],
    // The table's checks allow no others.
    every: every as ReportMailing['every'],
    day,
    hour,
    attachment: attachment as ReportMailing['attachment'],
    nextDueAtUTC: row.next_due_at.toISOString(),
    recipients: row.recipients.map((each) => ({
      id: each.id,
      name: each.name,
      isActive: each.is_active,
      last:
        each.status === null || each.due_at === null
          ? null
          : {
              status: each.status,
              dueAtUTC: new Date(each.due_at).toISOString(),
              settledAtUTC: each.settled_at === null ? '' : new Date(each.settled_at).toISOString(),
              problem: renderStored(each.problem, actor),
            },
    })),
    isSentOut,
    createdBy: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
  }
}
