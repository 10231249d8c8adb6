import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { RegisterFacts, RegisterSums } from '../facts.ts'
import { column, head, heading, paperPageOf, right, type Pen } from './drawn.ts'

/** The daily register: a table of days for each commodity, with its sum. */
export function registerSheet(pen: Pen, facts: RegisterFacts): Sheet {
  const { words, formats, called } = pen
  const about = [
    words.period({ from: formats.day(facts.from), to: formats.day(facts.at) }),
    facts.store === '' ? words.allStores : facts.store,
  ]
  const none: Content[] = facts.commodities.length === 0 ? [{ text: words.nothingInStore }] : []
  return paperPageOf(pen, words.register, [
    ...head(pen, { title: words.register }, about),
    ...none,
    ...facts.commodities.flatMap(({ commodityId, commodity, total, days }): Content[] => [
      heading(called('commodities', commodityId, commodity)),
      sumsTable(pen, words.date, [
        ...days.map(({ at, ...sums }) => ({ name: formats.day(at), sums })),
        { name: words.total, sums: total, isTotal: true },
      ]),
    ]),
  ])
}

interface NamedSums {
  name: string
  sums: RegisterSums
  isTotal?: boolean
}

/** A table of what there was, came, went, was lost and found, and what was there at the end and whose it was. */
export function sumsTable({ words, formats }: Pen, first: string, rows: NamedSums[]): Content {
  const names: [keyof RegisterSums, string][] = [
    ['opening', words.opening],
    ['inOwn', words.inOwn],
    ['inOthers', words.inOthers],
    ['out', words.wentOut],
    ['lost', words.lost],
    ['found', words.found],
    ['closing', words.closing],
    ['owned', words.own],
    ['ofOthers', words.forOthers],
    ['underContract', words.underContract],
  ]
  const figure = formats.column(rows.flatMap(({ sums }) => names.map(([name]) => sums[name])))
  return {
    table: {
      widths: ['*', ...names.map(() => 'auto' as const)],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [
        [column(`${first}, ${formats.unit}`), ...names.map(([, name]) => column(name, 'right'))],
        ...rows.map(({ name, sums, isTotal = false }): Content[] => [
          { text: name, bold: isTotal, noWrap: true },
          ...names.map(([each]) => right(figure(sums[each]), isTotal)),
        ]),
      ],
    },
    layout: 'rows',
    fontSize: 7,
  }
}
