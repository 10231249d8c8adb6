import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, type Operation } from '../../http/operation.ts'
import { closed, named } from '../../http/validate/schema.ts'
import { parseInstant, parseInstantEnd, sayDate } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { countFound } from '../movements/count-movements.ts'
import { actionSearch } from '../movements/movement-search.ts'
import { listConflicts } from '../storage/bay-conflicts.ts'

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
})
type Today = Static<typeof Today>

/** One look at the day. */
export const todayOperations: Operation[] = [
  read(
    {
      path: '/today',
      title: 'Today',
      description:
        'Counts for one look at the day: the yard, what is still to fill in, conflicts, and what came and left since midnight in your organisation’s time zone.',
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
    const day = await countDay(moment, actor, date)
    const { conflicts } = await listConflicts(moment, actor, undefined)
    return {
      date,
      yard: await countYard(moment, actor),
      actionsRequired: await countFound(moment, actionSearch, actor, {}),
      conflicts: conflicts.length,
      in: { loads: day.came, weight: kilogramsFromGrams(day.came_grams), planned: day.coming },
      out: { loads: day.left, weight: kilogramsFromGrams(day.left_grams), planned: day.leaving },
    }
  })
}

/** Lorries, and not loads: one in several parts stands in the yard once. */
async function countYard(db: Kysely<Tables>, { organisationId, now }: Actor): Promise<number> {
  const { rows } = await sql<{ lorries: number }>`
    select count(distinct coalesce(ticket_id::text, id::text)) as lorries from movements
    where organisation_id = ${organisationId} and status = 'incomplete' and effective_at <= ${now}
      and (empty_grams is null) <> (full_grams is null)`.execute(db)
  return rows[0]?.lorries ?? 0
}

async function countDay(
  db: Kysely<Tables>,
  { organisationId, now, timeZone }: Actor,
  date: string,
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
      and m.effective_at between ${parseInstant(date, timeZone)} and ${parseInstantEnd(date, timeZone)}`.execute(
    db,
  )
  const [counted] = rows
  if (!counted) throw new Error('a count has one row')
  return counted
}
