import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { againWhileShort, pagesOf } from '../../ui/pages.ts'

// What two people say is for them alone: nothing of it is kept on the device, and the person is part of every key.

const PAGE = 100
const PEOPLE = 25
const MESSAGES = 100
/** Whoever has the screen open hears of news at once; this is for a connection that was away. */
const AGAIN_MS = 60_000

/** The conversations of a person, the latest first. */
export function conversationsQuery(userId: string) {
  return {
    ...pagesOf(['messages', userId, 'list'], (offset) =>
      ask('GET /api/system/conversations', { query: { limit: PAGE, offset } }),
    ),
    meta: { kept: false },
    // Nor is it shown in the place of somebody else's.
    placeholderData: () => undefined,
    refetchInterval: againWhileShort(AGAIN_MS),
  }
}

/** One conversation, its latest messages first and those before them as they are asked for. */
export function conversationQuery(userId: string, id: string) {
  return infiniteQueryOptions({
    queryKey: ['messages', userId, 'one', id],
    refetchInterval: AGAIN_MS,
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      ask('GET /api/system/conversations/{id}', {
        path: { id },
        query: { messagesLimit: MESSAGES, messagesOffset: pageParam },
      }),
    getNextPageParam: ({ messages, totalMessages }, _all, offset) =>
      messages.length > 0 && offset + messages.length < totalMessages ? offset + messages.length : undefined,
  })
}

/** The conversation about a listing, which a trading system leads to by its id. */
export function listingQuery(userId: string, listing: string, other: string | undefined) {
  return queryOptions({
    queryKey: ['messages', userId, 'listing', listing, other],
    enabled: listing !== '',
    retry: false,
    queryFn: () =>
      ask('GET /api/system/conversations/listing/{action}', {
        path: { action: listing },
        query: { with: other ?? '' },
      }),
  })
}

/** Queries the people one may write to, by part of a name. */
export function peopleQuery(userId: string, query: string) {
  return queryOptions({
    queryKey: ['messages', userId, 'people', query],
    queryFn: () => ask('GET /api/system/conversations/people', { query: { query, limit: PEOPLE } }),
  })
}
