import type { Kysely } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { idsIn, IdsQuery } from '../../http/validate/ids.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement, closed, described, FileRefInput, Page, PathId } from '../../http/validate/schema.ts'
import { describeSearch, searchQuery, type SearchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runGroupedSearch, searchTable } from '../../http/search/search.ts'
import { reasonsInWords } from '../../system/reasons/reasons.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { addSample } from './add-sample.ts'
import { adjustRecords } from './adjust-records.ts'
import { AdjustRecordsBody, SampleInput, UpdateRecordBody } from './bodies.ts'
import { deleteAdjustmentFile, putAdjustmentFile } from './adjustment-files.ts'
import { missingRecords, lockStoredRecord } from './lock-record.ts'
import { countedRecords, findRecords, getRecord, getTimeline } from './queries.ts'
import { recordTotals } from './record-totals.ts'
import { remarksOn } from '../stock/effects.ts'
import {
  CountedRecord,
  FullRecord,
  RecordIdParam,
  SearchTotals,
  ShortRecord,
  TimelinePage,
} from './schema.ts'
import { recordSearch } from './search-records.ts'
import { updateRecord } from './update-record.ts'
import type { Message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { tableFor } from '../table-for.ts'

const whatIsSeen = 'Stock that your organisation owns, wherever it lies, and stock that it keeps for others.'
const whoWrites = 'Only the organisation that keeps the stock enters what happens to it.'

const adjustmentParams = {
  ...RecordIdParam.properties,
  adjustmentId: described(
    PathId,
    'The number of a count of this record: `details.id` of its entry in the timeline.',
  ),
}

async function current(trx: Transaction, actor: Actor, params: { id: string }) {
  await lockStoredRecord(trx, actor, params.id)
  return getRecord(trx, actor, params.id)
}

/** Records of stock and of standing crops. */
export const recordOperations: Operation[] = [
  read(
    {
      path: '/records',
      title: 'Search Inventory Record',
      description:
        `${whatIsSeen} Filters combine; any of several values of one filter matches. Facets count what you would get by ticking ` +
        'a term with the other filters kept. `custom` adds up what was found, per commodity and place. Weights in kilograms, ' +
        'areas in hectares. f:tagl is a tag of the field or store, f:tagm the management type of its business unit, f:location its town.' +
        describeSearch(recordSearch),
      permission: 'stock:read',
      needsStepUpToExport: true,
      query: searchQuery(recordSearch),
      result: SearchEnvelope(ShortRecord, SearchTotals),
      table: (db, actor, { query }) => tableFor(searchTable(db, recordSearch, actor, query), actor),
    },
    (db, actor, { query }) => searchRecords(db, actor, query),
  ),
  read(
    {
      path: '/records/by-ids',
      title: 'Get Records by id',
      description: `${whatIsSeen} In the order of the ids; what is not there, or not yours to see, is left out, and named in the header X-Not-Found. Weights in kilograms.`,
      permission: 'stock:read',
      query: IdsQuery,
      result: Type.Array(FullRecord),
      missing: (db, actor, { query }) => missingRecords(db, actor, idsIn(query)),
    },
    (db, actor, { query }) => findRecords(db, actor, idsIn(query)),
  ),
  read(
    {
      path: '/records/:id',
      title: 'Get Record',
      description:
        'One parcel of stock, or one planting, with everything that happened to it, oldest first. Weights in kilograms. ' +
        'A parcel that other stock joined says so in its timeline (`merge`).',
      permission: 'stock:read',
      params: RecordIdParam,
      result: FullRecord,
      isResource: true,
    },
    (db, actor, { params }) => getRecord(db, actor, params.id),
  ),
  read(
    {
      path: '/records/:id/timeline',
      title: 'Timeline of a record',
      description:
        'Everything that happened to a parcel or planting, the newest first, in pages. `change` is what an entry did to the weight, in ' +
        'kilograms, and `balanceAfter` what lay there after it. What was deleted since stays, with status `deleted` and who did it, and ' +
        'counts for nothing.',
      permission: 'stock:read',
      fromReplica: true,
      params: RecordIdParam,
      query: closed(Page),
      result: TimelinePage,
    },
    (db, actor, { params, query }) => getTimeline(db, actor, params.id, query),
  ),
  write(
    {
      method: 'PATCH',
      path: '/records/:id',
      title: 'Update Record',
      description:
        'Changes only what the body gives: grade (null or 0 is ungraded), harvest year, commodity tags, and of a planting its date ' +
        'and expected yield (kilograms per hectare). Refused with incompatible_stock where the bay has a parcel of that kind already. ' +
        '`conflicts` says what is planned to join stock that it may not be mixed with any more. ' +
        whoWrites,
      permission: 'records:write',
      params: RecordIdParam,
      body: UpdateRecordBody,
      result: CountedRecord,
      isResource: true,
      // What there is to say is of the change, and not of the record.
      version: ({ message: _message, conflicts: _conflicts, ...record }) => record,
      current,
      rehearse: rehearseConflicts,
      example: { commodityGrade: 1010106, harvestYear: '2026', tags: [3] },
    },
    async (trx, actor, { params, body }) => {
      const conflicts = await updateRecord(trx, actor, params.id, body)
      return {
        ...(await getRecord(trx, actor, params.id)),
        ...remarksOn({ changes: [], conflicts }, actor),
      }
    },
  ),
  write(
    {
      method: 'POST',
      path: '/records/adjustments',
      title: 'Create adjustments for one or more records',
      description:
        'States what was counted, in kilograms, now or at `countedAtISO`: the difference is lost or gained for the reason given. The reason must allow that direction: a loss cannot have a reason for gains. Null means a stock take. A count stays as ' +
        'counted, whatever is entered for a time before it later. `conflicts` says what it breaks in the plan, such as more planned to leave than there is. ' +
        'All or none; a planting is refused with not_stock. ' +
        `Reasons: ${reasonsInWords.adjustment}. ${whoWrites}`,
      permission: 'adjustments:write',
      body: AdjustRecordsBody,
      result: Type.Array(CountedRecord),
      rehearse: rehearseConflicts,
      example: { records: [{ id: '01990000-0000-7000-8000-000000000000', adjustTo: 27950 }], reasonId: 1 },
    },
    async (trx, actor, { body }) => countedRecords(trx, actor, await adjustRecords(trx, actor, body)),
  ),
  write(
    {
      method: 'PUT',
      path: '/records/:id/adjustments/:adjustmentId/files',
      title: 'Creates or updates a file on an adjustment',
      description: `Attaches one of your files, by id, to an adjustment. The adjustment's number is in the record's timeline. ${whoWrites}`,
      permission: 'adjustments:write',
      params: closed(adjustmentParams),
      body: FileRefInput,
      result: Acknowledgement,
      current,
      rehearse: rehearseConflicts,
      example: { id: '01990000-0000-7000-8000-000000000000' },
    },
    async (trx, actor, { params, body }) =>
      done(
        actor,
        await putAdjustmentFile(trx, actor, {
          recordId: params.id,
          adjustmentId: params.adjustmentId,
          fileId: body.id,
        }),
      ),
  ),
  write(
    {
      method: 'DELETE',
      path: '/records/:id/adjustments/:adjustmentId/files/:fileId',
      title: 'Deletes a file on an adjustment',
      description: `Takes a file off an adjustment; the file itself stays. ${whoWrites}`,
      permission: 'adjustments:write',
      params: closed({
        ...adjustmentParams,
        fileId: described(PathId, 'A file of the adjustment, by id.'),
      }),
      result: Acknowledgement,
      current,
      rehearse: rehearseConflicts,
    },
    async (trx, actor, { params }) =>
      done(
        actor,
        await deleteAdjustmentFile(trx, actor, {
          recordId: params.id,
          adjustmentId: params.adjustmentId,
          fileId: params.fileId,
        }),
      ),
  ),
  write(
    {
      method: 'POST',
      path: '/records/:id/samples',
      title: 'Add a sample to this record',
      description:
        'What was measured describes the stock from now on; a blend has the mean of its parts. commodityGradeId gives the record another grade. ' +
        whoWrites,
      permission: 'samples:write',
      params: RecordIdParam,
      body: SampleInput,
      result: FullRecord,
      location: (record) => `/api/inventory/records/${record.id}`,
      current,
      rehearse: rehearseConflicts,
      example: { fields: [{ name: 'Moisture', value: '14.5', metric: '%' }], commodityGradeId: 1010106 },
    },
    async (trx, actor, { params, body }) => {
      await addSample(trx, actor, params.id, body)
      return getRecord(trx, actor, params.id)
    },
  ),
]

async function searchRecords(db: Kysely<Tables>, actor: Actor, query: SearchQuery) {
  const { envelope, groups } = await runGroupedSearch(db, recordSearch, actor, query)
  return { ...envelope, custom: await recordTotals(db, actor.countryISO, groups) }
}

function done(actor: Actor, said: Message): Acknowledgement {
  return { status: 'success', message: render(said, actor) }
}
