import { fault, type Fault } from '../../kernel/errors.ts'
import type { MessageBody } from './schema.ts'

/** What a message may say of the conversation it belongs to. Pure. */

export interface Standing {
  id: string
  memberIds: string[]
  listingId: string | null
  listingType: string | null
}

/** What is wrong with a message by itself, whatever conversation it is for. */
export function messageFaults({ to }: Pick<MessageBody, 'to'>, userId: string): Fault[] {
  return to === userId ? [fault('to', 'is yourself', 'self')] : []
}

/** What is missing in a message that may begin a conversation. The type of a listing may be said later. */
export function beginningFaults({ listingId, listingType }: MessageBody): Fault[] {
  return listingType && !listingId ? [fault('listingId', 'is needed with listingType', 'required')] : []
}

/** What a message says that the conversation it is for does not bear out. It may repeat all, and leave out all but `to`. */
export function mismatches(body: MessageBody, standing: Standing): Fault[] {
  const { to, conversationId, listingId, listingType } = body
  return [
    ...(conversationId && conversationId !== standing.id
      ? [fault('conversationId', 'is another conversation than the one it is sent to', 'mismatch')]
      : []),
    ...(standing.memberIds.includes(to)
      ? []
      : [fault('to', 'is no member of this conversation', 'mismatch')]),
    ...(listingId && listingId !== standing.listingId
      ? [fault('listingId', 'is not the listing of this conversation', 'mismatch')]
      : []),
    ...typeMismatch(listingType, standing),
  ]
}

/** The first who names the type of a listing says what it is. */
function typeMismatch(listingType: MessageBody['listingType'], standing: Standing): Fault[] {
  if (!listingType || listingType === standing.listingType) return []
  if (standing.listingId === null)
    return [fault('listingType', 'does not apply: this conversation is not about a listing', 'mismatch')]
  return standing.listingType === null
    ? []
    : [fault('listingType', `is not the type of this listing: ${standing.listingType}`, 'mismatch')]
}
