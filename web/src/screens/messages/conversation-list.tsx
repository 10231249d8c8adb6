import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Conversation, UnreadMessages } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { LooksLike } from '../../stock/to-confirm.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { messages } from './messages.ts'
import { otherOf } from './other.ts'

interface Props {
  conversations: Conversation[]
  unread: UnreadMessages | undefined
  open: string | undefined
  onEnd: () => void
}

/** In pixels: three lines of words. */
const LINE = 76

/** Lists the writers, the organisations they act for, their last words, and the number of unread messages. */
export function ConversationList({ conversations, unread, open, onEnd }: Props) {
  const m = useMessages(messages)
  const unreadOf = useMemo(
    () => new Map(unread?.conversations.map((each) => [each.conversationId, each.messages])),
    [unread],
  )
  return (
    <RowList
      label={m.list}
      className="panel talk-list"
      rows={conversations}
      rowHeight={LINE}
      draw={(each) => (
        <Line
          conversation={each}
          unread={unreadOf.get(each.conversationId) ?? 0}
          isOpen={each.conversationId === open}
        />
      )}
      onEnd={onEnd}
    />
  )
}

interface LineProps {
  conversation: Conversation
  unread: number
  isOpen: boolean
}

function Line({ conversation, unread, isOpen }: LineProps) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { userId } = useMe()
  const other = otherOf(conversation, userId)
  const last = conversation.messages.at(-1)
  const words = last?.message ?? ''
  return (
    <Link
      to="/messages"
      search={{ open: conversation.conversationId }}
      className={unread > 0 ? 'compact-open talk-line new' : 'compact-open talk-line'}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className="compact-words">
        <span className="strong">
          {other.name} <LooksLike name={other.looksLike} />
        </span>
        <span className="quiet small">
          {[other.organisationName, conversation.title].filter(Boolean).join(' · ')}
        </span>
        <span className="small talk-last">
          {last?.sentById === userId ? say(m.youSaid, { words }) : words}
        </span>
      </span>
      <span className="compact-end small">
        <span className="quiet">{formats.moment(conversation.updatedAtUTC)}</span>
        {unread > 0 && (
          <span className="badge grain">
            <span aria-hidden="true">{formats.whole(unread)}</span>
            <span className="hidden">{say(m.unreadMessages, { n: unread })}</span>
          </span>
        )}
      </span>
    </Link>
  )
}
