import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import { balancesBeforeFacts, type Late } from '../ledger/ledger.ts'
import { blend, type Description } from './blend-rules.ts'
import { blendTerms, descriptionOf, describeRecord, isSame } from './parcels.ts'
import { lockMoreBays } from './places.ts'

interface Telling {
  recordId: string
  /** Where what arrives was taken from, if that is a parcel. */
  sourceRecordId: string | null
  /** What is put there, or how the whole is described from then on. */
  kind: 'arrival' | 'statement'
  /** As it was entered. */
  description: Description
  grams: number
  /** What lay there just before. */
  before: number
}

/**
 * Tells again how records are described that something was entered into late, or taken back from, and all that stock of theirs
 * has gone on to since: what is entered late has to leave what it would have left in its time (decision 0001). All is told in one
 * pass over time, so that a movement brings what its source was at that moment, whatever it was said to carry when it was
 * entered. Nothing is asked where nothing came late.
 */
export async function describeAgain(trx: Transaction, late: Late[], now: Date): Promise<void> {
  if (late.length === 0 || (await changesNothing(trx, late, now))) return
  const recordIds = await lockDownstream(trx, late, now)
  const told = tellAll(await readTellings(trx, recordIds, now))
  const rows = await trx
    .selectFrom('records')
    .select(['id', 'type_id', 'grade_id', 'variety', 'tag_ids', 'quality'])
    .where('id', '=', anyOf(recordIds, 'uuid'))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const description = told.get(row.id)
    // Where nothing says what it was, an empty parcel keeps its last description.
    if (description && !isSame(descriptionOf(row), description))
      await describeRecord(trx, row.id, description, now)
  }
}

/**
 * Whether it is clear from what has happened since that late additions leave descriptions as they are: some stock was there all the
 * time, and all that came and went since, and the last that came before, was called what the record is called now. (Joining only
 * ever lowers what stock is called: where the last to come was called as it is in the end, so was all of it from then on.) So what
 * is entered late among its like costs as much as has happened since, and not as all that ever came; and it locks nothing more.
 */
async function changesNothing(trx: Transaction, late: Late[], now: Date): Promise<boolean> {
  if (!late.every(({ isAddition }) => isAddition)) return false
  const { rows } = await sql<{ may_change: boolean }>`
    select exists (
      select from unnest(${late.map(({ recordId }) => recordId)}::uuid[], ${late.map(({ since }) => since)}::timestamptz[]) as late (id, since)
      join records r on r.id = late.id
      left join lateral (select e.effective_at as since from ledger_entries e join movements m on m.id = e.fact_id
        where e.destination_record_id = r.id and e.effective_at < late.since and m.status <> 'deleted'
        order by e.effective_at desc limit 1) as last on true
      where ledger_balance_at(r.id, late.since - interval '1 millisecond') <= 0
        or exists (select from ledger_days d
          where d.record_id = r.id and d.day >= (late.since at time zone 'UTC')::date and d.low_grams <= 0)
        or exists (select from ledger_entries e join movements m on m.id = e.fact_id
          where e.destination_record_id = r.id and e.effective_at between coalesce(last.since, late.since) and ${now} and m.status <> 'deleted'
            and (m.type_id, m.grade_id, m.variety, m.tag_ids, m.quality)
              is distinct from (r.type_id, r.grade_id, r.variety, r.tag_ids, r.quality))
        or exists (select from ledger_entries e join movements m on m.id = e.fact_id
          where e.source_record_id = r.id and e.effective_at between late.since and ${now} and e.destination_record_id is not null
            and m.status <> 'deleted'
            and (m.type_id, m.grade_id, m.variety, m.tag_ids, m.quality)
              is distinct from (r.type_id, r.grade_id, r.variety, r.tag_ids, r.quality))
        or exists (select from record_changes c
          where c.record_id = r.id and c.effective_at >= coalesce(last.since, '-infinity') and c.details ? 'description')
    ) as may_change`.execute(trx)
  return rows[0]?.may_change === false
}

/** How each record is described in the end. A parcel that is empty when stock arrives starts afresh. */
function tellAll(tellings: Telling[]): Map<string, Description> {
  const told = new Map<string, Description>()
  for (const { recordId, sourceRecordId, kind, description, grams, before } of tellings) {
    const present = told.get(recordId)
    const arriving = (sourceRecordId !== null && told.get(sourceRecordId)) || description
    const startsAfresh = !present || kind === 'statement' || before <= 0
    told.set(
      recordId,
      startsAfresh
        ? arriving
        : blend({ ...present, grams: before }, { ...arriving, grams }, blendTerms).description,
    )
  }
  return told
}

/** The records, and those that their stock has gone on to, with their bays locked: nobody joins them meanwhile. */
async function lockDownstream(trx: Transaction, late: Late[], now: Date): Promise<string[]> {
  const since = new Date(Math.min(...late.map((each) => each.since.getTime())))
  let known = [...new Set(late.map(({ recordId }) => recordId))]
  for (;;) {
    await lockMoreBays(trx, known)
    const { rows } = await sql<{ id: string }>`
      with recursive downstream (id) as (
        select unnest(${known}::uuid[])
        union
        select m.destination_record_id from downstream join movements m on m.source_record_id = downstream.id
        where m.destination_record_id is not null and m.status <> 'deleted' and m.effective_at between ${since} and ${now}
      )
      select id from downstream`.execute(trx)
    // Stock may have gone on before the locks were had.
    if (rows.length === known.length) return known
    known = rows.map(({ id }) => id)
  }
}

/** All that says what the records are, and what their stock was before it came to them, in the order of time. */
async function readTellings(trx: Transaction, recordIds: string[], now: Date): Promise<Telling[]> {
  const { rows: upstream } = await sql<{ id: string }>`
    with recursive upstream (id) as (
      select unnest(${recordIds}::uuid[])
      union
      select m.source_record_id from upstream
      join movements m on m.destination_record_id = upstream.id and m.status <> 'deleted' and m.effective_at <= ${now}
      -- A load off the field is described by itself.
      join records source on source.id = m.source_record_id and source.source <> 'planting'
    )
    select id from upstream`.execute(trx)
  const ids = upstream.map(({ id }) => id)
  const tellings = sql`
    select id, effective_at, destination_record_id as record_id, source_record_id, 'arrival' as kind,
      weight_grams - shrink_grams as grams,
      jsonb_build_object('typeId', type_id, 'gradeId', grade_id, 'variety', variety, 'tagIds', tag_ids, 'quality', quality) as description
    from movements where destination_record_id = any(${ids}::uuid[]) and status <> 'deleted' and effective_at <= ${now}
    union all
    select id, effective_at, record_id, null, case when type = 'updated' then 'statement' else 'arrival' end,
      coalesce((details ->> 'grams')::bigint, 0), details -> 'description'
    from record_changes where record_id = any(${ids}::uuid[]) and details ? 'description' and effective_at <= ${now}`
  const facts = sql`select id, record_id, effective_at from (${tellings}) tellings`
  // Put together here: the planner would compare each with each.
  const [{ rows }, balances] = await Promise.all([
    sql<Omit<Telling, 'before'> & { id: number }>`
      select id, record_id as "recordId", source_record_id as "sourceRecordId", kind, description, grams
      from (${tellings}) tellings order by effective_at, id`.execute(trx),
    sql<{ id: number; grams: number }>`select id, grams from ${balancesBeforeFacts(ids, facts)}`.execute(trx),
  ])
  const before = new Map(balances.rows.map(({ id, grams }) => [id, grams]))
  return rows.map((row) => ({ ...row, before: before.get(row.id) ?? 0 }))
}
