import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Paper, Sheet } from '../../http/pdf/sheet.ts'
import type { Language } from '../../http/serve/preferred-language.ts'
import type { FactsOf, LoadFacts, PaperKind } from './facts.ts'
import { getPrintedLetterhead } from './letterhead.ts'
import { keepPaper, type PaperNow, type PrintedPaper } from './keep-paper.ts'
import { penOf, type Pen } from './layout/drawn.ts'
import { passportSheet } from './layout/passport.ts'
import { recallSheet } from './layout/recall.ts'
import { statementSheet } from './layout/statement.ts'
import { stockSheet } from './layout/stock.ts'
import { ticketSheet } from './layout/ticket.ts'
import { wordsIn } from './words/words.ts'

/** Where people reach the service; known once it listens. */
export type PublicUrl = () => string

/** Where the code of a paper leads. */
export function linkOf(publicUrl: PublicUrl, token: string): string {
  return `${publicUrl().replace(/\/+$/, '')}/p/${token}`
}

export interface Printing {
  language: Language
  publicUrl: PublicUrl
}

const layouts: { [Kind in PaperKind]: (pen: Pen, facts: FactsOf[Kind]) => Sheet } = {
  ticket: (pen, facts) => ticketSheet(pen, facts, 'a6'),
  passport: passportSheet,
  recall: recallSheet,
  statement: statementSheet,
  stock: stockSheet,
}

/** A paper that is kept when it is printed. */
export function keptPaper<Kind extends PaperKind>(
  db: Kysely<Tables>,
  actor: Actor,
  now: PaperNow<Kind>,
  printing: Printing,
  layout: (pen: Pen, facts: FactsOf[Kind]) => Sheet = layouts[now.kind],
): Paper {
  return {
    fileName: fileNameOf(printing.language, now),
    print: async () => {
      const printed = await keepPaper(db, actor, now)
      return drawPdf(layout(await penFor(db, printed, printing), printed.facts))
    },
  }
}

/** A paper that was printed, as it was then. */
export async function drawAgain(
  db: Kysely<Tables>,
  printed: PrintedPaper,
  printing: Printing,
): Promise<Buffer> {
  const pen = await penFor(db, printed, printing)
  // Each kind was stored with its own facts.
  const layout = layouts[printed.kind] as (pen: Pen, facts: unknown) => Sheet
  return drawPdf(layout(pen, printed.facts))
}

/**
 * The name of a paper's file: its kind, number, partner and day, in the reader's language.
 *
 * @example fileNameOf('en', ticket) // 'Weighbridge-ticket-001204-Valley-Mill-2026-08-14.pdf'
 */
export function fileNameOf<Kind extends PaperKind>(
  language: Language,
  { kind, facts }: { kind: Kind; facts: FactsOf[Kind] },
): string {
  const named = aboutOf[kind](facts)
  const { timeZone } = facts.issuer
  const titles: Record<PaperKind, string> = wordsIn(language)
  return fileName([titles[kind], ...named.names, ...named.moments.map((at) => dayOf(at, timeZone))])
}

/** The words of a file's name, as a name that every system of files takes. */
export function fileName(parts: string[]): string {
  const words = parts.map((part) =>
    [...part.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')]
      .slice(0, LONGEST_PART)
      .join(''),
  )
  return `${words.filter(Boolean).join('-')}.pdf`
}

const LONGEST_PART = 50

/** The day of a moment on the farm's clock, so that files sort by it: 2026-08-14. */
export const dayOf = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleDateString('en-CA', { timeZone })

const ofLoad = ({ number, kind, from, to, happenedAt }: LoadFacts): Named => ({
  names: [number, kind === 'in' || kind === 'field' ? from : to],
  moments: [happenedAt],
})

/** What tells one paper of a kind from another. */
interface Named {
  names: string[]
  /** The day it is about; of a statement its first and its last. */
  moments: string[]
}
const aboutOf: { [Kind in PaperKind]: (facts: FactsOf[Kind]) => Named } = {
  ticket: ofLoad,
  passport: ofLoad,
  recall: ({ name, at }) => ({ names: [name], moments: [at] }),
  statement: ({ owner, from, at }) => ({ names: [owner], moments: [from, at] }),
  stock: ({ at }) => ({ names: [], moments: [at] }),
}

async function penFor(
  db: Kysely<Tables>,
  printed: PrintedPaper,
  { language, publicUrl }: Printing,
): Promise<Pen> {
  const { organisationId, facts, prints, printedAt, printedBy, replacesOf, replacedAt, token } = printed
  const letterhead = await getPrintedLetterhead(db, organisationId, facts.issuer.letterhead ?? 0)
  return penOf(language, facts.issuer, letterhead, {
    link: linkOf(publicUrl, token),
    print: prints,
    printedAt: printedAt.toISOString(),
    printedBy,
    replacesOf: replacesOf?.toISOString(),
    replacedAt: replacedAt?.toISOString(),
  })
}
