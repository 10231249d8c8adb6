import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import { formatDate } from '../../../kernel/time.ts'
import { problemAt, type Problem } from '../../../system/imports/imports.ts'
import { cropOf, type NamedCrop } from '../named-crop.ts'
import type { LoadRow } from './load-columns.ts'
import { ownerOfRecord } from '../../partners/party-names.ts'
import { message } from '../../../words/catalogue.ts'
import { commodityNameFor } from '../../../system/commodities/served-names.ts'

/** A crop, or a parcel of stock, that a load may be taken from. */
export interface Source extends NamedCrop {
  grade_id: number | null
  owner_id: string
  owner_name: string
}

/** A crop in a field, with its harvest plan. */
export interface GrowingCrop extends Source {
  harvest_plan_id: string
  planted_on: string | null
}

/** The crops of fields, by field, the oldest first. */
export async function findCrops(
  trx: Transaction,
  { organisationId }: Actor,
  fieldIds: string[],
): Promise<Map<string, GrowingCrop[]>> {
  const { rows } = await sql<GrowingCrop>`
    select r.id, storage_id, commodity_id, type_id, grade_id, variety, harvest_year, owner_id, ${ownerOfRecord} as owner_name, harvest_plan_id,
      planted_on::text as planted_on
    from records r
    where storage_id = any(${fieldIds}::uuid[]) and keeper_id = ${organisationId} and source = 'planting' and harvest_plan_id is not null
    order by r.created_at, r.id`.execute(trx)
  return Map.groupBy(rows, ({ storage_id: id }) => id)
}

/** Those of some sources that are what a row says of commodity, type, variety, harvest year and owner. */
export function sourcesMeant<Of extends Source>(row: LoadRow, actor: Actor, sources: Of[]): Of[] {
  const { ownerId, ownerName } = row.values
  const { traits } = cropOf(row, actor)
  return sources.filter(
    (source) =>
      traits.every(({ isOf }) => isOf(source)) &&
      (ownerId === undefined || source.owner_id === ownerId) &&
      (ownerId !== undefined || ownerName === undefined || nameKey(source.owner_name) === nameKey(ownerName)),
  )
}

/**
 * The crops of one harvest plan that a load came off: what was planted after the load cannot have been harvested by it.
 *
 * @returns the plan's crops of the field that the row may mean, the oldest first; or what is wrong
 */
export function cropsOfLoad(
  row: LoadRow,
  actor: Actor,
  inField: GrowingCrop[],
  at: Date,
): { crops: GrowingCrop[]; problems: Problem[] } {
  const day = formatDate(at, actor.timeZone)
  const grown = inField.filter(({ planted_on: planted }) => planted === null || planted <= day)
  const crops = sourcesMeant(row, actor, grown)
  const plans = new Set(crops.map(({ harvest_plan_id: id }) => id))
  if (plans.size === 1) return { crops, problems: [] }
  const named = cropNames(actor, crops.length === 0 ? inField : crops)
  const reason =
    plans.size > 1
      ? message('hasSeveralCrops', { crops: named })
      : inField.length === 0
        ? message('hasNoCrop', {})
        : message('hadNoSuchCrop', { crops: named })
  const code = plans.size > 1 ? 'ambiguous' : 'unknown'
  return { crops: [], problems: [problemAt(row, 'field', reason, code)] }
}

/** Names crops, each name once. */
export function cropNames(actor: Actor, crops: Source[]): string[] {
  const names = crops.map(({ commodity_id: id, variety, harvest_year: year }) =>
    [commodityNameFor(actor, id) ?? '', variety, year].filter((part) => part !== '').join(' '),
  )
  return [...new Set(names)]
}
