import type { Position } from '../api/operations.ts'
import { onlyCrop } from './only-crop.ts'
import { grams, sumsOf, stockTotalOf } from './sums.ts'

/** Groupings by which lines of a position are summed up. */
const groupings = ['commodity', 'owner', 'store', 'year'] as const
export type Grouping = (typeof groupings)[number]

export function isGrouping(value: unknown): value is Grouping {
  return groupings.some((each) => each === value)
}

type Line = Position['lines'][number]

/** One sum, at one date and at another. Kilograms. */
export interface Compared {
  key: string
  name: string
  commodityId: number
  /** The one crop that it is of, by which a bushel is one. */
  cropId: number | undefined
  /** The reader's own part of it that lies somewhere. */
  owned: number
  stored: number
  /** Own and of others. */
  total: number
  /** For sale, and lying nowhere. */
  offered: number
  /** Amount by which the plan takes more than is there. */
  short: number
  /** The total at the other date, or undefined where there is none to compare with. */
  before: number | undefined
  difference: number | undefined
}

function groupOf(line: Line, by: Grouping): [key: string, name: string] {
  switch (by) {
    case 'commodity':
      return [String(line.commodity.id), line.commodity.name]
    case 'owner':
      return [line.ownerId, line.ownerName]
    case 'store':
      return [line.storageId, line.storageName]
    case 'year':
      return [line.harvestYear, line.harvestYear]
  }
}

/** Lines summed up by one of their properties, heaviest first; beside them what it was at another date. */
export function compare(lines: Line[], by: Grouping, other?: Line[]): Compared[] {
  const keyOf = (line: Line) => groupOf(line, by)[0]
  const now = Map.groupBy(lines, keyOf)
  const then = Map.groupBy(other ?? [], keyOf)
  return [...new Set([...now.keys(), ...then.keys()])]
    .map((key) => comparedOf(key, now.get(key) ?? [], other && (then.get(key) ?? []), by))
    .toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name))
}

function comparedOf(key: string, lines: Line[], other: Line[] | undefined, by: Grouping): Compared {
  const first = lines[0] ?? other?.[0]
  const sums = sumsOf(lines)
  const total = stockTotalOf(sums)
  const before = other && stockTotalOf(sumsOf(other))
  return {
    key,
    name: first ? groupOf(first, by)[1] : '',
    commodityId: by === 'commodity' ? (first?.commodity.id ?? 0) : 0,
    cropId: onlyCrop([...lines, ...(other ?? [])].map(({ commodity }) => commodity.id)),
    ...sums,
    total,
    before,
    difference: before === undefined ? undefined : (grams(total) - grams(before)) / 1000,
  }
}

/** All of it in one line. */
export function totalOf(rows: Compared[]): Omit<Compared, 'key' | 'name' | 'commodityId' | 'cropId'> {
  const add = (pick: (row: Compared) => number | undefined) =>
    rows.reduce((sum, row) => sum + grams(pick(row) ?? 0), 0) / 1000
  const isCompared = rows.some(({ before }) => before !== undefined)
  return {
    owned: add(({ owned }) => owned),
    stored: add(({ stored }) => stored),
    total: add(({ total }) => total),
    offered: add(({ offered }) => offered),
    short: add(({ short }) => short),
    before: isCompared ? add(({ before }) => before) : undefined,
    difference: isCompared ? add(({ difference }) => difference) : undefined,
  }
}
