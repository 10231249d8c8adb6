import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, refuseFaults } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { appendPersonalEvent } from '../events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../files/find-files.ts'
import { shareFiles } from '../files/share-files.ts'
import { ensureNotBlocked, ensureNotTooManyStrangers } from './ensure-welcome.ts'
import { organisationOf } from './queries.ts'
import { beginningFaults, messageFaults, mismatches, type ConversationState } from './rules.ts'
import type { MessageBody } from './schema.ts'

/**
 * Sends a message that begins a conversation, or goes on with the one that it names or that the two have about its
 * listing already: there is one for each listing and pair, however many write first at the same time.
 *
 * @returns the id of the conversation
 * @throws Refusal `not_found` for somebody who cannot be written to, or a conversation that is not the caller's; `forbidden` where one
 *   organisation has blocked the other; `rate_limited` for too many conversations with strangers
 */
export async function startConversation(trx: Transaction, actor: Actor, body: MessageBody): Promise<string> {
  if (body.conversationId) return sendMessage(trx, actor, body.conversationId, body)
  refuseFaults([...messageFaults(body, actor.userId), ...beginningFaults(body)])
  await ensureReachable(trx, body.to)
  await ensureNotBlocked(trx, actor, body.to)
  const standing = await ensureConversation(trx, actor, body)
  refuseFaults(mismatches(body, standing))
  return append(trx, actor, standing, body)
}

/**
 * Sends a message in a conversation that is there.
 *
 * @returns the id of the conversation
 * @throws Refusal as `startConversation`
 */
export async function sendMessage(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: MessageBody,
): Promise<string> {
  refuseFaults(messageFaults(body, actor.userId))
  const standing = await getStanding(trx, actor, id)
  refuseFaults(mismatches(body, standing))
  await ensureReachable(trx, body.to)
  await ensureNotBlocked(trx, actor, body.to, id)
  return append(trx, actor, standing, body)
}

/** Whoever could sign in can be written to; somebody suspended is as good as unknown. */
async function ensureReachable(trx: Transaction, userId: string): Promise<void> {
  const user = isId(userId)
    ? await trx
        .selectFrom('users as u')
        .innerJoin('memberships as m', 'm.user_id', 'u.id')
        .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
        .select('u.id')
        .where('u.id', '=', userId)
        .where('u.status', '=', 'active')
        .where('m.status', '=', 'active')
        .where('o.status', '=', 'active')
        .limit(1)
        .executeTakeFirst()
    : undefined
  if (!user) throw notFound('user', userId)
}

const standingColumns = ['id', 'first_member_id', 'second_member_id', 'listing_id', 'listing_type'] as const

interface StandingRow {
  id: string
  first_member_id: string
  second_member_id: string
  listing_id: string | null
  listing_type: string | null
}

async function getStanding(trx: Transaction, { userId }: Actor, id: string): Promise<ConversationState> {
  const row = isId(id)
    ? await trx.selectFrom('conversations').select(standingColumns).where('id', '=', id).executeTakeFirst()
    : undefined
  const standing = row && standingOf(row)
  if (!standing?.memberIds.includes(userId)) throw notFound('conversation', id)
  return standing
}

function standingOf(row: StandingRow): ConversationState {
  return {
    id: row.id,
    memberIds: [row.first_member_id, row.second_member_id],
    listingId: row.listing_id,
    listingType: row.listing_type,
  }
}

/** The conversation of the two about the listing, made where there is none; a new one where it is about no listing. */
async function ensureConversation(
  trx: Transaction,
  actor: Actor,
  body: MessageBody,
): Promise<ConversationState> {
  const [first = '', second = ''] = [actor.userId, body.to].toSorted()
  const known = await findAboutListing(trx, first, second, body.listingId || null)
  if (known) return known
  const isToStranger = await ensureNotTooManyStrangers(trx, actor, body.to)
  // Empty is none.
  const listing_id = body.listingId || null
  const made = await trx
    .insertInto('conversations')
    .values({
      id: newId(),
      first_member_id: first,
      second_member_id: second,
      listing_id,
      listing_type: body.listingType || null,
      title: body.title?.trim() ?? '',
      created_by: actor.userId,
      created_at: actor.now,
      last_message_at: actor.now,
      message_count: 0,
      stranger_to: isToStranger ? actor.organisationId : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(standingColumns)
    .executeTakeFirst()
  if (made) return standingOf(made)
  // Who came first has committed by now, for the insert waited.
  const standing = await findAboutListing(trx, first, second, listing_id)
  if (!standing) throw new Error('a conversation was in the way and is not there')
  return standing
}

/** The conversation of the two about a listing; none where it is about no listing, of which there may be many. */
async function findAboutListing(
  trx: Transaction,
  first: string,
  second: string,
  listingId: string | null,
): Promise<ConversationState | undefined> {
  if (listingId === null) return undefined
  const row = await trx
    .selectFrom('conversations')
    .select(standingColumns)
    .where('first_member_id', '=', first)
    .where('second_member_id', '=', second)
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  return row && standingOf(row)
}

/** Messages of one conversation get their numbers one at a time, for each waits for the row. */
async function append(
  trx: Transaction,
  actor: Actor,
  { id, memberIds, listingId }: ConversationState,
  { to, message, listingType, files }: MessageBody,
): Promise<string> {
  const isFirst = sql`first_member_id = ${actor.userId}`
  const isSecond = sql`second_member_id = ${actor.userId}`
  const { message_count, listing_type } = await trx
    .updateTable('conversations')
    .set({
      message_count: sql`message_count + 1`,
      listing_type: sql`coalesce(listing_type, ${listingType || null})`,
      last_message_at: sql`greatest(last_message_at, ${actor.now}::timestamptz)`,
      // Whoever writes has read what is there.
      first_read_count: sql`case when ${isFirst} then message_count + 1 else first_read_count end`,
      second_read_count: sql`case when ${isSecond} then message_count + 1 else second_read_count end`,
      first_organisation_id: sql`case when ${isFirst} then ${actor.organisationId}::uuid else first_organisation_id end`,
      second_organisation_id: sql`case when ${isSecond} then ${actor.organisationId}::uuid else second_organisation_id end`,
    })
    .where('id', '=', id)
    .returning(['message_count', 'listing_type'])
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('conversation_messages')
    .values({
      conversation_id: id,
      number: message_count,
      sent_by: actor.userId,
      sent_by_name: actor.userName,
      organisation_id: actor.organisationId,
      message,
      sent_at: actor.now,
      file_ids: await sendFiles(trx, actor, { id, to, files: files ?? [] }),
    })
    .execute()
  await appendPersonalEvent(trx, actor, memberIds, {
    type: 'conversation.message',
    subject: id,
    data: {
      number: message_count,
      sentById: actor.userId,
      sentByName: actor.userName,
      sentForName: actor.organisationName,
      message,
      listingId: listingId ?? '',
      listingType: listing_type ?? '',
    },
  })
  return id
}

/**
 * Lets the organisation of whoever a message is for see what is sent along.
 *
 * @returns the ids of the files, each once
 * @throws Refusal `invalid_input` for what is no file of the sender's organisation
 */
async function sendFiles(
  trx: Transaction,
  actor: Actor,
  { id, to, files }: { id: string; to: string; files: NonNullable<MessageBody['files']> },
): Promise<string[]> {
  const ids = [...new Set(files.map((file) => file.id))]
  if (ids.length === 0) return []
  refuseFaults(fileFaults('files', files, await findAttachableFiles(trx, actor.organisationId, ids)))
  const { rows } = await sql<{ organisation: string | null }>`
    select coalesce(
      case when first_member_id = ${to} then first_organisation_id else second_organisation_id end,
      ${organisationOf(sql`${to}::uuid`)}) as organisation
    from conversations where id = ${id}`.execute(trx)
  await shareFiles(trx, actor, ids, rows[0]?.organisation ?? actor.organisationId, 'files')
  return ids
}
