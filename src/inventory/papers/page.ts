import { createHash } from 'node:crypto'
import type { Language } from '../../words/languages.ts'
import type { LoadFacts } from './facts.ts'
import type { PrintedPaper } from './store-paper.ts'
import { penOf, type Pen } from './layout/drawn.ts'
import { netLine, weightRows } from './layout/ticket.ts'
import type { Validity } from './validity.ts'
import { paperWordsIn } from '../../words/papers.ts'

const STYLE = `:root{color-scheme:light dark;font:17px/1.45 system-ui,sans-serif}body{max-width:34rem;margin:0 auto;padding:1.2rem}
h1{font-size:1.35rem;margin:.2rem 0 1rem}dl{margin:0}dl>div{display:flex;justify-content:space-between;gap:1rem;padding:.45rem 0;border-bottom:1px solid #8f857366}
dd{margin:0;font-weight:600;text-align:end}.said{padding:.8rem 1rem;border-radius:10px;margin:1rem 0;font-weight:600}
.good{background:light-dark(#e4f1e8,#1d3326);color:light-dark(#1c5233,#9fe0b6)}.bad{background:light-dark(#fbe4e1,#40201c);color:light-dark(#8c1d14,#ffb3a8)}`
/** The one style that the page's policy lets in. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/**
 * Builds the page that whoever holds a paper may see. For a load it shows who issued it, when, the lorry, from where to where, the grain and
 * its weights, all of which are on the paper. It never shows the driver's name, a contract, measurements, what the load is made of, or its
 * owner. For other papers it shows only their kind.
 */
export function paperPage(language: Language, paper: PrintedPaper, standing: Validity): string {
  const { facts, kind } = paper
  const pen = penOf(language, facts.issuer, undefined, {
    link: undefined,
    print: 1,
    printedAt: paper.printedAt.toISOString(),
    printedBy: '',
    replacesOf: undefined,
    replacedAt: paper.replacedAt?.toISOString(),
  })
  const { words } = pen
  const isLoad = kind === 'ticket' || kind === 'passport'
  const title = kind === 'stock' ? words.stock : words[kind]
  const number = paper.documentNumber ?? (isLoad ? (facts as LoadFacts).number : '')
  const lines = [
    [words.issuedBy, facts.issuer.name],
    // Of these kinds it is.
    ...(isLoad ? linesOf(pen, facts as LoadFacts) : []),
  ]
  const body = `<p class="said ${standing === 'newest' ? 'good' : 'bad'}">${escaped(validityText(pen, standing))}</p>
<dl>${lines.map(([name = '', value = '']) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>
${isLoad ? '' : `<p>${escaped(words.pageNoDetails)}</p>`}`
  return htmlOf(language, [title, number].filter(Boolean).join(' '), body)
}

export function notTherePage(language: Language): string {
  const { pageNotThere, pageNotThereWhy } = paperWordsIn(language)
  return htmlOf(language, pageNotThere, `<p>${escaped(pageNotThereWhy)}</p>`)
}

function validityText({ words, formats, marks }: Pen, standing: Validity): string {
  if (standing === 'newest') return words.pageCurrent
  if (standing === 'corrected') return words.pageCorrected
  if (standing === 'taken back') return words.pageTakenBack
  return words.pageReplaced({ at: formats.moment(marks.replacedAt ?? '') })
}

function linesOf(pen: Pen, facts: LoadFacts): [string, string][] {
  const { words, called } = pen
  const { moment } = pen.formats
  const grain = facts.parts.map((part) => called('commodities', part.grain.commodityId, part.grain.commodity))
  const lines: [string, string, boolean?][] = [
    [words.date, moment(facts.happenedAt)],
    [words.vehicle, facts.vehicle],
    [words.reference, facts.reference],
    [words.from, facts.from],
    [words.to, facts.to],
    [words.grain, [...new Set(grain)].join(', ')],
    ...weightRows(pen, facts),
    netLine(pen, facts),
  ]
  return lines.flatMap(([name, value]) => (value === '' ? [] : [[name, value]]))
}

function htmlOf(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}</main></body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)
}
