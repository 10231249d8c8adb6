/**
 * The months up to one, the latest first.
 *
 * @example monthsUpTo('2026-02', 3) // ['2026-02', '2026-01', '2025-12']
 */
export function monthsUpTo(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number)
  return Array.from({ length: count }, (_month, index) =>
    new Date(Date.UTC(year, month - 1 - index, 1)).toISOString().slice(0, 7),
  )
}
