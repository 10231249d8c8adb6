import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { CommodityKind } from '../../system/commodities/schema.ts'

/** Identity of a parcel of stock, apart from where it lies. Parcels that agree in all but the description may join. */
export interface MergeKey {
  ownerId: string
  kind: CommodityKind
  commodityId: number
  harvestYear: string
  segregation: string
}

/** The columns in which two parcels of one bay have to differ (records_parcel); the ledger's conflicts compare the same. */
export const mergeKeyColumns = ['owner_id', 'commodity_id', 'harvest_year', 'segregation'] as const

type KindColumns = Pick<Selectable<Tables['records']>, (typeof mergeKeyColumns)[number]>

/** Returns the kind of a record's stock, wherever that goes. */
export function kindOf(row: KindColumns & Pick<Selectable<Tables['records']>, 'kind'>): MergeKey {
  return {
    ownerId: row.owner_id,
    // Held to the two by a CHECK of the table.
    kind: row.kind as MergeKey['kind'],
    commodityId: row.commodity_id,
    harvestYear: row.harvest_year,
    segregation: row.segregation,
  }
}

/** A kind as the columns have it. */
export function columnsOfMergeKey({ ownerId, commodityId, harvestYear, segregation }: MergeKey): KindColumns {
  return { owner_id: ownerId, commodity_id: commodityId, harvest_year: harvestYear, segregation }
}

/** Returns a text that is the same for stock that may be one parcel, and for no other. */
export function mergeKeyText(kind: MergeKey): string {
  return JSON.stringify(columnsOfMergeKey(kind))
}

/** SQL: whether the rows of two tables, given by their aliases, are of one kind. */
export function haveSameMergeKey(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const equal = mergeKeyColumns.map((column) => sql`${one}.${sql.ref(column)} = ${other}.${sql.ref(column)}`)
  return sql`${sql.join(equal, sql` and `)}`
}
