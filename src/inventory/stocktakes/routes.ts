import { read, write, type Operation } from '../../http/operation.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { closed, Page } from '../../http/validate/schema.ts'
import { reasonsInWords } from '../../system/reasons/reasons.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { remarksOn } from '../stock/effects.ts'
import { tableFor } from '../table-for.ts'
import { approveStocktake } from './approve-stocktake.ts'
import { askRecount, cancelStocktake } from './change-stocktake.ts'
import { countLine } from './count-line.ts'
import { createStocktake } from './create-stocktake.ts'
import { listStocktakePeople } from './list-people.ts'
import { getStocktake } from './queries.ts'
import {
  ApprovedStocktake,
  CountLineBody,
  CreateStocktakeBody,
  StocktakeLineParam,
  RecountBody,
  Stocktake,
  StocktakeIdParam,
  StocktakePeople,
  StocktakeSummary,
} from './schema.ts'
import { stocktakeSearch } from './search-stocktakes.ts'

/** Stock-takes: bays counted as of one moment, and approved together. */
export const stocktakeOperations: Operation[] = [
  read(
    {
      path: '/stocktakes',
      title: 'Search stock-takes',
      description: `Sessions, the latest cut-off first, with their sums. Weights in kilograms.${describeSearch(stocktakeSearch)}`,
      permission: 'stock:read',
      query: searchQuery(stocktakeSearch),
      result: SearchEnvelope(StocktakeSummary, closed({})),
      table: (db, actor, { query }) => tableFor(searchTable(db, stocktakeSearch, actor, query), actor),
    },
    async (db, actor, { query }) => ({ ...(await runSearch(db, stocktakeSearch, actor, query)), custom: {} }),
  ),
  read(
    {
      path: '/stocktakes/people',
      title: 'List who may count and approve',
      description:
        'The people of your organisation, by name, for `counterIds` and `approverIds` of a stock-take. Whoever may open one reads what they are called, and nothing else of them.',
      permission: 'stocktakes:write',
      query: closed(Page),
      result: StocktakePeople,
    },
    (db, actor, { query }) => listStocktakePeople(db, actor, query),
  ),
  read(
    {
      path: '/stocktakes/:id',
      title: 'Retrieve a stock-take',
      description:
        'The bays of a session, each with what the book has at the cut-off, what was counted, the difference, what is still to be done, and what was entered ' +
        'for before the cut-off since. In a blind session the book is hidden from whoever counts. Weights in kilograms.',
      permission: 'stock:read',
      params: StocktakeIdParam,
      result: Stocktake,
      isResource: true,
    },
    (db, actor, { params }) => getStocktake(db, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/stocktakes',
      title: 'Open a stock-take',
      description:
        'Opens a session over stores or bays: a line for each bay, empty ones too. Movements go on meanwhile. A bay is counted in one open session alone. Nothing of the stock changes until it is approved.',
      permission: 'stocktakes:write',
      body: CreateStocktakeBody,
      result: Stocktake,
      isResource: true,
      rehearse: rehearseConflicts,
      location: ({ id }) => `/api/inventory/stocktakes/${id}`,
      example: {
        name: 'Year end 2026',
        cutOffISO: '2026-08-31',
        isBlind: true,
        tolerance: { percent: 1, weight: 500 },
      },
    },
    async (trx, actor, { body }) => getStocktake(trx, actor, await createStocktake(trx, actor, body)),
  ),
  write(
    {
      method: 'PATCH',
      path: '/stocktakes/:id/lines/:bay',
      title: 'Count a bay of a stock-take',
      description:
        'Enters what was counted in a bay, in kilograms, and when and by whom; 0 says that nothing lies there. A bay that was counted after the cut-off is rolled back to it through ' +
        'what moved since. Each count stays, and the last one stands; the same one again, of the same time of day, person and weight, is entered once. Or says which parcel lies there, the reason of the difference, or why the bay is left out. What the body leaves out stays. ' +
        `Reasons: ${reasonsInWords.adjustment}.`,
      permission: 'stocktakes:count',
      params: StocktakeLineParam,
      body: CountLineBody,
      result: Stocktake,
      isResource: true,
      current: (trx, actor, { id }) => getStocktake(trx, actor, id),
      rehearse: rehearseConflicts,
      example: { counted: 97000, countedAtISO: '2026-09-01T08:30', howMeasured: { method: 'weighed' } },
    },
    async (trx, actor, { params, body }) => {
      await countLine(trx, actor, params, body)
      return getStocktake(trx, actor, params.id)
    },
  ),
  write(
    {
      method: 'POST',
      path: '/stocktakes/:id/recount',
      title: 'Ask for a second count',
      description:
        'Asks for a second count of bays, by somebody else than who counted them; by default of those whose difference is above the tolerance.',
      permission: 'stocktakes:write',
      params: StocktakeIdParam,
      body: RecountBody,
      result: Stocktake,
      isResource: true,
      current: (trx, actor, { id }) => getStocktake(trx, actor, id),
      rehearse: rehearseConflicts,
      example: { substorageIds: [7] },
    },
    async (trx, actor, { params, body }) => {
      await askRecount(trx, actor, params.id, body)
      return getStocktake(trx, actor, params.id)
    },
  ),
  write(
    {
      method: 'POST',
      path: '/stocktakes/:id/approve',
      title: 'Approve a stock-take',
      description:
        'Makes a dated count of each line, all in one change; the book at the cut-off is read again. Every bay has to be counted, or left out with a reason, what is above the tolerance twice, and ' +
        'whoever approves must not have counted, unless the organisation allows it (`countersMayApprove`) or has nobody else. What a line is refused for refuses all, and names its bay. ' +
        'A count that cannot be rolled back to the cut-off, since the bay was counted otherwise in between or the parcel came later, is of the moment at which it was made. Afterwards the session cannot change.',
      permission: 'stocktakes:write',
      params: StocktakeIdParam,
      result: ApprovedStocktake,
      isResource: true,
      version: ({
        message: _message,
        conflicts: _conflicts,
        beforeCounts: _counts,
        sameTickets: _tickets,
        expiries: _expiries,
        ...stocktake
      }) => stocktake,
      current: (trx, actor, { id }) => getStocktake(trx, actor, id),
      rehearse: rehearseConflicts,
    },
    async (trx, actor, { params }) => {
      const { recounts, conflicts } = await approveStocktake(trx, actor, params.id)
      return {
        ...(await getStocktake(trx, actor, params.id)),
        ...remarksOn({ changes: [], recounts, conflicts }, actor),
      }
    },
  ),
  write(
    {
      method: 'POST',
      path: '/stocktakes/:id/cancel',
      title: 'Cancel a stock-take',
      description:
        'Cancels a session that is open. What was counted stays to be read and changes nothing; its bays are free for another session.',
      permission: 'stocktakes:write',
      params: StocktakeIdParam,
      result: Stocktake,
      isResource: true,
      current: (trx, actor, { id }) => getStocktake(trx, actor, id),
      rehearse: rehearseConflicts,
    },
    async (trx, actor, { params }) => {
      await cancelStocktake(trx, actor, params.id)
      return getStocktake(trx, actor, params.id)
    },
  ),
]
