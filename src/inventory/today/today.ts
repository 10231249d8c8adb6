import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, type Operation } from '../../http/operation.ts'
import { closed, named, NamedId } from '../../http/validate/schema.ts'
import { parseInstant, parseInstantEnd, formatDate } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { countFound } from '../movements/count-movements.ts'
import { actionSearch, movementsFrom, needsAction } from '../movements/movement-search.ts'
import { flowOfMovement, lorry } from '../movements/movement-totals.ts'
import { visibleMovements } from '../movements/rows.ts'
import { findCommodityTotals } from '../records/position.ts'
import { sums } from '../records/position-sums.ts'
import { listConflicts } from '../storage/bay-conflicts.ts'
import { CheckAttention, readCheckAttention } from '../checks/due-checks.ts'
import { OpenConfirmations } from '../confirmations/schema.ts'
import { readOpenConfirmations } from '../confirmations/queries.ts'
import { readUpcomingDeletion, UpcomingDeletion } from '../../system/organisation-deletion/deletions.ts'
import { AssuranceAttention, readAssuranceAttention } from './assurance-attention.ts'
import { Attention, readAttention } from './attention.ts'
import { HoldAttention, readHoldAttention } from './hold-attention.ts'
import { PositionAttention, readPositionAttention } from './position-attention.ts'

const loadsOf = (what: string) =>
  closed(
    {
      loads: Type.Integer({
        description: 'So far. A lorry whose load was shared out over several bays or owners is one load.',
      }),
      weight: Type.Number({ description: 'Kilograms as weighed, before drying, of those that are weighed.' }),
      unweighed: Type.Integer({ description: 'Loads of which no weight is known yet.' }),
      planned: Type.Integer({ description: 'Loads that are planned for later.' }),
    },
    what,
  )

const Today = named('Today', {
  date: Type.String({ description: 'Today, in your organisation’s time zone.' }),
  yard: Type.Integer({ description: 'Lorries that were weighed once, and wait for the other reading.' }),
  actionsRequired: Type.Integer({ description: 'Movements that lack a driver or a weight.' }),
  toComplete: closed(
    {
      late: Type.Integer({ description: 'Whose moment has passed.' }),
      planned: Type.Integer({ description: 'Whose moment is still to come.' }),
    },
    'The loads of these, without the lorries in the yard: a lorry whose load was shared out is one.',
  ),
  conflicts: Type.Integer({ description: 'Conflicts along the plan, now and later.' }),
  in: loadsOf('What came into your stores today, from senders and off fields.'),
  out: loadsOf('What left your stores today, to others.'),
  within: loadsOf('What was moved today from bay to bay.'),
  week: closed(
    { in: loadsOf('What came in.'), out: loadsOf('What left.') },
    'The same of the last seven days, with today; planned are the loads of the six days to come.',
  ),
  stock: Type.Array(closed({ commodity: NamedId, ...sums }), {
    description: 'What there is now, the most first.',
  }),
  ...Attention,
  ...HoldAttention,
  ...CheckAttention,
  ...PositionAttention,
  ...AssuranceAttention,
  toConfirm: OpenConfirmations,
  deletion: UpcomingDeletion,
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
        'week, what there is, and what wants looking after: contracts that are nearly full, bays that nobody has counted for long or whose check is due, what is on hold, what others have booked in your name, what is oversold, overbought or short of what is reserved, assurances and declarations of partners that end, statements of buyers with differences, API keys that nobody uses.',
      permission: 'stock:read',
      result: Today,
    },
    (db, actor) => readToday(db, actor),
  ),
]

type Flow = 'in' | 'out' | 'within'

function readToday(db: Kysely<Tables>, actor: Actor): Promise<Today> {
  const date = formatDate(actor.now, actor.timeZone)
  return inOneMoment(db, async (moment) => {
    const day = await countDays(moment, actor, { from: date, to: date })
    const week = await countDays(moment, actor, { from: daysFrom(date, -6), to: daysFrom(date, 6) })
    const { conflicts } = await listConflicts(moment, actor, undefined)
    return {
      date,
      yard: await countYard(moment, actor),
      actionsRequired: await countFound(moment, actionSearch, actor, {}),
      conflicts: conflicts.length,
      toComplete: await countToComplete(moment, actor),
      ...day,
      week: { in: week.in, out: week.out },
      stock: await findCommodityTotals(moment, actor, actor.now),
      ...(await readAttention(moment, actor)),
      ...(await readHoldAttention(moment, actor)),
      ...(await readCheckAttention(moment, actor)),
      ...(await readPositionAttention(moment, actor)),
      ...(await readAssuranceAttention(moment, actor)),
      toConfirm: await readOpenConfirmations(moment, actor),
      deletion: await readUpcomingDeletion(moment, actor),
    }
  })
}

function daysFrom(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Lorries, and not loads: one in several parts stands in the yard once. */
async function countYard(db: Kysely<Tables>, { organisationId, now }: Actor): Promise<number> {
  const { rows } = await sql<{ lorries: number }>`
    select count(distinct ${lorry}) as lorries from movements m
    where organisation_id = ${organisationId} and status = 'incomplete' and effective_at <= ${now}
      and (empty_grams is null) <> (full_grams is null)`.execute(db)
  return rows[0]?.lorries ?? 0
}

/** Loads that lack a driver or a weight, but for what stands in the yard. */
async function countToComplete(db: Kysely<Tables>, actor: Actor): Promise<Today['toComplete']> {
  const { now } = actor
  const isInYard = sql`(m.effective_at <= ${now} and (m.empty_grams is null) <> (m.full_grams is null))`
  const { rows } = await sql<Today['toComplete']>`
    select count(distinct ${lorry}) filter (where m.effective_at <= ${now}) as late,
      count(distinct ${lorry}) filter (where m.effective_at > ${now}) as planned
    from ${movementsFrom(visibleMovements(actor))} where ${needsAction} and not ${isInYard}`.execute(db)
  return rows[0] ?? { late: 0, planned: 0 }
}

async function countDays(
  db: Kysely<Tables>,
  { organisationId, now, timeZone }: Actor,
  { from, to }: { from: string; to: string },
): Promise<Pick<Today, Flow>> {
  const { rows } = await sql<{
    flow: Flow
    loads: number
    grams: number
    unweighed: number
    planned: number
  }>`
    select ${flowOfMovement} as flow,
      count(distinct ${lorry}) filter (where m.effective_at <= ${now}) as loads,
      coalesce(sum(m.weight_grams) filter (where m.effective_at <= ${now}), 0)::bigint as grams,
      count(distinct ${lorry}) filter (where m.effective_at <= ${now} and m.weight_grams = 0) as unweighed,
      count(distinct ${lorry}) filter (where m.effective_at > ${now}) as planned
    from movements m left join records source on source.id = m.source_record_id
    where m.organisation_id = ${organisationId} and m.status <> 'deleted'
      and m.effective_at between ${parseInstant(from, timeZone)} and ${parseInstantEnd(to, timeZone)}
    group by flow`.execute(db)
  const of = (flow: Flow): Today[Flow] => {
    const found = rows.find((row) => row.flow === flow)
    if (!found) return { loads: 0, weight: 0, unweighed: 0, planned: 0 }
    const { loads, grams, unweighed, planned } = found
    return { loads, weight: kilogramsFromGrams(grams), unweighed, planned }
  }
  return { in: of('in'), out: of('out'), within: of('within') }
}
