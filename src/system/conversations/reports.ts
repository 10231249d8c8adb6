import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, named, Page, PageOf } from '../../http/validate/schema.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { pageOf } from '../../kernel/page.ts'
import { message } from '../../words/catalogue.ts'
import { nameOfUser } from '../access/users.ts'
import { appendPersonalEvent } from '../events/append-event.ts'
import { organisationOf } from './queries.ts'

/** Messages of the other member that go along with a report. */
const REPORTED_MESSAGES = 20

export const ReportBody = closed({
  reason: Type.String({
    minLength: 1,
    maxLength: 2000,
    pattern: '\\S',
    description: 'What is wrong, in your words.',
    examples: ['Says to be Alpha Farm, and asks for our password.'],
  }),
})

const party = (what: string) =>
  closed(
    {
      id: Type.String(),
      name: Type.String({ description: 'As they were called then.' }),
      organisationId: Type.String(),
      organisationName: Type.String({ description: 'As it is called now.' }),
    },
    what,
  )

const ConversationReport = named('ConversationReport', {
  id: Type.String(),
  conversationId: Type.String(),
  reportedBy: party('Who reported it.'),
  against: party('Whose messages were reported.'),
  reason: Type.String(),
  messages: Type.Array(closed({ message: Type.String(), createdAtUTC: Type.String() }), {
    description: `The last that were written by whom it is against, as they were then; at most ${REPORTED_MESSAGES}.`,
  }),
  reportedAtUTC: Type.String(),
})
type ConversationReport = Static<typeof ConversationReport>

export const ConversationReportPage = PageOf(ConversationReport)
export const ReportsQuery = closed(Page)

/**
 * Reports what the other member of a conversation writes to those who run the service, with their last messages. Reported again, it is one report
 * with the newer reason. The other member is not told.
 *
 * @throws Refusal `not_found`; `in_use` where the other one has written nothing
 */
export async function reportConversation(
  trx: Transaction,
  actor: Actor,
  id: string,
  { reason }: Static<typeof ReportBody>,
): Promise<void> {
  const { userId, userName, organisationId, now } = actor
  const other = sql`case when c.first_member_id = ${userId} then c.second_member_id else c.first_member_id end`
  const { rows } = await sql<{
    against: string
    name: string
    organisation: string | null
    messages: unknown
  }>`
    select u.id as against, ${nameOfUser('u')} as name,
      coalesce(case when c.first_member_id = u.id then c.first_organisation_id else c.second_organisation_id end, ${organisationOf(sql`u.id`)}) as organisation,
      (select jsonb_agg(jsonb_build_object('message', m.message, 'at', m.sent_at) order by m.number) from (
        select * from conversation_messages own where own.conversation_id = c.id and own.sent_by = u.id
        order by own.number desc limit ${REPORTED_MESSAGES}) m) as messages
    from conversations c join users u on u.id = ${other}
    where c.id = ${isId(id) ? id : null}::uuid and ${userId} in (c.first_member_id, c.second_member_id)`.execute(
    trx,
  )
  const [found] = rows
  if (!found) throw notFound('conversation', id)
  if (found.messages === null) throw new Refusal('in_use', message('reportsOwnMessages', {}))
  await sql`
    insert into conversation_reports (id, conversation_id, reported_by, reported_by_name, organisation_id, against, against_name,
      against_organisation_id, reason, messages, reported_at)
    values (${newId()}, ${id}, ${userId}, ${userName}, ${organisationId}, ${found.against}, ${found.name}, ${found.organisation}, ${reason.trim()},
      ${JSON.stringify(found.messages)}::jsonb, ${now})
    on conflict (conversation_id, reported_by) do update set reason = excluded.reason, messages = excluded.messages, reported_at = excluded.reported_at`.execute(
    trx,
  )
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('is_platform_admin', '=', true)
    .where('status', '=', 'active')
    .execute()
  if (admins.length === 0) return
  await appendPersonalEvent(
    trx,
    actor,
    admins.map((admin) => admin.id),
    { type: 'conversation.reported', subject: id, data: { ids: [id] } },
  )
}

interface Row {
  id: string
  conversation_id: string
  reported_by: string
  reported_by_name: string
  organisation_id: string
  organisation_name: string
  against: string
  against_name: string
  against_organisation_id: string | null
  against_organisation_name: string | null
  reason: string
  messages: { message: string; at: string }[]
  reported_at: Date
}

/** Reports of all organisations, the latest first. */
export function listReports(db: Kysely<Tables>, query: Static<typeof ReportsQuery>) {
  const { limit, offset } = pageOf(query)
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<Row>`
      select r.*, o.name as organisation_name, against.name as against_organisation_name
      from conversation_reports r join organisations o on o.id = r.organisation_id
      left join organisations against on against.id = r.against_organisation_id
      order by r.reported_at desc, r.id limit ${limit} offset ${offset}`.execute(moment)
    const { rows: counted } = await sql<{
      total: number
    }>`select count(*) as total from conversation_reports`.execute(moment)
    return { docs: rows.map(reportToWire), totalDocs: counted[0]?.total ?? 0, limit, offset }
  })
}

/** The one row → wire function of reports. */
function reportToWire(row: Row): ConversationReport {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    reportedBy: {
      id: row.reported_by,
      name: row.reported_by_name,
      organisationId: row.organisation_id,
      organisationName: row.organisation_name,
    },
    against: {
      id: row.against,
      name: row.against_name,
      organisationId: row.against_organisation_id ?? '',
      organisationName: row.against_organisation_name ?? '',
    },
    reason: row.reason,
    messages: row.messages.map((each) => ({
      message: each.message,
      createdAtUTC: new Date(each.at).toISOString(),
    })),
    reportedAtUTC: row.reported_at.toISOString(),
  }
}
