import { write, type Operation } from '../../../http/operation.ts'
import { firstOf, OneOrMany, oneOrMany } from '../../../http/validate/one-or-many.ts'
import { rehearseConflicts } from '../../stock/conflicts.ts'
import { intakeNames } from '../other-names.ts'
import { CreateRecordBody } from '../../records/bodies.ts'
import { EnteredRecord } from '../../records/schema.ts'
import { createRecord, createRecordsOfMany, enteredRecords, touchedByIntake } from './create-record.ts'

/** Operations by which stock and growing crops are first entered. */
export const newRecordOperations: Operation[] = [
  write(
    {
      method: 'POST',
      path: '/records',
      title: 'Create a new inventory record',
      description:
        'Enters stock or a planting, one record for each place in `storage`: with one place the answer is a record, with several an array. ' +
        '`source.planting` is a crop in a field (kilograms per hectare); `source.intake` is stock that comes into a bay, with a movement; ' +
        'without either it is stock that was there before the books began. Stock that arrives where its like lies joins that record; `message` ' +
        'says what that changes, and `conflicts` what is then wrong in the bay, such as too much for its capacity. ' +
        'Refused with incompatible_stock where the bay holds stock it may not be mixed with. Operators may enter only intakes, ' +
        'without adjustToZero.',
      permission: 'intake:write',
      body: CreateRecordBody,
      otherNames: intakeNames,
      result: OneOrMany(EnteredRecord),
      location: (result) => recordLocation(firstOf(result)?.id),
      rehearse: rehearseConflicts,
      isUndoneByRollback: true,
      together: {
        touches: ({ body }) => touchedByIntake(body),
        run: async (trx, asked) => {
          const entered = await createRecordsOfMany(
            trx,
            asked.map(({ actor, input: { body } }) => ({ actor, body, path: '' })),
          )
          const [first] = asked
          const records = first ? await enteredRecords(trx, first.actor, entered.flat()) : []
          return entered.map((own) => oneOrMany(records.splice(0, own.length)))
        },
      },
      example: {
        type: 'crop',
        harvestYear: '2026',
        owned: true,
        commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
        storage: [{ storageId: '01990000-0000-7000-8000-000000000000', substorageId: 1, weight: 28460 }],
        source: { type: 'existing' },
      },
    },
    async (trx, actor, { body }) =>
      oneOrMany(await enteredRecords(trx, actor, await createRecord(trx, actor, body))),
  ),
]

function recordLocation(recordId: string | undefined): string | undefined {
  return recordId && `/api/inventory/records/${recordId}`
}
