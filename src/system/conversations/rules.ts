import { fault, type Fault } from '../../kernel/errors.ts'
import type { MessageBody } from './schema.ts'
import { message } from '../../words/catalogue.ts'

/** Rules on what a message may state about the conversation it belongs to. Pure. */

export interface ConversationState {
  id: string
  memberIds: string[]
  listingId: string | null
  listingType: string | null
}

/** Finds faults of a message by itself, whatever conversation it is for. */
export function messageFaults({ to }: Pick<MessageBody, 'to'>, userId: string): Fault[] {
  return to === userId ? [fault('to', message('isYourself', {}), 'self')] : []
}

/** Finds what is missing in a message that may begin a conversation. The type of a listing may follow later. */
export function beginningFaults({ listingId, listingType }: MessageBody): Fault[] {
  return listingType && !listingId ? [fault('listingId', message('isNeededWithType', {}), 'required')] : []
}

/** Finds what a message states that its conversation does not bear out. It may repeat all, and leave out all but `to`. */
export function mismatches(body: MessageBody, standing: ConversationState): Fault[] {
  const { to, conversationId, listingId, listingType } = body
  return [
    ...(conversationId && conversationId !== standing.id
      ? [fault('conversationId', message('isAnotherConversation', {}), 'mismatch')]
      : []),
    ...(standing.memberIds.includes(to) ? [] : [fault('to', message('isNoMember', {}), 'mismatch')]),
    ...(listingId && listingId !== standing.listingId
      ? [fault('listingId', message('isAnotherListing', {}), 'mismatch')]
      : []),
    ...typeMismatch(listingType, standing),
  ]
}

/** The first who names the type of a listing says what it is. */
function typeMismatch(listingType: MessageBody['listingType'], standing: ConversationState): Fault[] {
  if (!listingType || listingType === standing.listingType) return []
  if (standing.listingId === null) return [fault('listingType', message('isAboutNoListing', {}), 'mismatch')]
  return standing.listingType === null
    ? []
    : [
        fault(
          'listingType',
          message('isAnotherListingType', { listingType: standing.listingType }),
          'mismatch',
        ),
      ]
}
