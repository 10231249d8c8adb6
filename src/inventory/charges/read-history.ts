import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { parseInstant } from '../../kernel/time.ts'
import { balanceAt, recordRow } from '../ledger/ledger.ts'
import type { Measurement } from '../stock/blend-rules.ts'
import { moistureOf } from '../stock/quality-rules.ts'
import { findTariffTerms } from '../tariffs/queries.ts'
import { dayAfter, daysOfMonth, type BalanceStep } from './balance-rules.ts'
import type { ChargedLoad, OwnerHistory } from './rules.ts'

type Db = Kysely<Tables>

/** More than any tariff has. */
const MOST_FREE_DAYS = 365

/**
 * Reads what charges of an owner are reckoned from: what came, went and lay in the caller's own stores over months, as the book is now. It costs as much as
 * the owner's grain moved from a year before the first of them to the last.
 *
 * @param months as 2026-08, in their order
 */
export async function readOwnerHistory(
  db: Db,
  actor: Actor,
  ownerId: string,
  months: string[],
): Promise<OwnerHistory> {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return { loads: [], changes: [], tariffs: [] }
  const span = spanOf(actor, first, last)
  return {
    loads: await findChargedLoads(db, actor, ownerId, span),
    changes: [
      ...(await findOpenings(db, actor, ownerId, span)),
      ...(await findChanges(db, actor, ownerId, span)),
    ],
    tariffs: await findTariffTerms(db, actor, ownerId),
  }
}

interface Span {
  /** Loads from here on may still be in their free days in the first month. */
  arrivedFrom: Date
  from: Date
  /** Not part of it, and never later than now. */
  before: Date
  dayBefore: string
}

function spanOf({ timeZone, now }: Actor, firstMonth: string, lastMonth: string): Span {
  const firstDay = Temporal.PlainDate.from(`${firstMonth}-01`)
  const end = instantOf(dayAfter(daysOfMonth(lastMonth).at(-1) ?? ''), timeZone)
  // What is planned is not charged for.
  const upToNow = new Date(now.getTime() + 1)
  return {
    arrivedFrom: instantOf(firstDay.subtract({ days: MOST_FREE_DAYS }).toString(), timeZone),
    from: instantOf(firstDay.toString(), timeZone),
    before: end < upToNow ? end : upToNow,
    dayBefore: firstDay.subtract({ days: 1 }).toString(),
  }
}

function instantOf(day: string, timeZone: string): Date {
  const instant = parseInstant(day, timeZone)
  if (!instant) throw new Error(`${day} is no day`)
  return instant
}

/** The owner's stock in the caller's stores; crops that stand in fields are none. */
const ownStock = ({ organisationId }: Actor, ownerId: string) =>
  sql`r.owner_id = ${ownerId} and r.keeper_id = ${organisationId} and r.source <> 'planting'`

async function findOpenings(
  db: Db,
  actor: Actor,
  ownerId: string,
  { from, dayBefore }: Span,
): Promise<BalanceStep[]> {
  const { rows } = await sql<{ commodity_id: number; type_id: number; grams: number }>`
    select r.commodity_id, r.type_id, sum(${balanceAt(recordRow(sql`r`), new Date(from.getTime() - 1))})::bigint as grams
    from records r where ${ownStock(actor, ownerId)} group by r.commodity_id, r.type_id
    order by r.commodity_id, r.type_id`.execute(db)
  return rows
    .filter(({ grams }) => grams !== 0)
    .map(({ commodity_id, type_id, grams }) => ({
      day: dayBefore,
      commodityId: commodity_id,
      typeId: type_id,
      grams,
    }))
}

/** Net changes by day; what moves between the owner's own parcels of one kind changes nothing. */
async function findChanges(
  db: Db,
  actor: Actor,
  ownerId: string,
  { from, before }: Span,
): Promise<BalanceStep[]> {
  const { rows } = await sql<{ day: string; commodity_id: number; type_id: number; grams: number }>`
    with own as materialized (select r.id, r.keeper_id, r.commodity_id, r.type_id from records r where ${ownStock(actor, ownerId)}),
    flow as (
      select own.commodity_id, own.type_id, e.effective_at, e.grams from own
      join ledger_entries e on e.storer_id = own.keeper_id and e.destination_record_id = own.id
      where e.effective_at >= ${from} and e.effective_at < ${before}
      union all
      select own.commodity_id, own.type_id, e.effective_at, -e.grams from own
      join ledger_entries e on e.storer_id = own.keeper_id and e.source_record_id = own.id
      where e.effective_at >= ${from} and e.effective_at < ${before}
    )
    select (effective_at at time zone ${actor.timeZone})::date::text as day, commodity_id, type_id, sum(grams)::bigint as grams from flow
    group by 1, 2, 3 having sum(grams) <> 0 order by 1, 2, 3`.execute(db)
  return rows.map(({ day, commodity_id, type_id, grams }) => ({
    day,
    commodityId: commodity_id,
    typeId: type_id,
    grams,
  }))
}

interface LoadRow {
  movement_id: number
  ticket: string
  number: string | null
  day: string
  commodity_id: number
  type_id: number
  contract_id: string | null
  grams: number
  resting_grams: number
  quality: Record<string, Measurement>
  field_moisture: string | null
}

/**
 * Reads the loads that crossed the border of the owner's stock, netted by load and moment: what was taken back leaves nothing. What passes to another owner where it
 * lies is no load, nor are losses, finds and what was there before the books began.
 */
async function findChargedLoads(
  db: Db,
  actor: Actor,
  ownerId: string,
  { arrivedFrom, before }: Span,
): Promise<ChargedLoad[]> {
  const crossing = (side: 'source' | 'destination', sign: ReturnType<typeof sql>) => {
    const other = side === 'source' ? 'destination' : 'source'
    return sql`
      select own.commodity_id, own.type_id, e.fact_id, e.effective_at, ${sql.ref(`e.${other}_outside`)} as outside, ${sign}e.grams as grams
      from own join ledger_entries e on e.storer_id = own.keeper_id and ${sql.ref(`e.${side}_record_id`)} = own.id
      where e.effective_at >= ${arrivedFrom} and e.effective_at < ${before} and ${sql.ref(`e.${other}_outside`)} is not null`
  }
  const isLoss = sql`(outside like 'loss:%' or outside like 'gain:%')`
  const { rows } = await sql<LoadRow>`
    with own as materialized (select r.id, r.keeper_id, r.commodity_id, r.type_id from records r where ${ownStock(actor, ownerId)}),
    crossed as (${crossing('destination', sql``)} union all ${crossing('source', sql`-`)}),
    netted as (
      select commodity_id, type_id, fact_id, effective_at, sum(grams) filter (where not ${isLoss})::bigint as grams, sum(grams)::bigint as resting_grams
      from crossed group by commodity_id, type_id, fact_id, effective_at having coalesce(sum(grams) filter (where not ${isLoss}), 0) <> 0
    )
    select m.id as movement_id, coalesce(m.ticket_id::text, m.id::text) as ticket, m.document_number as number,
      (n.effective_at at time zone ${actor.timeZone})::date::text as day, n.commodity_id, n.type_id, m.storage_contract_id as contract_id,
      n.grams, n.resting_grams, m.quality, coalesce(m.harvest_moisture_percentage, m.drying_moisture_percentage)::text as field_moisture
    from netted n join movements m on m.organisation_id = ${actor.organisationId} and m.id = n.fact_id
    order by n.effective_at, m.id`.execute(db)
  return rows.map((row) => ({
    movementId: row.movement_id,
    ticket: row.ticket,
    number: row.number ?? '',
    day: row.day,
    direction: row.grams > 0 ? 'in' : 'out',
    commodityId: row.commodity_id,
    typeId: row.type_id,
    contractId: row.contract_id,
    grams: Math.abs(row.grams),
    restingGrams: row.resting_grams,
    moistureThousandths: moistureOfLoad(row),
  }))
}

function moistureOfLoad({ quality, field_moisture }: LoadRow): number | null {
  const measured = moistureOf(quality) ?? (field_moisture === null ? undefined : Number(field_moisture))
  return measured === undefined ? null : Math.round(measured * 1000)
}
