/** Findings of a bay beside the limits of its store (rules.md §13), as pure functions. */

export const insectCounts = ['none', 'few', 'many'] as const
export const smells = ['sound', 'musty', 'sour', 'foreign'] as const
export const rodentSigns = ['none', 'traces', 'seen'] as const

/** Findings that are beyond their limits. */
export const alarms = ['temperature', 'rise', 'moisture', 'insects', 'smell', 'rodents'] as const
export type Alarm = (typeof alarms)[number]

export interface Findings {
  /** Of the hottest probe, in °C. */
  hottest: number | null
  moisture: number | null
  insects: (typeof insectCounts)[number] | null
  smell: (typeof smells)[number] | null
  rodents: (typeof rodentSigns)[number] | null
}

/** Limits of a store; null where nobody has said. */
export interface CheckLimits {
  mostCelsius: number | null
  mostRiseCelsius: number | null
  mostMoisturePercentage: number | null
}

export const noLimits: CheckLimits = {
  mostCelsius: null,
  mostRiseCelsius: null,
  mostMoisturePercentage: null,
}

/**
 * Finds what of a check is beyond the limits: hotter or wetter than the store allows, warmer than at the check before by more than it allows, or
 * with insects, a smell or rodents.
 *
 * @param before the hottest probe of the check before; null where there is none
 */
export function alarmsOf(found: Findings, limits: CheckLimits, before: number | null): Alarm[] {
  const { hottest, moisture, insects, smell, rodents } = found
  const isAlarming: Record<Alarm, boolean> = {
    temperature: isAbove(hottest, limits.mostCelsius),
    rise: hottest !== null && before !== null && isAbove(hottest - before, limits.mostRiseCelsius),
    moisture: isAbove(moisture, limits.mostMoisturePercentage),
    insects: insects !== null && insects !== 'none',
    smell: smell !== null && smell !== 'sound',
    rodents: rodents !== null && rodents !== 'none',
  }
  return alarms.filter((each) => isAlarming[each])
}

function isAbove(value: number | null, most: number | null): boolean {
  return value !== null && most !== null && value > most
}

/** The hottest of some probes; null where there are none. */
export function hottestOf(temperatures: { celsius: number }[]): number | null {
  return temperatures.length === 0 ? null : Math.max(...temperatures.map(({ celsius }) => celsius))
}
