import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { tallyMessages } from './tally-messages.ts'

/** Reads what somebody has not read. The person is part of the key: messages between two people are for nobody else at this device. */
export function unreadQuery(userId: string) {
  return queryOptions({
    queryKey: ['messages', userId, 'unread'],
    refetchInterval: 60_000,
    queryFn: () => ask('GET /api/system/conversations/unread'),
  })
}

/** Shows how many messages somebody has not read. */
export function UnreadTally() {
  const m = useMessages(tallyMessages)
  const formats = useFormats()
  const { userId } = useMe()
  const n = useQuery(unreadQuery(userId)).data?.totalMessages ?? 0
  if (n === 0) return null
  return (
    <span className="tally badge grain">
      <span aria-hidden="true">{formats.whole(n)}</span>
      <span className="hidden">{say(m.unread, { n })}</span>
    </span>
  )
}
