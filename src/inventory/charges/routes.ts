import type { PublicUrl } from '../../kernel/web.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, table, write, type Operation } from '../../http/operation.ts'
import { paper } from '../../http/paper.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { Acknowledgement, closed } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { message } from '../../words/catalogue.ts'
import { issuedPaper, shownPaper } from '../papers/print.ts'
import { ensurePaper } from '../papers/store-paper.ts'
import { tableFor } from '../table-for.ts'
import { accountingCsv } from './accounting-csv.ts'
import { chargesFacts } from './charges-facts.ts'
import { closeStatement, deleteStatement } from './close-statement.ts'
import { createStatement } from './create-statement.ts'
import { getCharges, paperOfCharges } from './queries.ts'
import {
  AccountingQuery,
  ChargeStatement,
  ChargeStatementIdParam,
  ChargeStatementSummary,
  CreateChargesBody,
} from './schema.ts'
import { chargesSearch } from './search-charges.ts'

/** Statements of charges: what owners owe for grain that was stored for them (rules.md §20). */
export function chargesOperations(publicUrl: PublicUrl): Operation[] {
  return [...readsOfCharges, ...papersOfCharges(publicUrl), ...writesOfCharges]
}

const readsOfCharges: Operation[] = [
  read(
    {
      path: '/charges',
      title: 'Search statements of charges',
      description: `What owners are billed for grain in your stores, the latest first.${describeSearch(chargesSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(chargesSearch),
      result: SearchEnvelope(ChargeStatementSummary, closed({})),
      table: (db, actor, { query }) => tableFor(searchTable(db, chargesSearch, actor, query), actor),
    },
    async (db, actor, { query }) => ({ ...(await runSearch(db, chargesSearch, actor, query)), custom: {} }),
  ),
  read(
    {
      path: '/charges/:id',
      title: 'Retrieve a statement of charges',
      description:
        'Each line with its quantity, rate and amount, and the loads or days that it is of. A draft is reckoned from the book as it is now, with what has become of months that closed ' +
        'statements billed; a closed one stays as it was. Money as text, weights in kilograms.',
      permission: 'stock:read',
      params: ChargeStatementIdParam,
      result: ChargeStatement,
      isResource: true,
    },
    (db, actor, { params }) => getCharges(db, actor, params.id),
  ),
  table(
    {
      path: '/charges/:id/accounts',
      title: 'Export a statement of charges for accounts',
      description:
        'A closed statement as CSV in the import columns of Xero, Sage 50, QuickBooks Online or DATEV: a row of each line, without VAT. Each currency is a document of its own. in_use of a draft.',
      permission: 'stock:read',
      params: ChargeStatementIdParam,
      query: AccountingQuery,
    },
    (db, actor, { params, query }) => accountingCsv(db, actor, params.id, query),
  ),
]

const papersOfCharges = (publicUrl: PublicUrl): Operation[] => [
  paper(
    {
      path: '/charges/:id/statement.pdf',
      title: 'Read a statement of charges as a paper',
      description:
        'A closed statement as it was kept, with a code that leads to a page which tells anybody that it is issued; of a draft a preview. PDF, in the language that Accept-Language prefers.',
      params: ChargeStatementIdParam,
      query: closed({}),
    },
    async (db, actor, { params: { id }, language }) => {
      const printing = { language, publicUrl }
      const paperId = await paperOfCharges(db, actor, id)
      if (paperId !== undefined) return issuedPaper(db, await ensurePaper(db, actor, paperId), printing)
      const facts = chargesFacts(actor, await getCharges(db, actor, id))
      return shownPaper(db, actor, { kind: 'charges', subject: `charges:${id}`, facts }, printing)
    },
  ),
]

const ofOne = {
  params: ChargeStatementIdParam,
  permission: 'contracts:write' as const,
  current: (trx: Transaction, actor: Actor, { id }: { id: string }) => getCharges(trx, actor, id),
}

const writesOfCharges: Operation[] = [
  write(
    {
      method: 'POST',
      path: '/charges',
      title: 'Begin a statement of charges',
      description:
        'A draft for an owner and whole calendar months, reckoned whenever it is read. No two statements of an owner have a month in common: already_exists.',
      permission: 'contracts:write',
      body: CreateChargesBody,
      result: ChargeStatement,
      isResource: true,
      location: ({ id }) => `/api/inventory/charges/${id}`,
      example: { ownerId: 'hill-farm', fromMonth: '2026-07', toMonth: '2026-08' },
    },
    async (trx, actor, { body }) => getCharges(trx, actor, await createStatement(trx, actor, body)),
  ),
  write(
    {
      ...ofOne,
      method: 'POST',
      path: '/charges/:id/close',
      title: 'Close a statement of charges',
      description:
        'Its lines stay as they are now, with a number, as a paper and with the hash of the ledger. What is entered, corrected or deleted afterwards is a correction on the next statement. ' +
        'Refused with in_use while its last month is not over, and where nothing is charged.',
      result: ChargeStatement,
      isResource: true,
    },
    async (trx, actor, { params: { id } }) => {
      await closeStatement(trx, actor, id)
      return getCharges(trx, actor, id)
    },
  ),
  write(
    {
      ...ofOne,
      method: 'DELETE',
      path: '/charges/:id',
      title: 'Delete a draft of charges',
      description: 'Deletes a statement that is not closed. Its months are free for another.',
      result: Acknowledgement,
    },
    async (trx, actor, { params: { id } }) => {
      await deleteStatement(trx, actor, id)
      return acknowledge(actor, message('chargesWereDeleted', {}))
    },
  ),
]
