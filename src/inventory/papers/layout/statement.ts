import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { StatementFacts, StatementGroup, StatementLine } from '../facts.ts'
import { markNotes, marksText } from './load-marks.ts'
import { column, head, heading, INK_2, leftOut, paperPageOf, right, grainLine, type Pen } from './drawn.ts'

/** An owner's statement: what lay here, what came and went, what was lost and who bears it. */
export function statementSheet(pen: Pen, facts: StatementFacts): Sheet {
  const { words, formats } = pen
  const { number = '' } = pen.marks
  const about = [
    ...(number === '' ? [] : [`${words.number} ${number}`]),
    `${words.owner}: ${facts.owner}`,
    words.period({ from: formats.day(facts.from), to: formats.moment(facts.at) }),
  ]
  const none: Content[] = facts.groups.length === 0 ? [{ text: words.noGrain }] : []
  return paperPageOf(pen, `${words.statement}: ${facts.owner}`, [
    ...head(pen, { title: words.statement }, about),
    ...none,
    ...leftOut(pen, facts.leftOut, words.inTheTimeline),
    ...facts.groups.flatMap((group) => groupOf(pen, group)),
    ...markNotes(
      pen,
      facts.groups.flatMap(({ lines }) => lines),
    ),
  ])
}

function groupOf(pen: Pen, group: StatementGroup): Content[] {
  const { words, formats } = pen
  const { grain, storer, opening, closing, cameIn, wentOut, lost, found, lines } = group
  const sums: [string, string][] = [
    [words.opening, formats.weight(opening)],
    [words.cameIn, formats.weight(cameIn)],
    [words.wentOut, formats.weight(wentOut)],
    [words.lost, formats.weight(lost)],
    [words.found, formats.weight(found)],
    [words.closing, formats.weight(closing)],
  ]
  const title = [grainLine(pen, grain), storer === '' ? '' : `${words.storer} ${storer}`]
    .filter(Boolean)
    .join(' · ')
  return [
    heading(title),
    {
      columns: sums.map(([name, value], index): Content => ({
        width: '*',
        stack: [
          { text: name, fontSize: 7.5, color: INK_2 },
          { text: value, bold: true, noWrap: true, fontSize: index === sums.length - 1 ? 10.5 : 9 },
        ],
      })),
      columnGap: 4,
      margin: [0, 0, 0, 4],
    },
    ...(lines.length === 0 ? [] : [entriesOf(pen, lines, opening)]),
  ]
}

function entriesOf(pen: Pen, lines: StatementLine[], opening: number): Content {
  const { words, formats } = pen
  const header = [
    column(words.date),
    column(words.what),
    column(words.number),
    column(`${words.vehicle}, ${words.reference}`),
    column(words.change({ unit: formats.unit }), 'right'),
    column(words.closing, 'right'),
  ]
  // In grams, so that no fractions add up.
  let grams = Math.round(opening * 1000)
  const balances = lines.map(({ change }) => (grams += Math.round(change * 1000)) / 1000)
  const changed = formats.signedColumn(lines.map(({ change }) => change))
  const balance = formats.column(balances)
  const body = lines.map((line, index): Content[] => [
    formats.day(line.at),
    `${entryText(pen, line)}${marksText(pen, line)}`,
    line.number ?? (line.movementId > 0 ? String(line.movementId) : ''),
    [line.vehicle, line.reference].filter(Boolean).join(', '),
    right(changed(line.change)),
    right(balance(balances[index] ?? 0)),
  ])
  return {
    table: {
      widths: [54, '*', 52, 94, 'auto', 'auto'],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [header, ...body],
    },
    layout: 'rows',
    fontSize: 8,
  }
}

/** Puts a line's event into words, and for a loss the party who bears it. */
function entryText({ words, formats, called }: Pen, line: StatementLine): string {
  const { kind, party, reasonId, reason, payer, happenedAt } = line
  const what = words[`kind ${kind}`]({ party, reason: called('reasons', reasonId, reason) })
  const said =
    happenedAt === undefined ? what : `${what} (${words.happenedOn({ day: formats.day(happenedAt) })})`
  if (kind !== 'loss' || payer === '') return said
  return `${said} (${payer === 'storer' ? words.payerStorer : words.payerOwner})`
}
