import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { squareMetres, hectaresFrom } from '../../../kernel/area.ts'
import { dateFault, fault, type Fault } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { parseInstant, formatDate } from '../../../kernel/time.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { openBalances } from '../../ledger/ledger.ts'
import { plansOfNew } from '../../records/file-plantings.ts'
import { insertRecords, type NewRow } from '../../stock/insert-records.ts'
import { insertChanges } from '../../stock/note-change.ts'
import type { Entered, NewRecord } from './new-record.ts'
import { dayPlanted } from '../../records/update-rules.ts'
import type { Wording } from '../../../words/writing.ts'
import { sql } from 'kysely'
import { message, type Message } from '../../../words/catalogue.ts'

/** Finds the faults of a planting in the fields that it names. */
export function plantingFaults(
  { body, places }: Pick<NewRecord, 'body' | 'places'>,
  { timeZone }: Actor,
  path: string,
): Fault[] {
  const plantedAt = body.source.planting?.plantingAtUTC
  return [
    ...(plantedAt && !parseInstant(plantedAt, timeZone)
      ? [dateFault(`${path}source.planting.plantingAtUTC`)]
      : []),
    ...places.flatMap(({ own, path: at, areaHectares }) =>
      own && own.areaHectares > 0 && squareMetres(areaHectares ?? 0) > squareMetres(own.areaHectares)
        ? [fault(`${at}.area`, message('isLargerThanField', { area: own.areaHectares }), 'maximum')]
        : [],
    ),
  ]
}

/** True if the fault is a planting larger than its field. An existing planting may be larger, by what was once entered. */
export function isLargerThanField({ path, code }: Fault): boolean {
  return path.endsWith('.area') && code === 'maximum'
}

/**
 * Makes plantings that nothing is wrong with, one in each field: standing crops, of which nothing is stock until it is harvested
 * (rules.md §6). They stand on the whole field where the body gives no area, and belong to their harvest plans from the beginning.
 * However many they are, it takes a handful of statements; answers the records of each.
 */
export async function insertPlantings(
  trx: Transaction,
  actor: Actor,
  plantings: NewRecord[],
): Promise<Entered[][]> {
  const rows = plantings.map((planting) => rowsOf(planting, actor))
  const all = rows.flat()
  const ids = all.map(({ id }) => id)
  const unfiled = JSON.stringify(all.map((row) => planColumns(row, actor)))
  const plans = await plansOfNew(trx, actor, sql`jsonb_populate_recordset(null::records, ${unfiled}::jsonb)`)
  await insertRecords(
    trx,
    actor,
    all.map((row) => ({ ...row, harvestPlanId: plans.get(row.id) })),
  )
  await openBalances(trx, ids, actor.now)
  const change = {
    type: 'created' as const,
    effectiveAt: actor.now,
    message: message('plantingIsEntered', {}),
    details: {},
  }
  await insertChanges(
    trx,
    actor,
    ids.map((recordId) => ({ ...change, recordId })),
  )
  return rows.map((each) =>
    each.map(({ id }) => ({
      recordId: id,
      intake: null,
      changes: [],
      conflicts: [],
    })),
  )
}

function rowsOf({ body, commodity, owner, name, places }: NewRecord, { timeZone }: Actor): NewRow[] {
  const { planting } = body.source
  const plantedAt = planting?.plantingAtUTC ? parseInstant(planting.plantingAtUTC, timeZone) : undefined
  const precision = planting?.plantingAtDateType ?? 'date'
  return places.map(({ storageId, own, areaHectares }) => ({
    id: newId(),
    ownerId: owner.id,
    storageId,
    bayId: null,
    name,
    kind: body.type,
    source: 'planting',
    commodity,
    harvestYear: body.harvestYear,
    tags: body.tags ?? [],
    planting: {
      hectares: String(areaHectares ?? own?.areaHectares ?? 0),
      expectedGramsPerHectare: gramsFromKilograms(planting?.expectedYield ?? 0),
      plantedOn: plantedAt ? dayPlanted(formatDate(plantedAt, timeZone), precision) : null,
      precision: plantedAt ? precision : null,
    },
  }))
}

/** Returns the columns of a planting's record by which its plan is found. */
function planColumns({ id, storageId, commodity, harvestYear }: NewRow, { now }: Actor) {
  const { commodityId, typeId, gradeId, variety, tagIds } = commodity
  return {
    id,
    storage_id: storageId,
    harvest_year: harvestYear,
    commodity_id: commodityId,
    type_id: typeId,
    grade_id: gradeId,
    variety,
    tag_ids: tagIds,
    created_at: now,
  }
}

interface Crowded {
  id: string
  field: string
  harvest_year: string
  is_repeated: boolean
  standing: string
  area: string | null
}

/**
 * Warns of plantings that have just been entered, by record, where the field already has the same owner's same crop, or where its
 * crops of one harvest year need more hectares than it has. Both can be right (a field that was measured badly, a strip sown again),
 * so neither is refused.
 */
export async function crowdedFields(trx: Transaction, recordIds: string[]): Promise<Map<string, Message[]>> {
  if (recordIds.length === 0) return new Map()
  const { rows } = await sql<Crowded>`
    select r.id, s.name as field, r.harvest_year, s.area_hectares as area, sum(coalesce(o.remaining_area_hectares, o.area_hectares, 0)) as standing,
      bool_or(o.id < r.id and o.owner_id = r.owner_id and o.commodity_id = r.commodity_id and o.type_id = r.type_id
        and lower(o.variety) = lower(r.variety)) as is_repeated
    from records r
    join storages s on s.id = r.storage_id
    join records o on o.storage_id = r.storage_id and o.keeper_id = r.keeper_id and o.source = 'planting'
      and o.harvest_year = r.harvest_year
    where r.id = any(${recordIds}::uuid[]) and r.source = 'planting'
    group by r.keeper_id, r.id, s.organisation_id, s.id`.execute(trx)
  return new Map(rows.map((row) => [row.id, messagesOfField(row)]))
}

function messagesOfField({
  field,
  harvest_year: harvestYear,
  is_repeated,
  standing,
  area,
}: Crowded): Message[] {
  const [available, needed] = [squareMetres(area ?? 0), squareMetres(standing)]
  const [planted, has] = [needed, available].map((metres) => Number(hectaresFrom(metres)))
  return [
    ...(is_repeated ? [message('fieldHasCropAlready', { field, harvestYear })] : []),
    ...(available > 0 && needed > available
      ? [message('plantingsExceedField', { field, harvestYear, planted: planted ?? 0, area: has ?? 0 })]
      : []),
  ]
}

/** Adds to the outcomes of rows that have made a planting what is odd about its field. */
export async function reportCrowding<Outcome extends { status: string; id?: string; message?: Wording[] }>(
  trx: Transaction,
  outcomes: Outcome[],
): Promise<Outcome[]> {
  const made = outcomes.flatMap(({ status, id }) => (status === 'success' && id ? [id] : []))
  const crowded = await crowdedFields(trx, made)
  return outcomes.map((outcome) => {
    const said = outcome.status === 'success' ? (crowded.get(outcome.id ?? '') ?? []) : []
    return said.length === 0 ? outcome : { ...outcome, message: [...(outcome.message ?? []), ...said] }
  })
}
