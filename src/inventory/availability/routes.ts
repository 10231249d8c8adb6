import { firstOf, OneOrMany, oneOrMany } from '../../http/validate/one-or-many.ts'
import { write, type Operation } from '../../http/operation.ts'
import { idParam } from '../../http/validate/schema.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { findShortRecords, getRecord, getShortRecord } from '../records/queries.ts'
import { remarksOn } from '../stock/effects.ts'
import { EnteredRecord, ShortRecord } from '../records/schema.ts'
import {
  createAvailability,
  CreateAvailabilityBody,
  patchAvailability,
  PatchAvailabilityBody,
} from './availability.ts'

const whatItShows =
  '`position` is what there is, less what is sold and has not left yet; negative is short. Kilograms.'

/** Stock that is available to trade, wherever it lies. */
export const availabilityOperations: Operation[] = [
  write(
    {
      method: 'POST',
      path: '/trade-availability',
      title: 'Create Trade Availability Inventory Records',
      description:
        'Enters stock of your own that is available to trade, without a place, and how much of it is sold. With one entry the answer is a record, with several an array. ' +
        `${whatItShows} All or none.`,
      permission: 'records:write',
      body: CreateAvailabilityBody,
      result: OneOrMany(ShortRecord),
      location: (result) => {
        const first = firstOf(result)
        return first && `/api/inventory/records/${first.id}`
      },
      rehearse: rehearseConflicts,
      example: {
        commodities: [
          {
            type: 'crop',
            harvestYear: '2026',
            commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
            weight: 250_000,
            soldWeight: 100_000,
          },
        ],
      },
    },
    async (trx, actor, { body }) =>
      oneOrMany(await findShortRecords(trx, actor, await createAvailability(trx, actor, body))),
  ),
  write(
    {
      method: 'PATCH',
      path: '/trade-availability/:id',
      title: 'Patch Trade Availability Inventory Record',
      description:
        `Changes only what the body gives. ${whatItShows} Another weight restates what was entered; ` +
        '`message` says what later counts make of it. Refused with insufficient_stock if more than that has left; ' +
        '404 for stock that is not trade availability.',
      permission: 'records:write',
      params: idParam('The record of the stock that is available to trade, by id.'),
      body: PatchAvailabilityBody,
      result: EnteredRecord,
      current: (db, actor, { id }) => getRecord(db, actor, id),
      rehearse: rehearseConflicts,
      example: { commodityWeight: 240_000, soldWeight: 150_000 },
    },
    async (trx, actor, { params, body }) => {
      const recounts = await patchAvailability(trx, actor, params.id, body)
      const record = await getShortRecord(trx, actor, params.id)
      return { ...record, ...remarksOn({ changes: [], recounts, conflicts: [] }, actor) }
    },
  ),
]
