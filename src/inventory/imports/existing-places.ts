import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { problemAt, type Problem, type Row } from '../../system/imports/imports.ts'
import type { Location } from '../../system/locations/schema.ts'
import { nameKey } from '../../kernel/names.ts'
import { paired } from '../../kernel/paired.ts'
import type { StorageType } from '../storage/schema.ts'
import { message } from '../../words/catalogue.ts'

/** A field or store that a row names. */
export interface NamedPlace {
  id: string
  name: string
  /** Hectares. */
  area: number | null
  businessUnitIds: string[]
  location: Location
  tags: string[]
  /** The field that it was made out of, as far as it is known. */
  splitFrom: string | null
}

/** Names as the database compares them: whatever their case. */
export async function foldNames(trx: Transaction, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select lower(name) as key from unnest(${names}::text[]) with ordinality as asked (name, place) order by place`.execute(
    trx,
  )
  return rows.map(({ key }) => key)
}

interface Unit {
  id: string
  name: string
}

/** The business units of the caller's organisation that are in use, by the key of their name and by id. */
export type UnitsOfPlaces = Map<string, Unit>

/** Finds the business units in use. Where two have one name, it means the older one. */
export async function findUnits(
  trx: Transaction,
  { organisationId }: Pick<Actor, 'organisationId'>,
): Promise<UnitsOfPlaces> {
  const { rows } = await sql<Unit>`
    select id, name from business_units where organisation_id = ${organisationId} and archived_at is null
    order by id desc`.execute(trx)
  return new Map(
    rows.flatMap((unit): [string, Unit][] => [
      [nameKey(unit.name), unit],
      [unit.id, unit],
    ]),
  )
}

/** A place as a row names it. */
export interface AskedPlace {
  name: string
  /** Of one of these business units; of any where there is none. */
  unitIds: string[]
}

/** The place that a row names, in the business units that it names. */
export function askedPlace(
  name: string | undefined,
  unitNames: string | string[] | undefined,
  units: UnitsOfPlaces,
): AskedPlace {
  const named = [unitNames ?? []].flat()
  return { name: name ?? '', unitIds: named.flatMap((each) => units.get(nameKey(each))?.id ?? []) }
}

/** Places of one name in the same business units. More are refused: of so many not even those that a Record tells apart are looked at. */
const MOST_ALIKE = 20

/**
 * The caller's own places that are asked for, by name in any case and by business unit, the oldest first: a list for each. A hundred
 * farms may each have a Home Field, so the business unit is part of the question.
 */
export async function findPlaces(
  trx: Transaction,
  { organisationId }: Pick<Actor, 'organisationId'>,
  type: StorageType,
  asked: AskedPlace[],
): Promise<NamedPlace[][]> {
  // Many rows name few places.
  const keys = asked.map((each) => JSON.stringify([each.name, each.unitIds]))
  const distinct = new Map(paired(keys, asked).filter(([, { name }]) => name !== ''))
  const found = await findEach(trx, organisationId, type, [...distinct.values()])
  const places = new Map(paired([...distinct.keys()], found))
  // Each row has a list of its own: what it makes is put into it.
  return keys.map((key) => [...(places.get(key) ?? [])])
}

async function findEach(
  trx: Transaction,
  organisationId: string,
  type: StorageType,
  asked: AskedPlace[],
): Promise<NamedPlace[][]> {
  if (asked.length === 0) return []
  const { rows } = await sql<NamedPlace & { place: number }>`
    select asked.place, s.id, s.name, s.area_hectares::float8 as area, s.split_from as "splitFrom", s.location, s.tags,
      array(select business_unit_id from storage_business_units u where u.storage_id = s.id) as "businessUnitIds"
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as (name text, "unitIds" uuid[]))
      with ordinality as asked (name, unit_ids, place)
    cross join lateral (
      -- Bounded, so that each name is looked up by itself, however little is known of the table.
      select * from storages s
      where s.organisation_id = ${organisationId} and s.type = ${type} and lower(s.name) = lower(asked.name)
        and (cardinality(asked.unit_ids) = 0 or exists (
          select from storage_business_units u where u.storage_id = s.id and u.business_unit_id = any(asked.unit_ids)))
      order by s.created_at, s.id limit ${MOST_ALIKE}
    ) s
    order by asked.place, s.created_at, s.id`.execute(trx)
  const found: NamedPlace[][] = asked.map(() => [])
  for (const { place, ...storage } of rows) found[place - 1]?.push(storage)
  return found
}

/** The business units that a row names, by name or by id. */
export function unitsOfPlaces(
  row: Row,
  names: string[],
  units: UnitsOfPlaces,
): { businessUnitIds: string[]; problems: Problem[] } {
  const unknown = names.filter((name) => !units.has(nameKey(name)))
  return {
    businessUnitIds: names.flatMap((name) => units.get(nameKey(name))?.id ?? []),
    problems: unknown.map((name) =>
      problemAt(row, 'businessUnits', message('isNoBusinessUnit', { given: name })),
    ),
  }
}

/** True if a place that has a row's name is the one it means, by its business units. */
export function isSame(
  place: Pick<NamedPlace, 'businessUnitIds'>,
  { businessUnitIds }: Pick<NamedPlace, 'businessUnitIds'>,
): boolean {
  return businessUnitIds.length === 0 || businessUnitIds.some((id) => place.businessUnitIds.includes(id))
}

/** A place as a row describes it. */
export interface ReadPlace {
  place: NamedPlace | undefined
  /** The business unit that it is in. */
  unitId: string | undefined
  problems: Problem[]
}

/**
 * The one place that a row names, in the business unit that it names by name or by id; or what is wrong with either.
 *
 * @param recordStorageId where the record is that the row names: of several places of one name, it is that one
 */
export function readPlace<Column extends 'field' | 'store' | 'toStore'>(
  row: Row & { values: { [Name in Column | 'businessUnit']?: string } },
  column: Column,
  places: NamedPlace[],
  units: UnitsOfPlaces,
  recordStorageId?: string | null,
): ReadPlace {
  const { [column]: name, businessUnit } = row.values
  const unitId = businessUnit === undefined ? undefined : units.get(nameKey(businessUnit))?.id
  const isUnknown = businessUnit !== undefined && unitId === undefined
  const problems = isUnknown ? [problemAt(row, 'businessUnit', message('isNoBusinessUnit', {}))] : []
  if (name === undefined) return { place: undefined, unitId, problems }
  const inUnit = places.filter(
    ({ businessUnitIds }) => unitId === undefined || businessUnitIds.includes(unitId),
  )
  const [first, another] = inUnit
  const place = another ? inUnit.find(({ id }) => id === recordStorageId) : first
  if (place) return { place, unitId, problems }
  const reason = first
    ? message('isNameOfSeveral', { count: inUnit.length })
    : message('isNoPlaceOfYours', { what: column === 'field' ? 'fields' : 'stores' })
  const code = first ? 'ambiguous' : 'unknown'
  return { place: undefined, unitId, problems: [...problems, problemAt(row, column, reason, code)] }
}
