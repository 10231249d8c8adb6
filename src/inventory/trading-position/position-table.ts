import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { cellsOf, type TableCell, type TableColumns, type TableFile } from '../../http/table.ts'
import { readTradingPosition } from './queries.ts'
import type { TradingPosition } from './schema.ts'

type Row = TradingPosition['commodities'][number]['rows'][number]
type Cell = Row['months'][number]

/** Returns the trading position as a table: of each commodity, type, grade, year and tags a row of each month. */
export function tradingPositionTable(db: Kysely<Tables>, actor: Actor): TableFile {
  async function* rows(): AsyncGenerator<TableCell[]> {
    const { commodities } = await readTradingPosition(db, actor)
    for (const { rows: own } of commodities)
      for (const row of own)
        for (const cell of row.months) yield cellsOf(columns, { row, cell }, actor.timeZone)
  }
  return { fileName: 'trading-position', columns: Object.keys(columns), rows: rows() }
}

const columns: TableColumns<{ row: Row; cell: Cell }> = {
  commodity: ({ row }) => row.commodity.name,
  commodityType: ({ row }) => row.type.name,
  grade: ({ row }) => row.grade.name,
  harvestYear: ({ row }) => row.harvestYear,
  tags: ({ row }) => row.tags.map(({ name }) => name).join(', '),
  month: ({ cell }) => cell.month,
  stock: ({ row }) => row.stock,
  reserved: ({ row }) => row.reserved,
  plannedIn: ({ cell }) => cell.plannedIn,
  harvest: ({ cell }) => cell.harvest,
  purchases: ({ cell }) => cell.purchases,
  plannedOut: ({ cell }) => cell.plannedOut,
  sales: ({ cell }) => cell.sales,
  available: ({ cell }) => cell.available,
}
