import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Stocktake } from '../../api/operations.ts'
import { useNews } from '../../api/use-news.ts'
import { useMe } from '../../api/session.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { useBayCounts, useWaiting } from '../../offline/use-outbox.ts'
import { countsOf, isToCount } from './next-bay.ts'
import { stocktakeQuery } from '../../stock/stocktake-query.ts'

const AGAIN_EVERY_MS = 60_000

/** A session as it was read last, with the counts of it that are on this device. It is read again when one of them came into the book, or anybody's. */
export function useStocktake(id: string) {
  const queries = useQueryClient()
  const found = useQuery({ ...stocktakeQuery(id), refetchInterval: AGAIN_EVERY_MS })
  useNews(
    'stocktake.',
    useCallback(
      () => void queries.invalidateQueries({ queryKey: stocktakeQuery(id).queryKey }),
      [queries, id],
    ),
  )
  const all = useBayCounts()
  const waiting = useWaiting()
  const counts = useMemo(() => countsOf({ id }, all), [id, all])
  const booked = counts.filter(({ bookedAt }) => bookedAt !== undefined).length
  const isTakenOver = counts.some((count) => count.isTakenOver && count.bookedAt !== undefined)
  const before = useRef(booked)
  useEffect(() => {
    // A count that was taken over has changed the stock, too.
    const all = isTakenOver ? undefined : { queryKey: stocktakeQuery(id).queryKey }
    if (booked > before.current) void queries.invalidateQueries(all)
    before.current = booked
  }, [booked, isTakenOver, id, queries])
  const refused = waiting.filter(
    ({ ticketId, state }) => state === 'refused' && counts.some((count) => count.id === ticketId),
  )
  return { ...found, session: found.data?.result, etag: found.data?.etag, counts, refused }
}

/** Finds the lines that whoever is here is to count. */
export function useLeft(session: Stocktake, counts: BayCount[]) {
  const { userId } = useMe()
  const { needsSomebodyElse } = session
  return session.lines.filter((line) => isToCount(line, counts, { userId, needsSomebodyElse }))
}
