import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthsOfPage, wholeMonths, type MonthCount, type CountedStretch } from './count-movements.ts'

const moments = fc
  .date({
    min: new Date('2024-11-01T00:00:00Z'),
    max: new Date('2026-03-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  // Edges of months are what goes wrong.
  .chain((moment) =>
    fc.constantFrom(
      moment,
      new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth())),
      new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()) - 1),
    ),
  )

const isIn = (moment: Date, { from, before }: CountedStretch) =>
  (!from || moment >= from) && (!before || moment < before)
const isMonthStart = (moment: Date | undefined) => !moment || /-01T00:00:00.000Z$/.test(moment.toISOString())

test.each([
  ['no dates', undefined, undefined, { months: { from: undefined, before: undefined }, ends: [] }],
  [
    'from within a month',
    new Date('2026-01-20'),
    undefined,
    {
      months: { from: new Date('2026-02-01'), before: undefined },
      ends: [{ from: new Date('2026-01-20'), before: new Date('2026-02-01') }],
    },
  ],
  [
    'a year, to its last millisecond',
    new Date('2025-01-01'),
    new Date('2025-12-31T23:59:59.999Z'),
    { months: { from: new Date('2025-01-01'), before: new Date('2026-01-01') }, ends: [] },
  ],
  [
    'some days',
    new Date('2025-01-31'),
    new Date('2025-02-02'),
    {
      months: undefined,
      ends: [{ from: new Date('2025-01-31'), before: new Date('2025-02-02T00:00:00.001Z') }],
    },
  ],
])('whole months of %s', (_what, first, last, expected) => {
  expect(wholeMonths(first, last)).toEqual(expected)
})

test('every moment between two is in whole months or at one end, once', () => {
  const optional = fc.option(moments, { nil: undefined })
  fc.assert(
    fc.property(optional, optional, fc.array(moments, { minLength: 5 }), (first, last, some) => {
      fc.pre(!first || !last || first <= last)
      const { months, ends } = wholeMonths(first, last)
      expect(isMonthStart(months?.from) && isMonthStart(months?.before)).toBe(true)
      for (const moment of some) {
        const isWanted = (!first || moment >= first) && (!last || moment <= last)
        const places = [...(months ? [months] : []), ...ends].filter((stretch) => isIn(moment, stretch))
        expect(places, moment.toISOString()).toHaveLength(isWanted ? 1 : 0)
      }
    }),
  )
})

test('a page is found where its months say', () => {
  fc.assert(
    fc.property(
      fc.array(moments, { minLength: 1, maxLength: 60 }),
      fc.record({ offset: fc.nat(60), limit: fc.integer({ min: 1, max: 20 }) }),
      fc.boolean(),
      (all, page, isDescending) => {
        const inOrder = all.toSorted((a, b) =>
          isDescending ? b.getTime() - a.getTime() : a.getTime() - b.getTime(),
        )
        const months = [...Map.groupBy(inOrder, (moment) => `${moment.toISOString().slice(0, 7)}-01`)]
          .map(([month, own]): MonthCount => ({ month, counted: own.length }))
          .toSorted((a, b) => (a.month < b.month ? -1 : 1))
        fc.pre(page.offset < all.length)
        const looked = monthsOfPage(months, page, isDescending)
        const there = inOrder.filter((moment) => isIn(moment, looked))
        expect(there.slice(looked.offset, looked.offset + page.limit)).toEqual(
          inOrder.slice(page.offset, page.offset + page.limit),
        )
        // No month more than the page needs.
        expect(looked.offset).toBeLessThan(months.reduce((most, { counted }) => Math.max(most, counted), 0))
      },
    ),
  )
})
