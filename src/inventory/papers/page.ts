import type { Language } from '../../words/languages.ts'
import { escaped, factList, type PublicPage } from '../../http/public-page.ts'
import type { LoadFacts } from './facts.ts'
import type { PrintedPaper } from './store-paper.ts'
import { penOf, type Pen } from './layout/drawn.ts'
import { netLine, weightRows } from './layout/ticket.ts'
import type { Validity } from './validity.ts'
import { paperWordsIn } from '../../words/papers.ts'

/**
 * Builds the page that whoever holds a paper may see. For a load it shows who issued it, when, the lorry, from where to where, the grain and
 * its weights, all of which are on the paper. It never shows the driver's name, a contract, measurements, what the load is made of, or its
 * owner. For other papers it shows only their kind.
 */
export function paperPage(language: Language, paper: PrintedPaper, standing: Validity): PublicPage {
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
  const lines: [string, string][] = [
    [words.issuedBy, facts.issuer.name],
    // Of these kinds it is.
    ...(isLoad ? linesOf(pen, facts as LoadFacts) : []),
  ]
  const body = `<p class="said ${standing === 'newest' ? 'good' : 'bad'}">${escaped(validityText(pen, standing))}</p>
${factList(lines)}
${isLoad ? '' : `<p>${escaped(words.pageNoDetails)}</p>`}`
  return { isThere: true, title: [title, number].filter(Boolean).join(' '), body }
}

export function notTherePage(language: Language): PublicPage {
  const { pageNotThere, pageNotThereWhy } = paperWordsIn(language)
  return { isThere: false, title: pageNotThere, body: `<p>${escaped(pageNotThereWhy)}</p>` }
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
