import { sql } from 'kysely'
import { columnList, writingRows } from '../../db/rows.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFault, fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { filePlantings } from './file-plantings.ts'
import type { SampleInput } from './bodies.ts'
import { measurementsOf, moistureFaults } from './measurement-rules.ts'
import { noteUpdate } from '../stock/note-change.ts'
import { measuredName, statedAgain, type StatedQuality } from '../stock/quality-rules.ts'
import { lockStoredRecord, type LockedStoredRecord } from './lock-record.ts'
import { describeRecord } from '../stock/describe-records.ts'
import { descriptionOf } from '../stock/merge-stock.ts'
import { gradeFaults, gradeNamed } from './update-rules.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Adds a sample to a record: what was measured describes it from now on, and a grade regrades it. Answers the
 * sample's number.
 *
 * @throws Refusal every fault at once; `forbidden` for the caller's stock in somebody else's store
 */
export async function addSample(
  trx: Transaction,
  actor: Actor,
  id: string,
  sample: SampleInput,
): Promise<number> {
  const record = await lockStoredRecord(trx, actor, id)
  refuseFaults([...contentFaults(sample), ...(await sampleFaults(trx, actor, record, sample))])
  const sampleId = await insertSample(trx, actor, { recordId: id, movementId: null, at: actor.now, sample })
  await describeBySample(trx, actor, record, sample, sampleId)
  await appendEvent(trx, actor, { type: 'record.sampled', subject: id, data: { sampleId } })
  return sampleId
}

function contentFaults(sample: SampleInput): Fault[] {
  return saysNothing(sample) ? [fault('fields', message('needsMeasurement', {}), 'required')] : []
}

/** That nobody took it: clients fill in a form, and send it along with the load. */
export function saysNothing({ fields, file, files, commodityGradeId }: SampleInput): boolean {
  return !fields?.length && !file && !files?.length && !commodityGradeId
}

/** Finds all faults in a sample of such a record; `path` ends in a dot where the sample is part of a body. */
export async function sampleFaults(
  trx: Transaction,
  { organisationId }: Actor,
  record: Pick<LockedStoredRecord, 'source' | 'commodity_id' | 'type_id'>,
  { fields = [], file, files, commodityGradeId }: SampleInput,
  path = '',
): Promise<Fault[]> {
  const own = await findAttachableFiles(
    trx,
    organisationId,
    [...(file ? [file] : []), ...(files ?? [])].map(({ id }) => id),
  )
  const names = fields.map(({ name }) => measuredName(name).toLowerCase())
  return [
    ...gradeFaults(record, commodityGradeId, `${path}commodityGradeId`),
    ...fields.flatMap((_field, index) =>
      names.indexOf(names[index] ?? '') < index
        ? [fault(`${path}fields[${index}].name`, message('isMeasuredTwice', {}), 'duplicate')]
        : [],
    ),
    ...moistureFaults(fields, `${path}fields`),
    ...(file ? fileFault(`${path}file`, file, own) : []),
    ...fileFaults(`${path}files`, files ?? [], own),
  ]
}

/** A sample to be stored: of a record, and of the movement that brought what was measured. */
interface NewSample {
  /** Its number, where it has one already. */
  id?: number | undefined
  recordId: string
  movementId: number | null
  /** When it is told: when its load came, or now. What happens to the load afterwards moves it. */
  at: Date
  sample: SampleInput
}

const sampleColumns = {
  storer_id: 'uuid',
  id: 'bigint',
  record_id: 'uuid',
  movement_id: 'bigint',
  told_at: 'timestamptz',
  fields: 'jsonb',
  file_ids: 'uuid[]',
  grade_id: 'integer',
  recorded_by: 'uuid',
  recorded_by_name: 'text',
  recorded_at: 'timestamptz',
}

const insertRows = writingRows<Record<keyof typeof sampleColumns, unknown>>(
  sampleColumns,
  (rows) => sql`
    insert into samples (${columnList(sampleColumns)})
    select ${sql.join(
      Object.keys(sampleColumns).map((column) =>
        column === 'id' ? sql`coalesce(id, nextval('fact_ids'))` : sql.ref(column),
      ),
    )} from ${rows}`,
)

function rowOf(
  { organisationId, userId, userName, now }: Actor,
  { id, recordId, movementId, at, sample }: NewSample,
) {
  const files = [...(sample.file ? [sample.file] : []), ...(sample.files ?? [])]
  return {
    storer_id: organisationId,
    id: id ?? null,
    record_id: recordId,
    movement_id: movementId,
    told_at: at,
    fields: sample.fields ?? [],
    // As arrays are written, whichever way the row goes.
    file_ids: `{${[...new Set(files.map((file) => file.id))].join(',')}}`,
    grade_id: sample.commodityGradeId || null,
    recorded_by: userId,
    recorded_by_name: userName,
    recorded_at: now,
  }
}

/** Stores samples that `sampleFaults` found nothing wrong with, in one write that is waited for with COMMIT. */
export function insertSamples(trx: Transaction, actor: Actor, samples: NewSample[]): void {
  writeUnawaited(trx, ...insertRows(samples.map((each) => rowOf(actor, each))))
}

/** Stores a sample by itself. Answers its number. */
async function insertSample(trx: Transaction, actor: Actor, sample: NewSample): Promise<number> {
  const { id: _numberedByItself, fields, file_ids: fileIds, ...row } = rowOf(actor, sample)
  const { id } = await trx
    .insertInto('samples')
    .values({ ...row, fields: JSON.stringify(fields), file_ids: sql`${fileIds}::uuid[]` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the statement that a sample makes about the parcel: the grade and the figures that it has. */
function statementOf({ commodityGradeId, fields = [] }: SampleInput): StatedQuality {
  return { ...(commodityGradeId && { gradeId: commodityGradeId }), quality: measurementsOf(fields) }
}

async function describeBySample(
  trx: Transaction,
  actor: Actor,
  record: LockedStoredRecord,
  sample: SampleInput,
  sampleId: number,
): Promise<void> {
  const before = descriptionOf(record)
  const stated = statementOf(sample)
  const after = statedAgain(before, stated)
  await describeRecord(trx, record.id, after, actor.now)
  if (record.source === 'planting') await filePlantings(trx, actor, { recordIds: [record.id] })
  const [was, is] = [before.gradeId, after.gradeId]
  const said = was === is ? [] : [message('isRegraded', { before: gradeNamed(was), after: gradeNamed(is) })]
  await noteUpdate(trx, actor, record.id, said, { description: stated, sampleId })
}
