import { moistureNamed } from '../../kernel/moisture.ts'
import type { Description, Measurement } from './blend-rules.ts'

/** Measured quality of a parcel. Pure. */

/** Returns the name of a sample field's measure, without the blanks around it; moisture by its one name. */
export function measuredName(name: string): string {
  return moistureNamed(name) === 'moisture' ? 'Moisture' : name.trim()
}

/** Returns the quality of a parcel that was measured again: a figure takes the place of its like, in whatever case either is written. */
export function measuredAgain(
  known: Record<string, Measurement>,
  measured: Record<string, Measurement>,
): Record<string, Measurement> {
  const names = new Set(Object.keys(measured).map((name) => name.toLowerCase()))
  const others = Object.entries(known).filter(([name]) => !names.has(measuredName(name).toLowerCase()))
  return { ...Object.fromEntries(others), ...measured }
}

/** The moisture among what was measured, in per cent. */
export function moistureOf(quality: Record<string, Measurement>): number | undefined {
  return Object.entries(quality).find(([name]) => moistureNamed(name) === 'moisture')?.[1].value
}

/** Describes a dried load as it lies in the bay: its moisture is the level that it was dried to (rules.md §5). */
export function driedTo(
  load: Description,
  drying: { levelPercentage: number } | null | undefined,
): Description {
  if (!drying) return load
  const moisture = { value: drying.levelPercentage, metric: '%' }
  return { ...load, quality: measuredAgain(load.quality, { Moisture: moisture }) }
}

/**
 * Statement that somebody made about a parcel: only the properties, and of its quality only the figures, that it was about. Statements of a
 * version that stored all of them have all.
 */
export type StatedQuality = Partial<Description>

/** A parcel after a statement: setting one property says nothing about the others (rules.md §3). */
export function statedAgain(present: Description, { quality = {}, ...said }: StatedQuality): Description {
  return { ...present, ...said, quality: measuredAgain(present.quality, quality) }
}
