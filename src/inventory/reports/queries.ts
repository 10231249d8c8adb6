import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { TableCell, TableFile } from '../../http/table.ts'
import { dateFault, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { dayAlone, formatDate, parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import {
  findCountry,
  harvestYearIn,
  harvestYearIsValid,
  noHarvestYear,
} from '../../system/countries/countries.ts'
import { message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import { paperWordsIn } from '../../words/papers.ts'
import { nameWithoutEnding } from '../papers/print.ts'
import type { AskedLines } from './asked.ts'
import { kindsOfReport } from './kinds.ts'
import {
  harvestYearBefore,
  harvestYearOn,
  spanOfPeriod,
  yearBefore,
  type HarvestYearRules,
  type Span,
} from './period-rules.ts'
import { reportOf } from './rules.ts'
import type { Report, ReportQuery } from './schema.ts'

/** Days, or the harvest year, that a report is of. */
interface ReportDays extends Span {
  harvestYear: string
}

/**
 * Reads a report: rows with subtotals by commodity or haulier, and a total (rules.md §21). Everything is read in one moment.
 *
 * @throws Refusal `invalid_input` for days that are none, an end before its start, and a season of days
 */
export function readReport(db: Kysely<Tables>, actor: Actor, query: ReportQuery): Promise<Report> {
  const days = reportDays(actor, query)
  const earlier = query.withYearBefore === true ? daysBefore(days) : undefined
  const { groupedBy, labels, figures, findLines } = kindsOfReport[query.kind]
  return inOneMoment(db, async (moment) => {
    const now = await findLines(moment, actor, askedOf(actor, query, days))
    const before = earlier && (await findLines(moment, actor, askedOf(actor, query, earlier)))
    return {
      kind: query.kind,
      atUTC: actor.now.toISOString(),
      ...days,
      before: earlier ?? null,
      groupedBy,
      labels: [...labels],
      figures: figures.map(({ name, unit }) => ({ name, unit })),
      ...reportOf(figures, now, before),
    }
  })
}

/**
 * Finds the days, or the harvest year, that a report is of at the caller's moment.
 *
 * @throws Refusal `invalid_input` for days that are none, an end before its start, and a season of days
 */
export function reportDays(actor: Actor, query: ReportQuery): ReportDays {
  const rules = harvestYearRules(actor)
  const today = formatDate(actor.now, actor.timeZone)
  const { kind, period = 'thisHarvestYear' } = query
  if (kind === 'season') return { from: '', to: '', harvestYear: seasonOf(actor, query, today, rules) }
  refuseFaults(
    query.harvestYear === undefined ? [] : [fault('harvestYear', message('isOfSeasonAlone', {}), 'mismatch')],
  )
  const span = period === 'dates' ? datesOf(actor, query) : spanOfPeriod(period, today, rules)
  return { ...span, harvestYear: '' }
}

function harvestYearRules({ countryISO }: Actor): HarvestYearRules {
  const country = findCountry(countryISO)
  return {
    start: country?.harvestYearStarts.default ?? '01-01',
    isSplit: country?.splitHarvestYears ?? false,
  }
}

function seasonOf(
  { countryISO }: Actor,
  { period = 'thisHarvestYear', harvestYear }: ReportQuery,
  today: string,
  rules: HarvestYearRules,
): string {
  if (harvestYear !== undefined) {
    const isValid = harvestYearIsValid(harvestYear, countryISO)
    refuseFaults(isValid ? [] : [fault('harvestYear', noHarvestYear(countryISO), 'harvest_year')])
    return harvestYearIn(harvestYear, countryISO)
  }
  const isYear = period === 'thisHarvestYear' || period === 'lastHarvestYear'
  refuseFaults(isYear ? [] : [fault('period', message('seasonIsOfHarvestYear', {}), 'mismatch')])
  return harvestYearOn(today, rules, period === 'lastHarvestYear' ? 1 : 0)
}

function datesOf({ timeZone }: Actor, query: ReportQuery): Span {
  const dayOf = (field: 'from' | 'to'): string | Fault => {
    const said = query[field]
    if (said === undefined) return fault(field, message('isNeeded', {}), 'required')
    return dayAlone(said, timeZone)[0] ?? dateFault(field)
  }
  const [from, to] = [dayOf('from'), dayOf('to')]
  refuseFaults([from, to].filter((each) => typeof each !== 'string'))
  if (typeof from !== 'string' || typeof to !== 'string')
    throw new Error('unreachable: the faults were refused')
  refuseFaults(to < from ? [fault('to', message('isBeforeStart', { start: 'from' }), 'minimum')] : [])
  return { from, to }
}

function daysBefore(days: ReportDays): ReportDays {
  return days.harvestYear === ''
    ? { ...yearBefore(days), harvestYear: '' }
    : { ...days, harvestYear: harvestYearBefore(days.harvestYear) }
}

/** No id of a store: finds nothing, as an id that nobody has. */
const NO_STORE = '00000000-0000-0000-0000-000000000000'

function askedOf(
  { timeZone, now }: Actor,
  { commodityId, storageId, partnerId }: ReportQuery,
  { from, to, harvestYear }: ReportDays,
): AskedLines {
  const start = from === '' ? now : parseInstant(from, timeZone)
  const end = to === '' ? now : parseInstantEnd(to, timeZone)
  if (!start || !end) throw new Error(`unreachable: the days were checked: ${from} to ${to}`)
  return {
    from: start,
    before: new Date(end.getTime() + 1),
    harvestYear,
    commodityId,
    ...(storageId !== undefined && { storageId: isId(storageId) ? storageId : NO_STORE }),
    partnerId,
  }
}

/**
 * Names the file of a report by its kind and its days, in the reader's language and without an ending.
 *
 * @example reportFileName('en', losses) // 'Losses-by-reason-and-payer-2026-07-01-2026-08-14'
 */
export function reportFileName(
  language: Language,
  { kind, from, to, harvestYear }: Pick<Report, 'kind' | 'from' | 'to' | 'harvestYear'>,
): string {
  const days = harvestYear === '' ? [from, to] : [harvestYear]
  return nameWithoutEnding([paperWordsIn(language)[`report ${kind}`], ...days])
}

/** The report as a table: a row of each row, with its days, so that those of the year before stand below with theirs. */
export function reportTable(db: Kysely<Tables>, actor: Actor, query: ReportQuery): TableFile {
  const { groupedBy, labels, figures } = kindsOfReport[query.kind]
  async function* rows(): AsyncGenerator<TableCell[]> {
    const report = await readReport(db, actor, query)
    for (const { group, rows: own } of report.groups)
      for (const row of own) {
        const named = [group.name, ...row.labels.map(({ name }) => name)]
        yield [...spanCells(report), ...named, ...row.figures]
        if (report.before && row.before) yield [...spanCells(report.before), ...named, ...row.before]
      }
  }
  const names = figures.map(({ name }) => name)
  return {
    fileName: reportFileName(actor.language, { kind: query.kind, ...reportDays(actor, query) }),
    columns: ['harvestYear', 'from', 'to', groupedBy, ...labels, ...names],
    rows: rows(),
  }
}

const spanCells = ({ harvestYear, from, to }: ReportDays): TableCell[] => [harvestYear, from, to]
