import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { LoadFacts } from '../facts.ts'
import { fill } from '../words/words.ts'
import { banners, INK_2, mm, sayGrain, sayMeasured, sayPrinted, type Pen } from './drawn.ts'

/** Papers for a ticket. A roll is as long as its ticket. */
export const ticketSizes = ['a6', '80', '58'] as const
export type TicketSize = (typeof ticketSizes)[number]

const formats: Record<
  TicketSize,
  { width: number; height: number | 'auto'; margin: number; fontSize: number; code: number }
> = {
  a6: { width: 105, height: 148, margin: 6, fontSize: 8.5, code: 62 },
  '80': { width: 80, height: 'auto', margin: 4, fontSize: 9, code: 76 },
  '58': { width: 58, height: 'auto', margin: 3, fontSize: 8, code: 70 },
}

/** A weighbridge ticket. What nobody weighed says so. */
export function ticketSheet(pen: Pen, facts: LoadFacts, size: TicketSize): Sheet {
  const { width, height, margin, fontSize, code } = formats[size]
  const { words, issuer, marks } = pen
  const inset = mm(margin)
  return {
    title: `${words.ticket} ${facts.number} · ${issuer.name}`,
    language: pen.language,
    pageSize: { width: mm(width), height: height === 'auto' ? height : mm(height) },
    pageMargins: [inset, inset, inset, inset],
    fontSize,
    content: [
      { text: issuer.name, color: INK_2 },
      { text: `${words.ticket} ${facts.number}`, bold: true, fontSize: fontSize * 1.5, margin: [0, 1, 0, 3] },
      ...banners(pen, warningsOf(pen, facts)),
      { table: { widths: ['auto', '*'], headerRows: 0, body: linesOf(pen, facts) }, layout: 'rows' },
      ...partsOf(pen, facts),
      {
        margin: [0, 6, 0, 0],
        columns: [
          ...(marks.link === undefined ? [] : [{ width: code + 4, qr: marks.link, fit: code }]),
          { width: '*', fontSize: fontSize * 0.78, color: INK_2, text: `${words.check}\n${sayPrinted(pen)}` },
        ],
        columnGap: 6,
      },
      { text: `${words.signed}: ______________________`, margin: [0, 8, 0, 0] },
    ],
  }
}

/** That it is no longer in the book, or not finished. */
export function warningsOf({ words }: Pen, { status, full, empty }: LoadFacts): string[] {
  if (status === 'deleted') return [words.takenBack]
  return (full === null) !== (empty === null) ? [words.unfinished] : []
}

function linesOf(pen: Pen, facts: LoadFacts): Content[][] {
  const { words, formats: f } = pen
  const { full, empty, drying } = facts
  const grain = [...new Set(facts.parts.map((part) => sayGrain(pen, part.grain)))].join('\n')
  const kg = (value: number | null) => (value === null ? words.notWeighed : f.kg(value))
  const lines: [string, string, isLarge?: boolean][] = [
    [words.date, f.moment(facts.happenedAt)],
    [words.reference, facts.reference],
    [words.vehicle, facts.vehicle],
    [words.driver, facts.driver],
    [words.from, facts.from],
    [words.to, facts.to],
    [words.grain, grain],
    [words.full, kg(full)],
    [words.empty, kg(empty)],
    [words.net, sayNet(pen, facts), true],
    ...(drying
      ? [
          [
            fill(words.dried, { from: f.figure(drying.moisture), to: f.figure(drying.agreed) }),
            `−${f.kg(drying.lossWeight)}`,
          ] as [string, string],
          [words.inStore, f.kg(drying.netWeight)] as [string, string],
        ]
      : []),
    ...sayMeasured(pen, facts.measured),
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, text, isLarge]) => [
      { text: name, color: INK_2 },
      { text, bold: true, alignment: 'right', ...(isLarge && { fontSize: 13 }) },
    ])
}

/** The net weight; where it was only stated, that nobody weighed it. */
export function sayNet({ words, formats: f }: Pen, { net, full, empty }: LoadFacts): string {
  if (net === null) return words.notWeighed
  return full === null || empty === null ? `${f.kg(net)} (${words.stated})` : f.kg(net)
}

function partsOf(pen: Pen, { parts, kind }: LoadFacts): Content[] {
  if (parts.length < 2) return []
  const { words, formats: f } = pen
  const body = parts.map((part): Content[] => [
    kind === 'out' ? part.from : part.to,
    {
      text: part.weight === null ? words.notWeighed : f.kg(part.weight),
      bold: true,
      alignment: 'right',
    },
  ])
  return [
    { text: words.parts, color: INK_2, margin: [0, 5, 0, 0] },
    { table: { widths: ['*', 'auto'], headerRows: 0, body }, layout: 'rows' },
  ]
}
