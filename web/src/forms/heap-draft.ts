import {
  coneMetres,
  heapKilograms,
  kgPerHlOfPounds,
  lengthsOf,
  METRES_IN_FOOT,
  spreadPercent,
  usualDensity,
  volumeCubicMetres,
  type HeapForm,
  type HeapLength,
  type HeapTop,
  type MeasuredHeap,
} from '../api/heap.ts'
import type { Language } from '../i18n/languages.ts'
import { parseMeasure } from '../i18n/numbers.ts'

/** The calculator as it is typed. */
export interface HeapDraft {
  form: HeapForm
  top: HeapTop
  unit: 'm' | 'ft'
  lengths: Partial<Record<HeapLength, string>>
  angle: string
  accuracy: string
  density: string
  densityUnit: 'kg/hl' | 'lb/bu'
  packing: string
}

/** A heap that was measured, and what is in it. */
export interface HeapResult {
  heap: MeasuredHeap
  cubicMetres: number
  kilograms: number
  /** Kilograms either way. */
  leastKilograms: number
  mostKilograms: number
}

/** The density of a sample is known to about one per cent, that of a grain that nobody measured to about five. */
const DENSITY_PERCENT = { sampled: 1, usual: 5 }

/** Density of what lies in a bay: of its last sample where it has one, in kilograms a hectolitre. */
export interface KnownDensity {
  kgPerHl: number
  isSampled: boolean
}

/** Finds the density by which a heap is weighed; undefined of a grain that nobody knows one of. */
export function densityOf(
  quality: readonly { name: string; value: string; metric: string }[],
  commodityId: number | undefined,
): KnownDensity | undefined {
  const sampled = quality.find(({ metric, value }) => /^(kg\/hl|lb\/bu)$/i.test(metric) && Number(value) > 0)
  if (sampled) {
    const value = Number(sampled.value)
    return { kgPerHl: /^lb/i.test(sampled.metric) ? kgPerHlOfPounds(value) : value, isSampled: true }
  }
  const usual = commodityId === undefined ? undefined : usualDensity(commodityId)
  return usual && { kgPerHl: usual.kgPerHl, isSampled: false }
}

/** Works out what was typed; undefined as long as a length that the form needs, or the density, is missing or cannot be read. */
export function resultOf(
  draft: HeapDraft,
  density: KnownDensity | undefined,
  language: Language,
): HeapResult | undefined {
  const read = (text: string | undefined) => {
    const parsed = parseMeasure(text ?? '', language)
    return 'value' in parsed ? parsed.value : undefined
  }
  const inMetres = (value: number | undefined) =>
    value === undefined ? undefined : draft.unit === 'ft' ? value * METRES_IN_FOOT : value
  const lengthsMetres: Partial<Record<HeapLength, number>> = {}
  for (const name of lengthsOf(draft.form, draft.top)) {
    const metres =
      inMetres(read(draft.lengths[name])) ?? byAngle(name, lengthsMetres.diameter, read(draft.angle))
    if (metres !== undefined) lengthsMetres[name] = metres
    else if (name !== 'hopper' && !(name === 'depth' && draft.top !== 'level')) return undefined
  }
  const typed = read(draft.density)
  const densityKgPerHl =
    typed === undefined ? density?.kgPerHl : draft.densityUnit === 'lb/bu' ? kgPerHlOfPounds(typed) : typed
  const shape = { form: draft.form, top: draft.top, lengthsMetres }
  const cubicMetres = volumeCubicMetres(shape)
  if (densityKgPerHl === undefined || cubicMetres <= 0) return undefined
  const accuracy = inMetres(read(draft.accuracy)) ?? 0
  const by = Object.fromEntries(lengthsOf(draft.form, draft.top).map((name) => [name, accuracy]))
  const isMeasured = typed !== undefined || density?.isSampled === true
  const spread = spreadPercent(shape, by, DENSITY_PERCENT[isMeasured ? 'sampled' : 'usual'])
  const heap = { ...shape, densityKgPerHl, packingFactor: read(draft.packing) ?? 1, spreadPercent: spread }
  const kilograms = heapKilograms(shape, heap)
  return {
    heap,
    cubicMetres,
    kilograms: Math.round(kilograms),
    leastKilograms: Math.round(kilograms * Math.max(0, 1 - spread / 100)),
    mostKilograms: Math.round(kilograms * (1 + spread / 100)),
  }
}

/** The height of a cone that nobody has measured, by the angle at which it lies. */
function byAngle(
  name: HeapLength,
  diameter: number | undefined,
  angle: number | undefined,
): number | undefined {
  return name === 'cone' && diameter !== undefined && angle !== undefined
    ? coneMetres(diameter, angle)
    : undefined
}
