import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Paper, Sheet } from '../../http/pdf/sheet.ts'
import type { Language } from '../../http/serve/preferred-language.ts'
import type { FactsOf, PaperKind } from './facts.ts'
import { keepPaper, type PaperNow, type PrintedPaper } from './keep-paper.ts'
import { penOf, type Pen } from './layout/drawn.ts'
import { passportSheet } from './layout/passport.ts'
import { recallSheet } from './layout/recall.ts'
import { statementSheet } from './layout/statement.ts'
import { stockSheet } from './layout/stock.ts'
import { ticketSheet } from './layout/ticket.ts'

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
    fileName: fileNameOf(now),
    print: async () => {
      const printed = await keepPaper(db, actor, now)
      const pen = penFor(printed, printing)
      return drawPdf(layout(pen, printed.facts))
    },
  }
}

/** A paper that was printed, as it was then. */
export function drawAgain(printed: PrintedPaper, printing: Printing): Promise<Buffer> {
  const pen = penFor(printed, printing)
  // Each kind was stored with its own facts.
  const layout = layouts[printed.kind] as (pen: Pen, facts: unknown) => Sheet
  return drawPdf(layout(pen, printed.facts))
}

export function fileNameOf({ kind, subject }: { kind: string; subject: string }): string {
  return `${kind}-${subject.replaceAll(/[^\w-]+/g, '-')}.pdf`
}

function penFor(printed: PrintedPaper, { language, publicUrl }: Printing): Pen {
  const { facts, prints, printedAt, printedBy, replacesOf, replacedAt, token } = printed
  return penOf(language, facts.issuer, {
    link: linkOf(publicUrl, token),
    print: prints,
    printedAt: printedAt.toISOString(),
    printedBy,
    replacesOf: replacesOf?.toISOString(),
    replacedAt: replacedAt?.toISOString(),
  })
}
