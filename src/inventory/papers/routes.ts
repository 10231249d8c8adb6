import type { Kysely } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { read, type Operation } from '../../http/operation.ts'
import { paper } from '../../http/paper.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Language } from '../../http/serve/preferred-language.ts'
import { namingPartner } from '../../http/validate/naming-partner.ts'
import { closed, DateText, described, Format, oneOf, PathId } from '../../http/validate/schema.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import { MovementIdParam } from '../movements/schema.ts'
import { RecordIdParam } from '../records/schema.ts'
import { StorageIdParam } from '../storage/schema.ts'
import { ensurePaper, printAgain } from './keep-paper.ts'
import { penOf } from './layout/drawn.ts'
import { countSheet } from './layout/stock.ts'
import { ticketSheet, ticketSizes } from './layout/ticket.ts'
import { getLetterhead } from './letterhead.ts'
import { letterheadOperations } from './letterhead-routes.ts'
import { listPapers, PaperPage, PapersQuery } from './list-papers.ts'
import { readLoad } from './load-facts.ts'
import { passportNow } from './passport-facts.ts'
import { dayOf, drawAgain, fileName, fileNameOf, keptPaper, linkOf, type PublicUrl } from './print.ts'
import { recallOfMovement, recallOfPlace, recallOfRecord } from './recall-facts.ts'
import { OwnerStatement, ownerStatement, statementCsv } from './statement.ts'
import { statementNow } from './statement-facts.ts'
import { countFacts, stockNow } from './stock-facts.ts'

const howKept =
  'PDF, in the language that Accept-Language prefers: English, German or French. What is printed is kept: printed again it says the same, marked as a copy, and if ' +
  'what it tells was corrected since, a new issue is printed that says which one it replaces. Its code leads to a page that tells anybody whether it is the newest.'

const none = closed({})
const at = Type.Optional(
  described(DateText, 'By default now. A date alone is the close of that day in your time zone.'),
)

const span = {
  from: Type.Optional(described(DateText, 'The first day; by default the first day of this year.')),
  at,
  storerId: Type.Optional(described(PathId, 'Only what this organisation keeps; by default all keepers.')),
}
const OwnerIdParam = closed({
  id: namingPartner(described(PathId, 'The owner, by id, as records have it.')),
})

/** Papers: what goes with a lorry, to an owner, or into a folder. */
export function paperOperations(publicUrl: PublicUrl): Operation[] {
  const printing = (language: Language) => ({ language, publicUrl })
  return [
    ...papersOfMovements(printing),
    ...recallSheets(printing),
    ...papersOfStock(printing),
    ...letterheadOperations(),
    read(
      {
        path: '/papers',
        title: 'List printed papers',
        description:
          'The papers that your organisation has printed, the newest first, each with how often, and whether a newer one replaces it.',
        permission: 'stock:read',
        query: PapersQuery,
        result: PaperPage,
      },
      (db, actor, { query }) => listPapers(db, actor, query, (token) => linkOf(publicUrl, token)),
    ),
    paper(
      {
        path: '/papers/:id/copy.pdf',
        title: 'Print a paper again',
        description:
          'A paper that was printed, as it was printed first, marked as a copy; one that was replaced says so. A ticket comes as A6. PDF, in the language that Accept-Language prefers.',
        params: closed({ id: described(PathId, 'The paper, by id, as the list has it.') }),
        query: none,
      },
      async (db, actor, { params, language }) => {
        const found = await ensurePaper(db, actor, params.id)
        return {
          fileName: fileNameOf(language, found),
          print: async () => drawAgain(db, await printAgain(db, actor, found.id), printing(language)),
        }
      },
    ),
  ]
}

type PrintingIn = (language: Language) => { language: Language; publicUrl: PublicUrl }

function papersOfMovements(printing: PrintingIn): Operation[] {
  return [
    paper(
      {
        path: '/movements/:id/ticket.pdf',
        title: 'Print a weighbridge ticket',
        description: `The ticket of a load, with all parts of it where a lorry had several. What nobody weighed says NOT WEIGHED. ${howKept}`,
        params: MovementIdParam,
        query: closed({
          size: Type.Optional(
            oneOf(ticketSizes, 'a6, or a roll of 80 or 58 mm that is as long as its ticket; by default a6.'),
          ),
        }),
      },
      async (db, actor, { params, query, language }) => {
        const { subject, facts, basis } = await readLoad(db, actor, params.id)
        return keptPaper(
          db,
          actor,
          { kind: 'ticket', subject, facts, basis },
          printing(language),
          (pen, printed) => ticketSheet(pen, printed, query.size ?? 'a6'),
        )
      },
    ),
    paper(
      {
        path: '/movements/:id/passport.pdf',
        title: 'Print a grain passport',
        description:
          'A4, for the buyer of a load: grain, weight, store, what was noted of the bay, what it is made of, what was measured, and what the lorry carried here before. What ' +
          `the service does not know, such as the assurance number or what the lorry carried for others, is a line to fill in by hand. ${howKept}`,
        params: MovementIdParam,
        query: none,
      },
      async (db, actor, { params, language }) =>
        keptPaper(db, actor, await passportNow(db, actor, params.id), printing(language)),
    ),
  ]
}

function recallSheets(printing: PrintingIn): Operation[] {
  const what = 'with kilograms, shares and dates, the lorries, and room to write down who was told'
  return [
    paper(
      {
        path: '/movements/:id/recall.pdf',
        title: 'Print the recall sheet of a load',
        description: `What a load was made of, and where all went that the heaps ever held which it was taken from and came to, ${what}. ${howKept}`,
        params: MovementIdParam,
        query: none,
      },
      async (db, actor, { params, language }) =>
        keptPaper(db, actor, await recallOfMovement(db, actor, params.id), printing(language)),
    ),
    paper(
      {
        path: '/records/:id/recall.pdf',
        title: 'Print the recall sheet of a record',
        description: `What a parcel is made of and where all that was ever in it went, ${what}; of a planting, where its grain went. ${howKept}`,
        params: RecordIdParam,
        query: none,
      },
      async (db, actor, { params, language }) =>
        keptPaper(db, actor, await recallOfRecord(db, actor, params.id), printing(language)),
    ),
    paper(
      {
        path: '/storage/:id/recall.pdf',
        title: 'Print the recall sheet of a place',
        description: `The same for each crop of a field, or each parcel that is or was in a store or one of its bays, the newest 40 of them, ${what}. ${howKept}`,
        params: StorageIdParam,
        query: closed({
          substorageId: Type.Optional(Type.Integer({ minimum: 1, description: 'One bay of the store.' })),
        }),
      },
      async (db, actor, { params, query, language }) =>
        keptPaper(
          db,
          actor,
          await recallOfPlace(db, actor, { id: params.id, substorageId: query.substorageId }),
          printing(language),
        ),
    ),
  ]
}

function papersOfStock(printing: PrintingIn): Operation[] {
  return [
    read(
      {
        path: '/owners/:id/statement',
        title: 'Read an owner’s statement',
        description:
          'The figures of the statement as it is printed, by commodity and keeper, with the balance after each line. Of others, what your stores keep for them; of ' +
          'yourself, what is yours wherever it lies. 404 for an owner who never had grain here. As CSV a table of all lines, between the balance brought forward and the one at the end. Kilograms.',
        permission: 'stock:read',
        params: OwnerIdParam,
        query: closed({ ...span, ...Format }),
        result: OwnerStatement,
        csv: (db, actor, { params, query }) => statementCsv(db, actor, askedOf(actor, params.id, query)),
      },
      (db, actor, { params, query }) => ownerStatement(db, actor, askedOf(actor, params.id, query)),
    ),
    paper(
      {
        path: '/owners/:id/statement.pdf',
        title: 'Print an owner’s statement',
        description:
          'An owner’s grain from one day to another: what lay there before, each load in and out, each loss with its reason and who bears it, and what lies there at the end. ' +
          `Of others, what your stores keep for them; of yourself, what is yours wherever it lies. 404 for an owner who never had grain here. ${howKept}`,
        params: OwnerIdParam,
        query: closed(span),
      },
      async (db, actor, { params, query, language }) =>
        keptPaper(
          db,
          actor,
          await statementNow(db, actor, askedOf(actor, params.id, query)),
          printing(language),
        ),
    ),
    paper(
      {
        path: '/position/report.pdf',
        title: 'Print a stock report',
        description: `All stock at a moment, past or future, by commodity and by parcel: what GET /position answers. ${howKept}`,
        params: none,
        query: closed({ at }),
      },
      async (db, actor, { query, language }) =>
        keptPaper(db, actor, await stockNow(db, actor, endOf(actor, query.at)), printing(language)),
    ),
    paper(
      {
        path: '/position/count-sheet.pdf',
        title: 'Print a count sheet',
        description:
          'The bays of your stores, or of one of them, with what should lie in each and room for what was counted. PDF, in the language that Accept-Language prefers. It is a form, and not kept.',
        params: none,
        query: closed({ at, storageId: Type.Optional(described(PathId, 'One store.')) }),
      },
      async (db, actor, { query, language }) => countPaper(db, actor, query, language),
    ),
  ]
}

async function countPaper(
  db: Kysely<Tables>,
  actor: Actor,
  { at: text, storageId }: { at?: string; storageId?: string },
  language: Language,
) {
  const facts = await countFacts(db, actor, { at: endOf(actor, text), storageId })
  const pen = penOf(language, facts.issuer, await getLetterhead(db, actor), {
    link: undefined,
    print: 1,
    printedAt: actor.now.toISOString(),
    printedBy: actor.userName,
    replacesOf: undefined,
    replacedAt: undefined,
  })
  const name = fileName([pen.words.countSheet, dayOf(facts.at, facts.issuer.timeZone)])
  return { fileName: name, print: () => drawPdf(countSheet(pen, facts)) }
}

function endOf({ now, timeZone }: Actor, text: string | undefined): Date {
  const moment = text === undefined ? now : parseInstantEnd(text, timeZone)
  if (!moment) refuseFaults([dateFault('at')])
  return moment
}

function askedOf(actor: Actor, ownerId: string, query: { from?: string; at?: string; storerId?: string }) {
  return { ownerId, storerId: query.storerId, ...spanOf(actor, query) }
}

function spanOf(actor: Actor, query: { from?: string; at?: string }): { from: Date; at: Date } {
  const year = actor.now.toLocaleDateString('en-CA', { timeZone: actor.timeZone, year: 'numeric' })
  const from = parseInstant(query.from ?? `${year}-01-01`, actor.timeZone)
  if (!from) refuseFaults([dateFault('from')])
  const until = endOf(actor, query.at)
  if (until < from) refuseFaults([fault('from', 'is after the end of the statement', 'contradiction')])
  return { from, at: until }
}
