import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { ImportResult } from '../../http/validate/schema.ts'
import type { Fault } from '../../kernel/errors.ts'
import type { CreateRecordBody } from '../records/bodies.ts'
import { lockOwnStorages } from '../storage/own-storage.ts'
import { enterPlantings, judgePlantings } from './enter-plantings.ts'
import type { PlantingRow } from './plantings-schema.ts'
import { tellCrowding } from '../movements/intakes/crowded-fields.ts'
import { tellDifferences } from './tell-differences.ts'

type Outcome = ImportResult['results'][number]

/**
 * Enters plantings row by row: a good row is stored, a bad one reported and nothing of it kept (rules.md §9). A
 * planting is the same as one that is there when field, commodity, type, variety and harvest year are, so that rows sent again add
 * nothing; of several it is that of the owner whom the row names. With `isDryRun` the same is done, answered and taken back.
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
  const judged = await judgePlantings(trx, actor, rows.map(bodyOf))
  const entered = await enterPlantings(
    trx,
    actor,
    judged.filter(({ known }) => known === undefined),
  )
  const unused = new Map(entered)
  const outcomes = rows.map((row, index): Outcome => {
    const { known, faults, key } = judged[index] ?? { known: undefined, faults: [], key: '' }
    const base = {
      rows: String(row.rowNumber),
      id: '',
      reference: fields.get(row.field.storageId ?? '')?.name ?? '',
      message: [],
      problems: [],
    }
    if (known === undefined && faults.length > 0) return { ...base, ...refused(row, faults) }
    const id = known ?? entered.get(key) ?? ''
    // The first row of those that are the same has made it.
    return known === undefined && unused.delete(key)
      ? { ...base, status: 'success', id, summary: 'The planting was entered.' }
      : { ...base, status: 'unchanged', id, summary: 'This planting was there before; nothing was added.' }
  })
  const results = await tellCrowding(trx, await tellDifferences(trx, actor, outcomes, judged))
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

/** The row as the body of one record. */
function bodyOf({ rowNumber: _, field, planting, owner, ...row }: PlantingRow): CreateRecordBody {
  const source = { type: 'planting' as const, planting: planting ?? {}, ...(owner && { owner }) }
  return { ...row, storage: [field], source }
}

function refused(
  row: PlantingRow,
  faults: Fault[],
): Pick<Outcome, 'status' | 'message' | 'summary' | 'problems'> {
  const problems = faults.map(({ path, message }) => {
    const column = columnOf(path)
    return { column, value: valueAt(row, column), reason: message }
  })
  return {
    status: 'validation',
    message: problems.map(({ column, reason }) => `${column}: ${reason}`),
    summary: 'This row was not entered.',
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
