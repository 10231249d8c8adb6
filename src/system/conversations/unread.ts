import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { appendPersonalEvent } from '../events/append-event.ts'
import { MOST_UNREAD, type Unread } from './schema.ts'

/** Reads the counts of unread messages by conversation. Two small indexes have the conversations with something unread and no others. */
export async function readUnread(db: Kysely<Tables>, { userId }: Actor): Promise<Unread> {
  const { rows } = await sql<{ id: string; unread: number; total: number }>`
    select id, unread, (sum(unread) over ())::int as total from (
      select id, last_message_at, message_count - first_read_count as unread from conversations
      where first_member_id = ${userId} and first_read_count < message_count
      union all
      select id, last_message_at, message_count - second_read_count from conversations
      where second_member_id = ${userId} and second_read_count < message_count
    ) found
    order by last_message_at desc, id desc
    limit ${MOST_UNREAD}`.execute(db)
  return {
    totalMessages: rows[0]?.total ?? 0,
    conversations: rows.map(({ id, unread }) => ({ conversationId: id, messages: unread })),
  }
}

/**
 * Keeps that the caller has read so many messages of a conversation, on whichever device. What was read before stays read, and nobody has read
 * more than there is. The other member is not told.
 *
 * @throws Refusal `not_found` for what is not there, or between others
 */
export async function markRead(
  trx: Transaction,
  actor: Actor,
  id: string,
  messages: number,
): Promise<Unread> {
  const { userId } = actor
  const conversation = isId(id)
    ? await trx
        .selectFrom('conversations')
        .select([
          'first_member_id',
          'second_member_id',
          'first_read_count',
          'second_read_count',
          'message_count',
        ])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  const side = conversation && sideOf(conversation, userId)
  if (!side) throw notFound('conversation', id)
  const read = Math.min(messages, conversation.message_count)
  if (read > conversation[side]) {
    await trx
      .updateTable('conversations')
      .set({ [side]: read })
      .where('id', '=', id)
      .execute()
    await appendPersonalEvent(trx, actor, [userId], {
      type: 'conversation.read',
      subject: id,
      data: { number: read },
    })
  }
  return readUnread(trx, actor)
}

function sideOf(
  { first_member_id: first, second_member_id: second }: { first_member_id: string; second_member_id: string },
  userId: string,
): 'first_read_count' | 'second_read_count' | undefined {
  if (first === userId) return 'first_read_count'
  return second === userId ? 'second_read_count' : undefined
}
