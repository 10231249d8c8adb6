import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { type Fault, reasonOf } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { harvestYearIn } from '../../system/countries/countries.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { CreateRecordBody, PartyInput, PlaceInput, PlantingInput } from '../records/bodies.ts'
import { insertPlantings, isLargerThanField, reportCrowding } from '../movements/intakes/create-plantings.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'
import { resolveRecords } from '../movements/intakes/validate-record.ts'
import {
  type ImportResult,
  closed,
  described,
  maybe,
  orNull,
  withDefault,
} from '../../http/validate/schema.ts'
import { lockStorages } from '../storage/lock-storage.ts'
import { message } from '../../words/catalogue.ts'
import { render, type Reader } from '../../words/render.ts'
import type { Wording } from '../../words/writing.ts'
import { addDifferences } from './add-differences.ts'
import Type, { type Static } from 'typebox'

/** A planting as a body asks for it, judged. */
export interface ValidatedPlanting {
  /** Undefined where the body has faults. */
  record: NewRecord | undefined
  faults: Fault[]
  /** The planting that is there already. */
  known: string | undefined
  /** Equal for equal plantings: of one field, commodity, type, variety and harvest year, and of the owner that is named. */
  key: string
}

/** Judges the bodies of plantings, one field each, and finds those that are there already; in a few statements for all. */
export async function validatePlantings(
  trx: Transaction,
  actor: Actor,
  bodies: CreateRecordBody[],
): Promise<ValidatedPlanting[]> {
  const resolved = await resolveRecords(trx, actor, bodies)
  const asked = bodies.map((body, index) => ({
    body,
    ownerId: body.owned ? null : (resolved[index]?.record?.owner.id ?? null),
  }))
  const same = await findSame(trx, actor, asked)
  return bodies.map((_body, index) => {
    const { record, faults = [] } = resolved[index] ?? {}
    const { key = '', id } = same[index] ?? {}
    // What is there already is not entered: a row that was right once is no fault since its field was split.
    const all = id ? faults.filter((each) => !isLargerThanField(each)) : faults
    return { record: all.length === 0 ? record : undefined, faults: all, known: id ?? undefined, key }
  })
}

/** Enters plantings with nothing wrong in them; those that are the same once. Answers the record of each key. */
export async function enterPlantings(
  trx: Transaction,
  actor: Actor,
  plantings: Pick<ValidatedPlanting, 'record' | 'key'>[],
): Promise<Map<string, string>> {
  const fresh = new Map<string, NewRecord>()
  for (const { record, key } of plantings) if (record && !fresh.has(key)) fresh.set(key, record)
  if (fresh.size === 0) return new Map()
  const entered = (await insertPlantings(trx, actor, [...fresh.values()])).map(
    ([first]) => first?.recordId ?? '',
  )
  await appendEvents(
    trx,
    actor,
    entered.map((id) => ({
      type: 'record.created',
      subject: id,
      data: { ids: [id], movementIds: [], recordIds: [id] },
    })),
  )
  return new Map([...fresh.keys()].map((key, index) => [key, entered[index] ?? '']))
}

/** For each body, the planting that it would make a second time, of the owner that it names or else of any, and what makes it the same as others. */
async function findSame(
  trx: Transaction,
  { organisationId, countryISO }: Actor,
  asked: { body: CreateRecordBody; ownerId: string | null }[],
): Promise<{ key: string; id: string | null }[]> {
  const bodies = asked.map(({ body }) => body)
  const fieldIds = bodies.map(({ storage }) => storage?.[0]?.storageId ?? null)
  const { rows } = await sql<{ key: string; id: string | null }>`
    select jsonb_build_array(asked.field_id, asked.commodity_id, asked.type_id, lower(asked.variety), asked.harvest_year, asked.owner_id)::text as key,
      same.id
    from unnest(
      ${fieldIds.map((id) => (id !== null && isId(id) ? id : null))}::uuid[],
      ${bodies.map(({ commodity }) => commodity.id)}::integer[],
      ${bodies.map(({ commodity }) => commodity.type)}::integer[],
      ${bodies.map(({ commodity }) => tidied(commodity.variety ?? ''))}::text[],
      ${bodies.map(({ harvestYear }) => harvestYearIn(harvestYear, countryISO))}::text[],
      ${asked.map(({ ownerId }) => ownerId)}::text[]
    ) with ordinality as asked (field_id, commodity_id, type_id, variety, harvest_year, owner_id, place)
    left join lateral (
      select r.id from records r
      where r.storage_id = asked.field_id and r.keeper_id = ${organisationId} and r.source = 'planting'
        and r.harvest_year = asked.harvest_year and r.commodity_id = asked.commodity_id and r.type_id = asked.type_id
        and lower(r.variety) = lower(asked.variety)
      order by r.owner_id is distinct from asked.owner_id, r.created_at, r.id limit 1
    ) same on true
    order by asked.place`.execute(trx)
  return rows
}

type Result = ImportResult['results'][number]
type Outcome = Omit<Result, 'message' | 'summary' | 'problems'> & {
  message: Wording[]
  summary: Wording
  problems: { column: string; value: string; reason: Wording }[]
}

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
  const fields = await lockStorages(trx, actor, [
    ...new Set(rows.flatMap(({ field }) => field.storageId ?? [])),
  ])
  const judged = await validatePlantings(trx, actor, rows.map(bodyOf))
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
      ? { ...base, status: 'success', id, summary: message('plantingWasEntered', {}) }
      : { ...base, status: 'unchanged', id, summary: message('plantingWasThere', {}) }
  })
  const told = await reportCrowding(trx, await addDifferences(trx, actor, outcomes, judged))
  const results = told.map((outcome) => inLanguage(outcome, actor))
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

function inLanguage(outcome: Outcome, reader: Reader): Result {
  return {
    ...outcome,
    message: outcome.message.map((each) => render(each, reader)),
    summary: render(outcome.summary, reader),
    problems: outcome.problems.map((each) => ({ ...each, reason: render(each.reason, reader) })),
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
  const problems = faults.map((each) => {
    const column = columnOf(each.path)
    return { column, value: valueAt(row, column), reason: reasonOf(each) }
  })
  return {
    status: 'validation',
    message: problems.map(({ column, reason }) =>
      message('fieldIsWrong', { path: column, faults: [reason] }),
    ),
    summary: message('rowWasNotEntered', {}),
    problems,
  }
}

/** Finds the column of the row for a fault of the record's body. */
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

const { name, type, harvestYear, commodity, adjustToZero, tags } = CreateRecordBody.properties

/** The body of "Create new plantings": a row a planting. */
export const CreatePlantingsBody = Type.Array(
  closed({
    rowNumber: Type.Number({ description: 'The answer names the row by it.' }),
    name,
    type,
    harvestYear,
    owned: withDefault(Type.Boolean({ description: 'false: the crop is kept for `owner`.' }), true),
    owner: maybe(described(PartyInput, 'Whose crop it is. Needed where `owned` is false.')),
    commodity,
    field: described(PlaceInput, 'The field that it stands in.'),
    planting: orNull(
      described(
        PlantingInput,
        'When it was planted, and what it is expected to bring; null if neither is known.',
      ),
    ),
    adjustToZero,
    tags,
  }),
  { minItems: 1, maxItems: 1000 },
)
export type PlantingRow = Static<typeof CreatePlantingsBody>[number]

export const DryRunQuery = closed({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'true answers the same of every row, and stores nothing.' }),
  ),
})
