import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ask, Refused } from '../../api/client.ts'
import type { Conversation } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { Attached } from '../../frame/attach.tsx'
import { Gone } from '../../frame/frame.tsx'
import { unreadQuery } from '../../frame/unread.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { LooksLike } from '../../stock/to-confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { readNextPage } from '../../ui/pages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { otherOf } from './other.ts'
import { conversationQuery } from './queries.ts'
import { ThreadActions } from './thread-actions.tsx'
import { Write } from './write.tsx'

/** Shows the messages between two people, the latest at the end, with a form to answer. */
export function Thread({ id }: { id: string }) {
  const m = useMessages(messages)
  const { userId } = useMe()
  const mayWrite = useMay('conversations:write')
  const found = useInfiniteQuery(conversationQuery(userId, id))
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = found
  const first = data?.pages[0]
  useReading(id, first?.totalMessages ?? 0)
  if (!data || !first) {
    if (error instanceof Refused && error.status === 404) return <Gone />
    return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={3} />
  }
  const other = otherOf(first, userId)
  const said = data.pages.toReversed().flatMap((page) => page.messages)
  return (
    <section className="panel talk-thread" aria-label={say(m.with, { name: other.name })}>
      <header>
        <Link to="/messages" search={{}} className="button bare talk-back" aria-label={m.back}>
          <Icon name="left" />
        </Link>
        <div>
          <h2>
            {other.name} <LooksLike name={other.looksLike} />
          </h2>
          <p className="quiet small">
            {[other.organisationName, first.title, first.listingId && say(m.listing, { id: first.listingId })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <ThreadActions conversationId={id} other={other} />
      </header>
      <Said said={said} total={first.totalMessages}>
        {hasNextPage && (
          <button
            type="button"
            className="button talk-earlier"
            disabled={isFetchingNextPage}
            onClick={() => void readNextPage(found)}
          >
            {m.earlier}
          </button>
        )}
      </Said>
      {mayWrite ? <Write id={id} to={other} /> : <p className="pad quiet">{m.mayNot}</p>}
    </section>
  )
}

interface SaidProps {
  said: Conversation['messages']
  total: number
  children: React.ReactNode
}

/** Everything that was said, with the day where it changes. It stands at its end, and goes there when something is said. */
function Said({ said, total, children }: SaidProps) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { userId } = useMe()
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    view.current?.scrollTo({ top: view.current.scrollHeight })
  }, [total])
  const dayOf = (index: number) => {
    const each = said[index]
    return each && formats.dayOf(each.createdAtUTC)
  }
  return (
    <div className="talk-said" ref={view} tabIndex={0} role="log" aria-label={m.said}>
      {children}
      {said.map((each, index) => {
        const day = dayOf(index)
        return (
          // Messages are never taken back, so their places from the end of all stay what they are.
          <div key={total - said.length + index}>
            {day !== dayOf(index - 1) && day !== undefined && (
              <p className="talk-day quiet small">{formats.day(day)}</p>
            )}
            <article className={each.sentById === userId ? 'bubble own' : 'bubble'}>
              <p className="quiet small">
                {each.sentById === userId ? m.you : `${each.sentByName} · ${each.sentForName}`} ·{' '}
                {formats.time(each.createdAtUTC)}
              </p>
              <p className="talk-words">{each.message}</p>
              <Attached files={each.files} />
            </article>
          </div>
        )
      })}
    </div>
  )
}

/** Marks the messages on the screen as read, on all devices. */
function useReading(id: string, total: number): void {
  const { userId } = useMe()
  const queries = useQueryClient()
  const unread = useQuery(unreadQuery(userId)).data
  const isUnread = unread?.conversations.some(({ conversationId }) => conversationId === id) ?? false
  useEffect(() => {
    if (!isUnread || total === 0 || document.visibilityState !== 'visible') return
    // Where it cannot be said now, it is when the conversation is read again.
    void ask('PUT /api/system/conversations/{id}/read', { path: { id }, body: { messages: total } })
      .then((left) => queries.setQueryData(unreadQuery(userId).queryKey, left))
      .catch(() => undefined)
  }, [id, total, isUnread, userId, queries])
}
