import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { LoadFacts } from '../facts.ts'
import { banners, INK_2, letterheadOf, mm, grainLine, measuredRows, printedLine, type Pen } from './drawn.ts'

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
  const { width, height, margin, code } = formats[size]
  const { words, issuer, marks } = pen
  const inset = mm(margin)
  const rows = rowsOf(pen, facts)
  const fontSize = fontSizeFor(pen, size, rows, facts)
  const name = [words.ticket, facts.number].filter(Boolean).join(' ')
  return {
    title: `${name} · ${issuer.name}`,
    language: pen.language,
    pageSize: { width: mm(width), height: height === 'auto' ? height : mm(height) },
    pageMargins: [inset, inset, inset, inset],
    fontSize,
    cannotDraw: words.cannotDraw,
    content: [
      ...letterheadOf(pen, { width: mm(Math.min(width - 2 * margin, 60)), height: mm(12) }),
      { text: name, bold: true, fontSize: fontSize * 1.5, margin: [0, 2, 0, 3] },
      ...banners(pen, name, warningsOf(pen, facts)),
      { table: { widths: ['auto', '*'], headerRows: 0, body: linesOf(rows, fontSize) }, layout: 'rows' },
      ...partsOf(pen, facts),
      {
        unbreakable: true,
        margin: [0, 6, 0, 0],
        columns: [
          ...(marks.link === undefined ? [] : [{ width: code + 4, qr: marks.link, fit: code }]),
          {
            width: '*',
            stack: [
              {
                text: [...(marks.link === undefined ? [] : [words.check]), printedLine(pen)].join('\n'),
                fontSize: fontSize * 0.78,
                color: INK_2,
              },
              { text: `${words.signed}: ______________`, margin: [0, 12, 0, 0] },
            ],
          },
        ],
        columnGap: 6,
      },
      ...footOf(pen, fontSize),
    ],
  }
}

/** That it is no longer in the book, or not finished. */
export function warningsOf({ words }: Pen, { status, full, empty }: LoadFacts): string[] {
  if (status === 'deleted') return [words.takenBack]
  return (full === null) !== (empty === null) ? [words.unfinished] : []
}

/** The line that the organisation prints at the foot. */
function footOf({ letterhead }: Pen, fontSize: number): Content[] {
  const foot = letterhead?.foot ?? ''
  return foot === '' ? [] : [{ text: foot, fontSize: fontSize * 0.78, color: INK_2, margin: [0, 6, 0, 0] }]
}

type Row = [name: string, value: string, isLarge?: boolean]

/** As many lines of a ticket stand on A6 in its own size. */
const LINES_ON_A6 = 17
const LETTERS_ON_LINE = 36

/** Smaller where long names, many measures or several bays would need a second sheet. */
function fontSizeFor(pen: Pen, size: TicketSize, rows: Row[], { parts }: LoadFacts): number {
  const { fontSize, height } = formats[size]
  if (height === 'auto') return fontSize
  const lines = rows.map(([, value]) => Math.ceil(value.length / LETTERS_ON_LINE))
  const needed = lines.reduce((sum, each) => sum + each, 0) + (parts.length > 1 ? parts.length + 1 : 0)
  return Math.max(5.5, fontSize * Math.min(1, (LINES_ON_A6 - linesOfLetterhead(pen)) / needed))
}

/** Estimates the lines of a ticket that a letterhead takes the room of; the name of the organisation is there without one. */
function linesOfLetterhead({ letterhead }: Pen): number {
  if (!letterhead) return 0
  const { logo, foot, ...head } = letterhead
  const letters = [...Object.values(head), foot].reduce((sum, { length }) => sum + length, 0)
  return (logo === '' ? 0 : 3) + Math.ceil(letters / 60) / 2
}

function rowsOf(pen: Pen, facts: LoadFacts): Row[] {
  const { words, formats: f } = pen
  const { drying } = facts
  const grain = [...new Set(facts.parts.map((part) => grainLine(pen, part.grain)))].join('\n')
  const rows: Row[] = [
    [words.date, f.moment(facts.happenedAt)],
    [words.entry, facts.entry === undefined ? '' : words.numberFollows({ entry: facts.entry })],
    [words.trueDay, facts.lateOf === undefined ? '' : f.day(facts.lateOf)],
    [words.reference, facts.reference],
    [words.vehicle, facts.vehicle],
    [words.driver, facts.driver],
    [words.from, facts.from],
    [words.to, facts.to],
    [words.grain, grain],
    [words.owner, facts.owner ?? ''],
    [words.contract, [facts.storedUnder, facts.contract].filter(Boolean).join(', ')],
    ...weightRows(pen, facts),
    [...netLine(pen, facts), true],
    ...sourceRow(pen, facts, 'net'),
    ...(drying
      ? [
          [
            words.dried({ from: f.figure(drying.moisture), to: f.figure(drying.agreed) }),
            `−${f.weight(drying.lossWeight)}`,
          ] satisfies Row,
          [words.afterDrying, f.weight(drying.netWeight)] satisfies Row,
        ]
      : []),
    [words.holdOverride, facts.holdOverride ?? ''],
    ...measuredRows(pen, facts.measured),
  ]
  return rows.filter(([, value]) => value !== '')
}

/** The readings of the lorry, each with where it comes from below. */
export function weightRows(pen: Pen, facts: LoadFacts): Row[] {
  const { words, formats: f } = pen
  const kg = (value: number | null) => (value === null ? words.notWeighed : f.weight(value))
  return [
    [words.full, kg(facts.full)],
    ...sourceRow(pen, facts, 'full'),
    [words.empty, kg(facts.empty)],
    ...sourceRow(pen, facts, 'empty'),
  ]
}

/** Says where a weight comes from; nothing where nobody said. */
function sourceRow({ words, formats: f }: Pen, { sources = [] }: LoadFacts, name: string): Row[] {
  return sources.flatMap((each): Row[] => (each.what === name ? [['', words.weightSource(each, f)]] : []))
}

function linesOf(rows: Row[], fontSize: number): Content[][] {
  return rows.map(([name, text, isLarge]) => [
    { text: name, color: INK_2 },
    { text, bold: name !== '', alignment: 'right', ...(isLarge && { fontSize: fontSize * 1.5 }) },
  ])
}

/** The weighed net; a weight that was only stated, or is not known, has no such name. */
export function netLine(
  { words, formats: f }: Pen,
  { net, full, empty }: LoadFacts,
): [name: string, value: string] {
  if (net === null) return [words.weight, words.notWeighed]
  if (full === null || empty === null) return [words.weight, `${f.weight(net)} (${words.stated})`]
  return [words.net, f.weight(net)]
}

function partsOf(pen: Pen, { parts, kind }: LoadFacts): Content[] {
  if (parts.length < 2) return []
  const { words, formats: f } = pen
  const body = parts.map((part): Content[] => [
    kind === 'out' ? part.from : part.to,
    {
      text: part.weight === null ? words.notWeighed : f.weight(part.weight),
      bold: true,
      alignment: 'right',
    },
  ])
  return [
    { text: words.parts, color: INK_2, margin: [0, 5, 0, 0] },
    { table: { widths: ['*', 'auto'], headerRows: 0, body }, layout: 'rows' },
  ]
}
