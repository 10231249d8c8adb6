import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listen } from '../../api/events.ts'
import { useMay, useMe } from '../../api/session.ts'
import { unreadQuery } from '../../frame/unread.tsx'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { ConversationList } from './conversation-list.tsx'
import { messages } from './messages.ts'
import './messages.css'
import { NewConversation } from './new-conversation.tsx'
import { conversationsQuery, listingQuery } from './queries.ts'
import { Thread } from './thread.tsx'

/** Messages between people: who wrote on one side, what was said on the other; on a phone one of them. */
export function Conversations() {
  const m = useMessages(messages)
  const { userId } = useMe()
  const mayWrite = useMay('conversations:write')
  const { open, to, listing, find } = useSearch({ from: '/messages' })
  const isNew = mayWrite && to !== undefined && open === undefined
  const { found: list, first, rows: conversations, onEnd } = usePages(conversationsQuery(userId))
  const unread = useQuery(unreadQuery(userId)).data
  const isFound = useListing(userId)
  useNews(userId)
  const isEmpty = first?.totalDocs === 0
  const n = unread?.totalMessages ?? 0
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{n > 0 ? say(m.unreadMessages, { n }) : unread && m.nothingUnread}</p>
        </div>
        <div className={open === undefined ? 'bar' : 'bar talk-inside'}>
          {mayWrite && !isNew && !isEmpty && <NewLink />}
        </div>
      </header>
      {list.error && !list.data ? (
        <Failed error={list.error} again={() => void list.refetch()} />
      ) : !list.data || (listing !== undefined && !isFound) ? (
        <Skeleton rows={4} />
      ) : isEmpty && !isNew && open === undefined ? (
        <None mayWrite={mayWrite} />
      ) : (
        <div className={open !== undefined || isNew ? 'talk inside' : 'talk'}>
          <ConversationList conversations={conversations} unread={unread} open={open} onEnd={onEnd} />
          {isNew ? (
            <NewConversation to={to} listing={listing} find={find} />
          ) : open === undefined ? (
            <div className="panel nothing talk-empty">
              <p className="quiet">{m.choose}</p>
            </div>
          ) : (
            <Thread key={open} id={open} />
          )}
        </div>
      )}
    </>
  )
}

function NewLink() {
  const m = useMessages(messages)
  return (
    <Link to="/messages" search={{ to: 'somebody' }} className="button primary">
      <Icon name="plus" />
      {m.new}
    </Link>
  )
}

/** Explains, while nobody has written, what this is for, and how to begin. */
function None({ mayWrite }: { mayWrite: boolean }) {
  const m = useMessages(messages)
  return (
    <NothingYet icon="chat" title={m.none} hint={m.noneHint}>
      {mayWrite ? <NewLink /> : <p>{m.mayNot}</p>}
    </NothingYet>
  )
}

/** News shows at once while the screen is open. */
function useNews(userId: string): void {
  const queries = useQueryClient()
  useEffect(
    () => listen('conversation.', () => void queries.invalidateQueries({ queryKey: ['messages', userId] })),
    [queries, userId],
  )
}

/** A trading system leads here by the id of its listing: to what was said about it, or to the first message. */
function useListing(userId: string): boolean {
  const { open, listing, with: other, to } = useSearch({ from: '/messages' })
  const navigate = useNavigate()
  const isAsked = listing !== undefined && open === undefined && to === undefined
  const { data, error } = useQuery(listingQuery(userId, isAsked ? listing : '', other))
  const found = data?.conversationId
  useEffect(() => {
    if (isAsked && found !== undefined)
      void navigate({ to: '/messages', search: { open: found }, replace: true })
    else if (isAsked && error)
      void navigate({ to: '/messages', search: { listing, to: other ?? 'somebody' }, replace: true })
  }, [isAsked, found, error, listing, other, navigate])
  return !isAsked
}
