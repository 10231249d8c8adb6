import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { ImportResult } from '../../http/schema.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { CreateRecordBody } from '../records/bodies.ts'
import { createRecord } from '../records/create-record.ts'
import { lockOwnStorages, type OwnStorage } from '../storage/own-storage.ts'
import type { PlantingRow } from './plantings-schema.ts'

type Outcome = ImportResult['results'][number]

/**
 * Enters plantings row by row: a good row is stored, a bad one reported and nothing of it kept (domain.md §9). A
 * planting is the same as one that is there when field, commodity, type, variety and harvest year are, so that rows sent
 * again add nothing. With `isDryRun` the same is done, answered and taken back.
 */
export async function importPlantings(
  trx: Transaction,
  actor: Actor,
  rows: PlantingRow[],
  { isDryRun }: { isDryRun: boolean },
): Promise<ImportResult> {
  await sql`savepoint plantings`.execute(trx)
  // Locked, so that the same rows sent twice at once are entered once.
  const fields = await lockOwnStorages(trx, actor, [
    ...new Set(rows.flatMap(({ field }) => field.storageId ?? [])),
  ])
  const results: Outcome[] = []
  for (const row of rows)
    results.push(await importRow(trx, actor, row, fields.get(row.field.storageId ?? '')))
  if (isDryRun) await sql`rollback to savepoint plantings`.execute(trx)
  const count = (...statuses: Outcome['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length
  return {
    success: count('success', 'unchanged'),
    validation: count('validation'),
    errors: count('error'),
    results,
  }
}

async function importRow(
  trx: Transaction,
  actor: Actor,
  row: PlantingRow,
  field: OwnStorage | undefined,
): Promise<Outcome> {
  const base = {
    rows: String(row.rowNumber),
    id: '',
    reference: field?.name ?? '',
    message: [],
    problems: [],
  }
  const known = field && (await findSame(trx, actor, row, field.id))
  if (known !== undefined) {
    return {
      ...base,
      status: 'unchanged',
      id: known,
      summary: 'This planting was there before; nothing was added.',
    }
  }
  await sql`savepoint planting`.execute(trx)
  try {
    const [planting] = await createRecord(trx, actor, bodyOf(row))
    await sql`release savepoint planting`.execute(trx)
    return { ...base, status: 'success', id: planting?.recordId ?? '', summary: 'The planting was entered.' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint planting`.execute(trx)
    return { ...base, ...refused(row, error) }
  }
}

/** The planting that a row would make a second time. */
async function findSame(
  trx: Transaction,
  { organisationId }: Actor,
  { commodity, harvestYear }: PlantingRow,
  fieldId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from records
    where storage_id = ${fieldId} and keeper_id = ${organisationId} and source = 'planting' and harvest_year = ${harvestYear}
      and commodity_id = ${commodity.id} and type_id = ${commodity.type}
      and lower(variety) = lower(${commodity.variety?.trim() ?? ''})
    order by created_at, id limit 1`.execute(trx)
  return rows[0]?.id
}

/** The row as the body of one record. */
function bodyOf({ rowNumber: _, field, planting, ...row }: PlantingRow): CreateRecordBody {
  return { ...row, storage: [field], source: { type: 'planting', planting: planting ?? {} } }
}

function refused(
  row: PlantingRow,
  refusal: Refusal,
): Pick<Outcome, 'status' | 'message' | 'summary' | 'problems'> {
  const problems = refusal.faults.map(({ path, message }) => {
    const column = columnOf(path)
    return { column, value: valueAt(row, column), reason: message }
  })
  return {
    status: refusal.code === 'invalid_input' ? 'validation' : 'error',
    message:
      problems.length > 0 ? problems.map(({ column, reason }) => `${column}: ${reason}`) : [refusal.message],
    summary: problems.length > 0 ? 'This row was not entered.' : refusal.message,
    problems,
  }
}

/** Where in the row a fault of the record's body lies. */
function columnOf(path: string): string {
  return path
    .replace(/^storage\[0\]/, 'field')
    .replace(/^source\.planting/, 'planting')
    .replace(/^source\./, '')
}

function valueAt(row: PlantingRow, column: string): string {
  const found = column
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row)
  return found === undefined || found === null
    ? ''
    : typeof found === 'string'
      ? found
      : JSON.stringify(found)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
