import { fault, type Fault } from '../../kernel/errors.ts'
import type { Measurement } from '../stock/blend-rules.ts'
import { dryMatterOf, moistureNamed } from '../../kernel/moisture.ts'
import { measuredName } from '../stock/quality-rules.ts'
import type { SampleInput } from './bodies.ts'
import { message } from '../../words/catalogue.ts'

/** Pure functions that read the fields of a sample. */

type Fields = NonNullable<SampleInput['fields']>

/**
 * The measurements of a sample that are numbers, by name: what a blend can take the mean of. A decimal comma is read
 * as a point, and a field without a name is left out. Moisture has one name and is per cent, whatever the sample calls it; a dry matter is
 * the moisture that it leaves, unless that was measured too.
 *
 * @example measurementsOf([{ name: 'moisture content', value: '14,5' }]) // { Moisture: { value: 14.5, metric: '%' } }
 */
export function measurementsOf(fields: Fields): Record<string, Measurement> {
  const measured = fields.flatMap(({ name: said, value, metric = '' }): [string, Measurement][] => {
    const name = measuredName(said)
    const number = numberIn(value)
    if (number === undefined || name === '') return []
    return [[name, { value: number, metric: name === 'Moisture' ? '%' : metric.trim() }]]
  })
  const isDryMatter = ([name]: [string, Measurement]) => moistureNamed(name) === 'dryMatter'
  const dryMatter = measured.find(isDryMatter)?.[1].value
  // Of water and dry matter one figure is kept: grain that is dried has another of both.
  return {
    ...(dryMatter !== undefined && {
      Moisture: { value: toThousandth(dryMatterOf(dryMatter)), metric: '%' },
    }),
    ...Object.fromEntries(measured.filter((each) => !isDryMatter(each))),
  }
}

function toThousandth(value: number): number {
  return Math.round(value * 1000) / 1000
}

function numberIn(value: string): number | undefined {
  const text = value.trim().replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

/**
 * Finds the faults in the moisture or dry matter of a sample: kilograms are taken off by it, so one that cannot be read must not pass
 * for none. An empty value was not measured.
 */
export function moistureFaults(fields: Fields, path: string): Fault[] {
  return fields.flatMap(({ name, value }, index) => {
    if (!moistureNamed(name) || value.trim() === '') return []
    const moisture = numberIn(value)
    return moisture !== undefined && moisture >= 0 && moisture <= 100
      ? []
      : [fault(`${path}[${index}].value`, message('isNoPercentage', {}), 'moisture')]
  })
}
