import { read, write, type Operation } from '../../http/operation.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { Acknowledgement, closed } from '../../http/validate/schema.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { tableFor } from '../table-for.ts'
import { changeLine, closeSettlement, deleteSettlement } from './change-settlement.ts'
import { createSettlement, trySettlement } from './create-settlement.ts'
import { getSettlement } from './queries.ts'
import {
  ChangeLineBody,
  CreateSettlementBody,
  EnteredSettlement,
  LineParam,
  Settlement,
  SettlementIdParam,
  SettlementSummary,
  TriedSettlement,
  TrySettlementBody,
} from './schema.ts'
import { ensureDays, settlementSearch } from './search-settlements.ts'
import { readSettlementLines } from './statement-lines.ts'

const matching =
  'A line is matched with the load whose number it has; else with the one that left within two days and weighs the same within 1 %; else with the ' +
  'one of that day and lorry. What could be two loads is left to you, with what it may be. A load is on one line alone. '
const example = {
  buyer: { id: 'mill-7' },
  lines: [{ reference: 'WB-1204', dateISO: '2026-08-14', vehicle: 'AB12 CDE', weight: 28_120 }],
}

/** Settlements: what left by our tickets against what the buyer's statement says. */
export const settlementOperations: Operation[] = [
  read(
    {
      path: '/settlements',
      title: 'Search settlements',
      description: `Statements of buyers, the newest first, with their sums. Weights in kilograms.${describeSearch(settlementSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(settlementSearch),
      result: SearchEnvelope(SettlementSummary, closed({})),
      table: (db, actor, { query }) => {
        ensureDays(actor, query)
        return tableFor(searchTable(db, settlementSearch, actor, query), actor)
      },
    },
    async (db, actor, { query }) => {
      ensureDays(actor, query)
      return { ...(await runSearch(db, settlementSearch, actor, query)), custom: {} }
    },
  ),
  read(
    {
      path: '/settlements/:id',
      title: 'Retrieve a settlement',
      description:
        'The lines of a buyer’s statement beside the loads that left for it: what differs, by how much, what was decided, and which loads of those ' +
        'days are on no statement. Weights in kilograms.',
      permission: 'stock:read',
      params: SettlementIdParam,
      result: Settlement,
      isResource: true,
    },
    (db, actor, { params }) => getSettlement(db, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/settlements/try',
      isRoutine: true,
      title: 'Try a settlement',
      description: `Reads a statement and matches it with the loads that left for the buyer, as entering it would. ${matching}Nothing is stored.`,
      permission: 'contracts:write',
      body: TrySettlementBody,
      result: TriedSettlement,
      prepare: (db, actor, { body }) => readSettlementLines(db, actor, body),
      example,
    },
    (trx, actor, { body, prepared }) => trySettlement(trx, actor, body, prepared),
  ),
  write(
    {
      method: 'POST',
      path: '/settlements',
      title: 'Enter a settlement',
      description: `Enters what a buyer says it received, as lines or as a table in a text. ${matching}No stock changes: your own scale is the book.`,
      permission: 'contracts:write',
      body: CreateSettlementBody,
      result: EnteredSettlement,
      isResource: true,
      location: ({ id }) => `/api/inventory/settlements/${id}`,
      version: ({ ignoredColumns: _ignored, ...settlement }) => settlement,
      prepare: (db, actor, { body }) => readSettlementLines(db, actor, body),
      example: { ...example, reference: 'ST-88', dateISO: '2026-08-31' },
    },
    async (trx, actor, { body, prepared }) => ({
      ...(await getSettlement(trx, actor, await createSettlement(trx, actor, body, prepared))),
      ignoredColumns: prepared.ignoredColumns,
    }),
  ),
  write(
    {
      method: 'PATCH',
      path: '/settlements/:id/lines/:line',
      title: 'Match or decide a line of a settlement',
      description:
        'Says which load a line means, or what comes of it: the buyer’s weight is accepted, the difference is written off for a reason, or it is ' +
        'claimed. What the body leaves out stays. Refused once the settlement is closed.',
      permission: 'contracts:write',
      params: LineParam,
      body: ChangeLineBody,
      result: Settlement,
      isResource: true,
      current: (trx, actor, { id }) => getSettlement(trx, actor, id),
      example: { decision: 'written_off', reasonId: 230, note: 'Agreed by telephone.' },
    },
    async (trx, actor, { params, body }) => {
      await changeLine(trx, actor, params, body)
      return getSettlement(trx, actor, params.id)
    },
  ),
  write(
    {
      method: 'POST',
      path: '/settlements/:id/close',
      title: 'Close a settlement',
      description:
        'Closes a settlement of which each line agrees or is decided; what is not is named. From then on it stays as it is, whatever is corrected later.',
      permission: 'contracts:write',
      params: SettlementIdParam,
      result: Settlement,
      isResource: true,
      current: (trx, actor, { id }) => getSettlement(trx, actor, id),
    },
    async (trx, actor, { params }) => {
      await closeSettlement(trx, actor, params.id)
      return getSettlement(trx, actor, params.id)
    },
  ),
  write(
    {
      method: 'DELETE',
      path: '/settlements/:id',
      title: 'Delete a settlement',
      description: 'Deletes a settlement that is still open. Its loads are free for another statement.',
      permission: 'contracts:write',
      params: SettlementIdParam,
      result: Acknowledgement,
      current: (trx, actor, { id }) => getSettlement(trx, actor, id),
    },
    async (trx, actor, { params }) => {
      await deleteSettlement(trx, actor, params.id)
      return { status: 'success', message: render(message('settlementWasDeleted', {}), actor) }
    },
  ),
]
