import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { StocktakeFacts } from '../facts.ts'
import { howCounted } from './how-counted.ts'
import { column, grainLine, head, heading, INK_2, paperPageOf, right, type Pen } from './drawn.ts'

/** The certificate of a stock-take: of which moment, each bay, the differences by owner and reason, and who counted and approved. */
export function stocktakeSheet(pen: Pen, facts: StocktakeFacts): Sheet {
  const { words, formats } = pen
  const about = [
    facts.name,
    words.cutOff({ at: formats.moment(facts.cutOff) }),
    words.countedByAll({ names: facts.countedBy.join(', ') }),
    words.approvedBy({ by: facts.approvedBy, at: formats.moment(facts.approvedAt) }),
    [facts.isBlind ? words.countedBlind : '', toleranceOf(pen, facts)].filter(Boolean).join(' · '),
  ]
  return paperPageOf(pen, `${words.stocktake}: ${facts.name}`, [
    ...head(pen, { title: words.stocktake }, about),
    ...(facts.variances.length === 0 ? [{ text: words.noVariances, bold: true }] : variancesOf(pen, facts)),
    heading(words.storeAndBay),
    linesOf(pen, facts),
    ...howCounted(pen, facts.counts ?? []),
    ...hashOf(pen, facts),
    ...signaturesOf(pen),
  ])
}

function toleranceOf({ words, formats }: Pen, { tolerance }: StocktakeFacts): string {
  const { percent, weight } = tolerance
  const said = [
    percent === null ? '' : `${formats.figure(percent)} %`,
    weight === null ? '' : formats.weight(weight),
  ].filter(Boolean)
  return said.length === 0 ? '' : words.toleranceOf({ tolerance: said.join(' / ') })
}

function variancesOf({ words, formats, called }: Pen, { variances }: StocktakeFacts): Content[] {
  const figure = formats.column(variances.flatMap(({ found, lost }) => [found, lost]))
  return [
    heading(words.variances),
    {
      table: {
        widths: ['*', '*', 'auto', 'auto'],
        headerRows: 1,
        keepWithHeaderRows: 1,
        body: [
          [
            column(words.owner),
            column(words.reasonOfVariance),
            column(`${words.lost}, ${formats.unit}`, 'right'),
            column(`${words.found}, ${formats.unit}`, 'right'),
          ],
          ...variances.map(({ owner, reasonId, reason, found, lost }): Content[] => [
            owner,
            called('reasons', reasonId, reason),
            right(figure(lost)),
            right(figure(found)),
          ]),
        ],
      },
      layout: 'rows',
    },
  ]
}

function linesOf(pen: Pen, { lines, totals }: StocktakeFacts): Content {
  const { words, formats } = pen
  const weights = formats.column(lines.flatMap(({ book, counted }) => [book, counted ?? 0]))
  const signed = formats.signedColumn(lines.map(({ variance }) => variance ?? 0))
  const small = (text: string): Content => ({ text, color: INK_2, fontSize: 7 })
  const header = [
    column(words.storeAndBay),
    column(words.grain),
    column(words.byTheBook({ unit: formats.unit }), 'right'),
    column(words.counted({ unit: formats.unit }), 'right'),
    column(words.variance, 'right'),
    column(words.countedBy),
  ]
  const body = lines.map((line): Content[] => [
    `${line.store}, ${line.bay}`,
    {
      stack: [
        ...(line.grains.length === 0
          ? [{ text: words.emptyBay, color: INK_2 }]
          : line.grains.map((grain) => grainLine(pen, grain))),
        ...line.owners.map(small),
      ],
    },
    right(weights(line.book)),
    right(line.counted === null ? '–' : weights(line.counted)),
    right(line.variance === null ? '–' : signed(line.variance)),
    {
      stack: [
        line.leftOut === null ? line.countedBy : words.leftOutOf({ why: line.leftOut }),
        ...(line.countedAt === null || line.leftOut !== null ? [] : [small(formats.moment(line.countedAt))]),
        ...(line.counts > 1 ? [small(words.countedTimes({ n: formats.figure(line.counts) }))] : []),
        ...(line.datedAt === null ? [] : [small(words.ofItsMoment)]),
      ],
    },
  ])
  const sum = [
    { text: words.total, bold: true },
    '',
    right(weights(totals.book), true),
    right(weights(totals.counted), true),
    right(signed(totals.variance), true),
    '',
  ]
  return {
    table: {
      widths: [88, '*', 'auto', 'auto', 'auto', 92],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [header, ...body, sum],
    },
    layout: 'rows',
    fontSize: 8,
  }
}

function hashOf({ words }: Pen, { ledgerHash, auditHead }: StocktakeFacts): Content[] {
  return [
    { text: words.ledgerHash, fontSize: 7.5, color: INK_2, margin: [0, 8, 0, 1] },
    { text: ledgerHash, fontSize: 7.5 },
    ...(auditHead === undefined
      ? []
      : [
          {
            text: words.auditHead,
            fontSize: 7.5,
            color: INK_2,
            margin: [0, 4, 0, 1] as [number, number, number, number],
          },
          { text: auditHead, fontSize: 7.5 },
        ]),
  ]
}

function signaturesOf({ words }: Pen): Content[] {
  return [
    {
      columns: [words.signatureCounted, words.signatureApproved].map((text): Content => ({
        width: '*',
        stack: [
          { text: '_'.repeat(36), color: INK_2 },
          { text, fontSize: 7.5, color: INK_2 },
        ],
      })),
      columnGap: 24,
      margin: [0, 30, 0, 0],
    },
  ]
}
