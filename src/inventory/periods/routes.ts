import type { PublicUrl } from '../../kernel/web.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { paper } from '../../http/paper.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import { Acknowledgement, closed } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { message } from '../../words/catalogue.ts'
import { getLetterhead } from '../papers/letterhead.ts'
import { penOf } from '../papers/layout/drawn.ts'
import { registerSheet } from '../papers/layout/register.ts'
import { fileName, issuedPaper, unissued } from '../papers/print.ts'
import { ensurePaper } from '../papers/store-paper.ts'
import { tableFor } from '../table-for.ts'
import { closePeriod, previewPeriod, reopenPeriod } from './close-period.ts'
import { endException, grantException } from './exceptions.ts'
import { registerFacts } from './period-facts.ts'
import { checkPeriod, getPeriod, paperOfPeriod, periodTable, readBooks } from './queries.ts'
import { readRegister, registerTable } from './register.ts'
import {
  Books,
  CloseBody,
  ExceptionBody,
  ExceptionIdParam,
  Period,
  PeriodCheck,
  PeriodIdParam,
  PeriodPreview,
  PeriodQuery,
  Register,
  RegisterQuery,
  RegisterTableQuery,
  ReopenBody,
  UpToQuery,
} from './schema.ts'

/** Closed periods and the daily register (rules.md §14). */
export function periodOperations(publicUrl: PublicUrl): Operation[] {
  return [...readsOfPeriods(publicUrl), ...writesOfPeriods, ...registerOperations]
}

const readsOfPeriods = (publicUrl: PublicUrl): Operation[] => [
  read(
    {
      path: '/periods',
      title: 'Read how far the books are closed',
      description:
        'The day up to which the books are closed, with all closings, reopenings and exceptions: by whom, when and why.',
      permission: 'stock:read',
      result: Books,
    },
    (db, actor) => readBooks(db, actor),
  ),
  read(
    {
      path: '/periods/preview',
      title: 'Preview the closing of a period',
      description:
        'The statement that closing the books up to a day would keep, and what is still open before it: lorries in the yard, loads without a weight, statements of buyers with ' +
        'differences, bays that nobody has counted in the period, conflicts. Nothing is stored. Refused for a day that has not ended or is closed already. Kilograms.',
      permission: 'stock:read',
      query: UpToQuery,
      result: PeriodPreview,
    },
    (db, actor, { query }) => previewPeriod(db, actor, query.upTo),
  ),
  read(
    {
      path: '/periods/:id',
      title: 'Retrieve a closed period',
      description:
        'The statement of a closed period as it was kept when it was closed: the position by bay, owner and kind, what came and went, losses by reason and who bears them, late loads of ' +
        'earlier periods, and what was open. As CSV the position, and losses and gains below it. Kilograms.',
      permission: 'stock:read',
      params: PeriodIdParam,
      query: PeriodQuery,
      result: Period,
      isResource: true,
      table: (db, actor, { params }) => tableFor(periodTable(db, actor, params.id), actor),
    },
    (db, actor, { params }) => getPeriod(db, actor, params.id),
  ),
  read(
    {
      path: '/periods/:id/check',
      title: 'Check a closed period against the ledger',
      description:
        'Computes the hash of the ledger up to the closed day anew, and says whether it is that of the closing. Reads all entries up to that day.',
      permission: 'stock:read',
      params: PeriodIdParam,
      result: PeriodCheck,
    },
    (db, actor, { params }) => checkPeriod(db, actor, params.id),
  ),
  paper(
    {
      path: '/periods/:id/statement.pdf',
      title: 'Read the statement of a closed period',
      description:
        'The statement as it was kept when the period was closed, with a code that leads to a page which tells anybody that it is issued. PDF, in the language that Accept-Language prefers.',
      params: PeriodIdParam,
      query: closed({}),
    },
    async (db, actor, { params, language }) =>
      issuedPaper(db, await ensurePaper(db, actor, await paperOfPeriod(db, actor, params.id)), {
        language,
        publicUrl,
      }),
  ),
]

const writesOfPeriods: Operation[] = [
  write(
    {
      method: 'POST',
      path: '/periods',
      title: 'Close the books up to a day',
      description:
        'From then on whatever would change a figure at or before that day is refused with `period_closed`. The statement is kept as it is now, as data and as a paper, with the hash of the ledger ' +
        'and what was still open, which hinders nobody. Refused for a day that has not ended in your time zone, and for one that is closed already. Location leads to the period.',
      permission: 'periods:write',
      needsStepUp: true,
      body: CloseBody,
      result: Acknowledgement,
      location: ({ ids }) => ids?.[0] && `/api/inventory/periods/${ids[0]}`,
      example: { upTo: '2026-10-31', note: 'Signed by the auditor on 4 November.' },
    },
    async (trx, actor, { body }) => {
      const { id, lastDay, open } = await closePeriod(trx, actor, body)
      const count = open.reduce((sum, each) => sum + each.count, 0)
      const said = message('periodWasClosed', { closedUpTo: lastDay, open: count })
      return { ...acknowledge(actor, said), ids: [id] }
    },
  ),
  write(
    {
      method: 'POST',
      path: '/periods/:id/reopen',
      title: 'Reopen a closed period',
      description:
        'Opens the newest closed period again, for a reason that is kept; its statement stays. A period before it has to be reopened after it.',
      permission: 'periods:reopen',
      needsStepUp: true,
      params: PeriodIdParam,
      body: ReopenBody,
      result: Acknowledgement,
      current: (trx, actor, { id }) => getPeriod(trx, actor, id),
      example: { reason: 'The ticket of 28 October had the wrong owner.' },
    },
    async (trx, actor, { params, body }) => {
      const closedUpTo = await reopenPeriod(trx, actor, params.id, body.reason)
      return { ...acknowledge(actor, message('periodWasReopened', { closedUpTo })), ids: [params.id] }
    },
  ),
  write(
    {
      method: 'POST',
      path: '/periods/exceptions',
      title: 'Let somebody change closed periods',
      description:
        'Lets a person of your organisation change closed periods until a moment, at most 90 days from now, for a reason that is kept.',
      permission: 'periods:reopen',
      needsStepUp: true,
      body: ExceptionBody,
      result: Acknowledgement,
      example: {
        userId: '0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a55',
        untilISO: '2026-11-03T18:00:00Z',
        reason: 'Puts the tickets of the second weighbridge right.',
      },
    },
    async (trx, actor, { body }) => {
      const { id, userName: name, until } = await grantException(trx, actor, body)
      const said = { name, untilUTC: until.toISOString(), timeZone: actor.timeZone }
      return { ...acknowledge(actor, message('exceptionWasGranted', said)), ids: [id] }
    },
  ),
  write(
    {
      method: 'DELETE',
      path: '/periods/exceptions/:id',
      title: 'End an exception',
      description: 'From then on that person may not change closed periods any more.',
      permission: 'periods:reopen',
      params: ExceptionIdParam,
      result: Acknowledgement,
    },
    async (trx, actor, { params }) =>
      acknowledge(actor, message('exceptionWasEnded', { name: await endException(trx, actor, params.id) })),
  ),
]

const registerOperations: Operation[] = [
  read(
    {
      path: '/register',
      title: 'Read the daily register',
      description:
        'Of each day and commodity, in one store or all together: what lay there before, what came in of your own and of others, what left, losses and gains, and what lay there at the close; ' +
        'of that your own, that of others, and what of theirs lay there under a storage contract. Equal to the ledger, to the gram. As CSV a row of each day and commodity. At most 400 days. Kilograms.',
      permission: 'stock:read',
      query: RegisterTableQuery,
      result: Register,
      table: (db, actor, { query }) => tableFor(registerTable(db, actor, query), actor),
    },
    (db, actor, { query }) => readRegister(db, actor, query),
  ),
  paper(
    {
      path: '/register/report.pdf',
      title: 'Print the daily register',
      description:
        'The daily register as it is now. PDF, in the language that Accept-Language prefers. It is not kept: the statement of a closed period is.',
      params: closed({}),
      query: RegisterQuery,
    },
    async (db, actor, { query, language }) => {
      const register = await readRegister(db, actor, query)
      const facts = registerFacts(actor, register)
      const pen = penOf(language, facts.issuer, await getLetterhead(db, actor), unissued(actor))
      const names = [pen.words.register, register.storage.name, register.from, register.to]
      return { fileName: fileName(names.filter(Boolean)), print: () => drawPdf(registerSheet(pen, facts)) }
    },
  ),
]
