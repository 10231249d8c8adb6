import type { Judgement } from '../../http/validate/rehearsal.ts'
import type { DefaultSpecification } from '../../system/commodities/schema.ts'
import type { Measurement } from './blend-rules.ts'

/** Comparison of grain with the measures that a grade has to have (rules.md §7). Pure. */

/** Names that laboratories and farms write for measures that have another name in the catalogue. */
const otherNames = new Map([
  ['hagberg', 'hagberg falling number'],
  ['hfn', 'hagberg falling number'],
  ['falling number', 'hagberg falling number'],
  ['bushel weight', 'specific weight'],
  ['hectolitre weight', 'specific weight'],
])

/**
 * Judges measured figures by the default specification of a grade. A figure counts under the name that the measure has, or is often given, and in its unit,
 * in whatever case; one that was stated without a unit is taken to be in it. Limits are met by figures that equal them.
 *
 * @example compareWithSpecification({ Protein: { value: 12.8, metric: '%' } }, breadWheat).verdict // 'failed': bread wheat asks for 13
 */
export function compareWithSpecification(
  quality: Record<string, Measurement>,
  specification: DefaultSpecification,
): Judgement {
  const figures = Object.entries(quality).map(([name, measured]) => [name.toLowerCase(), measured] as const)
  const others = figures.flatMap(([name, measured]) => {
    const meant = otherNames.get(name)
    return meant === undefined ? [] : [[meant, measured] as const]
  })
  // What has the measure's own name comes last, and so first.
  const known = new Map([...others, ...figures])
  const measures = specification.measures.map(({ specification: { id, name, unit }, ...limits }) => {
    const measured = known.get(name.toLowerCase())
    const value = measured && isInUnit(measured.metric, unit) ? measured.value : null
    return { id, name, unit, ...limits, value, verdict: verdictOn(value, limits) }
  })
  const { type, grade } = specification.commodity
  return { type, grade, verdict: worstOf(measures.map(({ verdict }) => verdict)), measures }
}

/** A measured figure that does not meet its limits. */
export interface BrokenLimit {
  name: string
  unit: string
  value: number
  min: number
  max: number
  /** At which moisture the limits are stated, in per cent. */
  moistureBasis?: number
}

/**
 * The measured figures that meet the limits of none of these specifications that has one for them.
 *
 * @example brokenLimits({ Admixture: { value: 3.5, metric: '%' } }, [rape]) // 3.5 % is over 2 %
 */
export function brokenLimits(
  quality: Record<string, Measurement>,
  specifications: readonly DefaultSpecification[],
): BrokenLimit[] {
  const judged = specifications.flatMap((each) => compareWithSpecification(quality, each).measures)
  return [...Map.groupBy(judged, ({ id }) => id).values()].flatMap((measures) => {
    const [first] = measures
    if (!first || first.value === null || measures.some(({ verdict }) => verdict === 'met')) return []
    const min = Math.min(...measures.map((each) => each.min))
    const max = Math.max(...measures.map((each) => each.max))
    // One country states a measure at one moisture.
    const { name, unit, value, moistureBasis } = first
    return [{ name, unit, value, min, max, ...(moistureBasis !== undefined && { moistureBasis }) }]
  })
}

function isInUnit(metric: string, unit: string): boolean {
  return metric === '' || metric.toLowerCase() === unit.toLowerCase()
}

type Verdict = Judgement['verdict']

function verdictOn(value: number | null, { min, max }: { min: number; max: number }): Verdict {
  if (value === null) return 'unmeasured'
  return value >= min && value <= max ? 'met' : 'failed'
}

/** One broken limit decides, whatever was not measured. */
function worstOf(verdicts: Verdict[]): Verdict {
  if (verdicts.includes('failed')) return 'failed'
  return verdicts.includes('unmeasured') ? 'unmeasured' : 'met'
}
