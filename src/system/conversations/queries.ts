import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import { nameOfUser } from '../access/users.ts'
import { knownNames, takenFor, type KnownNames } from '../counterparties/look-alikes.ts'
import { fileRefs } from '../files/find-files.ts'
import { LISTED_MESSAGES, MOST_MESSAGES, type Conversation, type ListQuery } from './schema.ts'

/** Reads of conversations: those that the caller is a member of, and no others, whatever their role. */

type Db = Kysely<Tables>
type Sql = ReturnType<typeof sql>

interface Row {
  id: string
  listing_id: string | null
  listing_type: Conversation['listingType'] | null
  title: string
  created_at: Date
  last_message_at: Date
  message_count: number
  first_member_id: string
  first_member_name: string
  first_organisation_id: string | null
  first_organisation_name: string | null
  second_member_id: string
  second_member_name: string
  second_organisation_id: string | null
  second_organisation_name: string | null
}

interface MessageRow {
  conversation_id: string
  sent_by: string
  sent_by_name: string
  sent_for_name: string
  message: string
  sent_at: Date
  file_ids: string[]
}

/** A message with what it brings along. */
type Message = Omit<MessageRow, 'file_ids'> & { files: Conversation['messages'][number]['files'] }

const LATEST: PageRequest = { limit: MOST_MESSAGES, offset: 0 }

/**
 * One conversation of the caller's, with its latest messages.
 *
 * @throws Refusal `not_found` for what is not there, or between others
 */
export async function getConversation(
  db: Db,
  actor: Actor,
  id: string,
  messages: PageRequest = LATEST,
): Promise<Conversation> {
  return inOneMoment(db, async (moment) => {
    const [found] = isId(id) ? await findRows(moment, actor, { where: sql`c.id = ${id}` }) : []
    if (!found) throw notFound('conversation', id)
    return oneToWire(moment, actor, found, messages)
  })
}

/** Drops the messages: the rest distinguishes versions, however many messages somebody reads at a time, since a conversation only gains them. */
export function versionOf(conversation: Conversation): Omit<Conversation, 'messages'> {
  const { messages: _messages, ...version } = conversation
  return version
}

/**
 * The caller's conversation about a listing; where there are several, with several people, the one with the latest
 * message, or the one with the person asked for.
 *
 * @throws Refusal `not_found`
 */
export async function getListingConversation(
  db: Db,
  actor: Actor,
  listingId: string,
  otherId?: string,
): Promise<Conversation> {
  // Who asks is a member of all of them, and the other one of none.
  const withOther =
    otherId === undefined
      ? sql``
      : sql`and ${otherId} in (c.first_member_id::text, c.second_member_id::text) and ${otherId} <> ${actor.userId}::text`
  const order = sql`order by c.last_message_at desc, c.id desc`
  // A NUL is in no listing's id, and the database takes none.
  if (listingId.includes('\0')) throw notFound('conversation about listing', listingId)
  return inOneMoment(db, async (moment) => {
    const where = sql`c.listing_id = ${listingId} ${withOther}`
    const [found] = await findRows(moment, actor, { where, order })
    if (!found) throw notFound('conversation about listing', listingId)
    return oneToWire(moment, actor, found, LATEST)
  })
}

const sortedBy: Record<NonNullable<ListQuery['sortBy']>, Sql> = {
  updatedAtUTC: sql`c.last_message_at`,
  createdAtUTC: sql`c.created_at`,
  title: sql`lower(c.title) collate "C"`,
}

/** The caller's conversations, each with its latest messages. */
export async function listConversations(db: Db, actor: Actor, query: ListQuery) {
  const { limit, offset } = pageOf(query)
  const by = sortedBy[query.sortBy ?? 'updatedAtUTC']
  const direction = (query.sortDesc ?? query.sortBy === undefined) ? sql`desc` : sql`asc`
  const order = sql`order by ${by} ${direction}, c.id ${direction}`
  return inOneMoment(db, async (moment) => {
    const rows = await findRows(moment, actor, { order, limit, offset })
    const messages = await findMessages(moment, actor, rows, { limit: LISTED_MESSAGES, offset: 0 })
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from conversations c where ${isMember(actor)}`.execute(moment)
    const names = await knownNames(moment, actor)
    const docs = rows.map((row) => toWire(row, messages, names))
    return { docs, totalDocs: counted[0]?.total ?? 0, limit, offset }
  })
}

function isMember({ userId }: Actor): Sql {
  return sql`(c.first_member_id = ${userId} or c.second_member_id = ${userId})`
}

interface Wanted {
  where?: Sql
  order?: Sql
  limit?: number
  offset?: number
}

/** Those that are deleted have a name still: somebody wrote for them. */
const ORGANISATIONS = sql`(select id, name from organisations union all select id, name from deleted_organisations)`

/** Conversations of the caller. They are picked before they get their names, which of thousands would take a quarter of a second. */
async function findRows(db: Db, actor: Actor, wanted: Wanted): Promise<Row[]> {
  const { where = sql`true`, order = sql``, limit = 1, offset = 0 } = wanted
  const { rows } = await sql<Row>`
    select c.id, c.listing_id, c.listing_type, c.title, c.created_at, c.last_message_at, c.message_count,
      c.first_member_id, ${nameOfUser('f')} as first_member_name,
      fo.id as first_organisation_id, fo.name as first_organisation_name,
      c.second_member_id, ${nameOfUser('s')} as second_member_name,
      so.id as second_organisation_id, so.name as second_organisation_name
    from (
      select * from conversations c where ${isMember(actor)} and ${where}
      ${order} limit ${limit} offset ${offset}
    ) c
    join users f on f.id = c.first_member_id
    join users s on s.id = c.second_member_id
    left join ${ORGANISATIONS} fo on fo.id = coalesce(c.first_organisation_id, ${organisationOf(sql`c.first_member_id`)})
    left join ${ORGANISATIONS} so on so.id = coalesce(c.second_organisation_id, ${organisationOf(sql`c.second_member_id`)})
    ${order}`.execute(db)
  return rows
}

/** The organisation that somebody has belonged to for longest, of those that they may act for. */
export function organisationOf(userId: Sql): Sql {
  return sql`(
    select m.organisation_id from memberships m join organisations o on o.id = m.organisation_id
    where m.user_id = ${userId} and m.status = 'active' and o.status = 'active'
    order by m.created_at, m.organisation_id limit 1)`
}

/** The latest messages of each, in the order they were sent. */
async function findMessages(
  db: Db,
  actor: Actor,
  conversations: Row[],
  page: PageRequest,
): Promise<Message[]> {
  const ids = conversations.map(({ id }) => id)
  const { rows } = await sql<MessageRow>`
    select m.conversation_id, m.sent_by, m.sent_by_name, o.name as sent_for_name, m.message, m.sent_at, m.file_ids
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select * from conversation_messages
      where conversation_id = wanted.id
      order by number desc
      limit ${page.limit} offset ${page.offset}
    ) m
    join ${ORGANISATIONS} o on o.id = m.organisation_id
    order by m.conversation_id, m.number`.execute(db)
  const refs = await fileRefs(db, actor, [...new Set(rows.flatMap(({ file_ids: fileIds }) => fileIds))])
  return rows.map(({ file_ids: fileIds, ...row }) => ({
    ...row,
    files: fileIds.flatMap((id) => refs.get(id) ?? []),
  }))
}

async function oneToWire(db: Db, actor: Actor, row: Row, page: PageRequest): Promise<Conversation> {
  const messages = await findMessages(db, actor, [row], page)
  return toWire(row, messages, await knownNames(db, actor))
}

/** The one row → wire function of conversations. */
function toWire(row: Row, messages: Message[], names: KnownNames): Conversation {
  return {
    messages: messages
      .filter((each) => each.conversation_id === row.id)
      .map((each) => ({
        sentById: each.sent_by,
        sentByName: each.sent_by_name,
        sentForName: each.sent_for_name,
        message: each.message,
        createdAtUTC: each.sent_at.toISOString(),
        files: each.files,
      })),
    listingId: row.listing_id ?? '',
    listingType: row.listing_type ?? '',
    conversationId: row.id,
    createdAtUTC: row.created_at.toISOString(),
    title: row.title,
    updatedAtUTC: row.last_message_at.toISOString(),
    totalMessages: row.message_count,
    members: [
      {
        id: row.first_member_id,
        name: row.first_member_name,
        organisationId: row.first_organisation_id ?? '',
        organisationName: row.first_organisation_name ?? '',
        looksLike: takenFor(
          names,
          row.first_member_name,
          row.first_organisation_name,
          row.first_organisation_id,
        ),
      },
      {
        id: row.second_member_id,
        name: row.second_member_name,
        organisationId: row.second_organisation_id ?? '',
        organisationName: row.second_organisation_name ?? '',
        looksLike: takenFor(
          names,
          row.second_member_name,
          row.second_organisation_name,
          row.second_organisation_id,
        ),
      },
    ],
  }
}
