/** Balances of an owner's grain at the end of days, as pure functions. Grams; days as 2026-08-14. */

/** A change of what lies there, at any time of a day. */
export interface BalanceStep {
  day: string
  commodityId: number
  typeId: number
  grams: number
}

interface Arrival extends Omit<BalanceStep, 'grams'> {
  direction: 'in' | 'out'
  restingGrams: number
}

/** A commodity and type of an owner's, over days. */
export interface DailyBalances {
  commodityId: number
  typeId: number
  /** At the end of each of the days. */
  balances: number[]
  /** Weight that came in within so many days up to this one, that of arrival included. What came first leaves first, so all of it that can is still there. */
  arrivedWithin(day: string, days: number): number
}

/** Works out what lay there at the end of each of these days, which follow each other, by commodity and type. */
export function balancesOf(changes: BalanceStep[], loads: Arrival[], days: string[]): DailyBalances[] {
  const [first = ''] = days
  const groups = Map.groupBy(changes, ({ commodityId, typeId }) => `${commodityId} ${typeId}`)
  return [...groups].flatMap(([, own]) => {
    const [{ commodityId, typeId } = { commodityId: 0, typeId: 0 }] = own
    let balance = own.reduce((sum, { day, grams }) => (day < first ? sum + grams : sum), 0)
    const byDay = new Map<string, number>()
    for (const { day, grams } of own) byDay.set(day, (byDay.get(day) ?? 0) + grams)
    const balances = days.map((day) => (balance += byDay.get(day) ?? 0))
    const arrivals = loads.filter(
      (load) => load.direction === 'in' && load.commodityId === commodityId && load.typeId === typeId,
    )
    const arrivedWithin = (day: string, count: number) => {
      const from = count > 0 ? dayBefore(day, count - 1) : ''
      if (from === '') return 0
      return arrivals.reduce(
        (sum, load) => (from <= load.day && load.day <= day ? sum + load.restingGrams : sum),
        0,
      )
    }
    return [{ commodityId, typeId, balances, arrivedWithin }]
  })
}

function dayBefore(day: string, count: number): string {
  return Temporal.PlainDate.from(day).subtract({ days: count }).toString()
}

/** The day after one. */
export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

/** The days of a month, such as 2026-08. */
export function daysOfMonth(month: string): string[] {
  const first = Temporal.PlainDate.from(`${month}-01`)
  return Array.from({ length: first.daysInMonth }, (_day, index) => first.add({ days: index }).toString())
}

/** The months from one to another, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let at = Temporal.PlainYearMonth.from(first); at.toString() <= last; at = at.add({ months: 1 }))
    months.push(at.toString())
  return months
}
