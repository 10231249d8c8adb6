import type { CheckHere } from './bay-checks.ts'
import type { BayCount } from './bay-counts.ts'
import type { Entered } from './tickets.ts'

// Counts and checks of bays as a form makes them, and what is sent of them to the service of test-world.ts.

/** A count that somebody types, or a check: of that the figure is its moisture, so that each is known again. */
export interface TypedBay {
  form: string
  kg: number
  isGood: boolean
  isCheck?: boolean
}

export interface SentCount {
  counted: number
  countedAtISO: string
  countedBy: { id: string }
  isGood: boolean
}

export interface SentCheck {
  substorageId: number
  checkedAtISO: string
  moisture: number
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

const STORE = 'hill-store'

/** A check as the form makes it. */
export function checkOf({ form, kg, isGood }: TypedBay, id: string, at: string): [CheckHere, Entered] {
  const check: CheckHere = {
    id,
    number: 0,
    organisationId: 'hill',
    kind: 'check',
    asTyped: {
      id: form,
      probes: '',
      moisture: String(kg),
      insects: '',
      smell: '',
      rodents: '',
      note: '',
      day: '',
      time: '',
    },
    storeId: STORE,
    bayId: BAY,
    closedAt: at,
  }
  return [check, checkEntryOf(check, isGood)]
}

export function checkEntryOf({ asTyped, closedAt }: CheckHere, isGood: boolean): Entered {
  const moisture = Number(asTyped.moisture)
  const body: SentCheck = { substorageId: BAY, checkedAtISO: closedAt, moisture, isGood }
  const path = `/api/inventory/storage/${STORE}/checks`
  return { title: 'Bay 7', method: 'POST', path, body, step: 'first' }
}

/** Builds the service's answer once it has taken a check. */
export const checkAnswer = { id: 'c1', storageId: STORE, checkedAtUTC: '2026-08-14T08:30:00.000Z' }
