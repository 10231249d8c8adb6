import { kilogramsFromGrams } from '../../kernel/weight.ts'
import type { RegisterSums } from '../papers/facts.ts'
import type { ParcelFigures, FlowKind, ParcelRow } from './figures.ts'

/** The daily register, as pure sums over figures (rules.md §14). Grams. */

/** A storage contract, by days. */
export interface ContractDays {
  ownerId: string
  commodityId: number
  typeId: number
  firstDay: string
  lastDay: string
}

/** A day of one commodity. */
export interface RegisterLine extends RegisterSums {
  day: string
}

export interface RegisterOfCommodity {
  commodityId: number
  lines: RegisterLine[]
}

/**
 * Makes a line of each day for each commodity, in the order of days. Moved between parcels of the stores asked for is neither in nor out.
 *
 * @param days all days of the span, in order
 */
export function registerOf(
  organisationId: string,
  days: string[],
  { parcels, flows }: ParcelFigures,
  contracts: ContractDays[],
): RegisterOfCommodity[] {
  const flowsOf = Map.groupBy(flows, ({ record_id }) => record_id)
  const commodities = Map.groupBy(parcels, ({ commodity_id }) => commodity_id)
  return [...commodities]
    .sort(([one], [other]) => one - other)
    .map(([commodityId, own]) => {
      const lines = days.map(emptyLine)
      for (const parcel of own) {
        const isOwn = parcel.owner_id === organisationId
        const changes = Map.groupBy(flowsOf.get(parcel.id) ?? [], ({ day }) => day)
        let balance = parcel.opening
        for (const line of lines) {
          line.opening += balance
          for (const { kind, grams } of changes.get(line.day) ?? []) {
            balance += grams
            addFlow(line, kind, grams, isOwn)
          }
          addClosing(line, balance, isOwn, !isOwn && isUnderContract(parcel, line.day, contracts))
        }
      }
      return { commodityId, lines }
    })
}

function emptyLine(day: string): RegisterLine {
  const none = { opening: 0, inOwn: 0, inOthers: 0, out: 0, lost: 0, found: 0 }
  return { day, ...none, closing: 0, owned: 0, ofOthers: 0, underContract: 0 }
}

function addFlow(line: RegisterLine, kind: FlowKind, grams: number, isOwn: boolean): void {
  if (kind === 'in') line[isOwn ? 'inOwn' : 'inOthers'] += grams
  if (kind === 'out') line.out -= grams
  // A loss that is less than was thought goes the other way, and is still of the loss.
  if (kind === 'lost') line.lost -= grams
  if (kind === 'found') line.found += grams
}

function addClosing(line: RegisterLine, balance: number, isOwn: boolean, isUnder: boolean): void {
  line.closing += balance
  line[isOwn ? 'owned' : 'ofOthers'] += balance
  if (isUnder) line.underContract += balance
}

function isUnderContract(parcel: ParcelRow, day: string, contracts: ContractDays[]): boolean {
  return contracts.some(
    ({ ownerId, commodityId, typeId, firstDay, lastDay }) =>
      ownerId === parcel.owner_id &&
      commodityId === parcel.commodity_id &&
      typeId === parcel.type_id &&
      firstDay <= day &&
      day <= lastDay,
  )
}

/** Sums the lines of a register up to one: its opening is the first's, its closing the last's. */
export function totalOf(lines: RegisterLine[]): RegisterSums {
  const [first, last] = [lines[0] ?? emptyLine(''), lines.at(-1) ?? emptyLine('')]
  const sum = (of: 'inOwn' | 'inOthers' | 'out' | 'lost' | 'found') =>
    lines.reduce((total, line) => total + line[of], 0)
  const { closing, owned, ofOthers, underContract } = last
  return {
    opening: first.opening,
    inOwn: sum('inOwn'),
    inOthers: sum('inOthers'),
    out: sum('out'),
    lost: sum('lost'),
    found: sum('found'),
    closing,
    owned,
    ofOthers,
    underContract,
  }
}

/** Grams of each figure as kilograms. */
export function inKilograms<Sums extends { [Name in keyof Sums]: number }>(sums: Sums): Sums {
  const entries = Object.entries<number>(sums).map(([name, grams]) => [name, kilogramsFromGrams(grams)])
  // The same names, each with a number.
  return Object.fromEntries(entries) as Sums
}
