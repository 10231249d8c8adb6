import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { CountFacts, StockFacts, StockSums } from '../facts.ts'
import { column, head, heading, INK_2, leftOut, paperPageOf, right, grainLine, type Pen } from './drawn.ts'

/** All stock at a moment: sums by commodity, and where it lies. */
export function stockSheet(pen: Pen, facts: StockFacts): Sheet {
  const { words, formats } = pen
  const about = [words.asOf({ at: formats.moment(facts.at) })]
  const content =
    facts.lines.length === 0
      ? [{ text: words.nothingInStore }]
      : [sumsOf(pen, facts), heading(words.storeAndBay), parcelsOf(pen, facts)]
  return paperPageOf(pen, words.stock, [
    ...head(pen, { title: words.stock }, about),
    ...content,
    ...leftOut(pen, facts.leftOut, words.inTheCsv),
  ])
}

function sumsOf({ words, formats, called }: Pen, { perCommodity, totals }: StockFacts): Content {
  // What is offered or short stands apart, and only where there is any.
  const apart = (['offered', 'short'] as const).filter((kind) => (totals[kind] ?? 0) > 0)
  const together = ({ owned, stored }: StockSums) =>
    (Math.round(owned * 1000) + Math.round(stored * 1000)) / 1000
  const figuresOf = (sums: StockSums) => [
    sums.owned,
    sums.stored,
    together(sums),
    ...apart.map((kind) => sums[kind] ?? 0),
  ]
  const figure = formats.column([...perCommodity, totals].flatMap(figuresOf))
  const row = (name: string, sums: StockSums, bold = false): Content[] => [
    { text: name, bold },
    ...figuresOf(sums).map((each) => right(figure(each), bold)),
  ]
  const names = [words.own, words.forOthers, words.total, ...apart.map((kind) => words[kind])]
  return {
    table: {
      widths: ['*', ...names.map(() => 80)],
      headerRows: 1,
      keepWithHeaderRows: 1,
      body: [
        [column(words.grain), ...names.map((each) => column(`${each}, ${formats.unit}`, 'right'))],
        ...perCommodity.map(({ commodityId, commodity, ...sums }) =>
          row(called('commodities', commodityId, commodity), sums),
        ),
        row(words.total, totals, true),
      ],
    },
    layout: 'rows',
  }
}

function parcelsOf(pen: Pen, { lines }: StockFacts): Content {
  const { words, formats } = pen
  const figure = formats.column(lines.map(({ weight }) => weight))
  return {
    table: {
      widths: ['*', '*', 110, 'auto'],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [
        [column(words.storeAndBay), column(words.grain), column(words.owner), column(formats.unit, 'right')],
        ...lines.map((line): Content[] => [
          [line.storer, line.store, line.bay].filter(Boolean).join(', ') || words.offered,
          grainLine(pen, line.grain),
          line.isOwn ? { text: words.ownGrain, color: INK_2 } : line.owner,
          right(figure(line.weight)),
        ]),
      ],
    },
    layout: 'rows',
    fontSize: 8.5,
  }
}

/** The bays with what should lie there, and a column to write down what does. */
export function countSheet(pen: Pen, facts: CountFacts): Sheet {
  const { words, formats } = pen
  const about = [words.asOf({ at: formats.moment(facts.at) })]
  const none: Content[] = facts.stores.length === 0 ? [{ text: words.noBays }] : []
  return paperPageOf(pen, words.countSheet, [
    ...head(pen, { title: words.countSheet }, about),
    ...none,
    ...facts.stores.flatMap((store) => [heading(store.name), baysOf(pen, store)]),
    ...leftOut(pen, facts.leftOut, words.inTheCsv),
  ])
}

function baysOf(pen: Pen, { bays }: CountFacts['stores'][number]): Content {
  const { words, formats } = pen
  const header = [
    column(words.bay),
    column(words.shouldLie),
    column(words.byTheBook({ unit: formats.unit }), 'right'),
    column(words.counted({ unit: formats.unit }), 'right'),
    column(words.countedBy),
  ]
  const figure = formats.column(bays.flatMap(({ lots }) => lots.map(({ weight }) => weight)))
  const body = bays.flatMap(({ name, lots }): Content[][] =>
    lots.length === 0
      ? [[name, { text: words.emptyBay, color: INK_2 }, right(figure(0)), '', '']]
      : lots.map(({ grain, owner, weight }, index) => [
          index === 0 ? name : '',
          {
            stack: [
              grainLine(pen, grain),
              ...(owner === '' ? [] : [{ text: owner, color: INK_2, fontSize: 8 }]),
            ],
          },
          right(figure(weight)),
          '',
          '',
        ]),
  )
  return {
    table: {
      widths: [90, '*', 62, 78, 88],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      heights: 20,
      body: [header, ...body],
    },
    layout: 'grid',
  }
}
