import { fault, type Fault } from '../../kernel/errors.ts'
import type { Measurement } from './blend-rules.ts'
import type { SampleInput } from './bodies.ts'

/** What the fields of a sample say, as pure functions. */

type Fields = NonNullable<SampleInput['fields']>

/**
 * The measurements of a sample that are numbers, by name: what a blend can take the mean of. A decimal comma is read
 * as a point, and a field without a name is left out.
 *
 * @example measurementsOf([{ name: 'Moisture', value: '14,5', metric: '%' }]) // { Moisture: { value: 14.5, metric: '%' } }
 */
export function measurementsOf(fields: Fields): Record<string, Measurement> {
  const measured = fields.flatMap(({ name, value, metric = '' }): [string, Measurement][] => {
    const number = numberIn(value)
    return number === undefined || name.trim() === ''
      ? []
      : [[name.trim(), { value: number, metric: metric.trim() }]]
  })
  return Object.fromEntries(measured)
}

function numberIn(value: string): number | undefined {
  const text = value.trim().replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

const MOISTURE = /^moisture( content)?( ?%)?$/i

/** The moisture among what was measured, in per cent. */
export function moistureOf(quality: Record<string, Measurement>): number | undefined {
  return Object.entries(quality).find(([name]) => MOISTURE.test(name))?.[1].value
}

/** The same measurements with this for their moisture, whatever a sample called it. */
export function withMoisture(
  quality: Record<string, Measurement>,
  percentage: number,
): Record<string, Measurement> {
  const others = Object.entries(quality).filter(([name]) => !MOISTURE.test(name))
  return { ...Object.fromEntries(others), Moisture: { value: percentage, metric: '%' } }
}

/**
 * What is wrong with the moisture of a sample: kilograms are taken off by it, so one that cannot be read must not pass
 * for none. An empty value was not measured.
 */
export function moistureFaults(fields: Fields, path: string): Fault[] {
  return fields.flatMap(({ name, value }, index) => {
    if (!MOISTURE.test(name.trim()) || value.trim() === '') return []
    const moisture = numberIn(value)
    return moisture !== undefined && moisture >= 0 && moisture <= 100
      ? []
      : [fault(`${path}[${index}].value`, 'must be a percentage from 0 to 100, such as 14.5', 'moisture')]
  })
}
