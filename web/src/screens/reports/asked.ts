import type { Operations } from '../../api/operations.ts'
import { isDay } from '../../i18n/days.ts'

/** The question for a report, in the service's own words. */
export type AskedReport = Operations['GET /api/inventory/reports']['query']

/** Reports in the order in which they are offered. */
export const offeredKinds = ['season', 'deliveries', 'owners', 'losses', 'hauliers', 'quality'] as const
export type OfferedKind = (typeof offeredKinds)[number]

/** Periods that a report of days is offered for, and those of a season. */
export const periods = [
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisHarvestYear',
  'lastHarvestYear',
  'dates',
] as const
export type Period = (typeof periods)[number]
export const seasonPeriods = ['thisHarvestYear', 'lastHarvestYear'] as const satisfies readonly Period[]

/** A report as the address has it. */
export interface ReportAddress {
  kind: OfferedKind
  period: Period
  from: string
  to: string
  commodity: string
  store: string
  partner: string
  isBeside: boolean
}

const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | undefined,
  usual: Value,
): Value => values.find((value) => value === text) ?? usual

/** Reads the address; what is none of these is as usual. */
export function readAddress(search: Record<string, string>): ReportAddress {
  const kind = oneOf(offeredKinds, search['kind'], 'deliveries')
  const offered: readonly Period[] = kind === 'season' ? seasonPeriods : periods
  return {
    kind,
    period: oneOf(offered, search['period'], 'thisHarvestYear'),
    from: search['from'] ?? '',
    to: search['to'] ?? '',
    commodity: search['commodity'] ?? '',
    store: search['store'] ?? '',
    partner: search['partner'] ?? '',
    isBeside: search['beside'] === '1',
  }
}

/**
 * Builds the question to the service; undefined while the days of one's own period are not both there.
 *
 * @example reportAskedBy(readAddress({ kind: 'losses' })) // { kind: 'losses', period: 'thisHarvestYear' }
 */
export function reportAskedBy(address: ReportAddress): AskedReport | undefined {
  const { kind, period, from, to, commodity, store, partner, isBeside } = address
  const hasDays = isDay(from) && isDay(to) && from <= to
  if (period === 'dates' && !hasDays) return undefined
  return {
    kind,
    period,
    ...(period === 'dates' && { from, to }),
    ...(isBeside && { withYearBefore: true }),
    ...(/^[1-9]\d{0,8}$/.test(commodity) && { commodityId: Number(commodity) }),
    ...(store !== '' && { storageId: store }),
    ...(partner !== '' && { partnerId: partner }),
  }
}
