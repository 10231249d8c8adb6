import type { UnderstoodSchema } from '../../system/imports/imports.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** Bounds that no farm exceeds. Figures outside a country's usual range deserve a second look, and ten times that has to be confirmed. Pure. */

/** The most of a country's fields, in hectares. */
const FIELDS: Record<string, number> = { US: 1000, CA: 1000, AU: 5000, NZ: 1000 }
const FIELD_ELSEWHERE = 200
/** The least and the most that a hectare bears in kilograms: grain, and what is dug up or cut green. */
const YIELDS = { crop: [500, 15_000], produce: [2000, 120_000] } as const
/** Most stock in one bay and most weight on a lorry, in kilograms. */
const BAY = 10_000_000
const LORRY = 60_000
const TIMES = 10
/** Of grain as it comes off a field or leaves a store, in per cent. */
const MOISTURES = [8, 40] as const

/** Bounds of a country's fields: south, north, west, east, in degrees. */
const BOXES: Record<string, readonly [number, number, number, number]> = {
  GB: [49.8, 60.9, -8.7, 1.8],
  IE: [51.3, 55.5, -10.7, -5.9],
  DE: [47.2, 55.1, 5.8, 15.1],
  FR: [41.3, 51.2, -5.2, 9.7],
  US: [18.9, 71.5, -179.2, -66.9],
  CA: [41.6, 83.2, -141.1, -52.6],
  AU: [-43.8, -9.9, 112.9, 153.7],
  NZ: [-47.4, -34.3, 166.3, 178.6],
}

/** A figure that looks wrong: a warning, or refused until somebody has confirmed the row. */
export interface Implausible {
  /** Of the import that it stands in. */
  column:
    | 'area'
    | 'weight'
    | 'gross'
    | 'moisture'
    | 'expectedYield'
    | 'harvestYear'
    | 'lat'
    | 'planted'
    | 'date'
    | 'capacity'
    | 'boundary'
  reason: Message
  isRefused: boolean
}

/** Facts of a row to check, besides those understood of it. */
export interface CheckedRow extends UnderstoodSchema {
  kind?: 'crop' | 'produce'
  /** A load, and no heap. */
  isLoad?: boolean
  columns?: Partial<Record<'area' | 'weight' | 'position', Implausible['column']>>
}

/** Finds what looks wrong of a row, in the caller's country and at this moment. */
export function findImplausible(said: CheckedRow, countryISO: string, now: Date): Implausible[] {
  return [
    ...area(said, countryISO),
    ...weight(said),
    ...yieldOf(said),
    ...moisture(said),
    ...harvestYear(said, now),
    ...position(said, countryISO),
    ...day(said, now),
  ]
}

function beyond(
  column: Implausible['column'],
  value: number,
  [least, most]: readonly [number, number],
  reasonFor: () => Message,
): Implausible[] {
  if (value === 0 || (value >= least && value <= most)) return []
  // Little of anything is no danger; of a yield it is another unit.
  const isTooLittle = column === 'expectedYield' && value < least / TIMES
  return [{ column, reason: reasonFor(), isRefused: value > most * TIMES || isTooLittle }]
}

function area({ areaHectares: value, columns }: CheckedRow, countryISO: string): Implausible[] {
  if (value === undefined) return []
  const most = FIELDS[countryISO] ?? FIELD_ELSEWHERE
  const least = 0.01
  return beyond(columns?.area ?? 'area', value, [least, most], () =>
    message('areaIsOdd', { area: value, least, most }),
  )
}

function weight({ weightKilograms: value, isLoad, columns }: CheckedRow): Implausible[] {
  if (value === undefined || value <= 0) return []
  const [least, most] = isLoad ? [100, LORRY] : [1, BAY]
  return beyond(columns?.weight ?? 'weight', value, [least, most], () =>
    message('weightIsOdd', { weight: value, least, most, of: isLoad ? 'lorry' : 'bay' }),
  )
}

function yieldOf({ yieldKilogramsPerHectare: value, kind = 'crop' }: CheckedRow): Implausible[] {
  if (value === undefined) return []
  const [least, most] = YIELDS[kind]
  return beyond('expectedYield', value, [least, most], () => message('yieldIsOdd', { value, least, most }))
}

/** A spreadsheet may hold 14.5 % as 0.145. */
function moisture({ moisturePercentage: value }: CheckedRow): Implausible[] {
  if (value === undefined || (value >= MOISTURES[0] && value <= MOISTURES[1])) return []
  const reason = message('moistureIsOdd', { value, least: MOISTURES[0], most: MOISTURES[1] })
  return [{ column: 'moisture', reason, isRefused: value < MOISTURES[0] / TIMES }]
}

function harvestYear({ harvestYear: label }: CheckedRow, now: Date): Implausible[] {
  const year = Number(/^\d{4}/.exec(label ?? '')?.[0] ?? 'NaN')
  if (Number.isNaN(year)) return []
  const years = year - now.getUTCFullYear()
  if (years >= -10 && years <= 2) return []
  return [
    {
      column: 'harvestYear',
      reason: message('isYearsFromNow', { years: Math.abs(years) }),
      isRefused: years < -50 || years > 10,
    },
  ]
}

function isIn(countryISO: string, lat: number, lon: number): boolean {
  const [south, north, west, east] = BOXES[countryISO] ?? [-90, 90, -180, 180]
  return lat >= south && lat <= north && lon >= west && lon <= east
}

function position({ latitude: lat, longitude: lon, columns }: CheckedRow, countryISO: string): Implausible[] {
  if (lat === undefined || lon === undefined || isIn(countryISO, lat, lon)) return []
  const isSwapped = isIn(countryISO, lon, lat)
  const its = columns?.position
  const reason = message('positionIsOdd', { isSwapped, isWhole: its !== undefined })
  return [{ column: its ?? 'lat', reason, isRefused: isSwapped }]
}

function day({ date }: CheckedRow, now: Date): Implausible[] {
  const years = date === undefined ? 0 : (Date.parse(date.slice(0, 10)) - now.getTime()) / 31_557_600_000
  if (!(years > 1 || years < -10)) return []
  return [
    {
      column: 'date',
      reason: message('isYearsFromNow', { years: Math.round(Math.abs(years)) }),
      isRefused: years > 10 || years < -100,
    },
  ]
}
