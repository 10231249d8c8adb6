import type { TradingPosition } from '../../api/operations.ts'

export type PositionOfCrop = TradingPosition['commodities'][number]
export type PositionRow = PositionOfCrop['rows'][number]
export type PositionCell = PositionRow['months'][number]

/** A line of the overview: all of a commodity, or a part of it. */
export interface Line {
  key: string
  crop: PositionOfCrop
  /** Undefined for all of the commodity. */
  row: PositionRow | undefined
}

/** Returns the key of a part of a commodity in the address. */
export const keyOfRow = ({ type, grade, harvestYear, tags }: PositionRow) =>
  [type.id, grade.id, harvestYear, tags.map(({ id }) => id).join('_')].join('.')

/** Lists the lines of a position: each commodity, and its parts where it has several. */
export function positionLinesOf(crops: PositionOfCrop[]): Line[] {
  return crops.flatMap((crop) => [
    { key: String(crop.commodity.id), crop, row: undefined },
    ...(crop.rows.length > 1
      ? crop.rows.map((row) => ({ key: `${crop.commodity.id}.${keyOfRow(row)}`, crop, row }))
      : []),
  ])
}

/** The free weight in the month in which it is least, from the month that runs on. */
export function lowestOf(months: PositionCell[]): PositionCell | undefined {
  return months
    .slice(1)
    .reduce<PositionCell | undefined>(
      (least, cell) => (least === undefined || cell.available < least.available ? cell : least),
      undefined,
    )
}

const isQuiet = ({ plannedIn, plannedOut, harvest, purchases, sales }: PositionCell) =>
  [plannedIn, plannedOut, harvest, purchases, sales].every((weight) => weight === 0)

/** Leaves out the months at the end in which nothing comes or goes; now and the month that runs stay. */
export function shownMonths(months: PositionCell[]): PositionCell[] {
  const last = months.findLastIndex((cell) => !isQuiet(cell))
  const shown = months.slice(0, Math.max(last + 1, 2))
  // Between the last month and later nothing happens: a quiet month says so.
  return shown.filter((cell, index) => index < 2 || !isQuiet(cell) || shown.length <= 14)
}

/** True of a line below zero that is short of nothing: contracts of any kind, which other lines fill. */
export const isFilled = ({ row }: Line): boolean => row?.isFilledByOthers ?? false
