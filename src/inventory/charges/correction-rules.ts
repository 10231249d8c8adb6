import { compareMoney, lessMoney, sumOfMoney } from '../../kernel/money.ts'
import type { ChargeLine, LoadOnLine } from './rules.ts'

/** Amounts that closed statements billed beside what the book says now (rules.md §20). Pure. */

/** A correction: the difference of a charge that a closed statement has. */
export interface Correction {
  /** The statement that billed it first. */
  statementId: string
  number: string
  /** Billed by all closed statements, and reckoned now. */
  billed: string
  reckoned: string
  /** Loads that the charge did not have when it was billed, or has no longer, or otherwise. */
  changed: LoadOnLine[]
}

export interface BilledLine extends ChargeLine {
  /** Null of a charge of the statement's own months. */
  corrects: Correction | null
}

/** A statement that was closed. */
export interface ClosedStatement {
  id: string
  number: string
  months: string[]
  lines: BilledLine[]
}

/** Lists the months that closed statements have billed, each once. */
export function billedMonths(closed: ClosedStatement[]): string[] {
  return [...new Set(closed.flatMap(({ months }) => months))].toSorted()
}

/**
 * The corrections of months that were billed: for each charge what it is now, less what all statements billed of it. With them the sum over all
 * statements is what one statement over everything as it is now would be.
 *
 * @param closed in the order in which they were closed
 * @param now what is reckoned now of `billedMonths`
 */
export function correctionsOf(closed: ClosedStatement[], now: ChargeLine[]): BilledLine[] {
  const billed = Map.groupBy(
    closed.flatMap(({ lines }) => lines),
    ({ key }) => key,
  )
  const reckoned = new Map(now.map((line) => [line.key, line]))
  const keys = [...new Set([...billed.keys(), ...reckoned.keys()])].toSorted()
  return keys.flatMap((key): BilledLine[] => {
    const before = billed.get(key) ?? []
    const line = reckoned.get(key) ?? before.at(-1)
    const statement = line && closed.find(({ months }) => months.includes(line.month))
    if (!line || !statement) return []
    const { currency } = line
    const sum = sumOfMoney(
      before.map(({ amount }) => amount),
      currency,
    )
    const isNow = reckoned.get(key)
    const today = isNow?.amount ?? sumOfMoney([], currency)
    const amount = lessMoney(today, sum, currency)
    if (compareMoney(amount, '0') === 0) return []
    const corrects: Correction = {
      statementId: statement.id,
      number: statement.number,
      billed: sum,
      reckoned: today,
      changed: changedLoads(before.at(-1)?.loads ?? [], isNow?.loads ?? []),
    }
    const present = isNow ?? { ...line, quantity: '0', loads: [], days: [] }
    return [{ ...present, amount, corrects }]
  })
}

function changedLoads(before: LoadOnLine[], now: LoadOnLine[]): LoadOnLine[] {
  const textOf = (load: LoadOnLine) =>
    JSON.stringify([load.movementId, load.day, load.grams, load.moistureThousandths])
  const known = new Set(before.map(textOf))
  const still = new Set(now.map(({ movementId }) => movementId))
  const gone = before
    .filter(({ movementId }) => !still.has(movementId))
    .map((load) => ({ ...load, grams: 0 }))
  return [...now.filter((load) => !known.has(textOf(load))), ...gone]
}

/** Sums of lines by currency, by its code. */
export function totalsByCurrency(lines: Pick<ChargeLine, 'currency' | 'amount'>[]) {
  return [...Map.groupBy(lines, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => ({
      currency,
      amount: sumOfMoney(
        own.map(({ amount }) => amount),
        currency,
      ),
    }))
}
