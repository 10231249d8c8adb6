import { sql, type RawBuilder } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import { CLEANING_LOSS } from '../../system/reasons/reasons.ts'
import type { Backdated, Posting } from '../ledger/ledger.ts'
import type { Description } from './blend-rules.ts'
import { describeRecord, noteMixed } from './describe-records.ts'
import { descriptionOf, isDescribedAlike } from './merge-stock.ts'
import { lockMoreBays } from './lock-bays.ts'
import {
  readDescriptionHistory,
  statedColumns,
  withShare,
  replayDescriptions,
  writeCarried,
} from './description-history.ts'

/**
 * Tells again how records are described that something was entered into late, or taken back from, and all that stock of theirs
 * has gone on to since: what is entered late has to leave what it would have left in its time (decision 0001). All is told in one
 * pass over time, so that a movement brings what its source was at that moment, whatever it was said to carry when it was
 * entered. Nothing is asked where nothing came late.
 *
 * @returns how each record is described that was told anew
 */
export async function recomputeDescriptions(
  trx: Transaction,
  late: Backdated[],
  now: Date,
): Promise<Map<string, Description>> {
  if (late.length === 0 || (await changesNothing(trx, byRecord(late), now))) return new Map()
  const since = new Date(Math.min(...late.map((each) => each.since.getTime())))
  const recordIds = await lockDownstream(trx, late, since, now)
  const { described, carried } = replayDescriptions(await readDescriptionHistory(trx, recordIds, since, now))
  const rows = await trx
    .selectFrom('records')
    .select(['id', 'type_id', 'grade_id', 'variety', 'tag_ids', 'quality', 'uncleaned_share'])
    .where('id', '=', anyOf(recordIds, 'uuid'))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const description = described.get(row.id)
    // Where nothing says what it was, an empty parcel keeps its last description.
    if (description && !isDescribedAlike(descriptionOf(row), description))
      await describeRecord(trx, row.id, description, now)
  }
  noteMixed(trx, recordIds, now)
  await writeCarried(trx, recordIds, carried)
  await resetUnapplied(trx, recordIds, now)
  return described
}

/** Resets movements that are still to come again, since a clock went back, and were not replayed: they join in their time (`settlePlans`). */
async function resetUnapplied(trx: Transaction, recordIds: string[], now: Date): Promise<void> {
  const joinedAt = (side: RawBuilder<unknown>) => sql`
    select id from movements where ${side} = any(${recordIds}::uuid[]) and effective_at > ${now} and is_joined`
  await sql`
    update movements set is_joined = false
    where organisation_id = any(array(select keeper_id from records where id = any(${recordIds}::uuid[])))
      and id = any(array(${joinedAt(sql`source_record_id`)} union all ${joinedAt(sql`destination_record_id`)}))`.execute(
    trx,
  )
}

/** Loads as they are known before a change, or come with it. */
export interface DescribedLoad {
  destinationRecordId: string | null
  effectiveAt: Date
  grams: number
}

/**
 * Finds the places of loads of which one was weighed by nobody, before the change or after it. Such a load has a description, and leaves no
 * entry by which the ledger could see that it comes late, or has come now that was planned, or is weighed, or taken back.
 *
 * @param loads as they were, and as they are from now on
 * @param changedGrams their weight from now on, where that is more than nothing
 */
export function backdatedUnweighed(loads: DescribedLoad[], now: Date, changedGrams = 0): Backdated[] {
  const places = new Set(
    loads.flatMap(({ grams, destinationRecordId }) => (grams === 0 ? destinationRecordId : [])),
  )
  return loads.flatMap(({ destinationRecordId: recordId, effectiveAt: since }) =>
    recordId !== null && places.has(recordId) && since <= now ? [{ recordId, since, changedGrams }] : [],
  )
}

/**
 * The records that postings touch at a time before somebody said something of them, or at that very instant, where their numbers decide which
 * comes first. The ledger knows nothing of what was said, so nothing
 * comes late there.
 *
 * @param known the records, where the caller has locked and read them already
 */
export async function beforeStatements(
  trx: Transaction,
  postings: Posting[],
  now: Date,
  known?: ReadonlyMap<string, Stated>,
): Promise<Backdated[]> {
  const touched = postings.flatMap(({ effectiveAt: since, entries }) =>
    entries.flatMap(({ from, to, grams: changedGrams }) =>
      [from, to].flatMap((side) =>
        'recordId' in side && since <= now ? [{ recordId: side.recordId, since, changedGrams }] : [],
      ),
    ),
  )
  if (touched.length === 0) return []
  const ids = [...new Set(touched.map(({ recordId }) => recordId))]
  const stated = known ?? (await readStated(trx, ids))
  return touched.filter(({ recordId, since }) => {
    const { stated_at: statedAt = null } = stated.get(recordId) ?? {}
    return statedAt !== null && statedAt >= since
  })
}

/** When somebody last said something of a record. */
interface Stated {
  stated_at: Date | null
}

async function readStated(trx: Transaction, ids: string[]): Promise<Map<string, Stated>> {
  const rows = await trx
    .selectFrom('records')
    .select(['id', 'stated_at'])
    .where('id', '=', anyOf(ids, 'uuid'))
    .where('stated_at', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The records that are clean from a posting on, since it notes what cleaning took off them (rules.md §5). */
export function cleanedBy(postings: Posting[], now: Date): Backdated[] {
  return postings.flatMap(({ effectiveAt: since, entries, counts }) => {
    if (since > now) return []
    const lost = entries.flatMap(({ from, to }) =>
      'recordId' in from && 'outside' in to && to.outside === `loss:${CLEANING_LOSS}` ? from.recordId : [],
    )
    const counted = counts.flatMap(({ recordId, reason }) =>
      reason === String(CLEANING_LOSS) ? recordId : [],
    )
    return [...new Set([...lost, ...counted])].map((recordId) => ({
      recordId,
      since,
      changedGrams: entries.reduce(
        (sum, { from, grams }) => sum + ('recordId' in from && from.recordId === recordId ? grams : 0),
        0,
      ),
    }))
  })
}

/** Merges late arrivals of several postings into one for each record. */
function byRecord(late: Backdated[]): Backdated[] {
  return [...Map.groupBy(late, ({ recordId }) => recordId)].map(([recordId, own]) => ({
    recordId,
    since: new Date(Math.min(...own.map(({ since }) => since.getTime()))),
    changedGrams: own.reduce((sum, { changedGrams }) => sum + changedGrams, 0),
  }))
}

const recordSays = statedColumns(sql`r`)
/** Condition that change `c` contradicts its record's present description; an arrival states all of it, a statement only its subject. */
const saysOtherwise = sql`(case when c.type <> 'updated' then ${withShare(sql`(c.details -> 'description')`)} <> ${recordSays}
  else ${recordSays} || (c.details -> 'description') - 'quality' <> ${recordSays}
    or not ${recordSays} -> 'quality' @> coalesce(c.details #> '{description,quality}', '{}') end)`
/** Measurements of a movement's stock, as it lies in its bay once it is dried (`driedTo`). */
const measured = sql`case when m.drying_level_percentage is null then m.quality
  else m.quality || jsonb_build_object('Moisture', jsonb_build_object('value', m.drying_level_percentage, 'metric', '%')) end`
/** Condition that a load had another description than its record has now, or may have had, in a version that did not store it. */
const isIncompatible = sql`((m.type_id, m.grade_id, m.variety, m.tag_ids, ${measured}, m.uncleaned_share)
    is distinct from (r.type_id, r.grade_id, r.variety, r.tag_ids, r.quality, r.uncleaned_share)
  or (m.source_record_id is not null and m.entered is null))`

/**
 * True if descriptions clearly stay as they are, so that nothing has to be worked out anew. They do where both of these hold:
 *
 * - Some stock has been there all the time since then, with this change and without it; or none had come before, and the record still has
 *   the description that it was made with.
 * - The last stock to come before, and all that came and went since, had the description that the record has now. Joining only ever lowers
 *   the description of stock, so the record has had that one since the last before came.
 *
 * This looks at what has happened since, and not at all that ever came, and locks nothing more.
 *
 * @example
 * // A bay of Skyfall has had 60 t or more since 5 August. 20 t of Skyfall that are entered late, for that day, change nothing.
 * // Had it been down to 15 t on the 10th, it would have been empty then without the 20 t, and what came next would have started afresh.
 */
async function changesNothing(trx: Transaction, late: Backdated[], now: Date): Promise<boolean> {
  const column = <Key extends keyof Backdated>(key: Key) => late.map((each) => each[key])
  const { rows } = await sql<{ may_change: boolean }>`
    select exists (
      select from unnest(${column('recordId')}::uuid[], ${column('since')}::timestamptz[], ${column('changedGrams')}::bigint[])
        as late (id, since, changed_grams)
      join records r on r.id = late.id
      left join lateral (select m.effective_at as since from movements m
        where m.destination_record_id = r.id and m.effective_at < late.since and m.status <> 'deleted'
        order by m.effective_at desc limit 1) as moved on true
      left join lateral (select max(c.effective_at) as since from record_changes c
        where c.storer_id = r.keeper_id and c.record_id = r.id and c.effective_at < late.since and c.details ? 'description' and c.type <> 'updated') as noted on true
      cross join lateral (select greatest(moved.since, noted.since) as since) as last
      where r.source <> 'planting' and ((last.since is not null and (ledger_balance_at(r.keeper_id, r.id, late.since - interval '1 millisecond') <= 0
          or exists (select from ledger_days d
            where d.storer_id = r.keeper_id and d.record_id = r.id and d.day >= (late.since at time zone 'UTC')::date and d.low_grams <= late.changed_grams)))
        or (last.since is null and r.first_description <> ${recordSays})
        or exists (select from movements m
          where m.destination_record_id = r.id and m.effective_at between coalesce(last.since, late.since) and ${now} and m.status <> 'deleted'
            and ${isIncompatible})
        or exists (select from movements m
          where m.source_record_id = r.id and m.effective_at between late.since and ${now} and m.status <> 'deleted'
            and ${isIncompatible})
        or exists (select from record_changes c
          where c.storer_id = r.keeper_id and c.record_id = r.id and c.effective_at between coalesce(last.since, late.since) and ${now} and c.details ? 'description'
            and (${saysOtherwise} or (c.type = 'updated' and c.effective_at >= late.since))))
    ) as may_change`.execute(trx)
  return rows[0]?.may_change === false
}

/** The records, and those that their stock has gone on to, with their bays locked: nobody joins them meanwhile. */
async function lockDownstream(
  trx: Transaction,
  late: Backdated[],
  since: Date,
  now: Date,
): Promise<string[]> {
  let known = [...new Set(late.map(({ recordId }) => recordId))]
  for (;;) {
    await lockMoreBays(trx, known)
    const { rows } = await sql<{ id: string }>`
      with recursive downstream (id) as (
        -- A crop in the field is not told: what is taken off it is what it was measured and graded as.
        select id from records where id = any(${known}::uuid[]) and source <> 'planting'
        union
        select m.destination_record_id from downstream join movements m on m.source_record_id = downstream.id
        where m.destination_record_id is not null and m.status <> 'deleted' and m.effective_at between ${since} and ${now}
      )
      select id from downstream`.execute(trx)
    const found = rows.map(({ id }) => id)
    // Stock may have gone on before the locks were had.
    if (found.every((id) => known.includes(id))) return found
    known = found
  }
}
