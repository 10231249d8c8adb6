import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { RecallFacts, RecallLine, RecallSection } from '../facts.ts'
import type { PaperWords } from '../../../words/papers.ts'
import { paired } from '../../../kernel/paired.ts'
import { partsOfWhole } from '../formats.ts'
import { markNotes, marksText } from './load-marks.ts'
import { column, head, heading, INK_2, leftOut, paperPageOf, right, type Pen } from './drawn.ts'

/** A recall sheet: everything that a load, a heap or a crop touched, with room to write down who was told. */
export function recallSheet(pen: Pen, facts: RecallFacts): Sheet {
  const { words, formats } = pen
  const about = [facts.name, words.recallAsOf({ at: formats.moment(facts.at), unit: formats.unit })]
  return paperPageOf(pen, `${words.recall}: ${facts.name}`, [
    ...head(pen, { title: words.recall }, about),
    ...leftOut(pen, facts.leftOut, words.inTheTrace),
    ...facts.sections.flatMap((section) => sectionOf(pen, section)),
    ...markNotes(
      pen,
      facts.sections.flatMap(({ loads = [], madeOf, wentTo }) => [...loads, ...madeOf, ...wentTo]),
    ),
  ])
}

const titles: Record<RecallSection['about'], 'theLoad' | 'theStock' | 'theCrop'> = {
  load: 'theLoad',
  stock: 'theStock',
  crop: 'theCrop',
}

function sectionOf(pen: Pen, section: RecallSection): Content[] {
  const { about, name, place, weight, loads = [], madeOf, wentTo } = section
  const { words, formats } = pen
  const title = [`${words[titles[about]]}: ${name}`, place, formats.wholeWeight(weight)]
    .filter(Boolean)
    .join(' · ')
  return [
    heading(title),
    ...(about === 'crop' ? [] : linesOf(pen, words.upstream, madeOf)),
    ...(loads.length === 0 ? [] : linesOf(pen, words.loadsIn, loads)),
    ...(about === 'load' ? [] : linesOf(pen, words.downstream, wentTo)),
  ]
}

function linesOf(pen: Pen, title: string, lines: RecallLine[]): Content[] {
  const { words, formats } = pen
  const name: Content = { text: title, bold: true, margin: [0, 4, 0, 2] }
  if (lines.length === 0) return [name, { text: words.nothingKnown, color: INK_2 }]
  const header = [
    column(words.who),
    column(words.date),
    column(words.number),
    column(words.lorry),
    column(formats.unit, 'right'),
    column(words.share, 'right'),
    column(words.told),
  ]
  const figures = partsOfWhole(lines, formats)
  return [
    name,
    {
      table: {
        widths: ['*', 50, 34, 84, 54, 42, 78],
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        body: [
          header,
          ...paired(lines, figures.lines).map(([line, own]) => rowOf(pen, line, own)),
          sumOf(pen, figures.total),
        ],
      },
      layout: 'rows',
      fontSize: 8,
    },
  ]
}

/** Draws the total of a column. */
function sumOf({ words }: Pen, [weight, share]: [weight: string, share: string]): Content[] {
  return [{ text: words.total, bold: true }, '', '', '', right(weight, true), right(share, true), '']
}

function rowOf(pen: Pen, line: RecallLine, [weight, share]: [weight: string, share: string]): Content[] {
  const { words, formats, called } = pen
  const { type, name, reasonId, reason, variety, movementId, at } = line
  const what = words[`type ${type}` as keyof PaperWords] as string
  const who = [name, reasonId > 0 ? called('reasons', reasonId, reason) : '', variety]
    .filter(Boolean)
    .join(' · ')
  return [
    { text: [`${what} `, { text: who, bold: true }, marksText(pen, line)] },
    formats.day(at),
    line.number ?? (movementId > 0 ? String(movementId) : ''),
    [line.vehicle, line.driver, line.reference].filter(Boolean).join(', '),
    right(weight),
    right(share),
    '',
  ]
}
