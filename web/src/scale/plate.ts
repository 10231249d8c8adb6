import { readLine, recordNumberIn, type Make, type Reading } from './indicator-lines.ts'

/** At most one division of a weighbridge: so much may an empty plate show. */
const ZERO_KG = 20
/** No axle of a lorry is lighter. What weighs less than this more or less is the same lorry, with its driver or without. */
const LIGHTEST_AXLE_KG = 1000

/** The plate of a scale, as its indicator has described it since it is heard without a break. */
export interface Plate {
  reading: Reading | undefined
  /** The line that the reading is of. */
  line: string
  /** The number under which the instrument has kept the weight that stands there, with the line that said so. */
  record?: { number: string; line: string }
  /** The weights nearest to zero since the last lorry was taken: at rest, and in motion. */
  standing?: number
  passing?: number
  /** Kilograms of the lorry that was taken last, if one was since the indicator is heard. */
  taken?: number
  /** Kilograms on the plate before the lorry that was taken last, where it did not stand at zero. */
  before?: number | undefined
}

/** A plate of which nothing was heard yet. */
export const unheardPlate: Plate = { reading: undefined, line: '' }

/**
 * Adds a line to what is known of a plate. A line without a weight changes nothing.
 *
 * An instrument says once under which number it has kept a weighing, and then sends the weight over and over as before: the number holds as
 * long as that weight stands there.
 */
export function heardOn(plate: Plate, line: string, make: Make): Plate {
  const reading = readLine(line, make)
  if (!reading) return plate
  const number = recordNumberIn(line, make)
  const isSame = reading.isStable && reading.kg === plate.reading?.kg
  const record = number === undefined ? (isSame ? plate.record : undefined) : { number, line }
  const { record: _before, ...rest } = plate
  const rested = reading.isStable ? 'standing' : 'passing'
  return {
    ...rest,
    reading,
    line,
    ...(record && { record }),
    [rested]: nearerToZero(plate[rested], reading.kg),
  }
}

const nearerToZero = (one: number | undefined, other: number) =>
  one !== undefined && Math.abs(one) <= Math.abs(other) ? one : other

/**
 * The kilograms on the plate before the lorry that stands there now; undefined where the plate stood at zero, or nobody can know.
 *
 * Before the first lorry, only what is too light for an axle counts: the rest may be that lorry itself, half on the plate when it was first heard.
 */
export function onPlateBefore({ reading, standing, passing, taken, before }: Plate): number | undefined {
  if (!reading) return undefined
  const isTaken = taken !== undefined
  const lorry = Math.min(reading.kg, taken ?? Infinity)
  const isLess = (kg: number | undefined) => kg !== undefined && kg < lorry - LIGHTEST_AXLE_KG
  // Nothing has left since: it is the lorry that was taken before, taken again or loaded where it stands.
  if (!isLess(standing) && !(isTaken && isLess(passing))) return isTaken ? before : undefined
  const least = isLess(standing) ? standing : passing
  if (least === undefined || Math.abs(least) <= ZERO_KG) return undefined
  return isTaken || Math.abs(least) <= LIGHTEST_AXLE_KG ? least : undefined
}

/** The plate once its lorry was taken: what is heard from now on is between it and the next one. */
export function takenOff(plate: Plate): Plate {
  const { standing: _standing, passing: _passing, ...rest } = plate
  return { ...rest, ...(plate.reading && { taken: plate.reading.kg }), before: onPlateBefore(plate) }
}
