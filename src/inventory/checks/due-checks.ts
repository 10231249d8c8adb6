import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, oneOf } from '../../http/validate/schema.ts'
import { recordsWithStock } from '../ledger/ledger.ts'
import { alarms, alarmsOf, type Findings } from './rules.ts'

const MOST_SHOWN = 5
const text = Type.String()
const place = { storageId: text, substorageId: Type.Integer(), store: text, bay: text }

/** The checks that a day asks for. */
export const CheckAttention = {
  toCheck: closed(
    {
      count: Type.Integer(),
      first: Type.Array(
        closed({
          ...place,
          checkedAtUTC: Type.String({ description: 'Empty where nobody has ever checked it.' }),
          everyDays: Type.Integer(),
        }),
        { description: 'The longest ago first.' },
      ),
    },
    'Bays of yours with stock whose check is due by the plan of their store.',
  ),
  alarming: closed(
    {
      count: Type.Integer(),
      first: Type.Array(closed({ ...place, checkedAtUTC: text, alarms: Type.Array(oneOf(alarms)) }), {
        description: 'The last checked first.',
      }),
    },
    'Bays of yours with stock whose last check found something beyond its limits, within 30 days.',
  ),
}
export type CheckAttention = { [Name in keyof typeof CheckAttention]: Static<(typeof CheckAttention)[Name]> }

const DAYS_ALARMING = 30

interface Row extends Findings {
  storage_id: string
  bay_id: number
  store: string
  bay: string
  checked_at: Date | null
  every_days: number | null
  hottest_before: number | null
  most_celsius: number | null
  most_rise_celsius: number | null
  most_moisture_percentage: number | null
}

/** Reads the bays that are to be checked, and those where too much was found: the cost goes with the bays that have stock now. */
export async function readCheckAttention(db: Kysely<Tables>, actor: Actor): Promise<CheckAttention> {
  const rows = await findLastChecks(db, actor)
  const { now } = actor
  const due = rows.filter(({ checked_at, every_days }) => isDue(checked_at, every_days, now))
  const placeOf = ({ storage_id, bay_id, store, bay }: Row) => ({
    storageId: storage_id,
    substorageId: bay_id,
    store,
    bay,
  })
  const since = now.getTime() - DAYS_ALARMING * DAY_MS
  const alarming = rows.flatMap((row) => {
    const { checked_at: at } = row
    if (at === null || at.getTime() < since) return []
    const limits = {
      mostCelsius: row.most_celsius,
      mostRiseCelsius: row.most_rise_celsius,
      mostMoisturePercentage: row.most_moisture_percentage,
    }
    const found = alarmsOf(row, limits, row.hottest_before)
    return found.length === 0 ? [] : [{ ...placeOf(row), checkedAtUTC: at.toISOString(), alarms: found }]
  })
  return {
    toCheck: {
      count: due.length,
      first: due.slice(0, MOST_SHOWN).map((row) => ({
        ...placeOf(row),
        checkedAtUTC: row.checked_at?.toISOString() ?? '',
        everyDays: row.every_days ?? 0,
      })),
    },
    alarming: {
      count: alarming.length,
      first: alarming.toSorted((a, b) => (a.checkedAtUTC < b.checkedAtUTC ? 1 : -1)).slice(0, MOST_SHOWN),
    },
  }
}

const DAY_MS = 86_400_000

/** True if so many days have gone since the last check, or there was none. */
function isDue(checkedAt: Date | null, everyDays: number | null, now: Date): boolean {
  if (everyDays === null) return false
  return checkedAt === null || checkedAt.getTime() + everyDays * DAY_MS <= now.getTime()
}

async function findLastChecks(db: Kysely<Tables>, { organisationId, now }: Actor): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id as storage_id, b.id as bay_id, s.name as store, b.name as bay, last.checked_at, plan.every_days,
      last.hottest_celsius::float8 as hottest, last.moisture_percentage::float8 as moisture, last.insects, last.smell, last.rodents,
      plan.most_celsius::float8 as most_celsius, plan.most_rise_celsius::float8 as most_rise_celsius,
      plan.most_moisture_percentage::float8 as most_moisture_percentage, (
        select earlier.hottest_celsius::float8 from bay_checks earlier
        where earlier.organisation_id = b.organisation_id and earlier.bay_id = b.id and earlier.hottest_celsius is not null
          and earlier.checked_at < last.checked_at
        order by earlier.checked_at desc, earlier.id limit 1) as hottest_before
    from bays b
    join storages s on s.organisation_id = b.organisation_id and s.id = b.storage_id
    left join check_plans plan on plan.organisation_id = b.organisation_id and plan.storage_id = b.storage_id
    left join lateral (
      select * from bay_checks c
      where c.organisation_id = b.organisation_id and c.bay_id = b.id order by c.checked_at desc, c.id limit 1
    ) last on true
    where b.organisation_id = ${organisationId} and (plan.every_days is not null or last.id is not null)
      and b.id = any(array(
        select r.bay_id from records r
        join ledger_balances balance on balance.storer_id = r.keeper_id and balance.record_id = r.id
        where r.id = any(array(select record_id from ${recordsWithStock(organisationId, now)} candidate))
          and r.keeper_id = ${organisationId} and ledger_balance_now(balance, ${now}) > 0))
    order by last.checked_at nulls first, b.id`.execute(db)
  return rows
}
