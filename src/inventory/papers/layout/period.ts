import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { PeriodFacts, PeriodLineFacts } from '../facts.ts'
import { column, grainLine, head, heading, INK_2, leftOut, paperPageOf, right, type Pen } from './drawn.ts'
import { sumsTable } from './register.ts'

/** The statement of a closed period: what lay there, came, went and was lost, and what was open. To be signed. */
export function periodSheet(pen: Pen, facts: PeriodFacts): Sheet {
  const { words, formats } = pen
  const { from, at, totals, note, earlier } = facts
  const about = [
    from === ''
      ? words.upTo({ day: formats.day(at) })
      : words.period({ from: formats.day(from), to: formats.day(at) }),
    note,
  ]
  const named = totals.map(({ commodityId, commodity, ...sums }) => ({
    name: pen.called('commodities', commodityId, commodity),
    sums,
  }))
  return paperPageOf(pen, words.books, [
    ...head(pen, { title: words.books }, about),
    ...(totals.length === 0 ? [{ text: words.nothingInStore }] : [sumsTable(pen, words.grain, named)]),
    ...(facts.losses.length === 0 ? [] : [heading(words.lossesAndGains), lossesOf(pen, facts)]),
    ...(earlier.loads === 0 ? [] : [earlierOf(pen, facts)]),
    ...openOf(pen, facts),
    ...(facts.lines.length === 0 ? [] : [heading(words.storeAndBay), linesOf(pen, facts.lines)]),
    ...leftOut(pen, facts.leftOut, words.inThePeriodCsv),
    { text: `${words.booksHash}: ${facts.ledgerHash}`, fontSize: 7, color: INK_2, margin: [0, 10, 0, 0] },
    ...(facts.auditHead === undefined
      ? []
      : [{ text: `${words.auditHead}: ${facts.auditHead}`, fontSize: 7, color: INK_2 }]),
    signatureOf(pen),
  ])
}

function lossesOf(pen: Pen, { losses }: PeriodFacts): Content {
  const { words, formats, called } = pen
  const figure = formats.column(losses.map(({ weight }) => weight))
  return {
    table: {
      widths: ['*', '*', 'auto', 'auto'],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [
        [column(words.grain), column(words.what), column(words.payer), column(formats.unit, 'right')],
        ...losses.map((loss): Content[] => {
          const reason = called('reasons', loss.reasonId, loss.reason)
          return [
            called('commodities', loss.commodityId, loss.commodity),
            words[`kind ${loss.kind}`]({ reason }),
            loss.payer === '' ? '' : loss.payer === 'storer' ? words.payerStorer : words.payerOwner,
            right(figure(loss.weight)),
          ]
        }),
      ],
    },
    layout: 'rows',
  }
}

function earlierOf({ words, formats }: Pen, { earlier }: PeriodFacts): Content {
  const { loads, cameIn, wentOut } = earlier
  const said = { n: formats.figure(loads), in: formats.weight(cameIn), out: formats.weight(wentOut) }
  return { text: words.earlierPeriods(said), margin: [0, 8, 0, 0] }
}

function openOf({ words, formats }: Pen, { open }: PeriodFacts): Content[] {
  const all = open.map(({ kind, count }) => `${words[`open ${kind}`]}: ${formats.figure(count)}`)
  const text = all.length === 0 ? words.nothingOpen : `${words.stillOpen}: ${all.join(' · ')}`
  return [{ text, margin: [0, 8, 0, 2] }]
}

function linesOf(pen: Pen, lines: PeriodLineFacts[]): Content {
  const { words, formats } = pen
  const figures = ({ opening, cameIn, wentOut, moved, lost, found, closing }: PeriodLineFacts) => [
    opening,
    cameIn,
    wentOut,
    moved,
    lost,
    found,
    closing,
  ]
  const figure = formats.column(lines.flatMap(figures))
  const names = [
    words.opening,
    words.cameIn,
    words.wentOut,
    words.movedBetween,
    words.lost,
    words.found,
    words.closing,
  ]
  return {
    table: {
      widths: ['*', '*', ...names.map(() => 'auto' as const)],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [
        [column(words.storeAndBay), column(words.grain), ...names.map((name) => column(name, 'right'))],
        ...lines.map((line): Content[] => [
          [line.store, line.bay].filter(Boolean).join(', '),
          {
            stack: [
              grainLine(pen, line.grain),
              { text: line.isOwn ? words.ownGrain : line.owner, color: INK_2, fontSize: 6.5 },
            ],
          },
          ...figures(line).map((each) => right(figure(each))),
        ]),
      ],
    },
    layout: 'rows',
    fontSize: 7,
  }
}

function signatureOf({ words }: Pen): Content {
  return {
    stack: [
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 220, y2: 0, lineWidth: 0.7 }],
        margin: [0, 34, 0, 3],
      },
      { text: words.signed, color: INK_2 },
    ],
    unbreakable: true,
  }
}
