import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { Movement } from '../../api/operations.ts'
import { endOfDay, startOfDay, type Day } from '../../i18n/days.ts'
import { lorriesOf, type Lorry } from '../../stock/lorries.ts'
import { yardOf } from './day.ts'

const none = { count: 0, first: [] }
const blank = {
  onHold: none,
  toCheck: none,
  alarming: none,
  stocktakes: none,
  toConfirm: { stock: 0, contracts: 0, weight: 0, declined: 0, accepted: 0 },
}

/** The figures of the day in one request: what the screen begins with. */
export const dayQuery = queryOptions({
  queryKey: ['day'],
  meta: { kept: true },
  refetchInterval: 60_000,
  queryFn: () => ask('GET /api/inventory/today'),
  // What this device keeps may have been written by an older page, which did not ask for all of it.
  select: (day) => ({ ...blank, ...day }),
})

/** The lorries and loads behind them. */
export interface TodayAnswer {
  /** Lorries weighed once. */
  yard: Movement[]
  /** Other loads to be completed, the oldest first: those that should have left or come by now, and those planned. */
  late: Lorry[]
  planned: Lorry[]
  /** Loads of the day, the latest first, and whether these are all. */
  loads: Lorry[]
  isAll: boolean
}

const MOST = 200

/** Queries the work still to be done, and today's work, load by load. */
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
      const now = new Date()
      const yard = yardOf(open.docs, now)
      const isInYard = new Set(
        yard.flatMap(({ id, ticket }) => ticket?.parts.map((part) => part.movementId) ?? id),
      )
      const actions = lorriesOf(open.docs.filter((each) => !isInYard.has(each.id)))
      const isLate = ({ first }: Lorry) => Date.parse(first.movementDateISO) <= now.getTime()
      return {
        yard,
        late: actions.filter(isLate),
        planned: actions.filter((each) => !isLate(each)),
        loads: lorriesOf(loads.docs),
        isAll: loads.docs.length === loads.totalDocs,
      }
    },
  })
}
