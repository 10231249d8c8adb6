import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey } from '../../kernel/names.ts'
import { findCommodityNamed, commodityProblem } from '../../system/commodities/names.ts'
import { readType } from '../../system/commodities/read-type.ts'
import { harvestYearIn } from '../../system/countries/countries.ts'
import { problemAt, type Problem, type Row } from '../../system/imports/imports.ts'
import type { DescribedPlanting } from '../records/correct-yields.ts'
import { message } from '../../words/catalogue.ts'
import { commodityNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import type { NamedPlace } from './existing-places.ts'

/** Rows that name the record of a crop, and what rows say of crops. */

/** A crop as far as a row has to agree with it. */
export type NamedCrop = Pick<
  DescribedPlanting,
  'id' | 'storage_id' | 'commodity_id' | 'type_id' | 'variety' | 'harvest_year'
>

type CropRow = Row & {
  values: { commodity?: string; type?: string; variety?: string; harvestYear?: string; record?: string }
}

/** The number of a record that a row gives; undefined where it can be none. */
export function cropNamed({ record = '' }: CropRow['values']): string | undefined {
  const id = record.toLowerCase()
  return isId(id) ? id : undefined
}

/**
 * The caller's own crops that rows name, by id. A number that is none of them came with a file of somebody else's: the rest of the row says
 * which crop is meant.
 */
export async function findNamedCrops(
  trx: Transaction,
  { organisationId }: Actor,
  rows: CropRow[],
): Promise<Map<string, NamedCrop>> {
  const ids = rows.flatMap(({ values }) => cropNamed(values) ?? [])
  const { rows: found } = await sql<NamedCrop>`
    select id, storage_id, commodity_id, type_id, variety, harvest_year from records
    where id = any(${ids}::uuid[]) and keeper_id = ${organisationId} and source = 'planting'`.execute(trx)
  return new Map(found.map((each) => [each.id, each]))
}

/** A cell's statement of a crop, and a test for crops that match it. */
interface Trait {
  column: 'commodity' | 'type' | 'variety' | 'harvestYear'
  isOf: (crop: NamedCrop) => boolean
}

/** Which crops a row is about, by as much as it says of them. */
export function cropOf(row: CropRow, actor: Actor): { traits: Trait[]; problems: Problem[] } {
  const { countryISO } = actor
  const { commodity, type, variety, harvestYear } = row.values
  const found = commodity === undefined ? undefined : findCommodityNamed(commodity, countryISO)
  const { type: itsType, problems: typeProblems } = readType(row, actor, found)
  const problems = [
    ...(commodity !== undefined && !found
      ? [problemAt(row, 'commodity', commodityProblem(commodity, actor), 'unknown')]
      : []),
    ...(type !== undefined && commodity === undefined
      ? [problemAt(row, 'commodity', message('isNeededWith', { given: 'type' }))]
      : []),
    ...typeProblems,
  ]
  return {
    problems,
    traits: [
      { column: 'commodity', isOf: ({ commodity_id }) => !found || commodity_id === found.commodity.id },
      // “Winter wheat” says the type, too.
      {
        column: type === undefined ? 'commodity' : 'type',
        isOf: ({ type_id }) => !itsType || type_id === itsType.id,
      },
      {
        column: 'variety',
        isOf: (crop) => variety === undefined || nameKey(crop.variety) === nameKey(variety),
      },
      {
        column: 'harvestYear',
        isOf: ({ harvest_year }) =>
          harvestYear === undefined || harvest_year === harvestYearIn(harvestYear, countryISO),
      },
    ],
  }
}

/**
 * Finds contradictions between a row and the crop whose record it names: nobody knows which of them is meant.
 *
 * @param mayEnter true if the row can be entered as another crop instead
 */
export function contradictions(
  row: CropRow,
  actor: Actor,
  { named, field, mayEnter }: { named: NamedCrop; field: NamedPlace; mayEnter: boolean },
): Problem[] {
  if (named.storage_id !== field.id) return [problemAt(row, 'record', message('isCropOfOtherField', {}))]
  const crop = [
    commodityNameFor(actor, named.commodity_id) ?? '',
    typeNameFor(actor, named.type_id) ?? '',
    named.variety,
    named.harvest_year,
  ].filter((part) => part !== '')
  const reason = message('isOtherCrop', { crop, mayEnter })
  const columns = new Set(
    cropOf(row, actor)
      .traits.filter(({ isOf }) => !isOf(named))
      .map(({ column }) => column),
  )
  return [...columns].map((column) => problemAt(row, column, reason))
}
