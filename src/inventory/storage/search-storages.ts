import { sql, type Kysely } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { TableFile, TableColumns } from '../../http/table.ts'
import {
  describeSearch,
  searchQuery,
  type SearchDefinition,
  type SearchFilter,
  type SearchQuery,
  type Sql,
} from '../../http/search/definition.ts'
import type { Envelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { tableFor } from '../table-for.ts'
import { findConflictedIds, findStorages, findStoragesWithoutBays } from './queries.ts'
import type { StorageLocation } from './schema.ts'
import { filters, isNamed, mayBeSeen, storerFilters, visiblePlaces } from './search-filters.ts'

/** The two searches over places: one engine, one set of filters, two sets of parameter names. */

type FilterName = keyof typeof filters | keyof ReturnType<typeof storerFilters>

interface StorageSearch {
  path: string
  /** By the parameter's name. */
  filters: Record<string, FilterName>
}

/** Search storage facilities: the filters are called `f:…`. */
export const facilitySearch: StorageSearch = {
  path: '/api/inventory/storage/search',
  filters: {
    'f:type': 'type',
    'f:commodity': 'commodity',
    'f:commodityType': 'commodityType',
    'f:commodityGrade': 'commodityGrade',
    'f:commodityVariety': 'commodityVariety',
    'f:tags': 'tags',
    'f:hasInventory': 'hasInventory',
    'f:harvestYear': 'harvestYear',
    'f:ownerOrganisationId': 'ownerOrganisationId',
    'f:storageId': 'storageId',
    'f:inventoryType': 'inventoryType',
    'f:businessUnitIds': 'businessUnitIds',
  },
}

/** List Storage: the same under plain names. */
export const storageList: StorageSearch = {
  path: '/api/inventory/storage',
  filters: {
    type: 'type',
    storeCommodity: 'storeCommodity',
    businessUnitIds: 'businessUnitIds',
    commodity: 'commodity',
    commodityType: 'commodityType',
    commodityGrade: 'commodityGrade',
    tags: 'tags',
    harvestYear: 'harvestYear',
  },
}

/** The definition of a search for one caller; with `among`, only some of the places. */
function definitionOf(search: StorageSearch, actor?: Actor, among?: Sql): SearchDefinition<StorageLocation> {
  const all: Record<FilterName, SearchFilter> = { ...filters, ...storerFilters(actor) }
  return {
    name: 'storage',
    path: search.path,
    source: (asking, { query }) => ({
      from: visiblePlaces(asking),
      where: [
        mayBeSeen(asking),
        ...matchesText(query, (says) => isNamed(asking, says)),
        ...(among ? [among] : []),
      ],
    }),
    id: sql`s.id`,
    filters: Object.fromEntries(Object.entries(search.filters).map(([name, filter]) => [name, all[filter]])),
    sortable: {
      name: sql`lower(s.name) collate "C"`,
      type: sql`s.type collate "C"`,
      area: sql`coalesce(s.area_hectares, 0)`,
      weight: sql`held.grams`,
      createdAtUTC: sql`s.created_at`,
    },
    defaultSort: { by: 'name', descending: false },
    aggregations: [
      {
        name: 'weight',
        unit: 'kg',
        value: sql`case when s.type = 'store' then held.grams end`,
        divisor: 1000,
      },
      { name: 'area', unit: 'ha', value: sql`s.area_hectares` },
    ],
    parameters: {
      query: textParameter('Part of a name, of a bay’s name or of the address.'),
      conflict: Type.Optional(
        Type.Boolean({
          description: 'Only places with a conflict along the dated plan; false: only those without.',
        }),
      ),
      bays: Type.Optional(
        Type.Boolean({
          description:
            'false leaves out the bays: `substorage` is empty. How many there are, how many of them have stock, what lies in them and if any has a conflict stays.',
        }),
      ),
    },
    docs: findStorages,
    columns: storageColumns,
  }
}

/** Describes the parameters of a search, for its operation. */
export function describeStorageSearch(search: StorageSearch): string {
  return describeSearch(definitionOf(search))
}

/** The query schema of a search. */
export function storageQuery(search: StorageSearch) {
  return searchQuery(definitionOf(search))
}

/** Answers a search over places. */
export async function searchStorages(
  db: Kysely<Tables>,
  search: StorageSearch,
  actor: Actor,
  query: SearchQuery,
): Promise<Envelope<StorageLocation> & { custom: Record<string, never> }> {
  const docs = query['bays'] === false ? findStoragesWithoutBays : findStorages
  const envelope = await inOneMoment(db, async (moment) => {
    const among = await asConflictsSay(moment, actor, query)
    return runSearch(moment, { ...definitionOf(search, actor, among), docs }, actor, query)
  })
  return { ...envelope, custom: {} }
}

/** Exports the places of a search as CSV, a line each. */
export function storagesTable(
  db: Kysely<Tables>,
  search: StorageSearch,
  actor: Actor,
  query: SearchQuery,
): TableFile {
  const table = searchTable(db, definitionOf(search, actor), actor, query)
  if (typeof query['conflict'] !== 'boolean') return tableFor(table, actor)
  async function* rowsAmong() {
    const among = await asConflictsSay(db, actor, query)
    yield* searchTable(db, definitionOf(search, actor, among), actor, query).rows
  }
  return tableFor({ ...table, rows: rowsAmong() }, actor)
}

/** Which places `s` a query's `conflict` leaves: those with one, those without, or all. */
async function asConflictsSay(
  db: Kysely<Tables>,
  actor: Actor,
  { conflict }: SearchQuery,
): Promise<Sql | undefined> {
  if (typeof conflict !== 'boolean') return undefined
  return sql`(s.id = any(${await findConflictedIds(db, actor)}::uuid[])) = ${conflict}`
}

/** A place as a line of a CSV file; weights in kilograms. */
export const storageColumns: TableColumns<StorageLocation> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  type: ({ type }) => type,
  area: ({ area }) => area,
  businessUnits: ({ businessUnits }) => businessUnits.map(({ name }) => name).join('; '),
  tags: ({ tags }) => tags.join('; '),
  city: ({ location }) => location.address.city,
  regionISO: ({ location }) => location.address.regionISO,
  postcode: ({ location }) => location.address.postcode,
  lat: ({ location }) => location.coordinates?.lat,
  lon: ({ location }) => location.coordinates?.lon,
  substorageCount: ({ substorageCount }) => substorageCount,
  substorage: ({ substorage }) => substorage.map(({ name }) => name).join('; '),
  weight: ({ storedWeight }) => storedWeight,
  isConflicted: ({ isConflicted }) => isConflicted,
}
