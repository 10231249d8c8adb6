import { missingRecords } from '../records/lock-record.ts'
import { intakesInBaysNames } from '../movements/other-names.ts'
import Type from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { idsIn, IdsQuery } from '../../http/validate/ids.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement, closed, DateText, described, ListPage } from '../../http/validate/schema.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { assignBusinessUnit, updateStorage } from './update-storage.ts'
import { dateFault, refuseFaults } from '../../kernel/errors.ts'
import { parseInstantEnd } from '../../kernel/time.ts'
import { AllConflicts, listConflicts, getBayConflicts } from './bay-conflicts.ts'
import { createNote, listNotes } from './notes.ts'
import { measureBoundary } from './boundaries.ts'
import { createStorage } from './create-storage.ts'
import { lockStorageWithBays } from './lock-storage.ts'
import { findStoragesOfRecords, getStorage, listStorageNames } from './queries.ts'
import {
  BusinessUnitsBody,
  ConflictsAnswer,
  CreateNoteBody,
  CreateStorageBody,
  MeasureBody,
  MeasuredBoundary,
  SetCapacityBody,
  SplitFieldBody,
  StorageDetails,
  StorageIdParam,
  StorageLocation,
  StorageNameEntry,
  StorageNote,
  UpdatedStorage,
  UpdateStorageBody,
} from './schema.ts'
import {
  facilitySearch,
  describeStorageSearch,
  searchStorages,
  storageList,
  storageQuery,
  storagesTable,
} from './search-storages.ts'
import { setBayCapacity } from './bays.ts'
import { splitField } from './split-field.ts'

const SubstorageId = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'One bay; left out or 0, the whole place.',
  }),
)
const Envelope = SearchEnvelope(StorageLocation, closed({}))
const whatIsSeen =
  'Your own fields and stores, and, where a store keeps grain of yours, that store with the bays in which your grain lies.'

const urlOf = (result: { id: string }) => `/api/inventory/storage/${result.id}`

async function current(trx: Transaction, actor: Actor, params: { id: string }) {
  await lockStorageWithBays(trx, actor, params.id)
  return getStorage(trx, actor, params.id)
}

/** Fields, stores, bays and notes. */
export const storageOperations: Operation[] = [
  read(
    {
      path: '/conflicts',
      title: 'List conflicts',
      description:
        'Every conflict in any bay that you may see, now and along the dated plan, by date. With `at`, those that stand at that moment, past ' +
        'ones being none, since what has happened is no plan. Where a store of others keeps grain of yours, those of that grain. Kilograms.',
      permission: 'stock:read',
      fromReplica: true,
      query: closed({
        at: Type.Optional(
          described(
            DateText,
            'A moment of the plan. A date alone is the close of that day in your time zone. Left out: all conflicts, now and later.',
          ),
        ),
      }),
      result: AllConflicts,
    },
    (db, actor, { query }) => {
      const at = query.at === undefined ? undefined : parseInstantEnd(query.at, actor.timeZone)
      if (query.at !== undefined && !at) refuseFaults([dateFault('at')])
      return listConflicts(db, actor, at)
    },
  ),
  read(
    {
      path: '/storage',
      title: 'List Storage',
      description: `${whatIsSeen} Filters look at the stock and crops there now. Each is applied on its own: two need not match the same stock. Weights in kilograms, areas in hectares.${describeStorageSearch(storageList)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: storageQuery(storageList),
      result: Envelope,
      table: (db, actor, { query }) => storagesTable(db, storageList, actor, query),
    },
    (db, actor, { query }) => searchStorages(db, storageList, actor, query),
  ),
  read(
    {
      path: '/storage/search',
      title: 'Search storage facilities',
      description:
        `${whatIsSeen} Facets count what you would get by ticking a term with the other filters kept. ` +
        'Filters look at the stock and crops there now. Each is applied on its own: two need not match the same stock. Weights in kilograms, areas in hectares.' +
        describeStorageSearch(facilitySearch),
      permission: 'stock:read',
      fromReplica: true,
      query: storageQuery(facilitySearch),
      result: Envelope,
      table: (db, actor, { query }) => storagesTable(db, facilitySearch, actor, query),
    },
    (db, actor, { query }) => searchStorages(db, facilitySearch, actor, query),
  ),
  read(
    {
      path: '/storage/names',
      title: 'List Storage Facility Names',
      description: 'Your fields and stores, by name, for a list to choose from.',
      permission: 'stock:read',
      fromReplica: true,
      result: Type.Array(StorageNameEntry),
    },
    (db, actor) => listStorageNames(db, actor),
  ),
  read(
    {
      path: '/storage/by-records',
      title: 'Get storage locations by inventory record ids',
      description:
        'Where these records lie, each place once. Records that lie nowhere are left out; those that are not there, or not yours to see, are named in the header X-Not-Found.',
      permission: 'stock:read',
      query: IdsQuery,
      result: Type.Array(StorageLocation),
      missing: (db, actor, { query }) => missingRecords(db, actor, idsIn(query)),
    },
    (db, actor, { query }) => findStoragesOfRecords(db, actor, idsIn(query)),
  ),
  read(
    {
      path: '/storage/notes',
      title: 'Query Storage Note by StorageId and SubstorageId',
      description:
        'What was done and seen at a place of yours, or in one of its bays, the latest first. At most 200, or ' +
        '`limit`; `offset` skips the first ones.',
      permission: 'stock:read',
      query: closed({
        ...ListPage,
        storageId: Type.String({ minLength: 1, maxLength: 100 }),
        substorageId: SubstorageId,
      }),
      result: Type.Array(StorageNote),
    },
    (db, actor, { query }) => listNotes(db, actor, query),
  ),
  read(
    {
      path: '/storage/:id',
      title: 'Get Storage',
      description:
        'A field or a store with its bays, what lies in each now, and what each could still take. In a store that keeps grain ' +
        'of yours you see the bays with your grain. Weights in kilograms.',
      permission: 'stock:read',
      params: StorageIdParam,
      result: StorageDetails,
      isResource: true,
    },
    (db, actor, { params }) => getStorage(db, actor, params.id),
  ),
  read(
    {
      path: '/storage/:id/conflicts',
      title: 'Get substorage and all future movements with conflict status',
      description:
        'What is planned for a place, or for one bay of it, and where the plan breaks a rule: overdrawn, over_capacity, incompatible, ' +
        'contract_exceeded or on_hold. Weights in kilograms.',
      permission: 'stock:read',
      params: StorageIdParam,
      query: closed({ substorageId: SubstorageId }),
      result: ConflictsAnswer,
    },
    (db, actor, { params, query }) => getBayConflicts(db, actor, { ...params, ...query }),
  ),
  write(
    {
      method: 'POST',
      path: '/storage',
      title: 'Create a new storage location',
      description:
        'Makes a field, or a store with its bays. A bay may come with capacities per commodity (kilograms), a note, and the stock ' +
        'that lies in it. Bay names are unique within a store.',
      permission: 'storage:write',
      body: CreateStorageBody,
      otherNames: intakesInBaysNames,
      result: StorageDetails,
      isResource: true,
      location: urlOf,
      example: {
        name: 'Long Barn',
        type: 'store',
        location: { address: { city: 'Harpenden', postcode: 'AL5 2JQ', regionISO: 'GB-HRT' } },
        substorage: [{ name: 'Bay 1', capacity: [{ commodityId: 1, weight: 500000 }] }],
      },
    },
    (trx, actor, { body }) => createStorage(trx, actor, body),
  ),
  write(
    {
      method: 'PATCH',
      path: '/storage/:id',
      title: 'Update a storage location',
      description:
        'Changes what the body gives and nothing else. A bay with an id is updated, one without is added, bays left out stay; ' +
        'a list of capacities (kilograms) replaces that bay’s, so what it leaves out is removed, and the answer says so; ' +
        'POST …/commodities adds one. Location fields that you leave out stay; null clears one field, or the whole location. A field cannot become smaller than a crop that stands in it.',
      permission: 'storage:write',
      params: StorageIdParam,
      body: UpdateStorageBody,
      result: UpdatedStorage,
      isResource: true,
      version: ({ message: _message, ...storage }) => storage,
      current,
      example: {
        name: 'Long Barn (east)',
        substorage: [{ name: 'Bay 2', capacity: [{ commodityId: 1, weight: 250000 }] }],
      },
    },
    (trx, actor, { params, body }) => updateStorage(trx, actor, params.id, body),
  ),
  write(
    {
      method: 'POST',
      path: '/storage/:id/commodities',
      title: 'add commodity to storage',
      description: 'Sets how much of a commodity a bay can hold, in kilograms. Replaces what was set before.',
      permission: 'storage:write',
      params: StorageIdParam,
      body: SetCapacityBody,
      result: StorageDetails,
      isResource: true,
      current,
      example: { substorageId: 1, commodityId: 1, weight: 500000 },
    },
    (trx, actor, { params, body }) => setBayCapacity(trx, actor, params.id, body),
  ),
  write(
    {
      method: 'PUT',
      path: '/storage/business-units',
      title: 'Updates business units of storage locations in bulk',
      description:
        'Puts fields and stores under one business unit, instead of those they were under. All or none.',
      permission: 'storage:write',
      body: BusinessUnitsBody,
      result: Acknowledgement,
      example: {
        businessUnitId: '01990000-0000-7000-8000-000000000000',
        storageIds: ['01990000-0000-7000-8000-000000000001'],
      },
    },
    (trx, actor, { body }) => assignBusinessUnit(trx, actor, body),
  ),
  write(
    {
      method: 'POST',
      path: '/storage/fields/split',
      title: 'Split a field into multiple fields',
      description:
        'Each row splits a new field off its source, which keeps the rest. Hectares may not exceed the area of the source. Crops ' +
        'still standing are shared out by hectares, with their remaining area; `variety` renames the share of a row, of several crops those of the commodity that has it. ' +
        'Two parts of one field cannot have one name. All rows or none.',
      permission: 'storage:write',
      body: SplitFieldBody,
      result: Acknowledgement,
      location: ({ ids }) => ids?.[0] && `/api/inventory/storage/${ids[0]}`,
      example: [{ source: '01990000-0000-7000-8000-000000000000', name: 'Hill Field North', hectares: 4.5 }],
    },
    (trx, actor, { body }) => splitField(trx, actor, body),
  ),
  write(
    {
      method: 'POST',
      path: '/storage/fields/measure',
      isRoutine: true,
      title: 'Measure the boundary of a field',
      description:
        'Says how many hectares an outline encloses and gives a point within it, as a proposal for the area and the position of a field. Nothing is ' +
        'stored. An outline that crosses itself, is open or has too many points is refused, with the place.',
      permission: 'storage:write',
      body: MeasureBody,
      result: MeasuredBoundary,
      example: {
        boundary: {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [-0.36, 51.81],
                [-0.355, 51.81],
                [-0.355, 51.813],
                [-0.36, 51.81],
              ],
            ],
          ],
        },
      },
    },
    (_trx, _actor, { body }) => Promise.resolve(measureBoundary(body)),
  ),
  write(
    {
      method: 'POST',
      path: '/storage/notes',
      title: 'Create a new Storage Note',
      description:
        'Notes what was done or seen at a place of yours or in a bay: cleaned, inspected, fumigated… Files are named by id.',
      permission: 'notes:write',
      body: CreateNoteBody,
      result: StorageNote,
      location: ({ storageId }) => `/api/inventory/storage/notes?storageId=${storageId}`,
      example: {
        storageId: '01990000-0000-7000-8000-000000000000',
        substorageId: 1,
        reasonId: 101,
        note: 'Swept and washed.',
      },
    },
    (trx, actor, { body }) => createNote(trx, actor, body),
  ),
]
