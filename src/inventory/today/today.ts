import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, type Operation } from '../../http/operation.ts'
import { closed, named, NamedId } from '../../http/validate/schema.ts'
import { parseInstant, parseInstantEnd, sayDate } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { countFound } from '../movements/count-movements.ts'
import { actionSearch } from '../movements/movement-search.ts'
import { findCommodityTotals } from '../records/position.ts'
import { listConflicts } from '../storage/bay-conflicts.ts'
import { Attention, readAttention } from './attention.ts'

const loadsOf = (what: string) =>
  closed(
    {
      loads: Type.Integer({ description: 'So far.' }),
      weight: Type.Number({ description: 'Kilograms of those that are weighed.' }),
      planned: Type.Integer({ description: 'Loads for later today.' }),
    },
    what,
  )

const Today = named('Today', {
  date: Type.String({ description: 'Today, in your organisation’s time zone.' }),
  yard: Type.Integer({ description: 'Lorries that were weighed once, and wait for the other reading.' }),
  actionsRequired: Type.Integer({ description: 'Movements that lack a driver or a weight.' }),
  conflicts: Type.Integer({ description: 'Conflicts along the plan, now and later.' }),
  in: loadsOf('What came into your stores today, from senders and off fields.'),
  out: loadsOf('What left your stores today, to others.'),
  week: closed(
    { in: loadsOf('What came in.'), out: loadsOf('What left.') },
    'The same of the last seven days, with today; planned are the loads of the six days to come.',
  ),
  stock: Type.Array(
    closed({
      commodity: NamedId,
      owned: Type.Number({ description: 'Kilograms of yours, wherever they lie.' }),
      stored: Type.Number({ description: 'Kilograms of others that lie with you.' }),
    }),
    { description: 'What there is now, the most first.' },
  ),
  ...Attention,
})
type Today = Static<typeof Today>

/** One look at the day. */
export const todayOperations: Operation[] = [
  read(
    {
      path: '/today',
      title: 'Today',
      description:
        'Figures for one look at the day: the yard, what is still to fill in, conflicts, what came and left since midnight in your organisation’s time zone and in a ' +
        'week, what there is, and what wants looking after: contracts that are nearly full, bays that nobody has counted for long, statements of buyers with differences.',
      permission: 'stock:read',
      result: Today,
    },
    (db, actor) => readToday(db, actor),
  ),
]

interface Counted {
  came: number
  came_grams: number
  coming: number
  left: number
  left_grams: number
  leaving: number
}

function readToday(db: Kysely<Tables>, actor: Actor): Promise<Today> {
  const date = sayDate(actor.now, actor.timeZone)
  return inOneMoment(db, async (moment) => {
    const day = await countDays(moment, actor, { from: date, to: date })
    const week = await countDays(moment, actor, { from: daysFrom(date, -6), to: daysFrom(date, 6) })
    const { conflicts } = await listConflicts(moment, actor, undefined)
    return {
      date,
      yard: await countYard(moment, actor),
      actionsRequired: await countFound(moment, actionSearch, actor, {}),
      conflicts: conflicts.length,
      ...flowsOf(day),
      week: flowsOf(week),
      stock: await findCommodityTotals(moment, actor, actor.now),
      ...(await readAttention(moment, actor)),
    }
  })
}

function flowsOf({
  came,
  came_grams,
  coming,
  left,
  left_grams,
  leaving,
}: Counted): Pick<Today, 'in' | 'out'> {
  return {
    in: { loads: came, weight: kilogramsFromGrams(came_grams), planned: coming },
    out: { loads: left, weight: kilogramsFromGrams(left_grams), planned: leaving },
  }
}

function daysFrom(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Lorries, and not loads: one in several parts stands in the yard once. */
async function countYard(db: Kysely<Tables>, { organisationId, now }: Actor): Promise<number> {
  const { rows } = await sql<{ lorries: number }>`
    select count(distinct coalesce(ticket_id::text, id::text)) as lorries from movements
    where organisation_id = ${organisationId} and status = 'incomplete' and effective_at <= ${now}
      and (empty_grams is null) <> (full_grams is null)`.execute(db)
  return rows[0]?.lorries ?? 0
}

async function countDays(
  db: Kysely<Tables>,
  { organisationId, now, timeZone }: Actor,
  { from, to }: { from: string; to: string },
): Promise<Counted> {
  const isIn = sql`(m.type = 'intake' or (m.type = 'internal' and source.source = 'planting'))`
  const { rows } = await sql<Counted>`
    select count(*) filter (where ${isIn} and m.effective_at <= ${now}) as came,
      coalesce(sum(m.weight_grams) filter (where ${isIn} and m.effective_at <= ${now}), 0)::bigint as came_grams,
      count(*) filter (where ${isIn} and m.effective_at > ${now}) as coming,
      count(*) filter (where m.type = 'outbound' and m.effective_at <= ${now}) as left,
      coalesce(sum(m.weight_grams) filter (where m.type = 'outbound' and m.effective_at <= ${now}), 0)::bigint as left_grams,
      count(*) filter (where m.type = 'outbound' and m.effective_at > ${now}) as leaving
    from movements m left join records source on source.id = m.source_record_id
    where m.organisation_id = ${organisationId} and m.status <> 'deleted'
      and m.effective_at between ${parseInstant(from, timeZone)} and ${parseInstantEnd(to, timeZone)}`.execute(
    db,
  )
  const [counted] = rows
  if (!counted) throw new Error('a count has one row')
  return counted
}
