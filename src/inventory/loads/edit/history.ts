import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { statement } from '../../../db/statement.ts'
import type { Tables } from '../../../db/tables.ts'
import { writeUnawaited, type Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, refuseFaults } from '../../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import type { WeightReading, Readings } from '../../readings/rules.ts'
import { readingToWire } from '../../readings/shown.ts'
import type { ShownReading } from '../../readings/schema.ts'
import { scalesOfRow, type LockedMovementRow } from './lock-movement.ts'
import { message } from '../../../words/catalogue.ts'

/** A change of a movement, as its page tells it. */
export interface MovementChangeView {
  kind: 'changed' | 'deleted' | 'restored'
  atUTC: string
  byName: string
  /** '' where nobody said why. */
  reason: string
  changed: (Omit<ChangedFact, 'readingBefore' | 'readingAfter'> & {
    readingBefore?: ShownReading
    readingAfter?: ShownReading
  })[]
}

type Value = string | number | boolean | null

/** A changed fact of a movement: weights in kilograms, moments in ISO 8601; null where nobody had given one. */
interface ChangedFact {
  what: FactName
  before: Value
  after: Value
  /** Of a reading, where it came from; left out where nobody said. */
  readingBefore?: WeightReading
  readingAfter?: WeightReading
}

/** Facts of a movement that people correct. */
export const factNames = [
  'date',
  'weight',
  'full',
  'empty',
  'source',
  'destination',
  'driver',
  'vehicleRegistration',
  'loadReference',
  'contractReference',
  'storageContract',
  'trade',
  'order',
  'sold',
  'emptied',
  'file',
] as const
type FactName = (typeof factNames)[number]

type Kind = MovementChangeView['kind']
/** Function that puts the place of a record into words. */
type PlaceOf = (recordId: string) => string
type Noted = { id: number; kind: Kind; changed: ChangedFact[] }

/**
 * Keeps of each movement what it says otherwise from now on, by whom and why. Where the organisation wants a reason, a correction and a
 * deletion need one; to fill in what was missing, and to restore, needs none.
 *
 * @param pairs movements as they were, and as they are: null where one was deleted
 * @param said.reason '' where nobody says why
 * @param said.placeOf where the records lie of those whose places are other ones
 * @throws Refusal `invalid_input` where a reason is needed
 */
export async function noteInHistory(
  trx: Transaction,
  actor: Actor,
  pairs: { before: LockedMovementRow; after: LockedMovementRow | null }[],
  { reason, placeOf }: { reason: string; placeOf: PlaceOf },
): Promise<void> {
  const noted = pairs.flatMap(({ before, after }): Noted[] => {
    if (after === null) return [{ id: before.id, kind: 'deleted', changed: [] }]
    const changed = changedFacts(before, after, placeOf)
    if (before.status === 'deleted') return [{ id: before.id, kind: 'restored', changed }]
    return changed.length === 0 ? [] : [{ id: before.id, kind: 'changed', changed }]
  })
  if (noted.length === 0) return
  if (reason === '' && noted.some(isCorrection)) await ensureNoReasonNeeded(trx, actor)
  const { organisationId, userId, userName, now } = actor
  const rows = JSON.stringify(noted)
  writeUnawaited(trx, insertChanges.with({ organisationId, userId, userName, now, reason, rows }))
}

const insertChanges = statement<{
  organisationId: string
  userId: string
  userName: string
  now: Date
  reason: string
  rows: string
}>(
  ({ organisationId, userId, userName, now, reason, rows }) => sql`
    insert into movement_changes (organisation_id, movement_id, kind, reason, changed, recorded_by, recorded_by_name, recorded_at)
    select ${organisationId}::uuid, each.id, each.kind, ${reason}::text, each.changed, ${userId}::uuid, ${userName}::text, ${now}::timestamptz
    from json_to_recordset(${rows}::json) as each (id bigint, kind text, changed jsonb)`,
)

/** True if something known before was changed or removed, and not merely filled in. */
function isCorrection({ kind, changed }: Noted): boolean {
  if (kind !== 'changed') return kind === 'deleted'
  // A weight that was expected gives way to the first one that is read.
  const isRead = changed.some(({ what, before }) => before === null && (what === 'full' || what === 'empty'))
  return changed.some(
    ({ what, before, after, readingBefore }) =>
      before !== null && !(isRead && what === 'weight') && (before !== after || readingBefore !== undefined),
  )
}

async function ensureNoReasonNeeded(trx: Transaction, { organisationId }: Actor): Promise<void> {
  const organisation = await trx
    .selectFrom('organisations')
    .select('requires_reason')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  if (!organisation.requires_reason) return
  refuseFaults([fault('reason', message('needsReasonToCorrect', {}), 'required')])
}

/** Lists the facts of a movement that differ, by their names in the API. */
function changedFacts(before: LockedMovementRow, after: LockedMovementRow, placeOf: PlaceOf): ChangedFact[] {
  const [was, is] = [factsOf(before, placeOf), factsOf(after, placeOf)]
  const [read, reads] = [scalesOfRow(before).readings, scalesOfRow(after).readings]
  return factNames.flatMap((what): ChangedFact[] => {
    const name = readingNames[what]
    const [readingBefore, readingAfter] = name ? [read?.[name], reads?.[name]] : []
    if (was[what] === is[what] && isDeepStrictEqual(readingBefore, readingAfter)) return []
    const readings = { ...(readingBefore && { readingBefore }), ...(readingAfter && { readingAfter }) }
    return [{ what, before: was[what], after: is[what], ...readings }]
  })
}

/** Facts that come from a reading. */
const readingNames: { [Name in FactName]?: keyof Readings } = { full: 'full', empty: 'empty', weight: 'net' }

const kilograms = (grams: number | null) => (grams === null ? null : kilogramsFromGrams(grams))

function factsOf(row: LockedMovementRow, placeOf: PlaceOf): Record<FactName, Value> {
  const { source_record_id: from, destination_record_id: to } = row
  return {
    date: row.effective_at.toISOString(),
    weight: kilograms(row.weight_grams || null),
    full: kilograms(row.full_grams),
    empty: kilograms(row.empty_grams),
    source: from === null ? row.sender_name : placeOf(from),
    destination: to === null ? row.receiver_name : placeOf(to),
    driver: row.driver_name,
    vehicleRegistration: row.vehicle_registration,
    loadReference: row.load_reference,
    contractReference: row.contract_reference,
    storageContract: row.storage_contract_id,
    trade: row.trade_id,
    order: row.order_id,
    sold: row.type === 'outbound' ? row.sold : null,
    emptied: row.adjust_to_zero || null,
    file: row.weighbridge_file_id,
  }
}

/** Lists the changes made to a movement, oldest first. */
export async function editHistoryOf(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  movementId: number,
): Promise<MovementChangeView[]> {
  const rows = await db
    .selectFrom('movement_changes')
    .select(['kind', 'reason', 'changed', 'recorded_by_name', 'recorded_at'])
    .where('organisation_id', '=', organisationId)
    .where('movement_id', '=', movementId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, reason, changed, recorded_by_name: byName, recorded_at: at }) => ({
    // The table holds no other kinds, and what `noteInHistory` writes.
    kind: kind as Kind,
    atUTC: at.toISOString(),
    byName,
    reason,
    changed: (changed as ChangedFact[]).map(shownFact),
  }))
}

/** A changed fact, with the readings as answers show them: of a remembered tare the movement alone. */
function shownFact({ readingBefore, readingAfter, ...fact }: ChangedFact) {
  return {
    ...fact,
    ...(readingBefore && { readingBefore: readingToWire(readingBefore) }),
    ...(readingAfter && { readingAfter: readingToWire(readingAfter) }),
  }
}
