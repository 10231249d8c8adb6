import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { Movement } from '../../api/operations.ts'
import { endOfDay, startOfDay, type Day } from '../../i18n/days.ts'
import { yardOf } from './day.ts'

/** One look at the day. */
export interface TodayAnswer {
  /** Lorries weighed once. */
  yard: Movement[]
  /** What else is to be completed, the oldest first; `outstanding` counts all of it, the yard too. */
  actions: Movement[]
  outstanding: number
  /** Loads of the day, the latest first, and how many there are. */
  loads: Movement[]
  loadCount: number
}

const MOST = 200

/**
 * What is up today, composed of two requests. The service could answer it in one; this is the only place that would change.
 */
export function todayQuery(day: Day, timeZone: string) {
  return queryOptions({
    queryKey: ['today', day],
    meta: { kept: true },
    refetchInterval: 60_000,
    queryFn: async (): Promise<TodayAnswer> => {
      const [open, loads] = await Promise.all([
        ask('GET /api/inventory/movements/actions', {
          query: { limit: MOST, sortBy: 'movementDateISO', sortDesc: false },
        }),
        ask('GET /api/inventory/movements', {
          query: {
            limit: MOST,
            sortBy: 'movementDateISO',
            sortDesc: true,
            startDateISO: startOfDay(day, timeZone).toISOString(),
            endDateISO: endOfDay(day, timeZone).toISOString(),
          },
        }),
      ])
      const yard = yardOf(open.docs, new Date())
      return {
        yard,
        actions: open.docs.filter((each) => !yard.includes(each)),
        outstanding: open.totalDocs,
        loads: loads.docs,
        loadCount: loads.totalDocs,
      }
    },
  })
}
