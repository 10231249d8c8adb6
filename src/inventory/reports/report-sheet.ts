import type { Actor } from '../../http/actor.ts'
import type { Content, Sheet } from '../../http/pdf/sheet.ts'
import { inUnit } from '../../words/units.ts'
import { column, head, heading, INK_2, paperPageOf, right, type Pen } from '../papers/layout/drawn.ts'
import { stockUnitFor } from '../papers/stock-unit.ts'
import type { Report } from './schema.ts'

type Group = Report['groups'][number]
type Figures = Pick<Group['total'], 'figures' | 'before'>
type Word = keyof Pen['words']

/** A report as it is to be printed. */
export interface PrintedReport {
  report: Report
  /** Names of what it is narrowed to, each with what it is, such as `Store: Home barn`. */
  filters: string[]
  /** Noon of a day that the report names. */
  noon: (day: string) => string
  /** The reader: their units and country. */
  actor: Pick<Actor, 'units' | 'countryISO'>
}

/** From so many columns on, a page lies on its side. */
const WIDE_FROM = 8

/** A report as its screen has it: a table with its sum for each group, the figures of the year before below those of this one, and a sum of all. */
export function reportSheet(pen: Pen, printed: PrintedReport): Sheet {
  const { words } = pen
  const { report, filters } = printed
  const title = words[`report ${report.kind}`]
  const about = [
    daysOf(pen, printed, report),
    ...filters,
    report.before ? words.reportBelow({ days: daysOf(pen, printed, report.before) }) : '',
  ]
  const hasSum = report.groups.length > 1 && report.kind !== 'quality'
  const content = [
    ...head(pen, { title }, about),
    ...(report.groups.length === 0 ? [words.reportNothing] : []),
    ...report.groups.flatMap((group) => groupContent(pen, printed, group)),
    ...(hasSum ? [heading(words.reportAll), tableOf(pen, printed, { rows: [], total: report.total })] : []),
    ...(report.kind === 'owners' ? [note(words.reportOffTheField)] : []),
  ]
  return paperPageOf(pen, title, content, {
    isWide: report.labels.length + report.figures.length >= WIDE_FROM,
  })
}

const note = (text: string): Content => ({ text, fontSize: 8, color: INK_2, margin: [0, 6, 0, 0] })

function daysOf(
  { words, formats }: Pen,
  { noon }: PrintedReport,
  { from, to, harvestYear }: Pick<Report, 'from' | 'to' | 'harvestYear'>,
): string {
  return harvestYear === ''
    ? words.period({ from: formats.day(noon(from)), to: formats.day(noon(to)) })
    : words.reportHarvest({ year: harvestYear })
}

function groupContent(pen: Pen, printed: PrintedReport, { group, rows, total }: Group): Content[] {
  const isOfHaulier = printed.report.groupedBy === 'haulier'
  const name = group.name || (isOfHaulier ? pen.words.reportNoHaulier : '–')
  const commodityId = isOfHaulier ? undefined : Number(group.id)
  return [heading(name), tableOf(pen, printed, { rows, total, commodityId })]
}

/** A table of rows with their sum; without rows the sum alone, of several crops. */
function tableOf(
  pen: Pen,
  printed: PrintedReport,
  { rows, total, commodityId }: Pick<Group, 'rows' | 'total'> & { commodityId?: number | undefined },
): Content {
  const { report } = printed
  const named = (name: string) => pen.words[`figure ${name}` as Word] as string
  const columns = report.figures.map((figure, at) => {
    const values = [...rows, total].flatMap(({ figures, before }) => [figures[at], before?.[at]])
    return columnOf(pen, printed.actor, { ...figure, commodityId }, values.filter(isFigure))
  })
  const cells = ({ figures, before }: Figures, isTotal = false) =>
    columns.map(({ write }, at) =>
      cellOf(write(figures[at]), before ? write(before[at]) : undefined, isTotal),
    )
  const sum = [
    pen.words.total,
    ...(total.commodities > 1 ? [pen.words.reportMixed({ n: total.commodities })] : []),
  ]
  // Labels of a sum stay empty but for the first.
  const blanks = report.labels.slice(1).map(() => '')
  const heads = rows.length === 0 ? ['', ...blanks] : report.labels.map((label) => column(named(label)))
  return {
    table: {
      widths: [...report.labels.map(() => '*' as const), ...columns.map(() => 'auto' as const)],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [
        [
          ...heads,
          ...report.figures.map(({ name }, at) =>
            column([named(name), columns[at]?.unit].filter(Boolean).join(', '), 'right'),
          ),
        ],
        ...rows.map((row) => [...row.labels.map(({ name }) => name || '–'), ...cells(row)]),
        [{ text: sum.join(' '), bold: true }, ...blanks, ...cells(total, true)],
      ],
    },
    layout: 'rows',
    fontSize: 8,
  }
}

const isFigure = (value: number | null | undefined): value is number => typeof value === 'number'

function cellOf(text: string, before: string | undefined, isTotal: boolean): Content {
  if (before === undefined) return right(text, isTotal)
  return { stack: [right(text, isTotal), { text: before, alignment: 'right', fontSize: 7, color: INK_2 }] }
}

/** The unit of a column, and how its figures are written in it; a figure that there is none of is a dash. */
function columnOf(
  { formats }: Pen,
  actor: PrintedReport['actor'],
  { unit, commodityId }: { unit: string; commodityId: number | undefined },
  values: number[],
): { unit: string; write: (value: number | null | undefined) => string } {
  const dash = (write: (value: number) => string) => (value: number | null | undefined) =>
    isFigure(value) ? write(value) : '–'
  const { area } = actor.units
  const stock = stockUnitFor(actor, commodityId)
  if (unit === 'kg') return { unit: stock.label, write: dash(formats.stockColumn(stock, values)) }
  if (unit === 'ha') return { unit: area, write: dash((value) => formats.figure(inUnit(value, area))) }
  if (unit !== 'kg/ha') return { unit, write: dash(formats.figure) }
  const weight = yieldUnitFor(actor, commodityId)
  const toCentesimal = (value: number) => Math.round(value * 100) / 100
  return {
    unit: `${weight.label}/${area}`,
    write: dash((value) => formats.figure(toCentesimal(value / weight.kilograms / inUnit(1, area)))),
  }
}

/** The unit of weight of a yield: bushels by the acre where the crop has bushels, as on the screen. */
function yieldUnitFor(actor: PrintedReport['actor'], commodityId: number | undefined) {
  const bushels = stockUnitFor({ ...actor, units: { ...actor.units, stock: 'bu' } }, commodityId)
  const isByBushels = actor.units.area === 'ac' && bushels.label === 'bu'
  return isByBushels ? bushels : stockUnitFor(actor, commodityId)
}
