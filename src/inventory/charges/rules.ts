import { amountOf, compareMoney, decimalOf, lessMoney, sumOfMoney } from '../../kernel/money.ts'
import {
  subjectOfTariff,
  tariffFor,
  type Rate,
  type RateKind,
  type TariffTerms,
} from '../tariffs/tariff-rules.ts'
import { balancesOf, dayAfter, daysOfMonth, type BalanceStep } from './balance-rules.ts'

/**
 * The rules of charges (rules.md §20), as pure functions: what came, went and lay there goes in, lines come out. A line is of one calendar month, so that the
 * lines of a time are the same however it is cut into statements.
 */

/** A load that came into a store or left it. */
export interface ChargedLoad {
  movementId: number
  /** Alike of all parts of one lorry. */
  ticket: string
  number: string
  day: string
  direction: 'in' | 'out'
  commodityId: number
  typeId: number
  contractId: string | null
  grams: number
  /** Weight that it added to what lies there: less than `grams` where it was dried. */
  restingGrams: number
  /** As it arrived, in thousandths of a per cent; null where nobody measured. */
  moistureThousandths: number | null
}

/** All that charges of an owner are reckoned from. */
export interface OwnerHistory {
  loads: ChargedLoad[]
  /** Every change of what lies there, and before the first month what lay there already. */
  changes: BalanceStep[]
  tariffs: TariffTerms[]
}

/** A load on a line. */
export interface LoadOnLine {
  movementId: number
  number: string
  day: string
  grams: number
  /** Of drying. */
  moistureThousandths?: number
}

/** Days on a line of storage on which the same lay there, both included. */
export interface DaysOnLine {
  from: string
  to: string
  grams: number
  /** Of it what was in its free days. */
  freeGrams: number
}

export const chargeUnits = ['t', 't_day', 't_point', 'load', 'month'] as const
export type ChargeUnit = (typeof chargeUnits)[number]

/** A line of a statement: quantity × rate ÷ divisor is its amount, rounded once. */
export interface ChargeLine {
  /** Key of a charge, equal whenever it is reckoned. */
  key: string
  /** As 2026-08. */
  month: string
  kind: RateKind | 'minimum'
  tariffId: string
  vatCode: string
  /** 0 of a minimum. */
  commodityId: number
  quantity: string
  unit: ChargeUnit
  rate: string
  /** Days of the period that the rate is for; otherwise 1. */
  divisor: number
  currency: string
  amount: string
  loads: LoadOnLine[]
  days: DaysOnLine[]
}

interface Gathered {
  tariff: TariffTerms
  rate: Rate
  month: string
  commodityId: number
  /** Grams, gram-days, or grams times thousandths of a point. */
  units: bigint
  tickets: Set<string>
  loads: LoadOnLine[]
  days: DaysOnLine[]
}

/**
 * Reckons the lines of months, in their order. Storage is counted up to the day before `today`, as today is not over.
 *
 * @param months as 2026-08
 */
export function reckonCharges(history: OwnerHistory, months: string[], today: string): ChargeLine[] {
  return months.toSorted().flatMap((month) => reckonMonth(history, month, today))
}

function reckonMonth(history: OwnerHistory, month: string, today: string): ChargeLine[] {
  const gathered = new Map<string, Gathered>()
  const active = new Map<string, { day: string; tariff: TariffTerms }>()
  const noteActive = (tariff: TariffTerms, day: string) => {
    const subject = subjectOfTariff(tariff)
    if ((active.get(subject)?.day ?? '') <= day) active.set(subject, { day, tariff })
  }
  for (const load of history.loads) {
    if (!load.day.startsWith(month)) continue
    const tariff = tariffFor(history.tariffs, load)
    if (!tariff) continue
    noteActive(tariff, load.day)
    for (const rate of tariff.rates)
      if (isOfLoad(rate, load)) addLoad(gatheredFor(gathered, { tariff, rate, month, ...load }), rate, load)
  }
  addStorage(history, month, today, gathered, noteActive)
  const lines = [...gathered.values()].map(lineOf).filter((line) => compareMoney(line.quantity, '0') !== 0)
  return [...lines, ...minimums(month, lines, history.tariffs, [...active.values()])].toSorted(inOrder)
}

function isOfLoad({ kind, base }: Rate, { direction, moistureThousandths }: ChargedLoad): boolean {
  if (kind === 'handling') return true
  if (kind === 'out') return direction === 'out'
  if (kind === 'storage' || direction !== 'in') return false
  return kind !== 'drying' || (moistureThousandths !== null && moistureThousandths > thousandths(base ?? 0))
}

const thousandths = (percentage: number) => Math.round(percentage * 1000)

function gatheredFor(
  all: Map<string, Gathered>,
  of: Pick<Gathered, 'tariff' | 'rate' | 'month' | 'commodityId'>,
): Gathered {
  const { tariff, rate, month, commodityId } = of
  const key = keyOf(month, rate.kind, tariff.id, commodityId)
  const known = all.get(key)
  if (known) return known
  const fresh = {
    tariff,
    rate,
    month,
    commodityId,
    units: 0n,
    tickets: new Set<string>(),
    loads: [],
    days: [],
  }
  all.set(key, fresh)
  return fresh
}

const keyOf = (month: string, kind: ChargeLine['kind'], tariffId: string, commodityId: number) =>
  `${month} ${kind} ${tariffId} ${commodityId}`

function addLoad(line: Gathered, { kind, base }: Rate, load: ChargedLoad): void {
  const { movementId, number, day, grams, moistureThousandths } = load
  const isDrying = kind === 'drying' && moistureThousandths !== null
  line.units += BigInt(grams) * (isDrying ? BigInt(moistureThousandths - thousandths(base ?? 0)) : 1n)
  line.tickets.add(load.ticket)
  line.loads.push({ movementId, number, day, grams, ...(isDrying && { moistureThousandths }) })
}

function addStorage(
  { loads, changes, tariffs }: OwnerHistory,
  month: string,
  today: string,
  gathered: Map<string, Gathered>,
  noteActive: (tariff: TariffTerms, day: string) => void,
): void {
  const days = daysOfMonth(month).filter((day) => day < today)
  for (const group of balancesOf(changes, loads, days)) {
    const { commodityId, typeId } = group
    for (const [index, day] of days.entries()) {
      const grams = group.balances[index] ?? 0
      const tariff =
        grams > 0 ? tariffFor(tariffs, { day, commodityId, typeId, contractId: null }) : undefined
      if (!tariff) continue
      noteActive(tariff, day)
      const rate = tariff.rates.find(({ kind }) => kind === 'storage')
      if (!rate) continue
      const freeGrams = Math.min(grams, group.arrivedWithin(day, rate.freeDays ?? 0))
      const line = gatheredFor(gathered, { tariff, rate, month, commodityId })
      line.units += BigInt(grams - freeGrams)
      addDay(line.days, { from: day, to: day, grams, freeGrams })
    }
  }
}

/** Days on which the same lies there become one stretch; several types of a commodity have stretches of their own. */
function addDay(days: DaysOnLine[], next: DaysOnLine): void {
  const last = days.at(-1)
  const goesOn = last && dayAfter(last.to) === next.from
  if (goesOn && last.grams === next.grams && last.freeGrams === next.freeGrams) last.to = next.to
  else days.push(next)
}

function lineOf(gathered: Gathered): ChargeLine {
  const { tariff, rate, month, commodityId, loads, days } = gathered
  const { currency } = tariff
  const { quantity, unit } = quantityOf(gathered)
  const divisor = divisorOf(rate, month)
  return {
    key: keyOf(month, rate.kind, tariff.id, commodityId),
    month,
    kind: rate.kind,
    tariffId: tariff.id,
    vatCode: tariff.vatCode,
    commodityId,
    quantity,
    unit,
    rate: rate.rate,
    divisor,
    currency,
    amount: amountOf({ quantity, rate: rate.rate, divisor, currency }),
    loads: loads.toSorted((one, other) => textOrder(one.day, other.day) || one.movementId - other.movementId),
    days,
  }
}

function quantityOf({ rate: { kind }, units, tickets }: Gathered): { quantity: string; unit: ChargeUnit } {
  if (kind === 'storage') return { quantity: decimalOf(units, 6), unit: 't_day' }
  if (kind === 'drying') return { quantity: decimalOf(units, 9), unit: 't_point' }
  if (kind === 'in' || kind === 'out') return { quantity: decimalOf(units, 6), unit: 't' }
  return { quantity: String(tickets.size), unit: 'load' }
}

function divisorOf({ kind, per }: Rate, month: string): number {
  if (kind !== 'storage' || per === 'day') return 1
  return per === 'week' ? 7 : daysOfMonth(month).length
}

/** A tariff's minimum of a month in which grain moved or lay there under it, less what was charged. Of tariffs that followed each other it is that of the last. */
function minimums(
  month: string,
  lines: ChargeLine[],
  tariffs: TariffTerms[],
  active: { tariff: TariffTerms }[],
): ChargeLine[] {
  const subjects = new Map(tariffs.map((tariff) => [tariff.id, subjectOfTariff(tariff)]))
  return active.flatMap(({ tariff }): ChargeLine[] => {
    const { id, minimum, currency, vatCode } = tariff
    if (minimum === null) return []
    const own = lines.filter(
      (line) => line.currency === currency && subjects.get(line.tariffId) === subjects.get(id),
    )
    const charged = sumOfMoney(
      own.map(({ amount }) => amount),
      currency,
    )
    const amount = lessMoney(amountOf({ quantity: '1', rate: minimum, currency }), charged, currency)
    if (compareMoney(amount, '0') <= 0) return []
    const key = keyOf(month, 'minimum', id, 0)
    const line = {
      key,
      month,
      kind: 'minimum' as const,
      tariffId: id,
      vatCode,
      commodityId: 0,
      currency,
      amount,
    }
    return [{ ...line, quantity: '1', unit: 'month', rate: minimum, divisor: 1, loads: [], days: [] }]
  })
}

const kindOrder = ['in', 'storage', 'drying', 'cleaning', 'sampling', 'handling', 'out', 'minimum']

function inOrder(one: ChargeLine, other: ChargeLine): number {
  return (
    textOrder(one.month, other.month) ||
    Number(one.kind === 'minimum') - Number(other.kind === 'minimum') ||
    one.commodityId - other.commodityId ||
    kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind) ||
    textOrder(one.tariffId, other.tariffId)
  )
}

function textOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
