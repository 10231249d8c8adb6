import type { PageRequest } from '../../kernel/page.ts'

// Months of movements, in UTC: what is known of each (how many it has) saves looking at all of them. Pure.

/** From one moment until before another; undefined is without an end. */
export interface Stretch {
  from: Date | undefined
  before: Date | undefined
}

/** How many there are in a month, which is told by its first day: '2026-08-01'. */
export interface MonthCount {
  month: string
  counted: number
}

/**
 * The months that lie wholly between two moments, both part of it, and what is left over at the ends. Undefined where no
 * month does.
 *
 * @example wholeMonths(new Date('2026-01-20'), undefined) // { months: from 1 February, ends: [20 January to 1 February] }
 */
export function wholeMonths(
  first: Date | undefined,
  last: Date | undefined,
): { months: Stretch | undefined; ends: Stretch[] } {
  const before = last && new Date(last.getTime() + 1)
  const from = first && (monthOf(first) < first ? monthAfter(first) : first)
  const until = before && monthOf(before)
  if (from && until && from >= until) return { months: undefined, ends: [{ from: first, before }] }
  const ends = [
    { from: first, before: from },
    { from: until, before },
  ].filter((end) => end.from?.getTime() !== end.before?.getTime())
  return { months: { from, before: until }, ends }
}

/**
 * Where a page of what lies in these months is to be looked for, in order of time, and how much of what is found there comes
 * before it.
 *
 * @param months in order
 */
export function monthsOfPage(
  months: MonthCount[],
  page: PageRequest,
  isDescending: boolean,
): Stretch & { offset: number } {
  const touched = partsOfPage(months, page, isDescending)
  const days = touched.parts.map(({ month }) => month).toSorted()
  const [first, last] = [days.at(0), days.at(-1)].map((day) =>
    day ? new Date(`${day}T00:00:00Z`) : undefined,
  )
  return { from: first, before: last && monthAfter(last), offset: touched.offset }
}

/**
 * The parts of something in order that a page of it lies in, and how much of what is in these comes before it.
 *
 * @param parts in order, with how many each has
 */
export function partsOfPage<Part extends { counted: number }>(
  parts: Part[],
  { offset, limit }: PageRequest,
  isDescending: boolean,
): { parts: Part[]; offset: number } {
  const inOrder = isDescending ? parts.toReversed() : parts
  let passed = 0
  let skipped = 0
  const touched = inOrder.filter(({ counted }) => {
    const isBefore = passed + counted <= offset
    if (isBefore) skipped += counted
    const isTouched = !isBefore && passed < offset + limit
    passed += counted
    return isTouched
  })
  return { parts: touched, offset: offset - skipped }
}

function monthOf(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()))
}

function monthAfter(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))
}
