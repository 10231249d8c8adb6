import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { CountFacts, StockFacts, StockSums } from '../facts.ts'
import type { StockUnit } from '../stock-unit.ts'
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
  const { words } = pen
  const none: Content[] = facts.stores.length === 0 ? [{ text: words.noBays }] : []
  return paperPageOf(pen, words.countSheet, [
    ...head(pen, { title: words.countSheet }, aboutCount(pen, facts)),
    ...none,
    ...facts.stores.flatMap((store) => [heading(store.name), baysOf(pen, store, facts)]),
    ...leftOut(pen, facts.leftOut, words.inTheCsv),
  ])
}

/** The moment that is counted; of a session its name, too, and whether it is blind. */
function aboutCount({ words, formats }: Pen, { at, session, isBlind = false }: CountFacts): string[] {
  if (!session) return [words.asOf({ at: formats.moment(at) })]
  return [
    session.name,
    words.cutOffOfSheet({ at: formats.moment(at) }),
    words.blindness({ isBlind: session.isBlind, hidesBook: isBlind }),
  ]
}

function baysOf(pen: Pen, { bays }: CountFacts['stores'][number], facts: CountFacts): Content {
  const { words, formats } = pen
  const isBlind = facts.isBlind ?? false
  const book = (cell: Content): Content[] => (isBlind ? [] : [cell])
  const all = bays.flatMap(({ lots }) => lots)
  // Where crops have bushels of their own, and others have none, each row names its unit.
  const units = new Map([
    ...all.map(({ unit }) => [unit.label, unit] as const),
    ...(bays.some(({ lots }) => lots.length === 0) ? [[facts.unit.label, facts.unit] as const] : []),
  ])
  const [only = '', ...others] = units.keys()
  const isOne = others.length === 0
  const header = [
    column(words.bay),
    column(words.shouldLie),
    ...book(column(isOne ? words.byTheBook({ unit: only }) : words.bookAlone, 'right')),
    column(isOne ? words.counted({ unit: only }) : words.countedAlone, 'right'),
    column(words.countedBy),
  ]
  const figureIn = (unit: StockUnit, weight: number) => {
    const weights = all.filter((each) => each.unit.label === unit.label).map((each) => each.weight)
    const figure = formats.stockColumn(unit, weights)(weight)
    return right(isOne ? figure : `${figure} ${unit.label}`)
  }
  const room = (unit: StockUnit): Content => (isOne ? '' : right(unit.label))
  const body = bays.flatMap(({ name, lots }): Content[][] =>
    lots.length === 0
      ? [
          [
            name,
            { text: words.emptyBay, color: INK_2 },
            ...book(figureIn(facts.unit, 0)),
            room(facts.unit),
            '',
          ],
        ]
      : lots.map(({ grain, owner, weight, unit }, index) => [
          index === 0 ? name : '',
          {
            stack: [
              grainLine(pen, grain),
              ...(owner === '' ? [] : [{ text: owner, color: INK_2, fontSize: 8 }]),
            ],
          },
          ...book(figureIn(unit, weight)),
          room(unit),
          '',
        ]),
  )
  return {
    table: {
      widths: isBlind ? [90, '*', 92, 110] : [90, '*', 62, 78, 88],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      heights: 20,
      body: [header, ...body],
    },
    layout: 'grid',
  }
}
