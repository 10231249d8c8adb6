import { read, type Operation } from '../../http/operation.ts'
import { tableFor } from '../table-for.ts'
import { tradingPositionTable } from './position-table.ts'
import { findPositionConflicts, readPositionParts, readTradingPosition } from './queries.ts'
import {
  PositionConflicts,
  PositionConflictsQuery,
  PositionParts,
  PositionPartsQuery,
  TradingPosition,
  TradingPositionQuery,
} from './schema.ts'

/** The trading position: what may still be sold, by month. */
export const tradingPositionOperations: Operation[] = [
  read(
    {
      path: '/trades/position',
      title: 'Show what may still be sold',
      description:
        'What lies there of yours, less what is reserved and planned to leave, with what purchases, harvest and plans bring, less what is left of sales: by ' +
        'commodity, type, grade, harvest year, tags and month. Below zero is short. A contract counts in the month in which its window ends; it is reckoned ' +
        'as of now, so a late ticket corrects it at once. Stock at a date is `GET /position`. As CSV a row of each of these and month. Weights in kilograms.',
      permission: 'stock:read',
      fromReplica: true,
      query: TradingPositionQuery,
      result: TradingPosition,
      table: (db, actor) => tableFor(tradingPositionTable(db, actor), actor),
    },
    (db, actor) => readTradingPosition(db, actor),
  ),
  read(
    {
      path: '/trades/position/parts',
      title: 'Open a cell of the position',
      description:
        'The parcels, reservations, planned loads, plantings and windows of contracts that a cell, a row or a column of the position adds up, each with the ' +
        'id by which it is read. Weights in kilograms.',
      permission: 'stock:read',
      fromReplica: true,
      query: PositionPartsQuery,
      result: PositionParts,
    },
    (db, actor, { query }) => readPositionParts(db, actor, query),
  ),
  read(
    {
      path: '/trades/position/conflicts',
      title: 'List conflicts of the position',
      description:
        'What is sold beyond what will be there, bought beyond what the stores hold, and reserved beyond what lies there: since which month, and how many ' +
        'kilograms. The earliest first.',
      permission: 'stock:read',
      fromReplica: true,
      query: PositionConflictsQuery,
      result: PositionConflicts,
    },
    async (db, actor, { query }) => ({ conflicts: await findPositionConflicts(db, actor, query.tradeId) }),
  ),
]
