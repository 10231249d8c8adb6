import { fault, type Fault } from '../../kernel/errors.ts'
import type { WeighingRules } from '../../kernel/weighing.ts'
import { message } from '../../words/catalogue.ts'

/** Sources of the weights of a lorry (rules.md §10), as pure functions. */

export const readingSources = ['scale', 'typed', 'remembered', 'file'] as const

/** Source of one weight. What nobody stated is left out. */
export interface WeightReading {
  source: (typeof readingSources)[number]
  /** Of a scale: its name on the device, and its make. */
  device?: string
  make?: string
  /** Line that it sent, as it came. */
  line?: string
  isStable?: boolean
  /** When it was read, to the second. */
  readAtUTC?: string
  /** The number under which the instrument itself has kept the weighing. */
  recordNumber?: string
  /** By what the figure was multiplied since, where the scale was out. */
  factor?: number
  /** Of a remembered tare: the movement that the lorry was weighed empty for. */
  ofMovementId?: number
  /** Of a typed weight: why it was typed. */
  reason?: string
}

export const weightNames = ['full', 'empty', 'net'] as const
type WeightName = (typeof weightNames)[number]

/** Sources of the weights of a lorry, as far as they are known. A net has one of its own only where nothing else was weighed. */
export type Readings = { [Name in WeightName]?: WeightReading }

/** Source of one weight, as a body gives it. */
interface GivenReading {
  source: WeightReading['source']
  device?: string | null
  make?: string | null
  line?: string | null
  isStable?: boolean | null
  readAtUTC?: string | null
  recordNumber?: string | null
  reason?: string | null
}

/** Sources of the weights of a lorry, as a body gives them. */
export type GivenReadings = { [Name in WeightName]?: GivenReading | null }

/** Weights of a lorry in grams, and where they come from; null where nobody weighed. */
export interface Scales {
  empty_grams: number | null
  full_grams: number | null
  readings: Readings | null
}

const lorryWeights = ['full', 'empty'] as const
const gramsOf = (scales: Omit<Scales, 'readings'>, name: (typeof lorryWeights)[number]) =>
  scales[`${name}_grams`]

/** Mark of a weight that was typed, or has the tare of an earlier load. */
export type WeightMark = 'typed' | 'remembered'

/** The marks of a load's weight, in the order in which papers have them. */
export function weightMarksOf(readings: Readings | null): WeightMark[] {
  const sources = weightNames.map((name) => readings?.[name]?.source)
  return (['typed', 'remembered'] as const).filter((mark) => sources.includes(mark))
}

/** Returns readings without those that say nothing; null where none is left. */
export function readingsOrNull(readings: {
  [Name in WeightName]?: WeightReading | undefined
}): Readings | null {
  const said = weightNames.flatMap((name) => (readings[name] ? [[name, readings[name]] as const] : []))
  return said.length === 0 ? null : Object.fromEntries(said)
}

/** Readings as a body says them; null where it says nothing. */
export function readingsOf(said: GivenReadings | null | undefined): Readings | null {
  if (!said) return null
  const { full, empty, net } = said
  return readingsOrNull({ full: readingOf(full), empty: readingOf(empty), net: readingOf(net) })
}

function readingOf(said: GivenReading | null | undefined): WeightReading | undefined {
  if (!said) return undefined
  const { source, isStable, readAtUTC } = said
  const texts = (['device', 'make', 'line', 'recordNumber', 'reason'] as const).flatMap((name) => {
    const text = name === 'line' ? (said.line ?? '') : (said[name]?.trim() ?? '')
    return text === '' ? [] : [[name, text]]
  })
  return {
    source,
    ...Object.fromEntries(texts),
    ...(isStable != null && { isStable }),
    ...(readAtUTC != null && { readAtUTC: toTheSecond(readAtUTC) }),
  }
}

/** @example toTheSecond('2026-08-14T10:15:07.250+01:00') // '2026-08-14T09:15:07Z' */
const toTheSecond = (moment: string) => new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * Finds the faults in where the weights of a body come from: a source for a weight that is not there, a tare that is no tare, and what the
 * organisation does not let pass.
 *
 * @param path of the weighbridge in the body
 */
export function readingFaults(path: string, scales: Scales, { typedWeights }: WeighingRules): Fault[] {
  const { net } = scales.readings ?? {}
  return [
    ...lorryWeights.flatMap((name) => {
      const reading = scales.readings?.[name]
      if (gramsOf(scales, name) === null)
        return reading ? [fault(`${path}.readings.${name}`, message('isForWeight', {}), 'contradiction')] : []
      return [
        ...(name === 'full' && reading?.source === 'remembered'
          ? [fault(`${path}.readings.full.source`, message('isForTare', {}), 'contradiction')]
          : []),
        ...typedFaults(path, name, reading, typedWeights),
      ]
    }),
    ...(net && lorryWeights.every((name) => gramsOf(scales, name) !== null)
      ? [fault(`${path}.readings.net`, message('isForNetAlone', {}), 'contradiction')]
      : []),
  ]
}

/** A weight of which nobody says where it comes from counts as typed: otherwise it would be enough to say nothing. */
function typedFaults(
  path: string,
  name: WeightName,
  reading: WeightReading | undefined,
  typedWeights: WeighingRules['typedWeights'],
): Fault[] {
  if (typedWeights === 'allowed' || (reading && reading.source !== 'typed')) return []
  if (typedWeights === 'refused')
    return [fault(`${path}.${name}`, message('typedWeightsAreRefused', {}), 'not_allowed')]
  if (reading?.reason) return []
  return [fault(`${path}.readings.${name}.reason`, message('typedWeightNeedsReason', {}), 'required')]
}

/** Leaves out the weights that a body repeats as they are and says nothing new of: they are no readings of its own. */
export function newWeights(before: Scales, given: Scales): Scales {
  const isNew = (name: (typeof lorryWeights)[number]) =>
    given.readings?.[name] !== undefined || gramsOf(given, name) !== gramsOf(before, name)
  return {
    ...given,
    empty_grams: isNew('empty') ? given.empty_grams : null,
    full_grams: isNew('full') ? given.full_grams : null,
  }
}

/**
 * Puts readings that a body gives in place of those before. A weight that changes without a word of where it comes from has no source any
 * more: what the scale said is not said of another figure.
 */
export function scalesAfter(before: Scales, given: Scales): Scales {
  const scales = {
    empty_grams: given.empty_grams ?? before.empty_grams,
    full_grams: given.full_grams ?? before.full_grams,
  }
  const isWeighed = scales.empty_grams !== null && scales.full_grams !== null
  const [full, empty] = lorryWeights.map((name) => readingAfter(name, before, given))
  const net = isWeighed ? undefined : (given.readings?.net ?? before.readings?.net)
  return { ...scales, readings: readingsOrNull({ full, empty, net }) }
}

function readingAfter(
  name: (typeof lorryWeights)[number],
  before: Scales,
  given: Scales,
): WeightReading | undefined {
  const [was, is] = [before.readings?.[name], given.readings?.[name]]
  const grams = gramsOf(given, name)
  if (grams === null) return was
  const isSame = grams === gramsOf(before, name)
  // A file that has the figure of the scale says nothing new of it.
  if (isSame && was && (!is || is.source === 'file')) return was
  return is
}

/** Says of readings that the figures were multiplied, since the scale was out. */
export function multiplied(readings: Readings | null, factor: number): Readings | null {
  const put = (reading: WeightReading | undefined) =>
    reading && { ...reading, factor: Math.round((reading.factor ?? 1) * factor * 1e9) / 1e9 }
  return readings && readingsOrNull({ ...readings, full: put(readings.full), empty: put(readings.empty) })
}

/** An earlier weighing of a lorry when it was empty, newest first. */
export interface WeighedTare {
  movementId: number
  grams: number
  weighedAt: Date
}

/** Reason to refuse a tare that is used again. */
export type TareRefusal = 'unknown' | 'old' | 'unsteady'

/** Part by which the tares of a lorry may differ that is always as heavy when it is empty. */
const STEADY_WITHIN = 0.02
const DAY_MS = 86_400_000

/**
 * Finds the weighing that a remembered tare is of, or why it may not be used.
 *
 * @param weighed the tares that the lorry was weighed with in the year before
 * @example tareUsed({ grams: 14_200_000, at }, [{ movementId: 1182, grams: 14_200_000, weighedAt }], rules) // { movementId: 1182, … }
 */
export function tareUsed(
  { grams, at }: { grams: number; at: Date },
  weighed: WeighedTare[],
  { rememberedTareDays: days, requiresSteadyTares }: WeighingRules,
): WeighedTare | TareRefusal {
  const found = weighed.find((each) => each.grams === grams)
  if (!found) return 'unknown'
  if (days !== null && (days === 0 || at.getTime() - found.weighedAt.getTime() > days * DAY_MS)) return 'old'
  if (requiresSteadyTares && !isSteady(weighed.map((each) => each.grams))) return 'unsteady'
  return found
}

function isSteady(grams: number[]): boolean {
  return Math.max(...grams) - Math.min(...grams) <= Math.min(...grams) * STEADY_WITHIN
}
