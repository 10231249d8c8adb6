import type { BayCount } from './bay-counts.ts'
import type { Entered } from './tickets.ts'

// Counts of bays as a form makes them, and what is sent of them to the service of test-world.ts.

/** A count that somebody types. */
export interface TypedBay {
  form: string
  kg: number
  isGood: boolean
}

export interface SentCount {
  counted: number
  countedAtISO: string
  countedBy: { id: string }
  isGood: boolean
}

const SESSION = 'year-end'
const BAY = 7

/** A count as the form makes it: the same form gives the same text, under an id of its own each time it is saved. */
export function bayCountOf({ form, kg, isGood }: TypedBay, id: string, at: string): [BayCount, Entered] {
  const count: BayCount = {
    id,
    number: 0,
    organisationId: 'hill',
    kind: 'count',
    asTyped: {
      id: form,
      weight: String(kg),
      isWeighed: false,
      heap: null,
      note: '',
      day: '',
      time: '',
      countedBy: '',
    },
    stocktakeId: SESSION,
    bayId: BAY,
    weight: kg,
    byId: 'ann',
    by: 'Ann',
    closedAt: at,
  }
  return [count, countEntryOf(count, isGood)]
}

export function countEntryOf({ weight, closedAt, byId }: BayCount, isGood: boolean): Entered {
  const body: SentCount = { counted: weight, countedAtISO: closedAt, countedBy: { id: byId }, isGood }
  const path = `/api/inventory/stocktakes/${SESSION}/lines/${BAY}`
  return { title: 'Bay 7', method: 'PATCH', path, body, step: 'first' }
}

/** Builds the service's answer once it has taken a count. */
export const sessionAnswer = { id: SESSION, lines: [{ substorageId: BAY }] }
