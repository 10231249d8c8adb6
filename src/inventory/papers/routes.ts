import { message } from '../../words/catalogue.ts'
import type { Kysely } from 'kysely'
import Type, { type Static, type TObject } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { paper } from '../../http/paper.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Language } from '../../words/languages.ts'
import { namingPartner } from '../../http/validate/naming-partner.ts'
import {
  Acknowledgement,
  closed,
  DateText,
  described,
  Format,
  oneOf,
  PathId,
} from '../../http/validate/schema.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import type { PublicUrl } from '../../kernel/web.ts'
import { MovementIdParam } from '../movements/schema.ts'
import { RecordIdParam } from '../records/schema.ts'
import { StorageIdParam } from '../storage/schema.ts'
import { ensurePaper, issuePaper, type PaperNow } from './store-paper.ts'
import { penOf } from './layout/drawn.ts'
import { countSheet } from './layout/stock.ts'
import { ticketSizes, type TicketSize } from './layout/ticket.ts'
import { getLetterhead } from './letterhead.ts'
import { letterheadOperations } from './letterhead-routes.ts'
import { listPapers, PaperPage, PapersQuery } from './list-papers.ts'
import { readLoad } from './load-facts.ts'
import { OrderIdParam } from '../orders/schema.ts'
import { orderPaper } from './order-paper.ts'
import { passportNow } from './passport-facts.ts'
import { dayOf, fileName, issuedPaper, linkOf, shownPaper, unissued, type Printing } from './print.ts'
import { recallOfMovement, recallOfPlace, recallOfRecord } from './recall-facts.ts'
import { OwnerStatement, ownerStatement, statementTable } from './statement.ts'
import { statementNow } from './statement-facts.ts'
import { countFacts, stockNow } from './stock-facts.ts'
import { certificateNow, sheetOfStocktake } from './stocktake-facts.ts'
import { StocktakeIdParam } from '../stocktakes/schema.ts'
import type { CountFacts } from './facts.ts'

const howShown =
  'PDF, in the language that Accept-Language prefers: English, German or French. Shown as it was issued last (POST to the same address without .pdf); as long as it was not issued, or ' +
  'if what it tells was corrected since, a preview that says so. Reading keeps nothing.'
const howIssued =
  'The paper is kept as it is issued, with a code that leads to a page which tells anybody whether it is the newest. Issued again it says the same and is counted as a copy; if ' +
  'what it tells was corrected since, it is a new issue, which says which one it replaces. Location leads to the PDF. At most 120 a minute from one network.'

/** More than lorries come, and less than would fill the register. */
const ISSUES_PER_MINUTE = 120

const none = closed({})
const at = Type.Optional(
  described(DateText, 'By default now. A date alone is the close of that day in your time zone.'),
)

const size = {
  size: Type.Optional(
    oneOf(
      ticketSizes,
      'Of a ticket: a6, or a roll of 80 or 58 mm that is as long as its ticket; by default a6.',
    ),
  ),
}
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
  const printing: PrintingIn = (language, size) => ({ language, publicUrl, size })
  return [
    ...papersOfMovements(printing),
    ...recallSheets(printing),
    ...papersOfStock(printing),
    ...papersOfStocktakes(printing),
    paper(
      {
        path: '/orders/:id/order.pdf',
        title: 'Print an order',
        description:
          'What is to move when, from where to where, with what is left of it and the instructions; with the code of the driver’s page where it has one. PDF, in the language that Accept-Language prefers. It is not kept.',
        params: OrderIdParam,
        query: none,
      },
      (db, actor, { params: { id }, language }) => orderPaper(db, actor, { id, language, publicUrl }),
    ),
    ...letterheadOperations(),
    read(
      {
        path: '/papers',
        title: 'List printed papers',
        description:
          'The papers that your organisation has issued, the newest first, each with how often it was printed, and whether a newer one replaces it.',
        permission: 'stock:read',
        query: PapersQuery,
        result: PaperPage,
      },
      (db, actor, { query }) => listPapers(db, actor, query, (token) => linkOf(publicUrl, token)),
    ),
    paper(
      {
        path: '/papers/:id/copy.pdf',
        title: 'Read an issued paper',
        description:
          'A paper as it was printed last; one that was replaced says so. PDF, in the language that Accept-Language prefers.',
        params: closed({ id: described(PathId, 'The paper, by id, as the list has it.') }),
        query: closed(size),
      },
      async (db, actor, { params, query, language }) =>
        issuedPaper(db, await ensurePaper(db, actor, params.id), printing(language, query.size)),
    ),
  ]
}

type PrintingIn = (language: Language, size?: TicketSize) => Printing

interface Issued<Params extends TObject, Query extends TObject> {
  /** Of its POST; its GET has .pdf behind it. */
  path: string
  /** As in: issue a grain passport. */
  name: string
  description: string
  params: Params
  query: Query
  /** Comes in several sizes. */
  isSized?: boolean
}

/** The two operations of a paper that is kept: whoever may read is shown it, and whoever may issue papers issues it. */
function issued<Params extends TObject, Query extends TObject>(
  { path, name, description, params, query, isSized = false }: Issued<Params, Query>,
  printing: PrintingIn,
  readNow: (db: Kysely<Tables>, actor: Actor, given: Given<Params, Query>) => Promise<PaperNow>,
): Operation[] {
  return [
    paper(
      {
        path: `${path}.pdf`,
        title: `Show ${name}`,
        description: `${description} ${howShown}`,
        params,
        query: closed({ ...query.properties, ...(isSized && size) }),
      },
      async (db, actor, { language, ...given }) => {
        const { size: wanted, ...asked } = given.query as { size?: TicketSize }
        const now = await readNow(db, actor, { params: given.params, query: asked as Static<Query> })
        return shownPaper(db, actor, now, printing(language, wanted))
      },
    ),
    write(
      {
        method: 'POST',
        path,
        title: `Issue ${name}`,
        description: `${description} ${howIssued}`,
        permission: 'papers:write',
        params,
        query,
        result: Acknowledgement,
        perMinute: ISSUES_PER_MINUTE,
        location: ({ ids }) => ids?.[0] && `/api/inventory/papers/${ids[0]}/copy.pdf`,
        prepare: readNow,
      },
      (trx, actor, { prepared }) => issuePaper(trx, actor, prepared),
    ),
  ]
}

type Given<Params extends TObject, Query extends TObject> = { params: Static<Params>; query: Static<Query> }

function papersOfMovements(printing: PrintingIn): Operation[] {
  return [
    ...issued(
      {
        path: '/movements/:id/ticket',
        name: 'a weighbridge ticket',
        description:
          'The ticket of a load, with all parts of it where a lorry had several. What nobody weighed says NOT WEIGHED.',
        params: MovementIdParam,
        query: none,
        isSized: true,
      },
      printing,
      async (db, actor, { params }) => {
        const { subject, facts, basis } = await readLoad(db, actor, params.id)
        return { kind: 'ticket', subject, facts, basis }
      },
    ),
    ...issued(
      {
        path: '/movements/:id/passport',
        name: 'a grain passport',
        description:
          'A4, for the buyer of a load: grain, weight, store, what was noted of the bay, what it is made of, what was measured, and what the lorry carried here before. What ' +
          'the service does not know, such as the assurance number or what the lorry carried for others, is a line to fill in by hand.',
        params: MovementIdParam,
        query: none,
      },
      printing,
      (db, actor, { params }) => passportNow(db, actor, params.id),
    ),
  ]
}

function recallSheets(printing: PrintingIn): Operation[] {
  const what = 'with kilograms, shares and dates, the lorries, and room to write down who was told'
  return [
    ...issued(
      {
        path: '/movements/:id/recall',
        name: 'the recall sheet of a load',
        description: `What a load was made of, and where all went that the heaps ever held which it was taken from and came to, ${what}.`,
        params: MovementIdParam,
        query: none,
      },
      printing,
      (db, actor, { params }) => recallOfMovement(db, actor, params.id),
    ),
    ...issued(
      {
        path: '/records/:id/recall',
        name: 'the recall sheet of a record',
        description: `What a parcel is made of and where all that was ever in it went, ${what}; of a planting, where its grain went.`,
        params: RecordIdParam,
        query: none,
      },
      printing,
      (db, actor, { params }) => recallOfRecord(db, actor, params.id),
    ),
    ...issued(
      {
        path: '/storage/:id/recall',
        name: 'the recall sheet of a place',
        description: `The same for each crop of a field, or each parcel that is or was in a store or one of its bays, the newest 40 of them, ${what}.`,
        params: StorageIdParam,
        query: closed({
          substorageId: Type.Optional(Type.Integer({ minimum: 1, description: 'One bay of the store.' })),
        }),
      },
      printing,
      (db, actor, { params, query }) =>
        recallOfPlace(db, actor, { id: params.id, substorageId: query.substorageId }),
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
        table: (db, actor, { params, query }) => statementTable(db, actor, askedOf(actor, params.id, query)),
      },
      (db, actor, { params, query }) => ownerStatement(db, actor, askedOf(actor, params.id, query)),
    ),
    ...issued(
      {
        path: '/owners/:id/statement',
        name: 'an owner’s statement',
        description:
          'An owner’s grain from one day to another: what lay there before, each load in and out, each loss with its reason and who bears it, and what lies there at the end. ' +
          'Of others, what your stores keep for them; of yourself, what is yours wherever it lies. 404 for an owner who never had grain here.',
        params: OwnerIdParam,
        query: closed(span),
      },
      printing,
      (db, actor, { params, query }) => statementNow(db, actor, askedOf(actor, params.id, query)),
    ),
    ...issued(
      {
        path: '/position/report',
        name: 'a stock report',
        description:
          'All stock at a moment, past or future, by commodity and by parcel: what GET /position answers.',
        params: none,
        query: closed({ at }),
      },
      printing,
      (db, actor, { query }) => stockNow(db, actor, endOf(actor, query.at)),
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

function papersOfStocktakes(printing: PrintingIn): Operation[] {
  return [
    ...issued(
      {
        path: '/stocktakes/:id/certificate',
        name: 'the certificate of a stock-take',
        description:
          'A stock-take that is approved: the cut-off, each bay with book, count and difference, the differences by owner and reason, how each bay was measured and what was noted, who counted, who approved, and the hash of the ledger.',
        params: StocktakeIdParam,
        query: none,
      },
      printing,
      (db, actor, { params }) => certificateNow(db, actor, params.id),
    ),
    paper(
      {
        path: '/stocktakes/:id/count-sheet.pdf',
        title: 'Print the count sheet of a stock-take',
        description:
          'The bays of a session, with its name, its cut-off and whether it is blind, room for what was counted, in the unit in which your organisation reads stock, and what should lie in each bay unless it is blind. PDF, in the language that Accept-Language prefers. It is a form, and not kept.',
        params: StocktakeIdParam,
        query: closed({
          blind: Type.Optional(
            oneOf(
              ['true', 'false'],
              'Whether the book is left out, by default as the session is. Whoever does not see the book never gets it.',
            ),
          ),
        }),
      },
      async (db, actor, { params, query, language }) => {
        const blind = query.blind === undefined ? undefined : query.blind === 'true'
        const facts = await sheetOfStocktake(db, actor, { id: params.id, blind })
        return sheetPaper(db, actor, facts, language)
      },
    ),
  ]
}

async function countPaper(
  db: Kysely<Tables>,
  actor: Actor,
  { at: text, storageId }: { at?: string; storageId?: string },
  language: Language,
) {
  return sheetPaper(db, actor, await countFacts(db, actor, { at: endOf(actor, text), storageId }), language)
}

async function sheetPaper(db: Kysely<Tables>, actor: Actor, facts: CountFacts, language: Language) {
  const pen = penOf(language, facts.issuer, await getLetterhead(db, actor), unissued(actor))
  const name = fileName([
    pen.words.countSheet,
    facts.session?.name ?? '',
    dayOf(facts.at, facts.issuer.timeZone),
  ])
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
  if (until < from) refuseFaults([fault('from', message('isAfterStatement', {}), 'contradiction')])
  return { from, at: until }
}
