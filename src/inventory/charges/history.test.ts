import { expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import type { TariffTerms } from '../tariffs/tariff-rules.ts'
import { monthsBetween } from './balance-rules.ts'
import {
  billedMonths,
  correctionsOf,
  totalsByCurrency,
  type ClosedStatement,
  type BilledLine,
} from './correction-rules.ts'
import { reckonCharges, type ChargedLoad } from './rules.ts'

// Loads are entered, corrected and deleted in any order, statements are closed at any moment between. The sum over all statements is what a reckoning of its own
// says of what the book has in the end: one that knows no lines, no keys and no library, and reckons in whole numbers of the smallest parts.

const MONTHS = ['2026-05', '2026-06', '2026-07', '2026-08']
const TODAY = '2026-10-01'
const WHEAT = 1
const BARLEY = 2
const CONTRACT = { id: 'c', commodityId: BARLEY, typeId: 20, firstDay: '2026-06-10', lastDay: '2026-08-05' }

const everybody: TariffTerms = {
  id: 'a',
  contract: null,
  partnerId: null,
  firstDay: '2026-01-01',
  lastDay: null,
  currency: 'GBP',
  vatCode: '',
  minimum: '40.00',
  rates: [
    { kind: 'in', rate: '1.85' },
    { kind: 'out', rate: '2.105' },
    { kind: 'storage', rate: '0.35', per: 'week', freeDays: 10 },
    { kind: 'drying', rate: '3.335', base: 15 },
    { kind: 'handling', rate: '4.5' },
  ],
}
const successor: TariffTerms = {
  ...everybody,
  id: 'b',
  firstDay: '2026-07-11',
  currency: 'JPY',
  minimum: null,
  rates: [
    { kind: 'in', rate: '250.5' },
    { kind: 'storage', rate: '7.5', per: 'day', freeDays: 0 },
    { kind: 'sampling', rate: '333' },
  ],
}
const ofContract: TariffTerms = {
  ...everybody,
  id: 'd',
  contract: CONTRACT,
  firstDay: '2026-06-10',
  currency: 'EUR',
  minimum: '75',
  rates: [
    { kind: 'storage', rate: '1.9', per: 'month', freeDays: 3 },
    { kind: 'cleaning', rate: '12.345' },
  ],
}

interface Load {
  id: number
  day: string
  isIn: boolean
  isBarley: boolean
  grams: number
  moisture: number | null
}

const load = fc.record({
  day: fc
    .integer({ min: 0, max: 122 })
    .map((n) => new Date(Date.UTC(2026, 4, 1 + n)).toISOString().slice(0, 10)),
  isIn: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  isBarley: fc.boolean(),
  grams: fc.integer({ min: 1, max: 29_999_999 }),
  moisture: fc.option(fc.integer({ min: 12_000, max: 21_999 })),
})
type Step =
  | { do: 'enter'; load: Omit<Load, 'id'> }
  | { do: 'correct'; which: number; load: Omit<Load, 'id'> }
  | { do: 'delete'; which: number }
  | { do: 'close'; first: number; last: number }
  | { do: 'succeed' }
const which = fc.nat({ max: 30 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('enter' as const), load }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), which, load }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      first: fc.nat({ max: 3 }),
      last: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('succeed' as const) }) },
)

/** The book as the rules get it. */
function historyOf(loads: Load[], isSucceeded: boolean) {
  const charged = loads.map(({ id, day, isIn, isBarley, grams, moisture }): ChargedLoad => ({
    movementId: id,
    ticket: String(id),
    number: String(id),
    day,
    direction: isIn ? 'in' : 'out',
    commodityId: isBarley ? BARLEY : WHEAT,
    typeId: isBarley ? 20 : 10,
    contractId: null,
    grams,
    restingGrams: grams,
    moistureThousandths: moisture,
  }))
  const changes = charged.map(({ direction, grams, ...rest }) => ({
    ...rest,
    grams: direction === 'in' ? grams : -grams,
  }))
  return { loads: charged, changes, tariffs: tariffsOf(isSucceeded) }
}

function tariffsOf(isSucceeded: boolean): TariffTerms[] {
  return isSucceeded
    ? [{ ...everybody, lastDay: '2026-07-10' }, successor, ofContract]
    : [everybody, ofContract]
}

/** Closes a statement over those of the months that none has yet, with the corrections of those that were closed before. */
function close(closed: ClosedStatement[], months: string[], loads: Load[], isSucceeded: boolean): void {
  const history = historyOf(loads, isSucceeded)
  const before = billedMonths(closed)
  const own = months.filter((month) => !before.includes(month))
  const lines: BilledLine[] = [
    ...reckonCharges(history, own, TODAY).map((line) => ({ ...line, corrects: null })),
    ...correctionsOf(closed, reckonCharges(history, before, TODAY)),
  ]
  closed.push({ id: String(closed.length), number: String(closed.length), months: own, lines })
}

/** Rounds a fraction half up. */
const rounded = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator)
const MILLI = 1_000_000n

/** The independent reckoning, in cents of each currency: straight through the months and days. */
function reckonAnew(loads: Load[], isSucceeded: boolean): Record<string, bigint> {
  const cents: Record<string, bigint> = { GBP: 0n, EUR: 0n, JPY: 0n }
  for (const month of MONTHS) {
    const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
    const days = Array.from(
      { length: count },
      (_day, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
    )
    const first: Record<string, bigint> = {}
    let isUsed = { gbp: '', eur: '' }
    const charge = (currency: string, grams: bigint, millionths: bigint, divisor = 1n) => {
      // Grams × millionths of the currency: of a tonne 10^6 of each.
      const perCent = currency === 'JPY' ? 1n : 100n
      const amount = rounded(grams * millionths * perCent, MILLI * MILLI * divisor)
      first[currency] = (first[currency] ?? 0n) + amount
    }
    const ruleOf = (day: string, isBarley: boolean) => {
      if (isBarley && day >= '2026-06-10' && day <= '2026-08-05') return 'EUR'
      return isSucceeded && day >= '2026-07-11' ? 'JPY' : 'GBP'
    }
    for (const isBarley of [false, true]) {
      const own = loads.filter((each) => each.isBarley === isBarley)
      const of = (currency: string, isIn: boolean) =>
        own.filter(
          (each) => each.isIn === isIn && days.includes(each.day) && ruleOf(each.day, isBarley) === currency,
        )
      const weight = (some: Load[]) => some.reduce((sum, { grams }) => sum + BigInt(grams), 0n)
      for (const currency of ['GBP', 'EUR', 'JPY']) {
        const [came, went] = [of(currency, true), of(currency, false)]
        const each = (some: Load[]) => BigInt(some.length) * MILLI
        if (came.length + went.length > 0) isUsed = used(isUsed, currency)
        if (currency === 'GBP') {
          charge('GBP', weight(came), 1_850_000n)
          charge('GBP', weight(went), 2_105_000n)
          const wet = came.reduce(
            (sum, { grams, moisture }) => sum + BigInt(grams) * BigInt(Math.max((moisture ?? 0) - 15_000, 0)),
            0n,
          )
          charge('GBP', wet, 3_335_000n, 1000n)
          charge('GBP', each([...came, ...went]), 4_500_000n)
        }
        if (currency === 'EUR') charge('EUR', each(came), 12_345_000n)
        if (currency === 'JPY') {
          charge('JPY', weight(came), 250_500_000n)
          charge('JPY', each(came), 333_000_000n)
        }
        let gramDays = 0n
        for (const day of days.filter((one) => ruleOf(one, isBarley) === currency)) {
          const lies = own
            .filter((one) => one.day <= day)
            .reduce((sum, { isIn, grams }) => sum + (isIn ? grams : -grams), 0)
          if (lies <= 0) continue
          isUsed = used(isUsed, currency)
          const free = { GBP: 10, EUR: 3, JPY: 0 }[currency] ?? 0
          const age = (one: Load) => (Date.parse(day) - Date.parse(one.day)) / 86_400_000
          const fresh = own
            .filter((one) => one.isIn && age(one) >= 0 && age(one) < free)
            .reduce((sum, { grams }) => sum + grams, 0)
          gramDays += BigInt(Math.max(lies - fresh, 0))
        }
        if (currency === 'GBP') charge('GBP', gramDays, 350_000n, 7n)
        if (currency === 'EUR') charge('EUR', gramDays, 1_900_000n, BigInt(count))
        if (currency === 'JPY') charge('JPY', gramDays, 7_500_000n)
      }
    }
    // The minimum is that of the tariff under which something moved or lay there last.
    const isGbpLast = isUsed.gbp === 'GBP'
    if (isGbpLast && (first['GBP'] ?? 0n) < 4000n) first['GBP'] = 4000n
    if (isUsed.eur !== '' && (first['EUR'] ?? 0n) < 7500n) first['EUR'] = 7500n
    for (const [currency, amount] of Object.entries(first)) cents[currency] = (cents[currency] ?? 0n) + amount
  }
  return cents
}

function used(before: { gbp: string; eur: string }, currency: string) {
  if (currency === 'EUR') return { ...before, eur: 'EUR' }
  // The successor begins after the former one.
  return { ...before, gbp: before.gbp === 'JPY' ? 'JPY' : currency }
}

function inCents(currency: string, amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.replace('-', '').split('.')
  const cents = BigInt(currency === 'JPY' ? whole : whole + decimals.padEnd(2, '0'))
  return amount.startsWith('-') ? -cents : cents
}

test('any order of entry, with any closings between, charges in sum the same', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const loads: Load[] = []
      const closed: ClosedStatement[] = []
      let isSucceeded = false
      for (const [index, each] of steps.entries()) {
        if (each.do === 'enter') loads.push({ id: index, ...each.load })
        else if (each.do === 'succeed') isSucceeded = true
        else if (each.do === 'close') {
          const [first, last] = [each.first, each.last].toSorted()
          close(closed, MONTHS.slice(first, (last ?? 0) + 1), loads, isSucceeded)
        } else if (loads.length > 0) {
          const at = each.which % loads.length
          const id = loads[at]?.id ?? 0
          if (each.do === 'delete') loads.splice(at, 1)
          else loads.splice(at, 1, { id, ...each.load })
        }
      }
      close(closed, MONTHS, loads, isSucceeded)
      const totals = totalsByCurrency(closed.flatMap(({ lines }) => lines))
      const sums = { GBP: 0n, EUR: 0n, JPY: 0n } as Record<string, bigint>
      for (const { currency, amount } of totals) sums[currency] = inCents(currency, amount)
      expect(sums).toEqual(reckonAnew(loads, isSucceeded))
      // Once nothing has changed, nothing is corrected.
      expect(correctionsOf(closed, reckonCharges(historyOf(loads, isSucceeded), MONTHS, TODAY))).toEqual([])
      expect(monthsBetween('2026-05', '2026-08')).toEqual(billedMonths(closed))
    }),
    { numRuns: 400 },
  )
})
