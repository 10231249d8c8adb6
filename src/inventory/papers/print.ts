import type { PublicUrl } from '../../kernel/web.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Paper, Sheet } from '../../http/pdf/sheet.ts'
import type { Language } from '../../words/languages.ts'
import type { FactsOf, LoadFacts, PaperKind } from './facts.ts'
import { getLetterhead, getPrintedLetterhead } from './letterhead.ts'
import { findIssued, type PaperNow, type PrintedPaper } from './store-paper.ts'
import { penOf, type Marks, type Pen } from './layout/drawn.ts'
import { chargesSheet } from './layout/charges.ts'
import { passportSheet } from './layout/passport.ts'
import { periodSheet } from './layout/period.ts'
import { recallSheet } from './layout/recall.ts'
import { statementSheet } from './layout/statement.ts'
import { stockSheet } from './layout/stock.ts'
import { stocktakeSheet } from './layout/stocktake.ts'
import { ticketSheet, type TicketSize } from './layout/ticket.ts'
import { paperWordsIn } from '../../words/papers.ts'

/** Builds the address that a paper's code leads to. */
export function linkOf(publicUrl: PublicUrl, token: string): string {
  return `${publicUrl().replace(/\/+$/, '')}/p/${token}`
}

export interface Printing {
  language: Language
  publicUrl: PublicUrl
  /** Of a ticket; by default A6. */
  size?: TicketSize | undefined
}

const layouts: { [Kind in PaperKind]: (pen: Pen, facts: FactsOf[Kind], size: TicketSize) => Sheet } = {
  ticket: ticketSheet,
  passport: passportSheet,
  recall: recallSheet,
  statement: statementSheet,
  stock: stockSheet,
  stocktake: stocktakeSheet,
  books: periodSheet,
  charges: chargesSheet,
}

/** A paper as it was issued last, if it still says what the book does; otherwise a preview, which says that it is one, and is kept nowhere. */
export async function shownPaper(
  db: Kysely<Tables>,
  actor: Actor,
  now: PaperNow,
  printing: Printing,
): Promise<Paper> {
  const issued = await findIssued(db, actor, now)
  if (issued) return issuedPaper(db, issued, printing)
  const { language, size } = printing
  return {
    fileName: fileNameOf(language, now),
    print: async () => {
      const letterhead = await getLetterhead(db, actor)
      const pen = penOf(language, now.facts.issuer, letterhead, { ...unissued(actor), isPreview: true })
      return drawn(now, pen, size)
    },
  }
}

/** A paper that was issued, as it was printed last. */
export function issuedPaper(db: Kysely<Tables>, issued: PrintedPaper, printing: Printing): Paper {
  return {
    fileName: fileNameOf(printing.language, issued),
    print: async () => drawn(issued, await penFor(db, issued, printing), printing.size),
  }
}

function drawn({ kind, facts }: Pick<PaperNow, 'kind' | 'facts'>, pen: Pen, size: TicketSize = 'a6') {
  // Each kind comes with its own facts.
  const layout = layouts[kind] as (pen: Pen, facts: unknown, size: TicketSize) => Sheet
  return drawPdf(layout(pen, facts, size))
}

/** Returns the marks of a sheet that is not stored: no code, for nobody could look it up. */
export function unissued({ now, userName }: Pick<Actor, 'now' | 'userName'>): Marks {
  return {
    link: undefined,
    print: 1,
    printedAt: now.toISOString(),
    printedBy: userName,
    replacesOf: undefined,
    replacedAt: undefined,
  }
}

/**
 * The name of a paper's file: its kind, number, partner and day, in the reader's language.
 *
 * @example fileNameOf('en', ticket) // 'Weighbridge-ticket-001204-Valley-Mill-2026-08-14.pdf'
 */
export function fileNameOf<Kind extends PaperKind>(
  language: Language,
  { kind, facts, documentNumber }: { kind: Kind; facts: FactsOf[Kind]; documentNumber?: string | null },
): string {
  const about = aboutOf[kind](facts)
  const named =
    documentNumber && kind === 'passport'
      ? { ...about, names: [documentNumber, ...about.names.slice(1)] }
      : about
  const { timeZone } = facts.issuer
  const titles: Record<PaperKind, string> = paperWordsIn(language)
  return fileName([titles[kind], ...named.names, ...named.moments.map((at) => dayOf(at, timeZone))])
}

/** The words of a paper's name, as a name that every system of files takes. */
export function fileName(parts: string[]): string {
  return `${nameWithoutEnding(parts)}.pdf`
}

/** The words of a file's name without its ending, as a name that every system of files takes. */
export function nameWithoutEnding(parts: string[]): string {
  const words = parts.map((part) =>
    [...part.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')]
      .slice(0, LONGEST_PART)
      .join(''),
  )
  return words.filter(Boolean).join('-')
}

const LONGEST_PART = 50

/** The day of a moment on the farm's clock, so that files sort by it: 2026-08-14. */
export const dayOf = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleDateString('en-CA', { timeZone })

const ofLoad = ({ number, kind, from, to, happenedAt }: LoadFacts): Named => ({
  names: [number, kind === 'in' || kind === 'field' ? from : to],
  moments: [happenedAt],
})

/** Facts by which papers of one kind differ from each other. */
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
  stocktake: ({ name, cutOff }) => ({ names: [name], moments: [cutOff] }),
  books: ({ at }) => ({ names: [], moments: [at] }),
  charges: ({ owner, from, at }) => ({ names: [owner], moments: [from, at] }),
}

async function penFor(
  db: Kysely<Tables>,
  printed: PrintedPaper,
  { language, publicUrl }: Printing,
): Promise<Pen> {
  const { organisationId, facts, prints, printedAt, printedBy, replacesOf, replacedAt, token } = printed
  const number = printed.documentNumber ?? undefined
  const letterhead = await getPrintedLetterhead(db, organisationId, facts.issuer.letterhead ?? 0)
  return penOf(language, facts.issuer, letterhead, {
    number,
    link: linkOf(publicUrl, token),
    print: prints,
    printedAt: printedAt.toISOString(),
    printedBy,
    replacesOf: replacesOf?.toISOString(),
    replacedAt: replacedAt?.toISOString(),
  })
}
