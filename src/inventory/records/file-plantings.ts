import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'

/** Which plantings of an organisation to file: these, those of these fields, or all. */
export type Plantings = { recordIds: string[] } | { fieldIds: string[] } | 'all'

interface PlanKind {
  harvest_year: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  business_unit_id: string | null
}

/**
 * Puts plantings into the harvest plans they belong to (rules.md §6), and makes the plans that are missing. Called
 * wherever a planting changes what its plan goes by. What is in its plan already stays there, so it can be
 * repeated. A field of several business units counts for the oldest of them, whatever they are called: a unit that is renamed moves nothing.
 *
 * @returns the plans that were made, and how many plantings were put into another plan than before
 */
export async function filePlantings(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'now'>,
  which: Plantings,
): Promise<{ planIds: string[]; plantingsFiled: number }> {
  const { organisationId } = actor
  const stored = sql`(select * from records planting where keeper_id = ${organisationId} and source = 'planting' and ${isWanted(which)})`
  const planted = withUnit(stored)
  const planIds = await makePlans(trx, actor, planted)
  const { numAffectedRows } = await sql`
    update records set harvest_plan_id = p.id
    from (${planted}) r join harvest_plans p on ${isOfPlan(organisationId)}
    where records.id = r.id and r.harvest_plan_id is distinct from p.id`.execute(trx)
  return { planIds, plantingsFiled: Number(numAffectedRows ?? 0) }
}

/**
 * The plans that plantings belong to which are to be made, by the planting's id; those that are missing are made. To be put into its plan
 * once it is there costs a planting as much as to be made.
 *
 * @param plantings a table with the columns of their records that plans go by: `id`, `storage_id`, `created_at` and those of `PlanKind`
 */
export async function plansOfNew(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'now'>,
  plantings: RawBuilder<unknown>,
): Promise<Map<string, string>> {
  const planted = withUnit(plantings)
  await makePlans(trx, actor, planted)
  const { rows } = await sql<{ id: string; plan_id: string }>`
    select r.id, p.id as plan_id from (${planted}) r join harvest_plans p on ${isOfPlan(actor.organisationId)}`.execute(
    trx,
  )
  return new Map(rows.map(({ id, plan_id: planId }) => [id, planId]))
}

/** Makes the plans that are missing for some plantings. */
async function makePlans(
  trx: Transaction,
  { organisationId, now }: Pick<Actor, 'organisationId' | 'now'>,
  planted: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows: missing } = await sql<PlanKind>`
    select distinct on (${planKind}) harvest_year, commodity_id, type_id, grade_id, variety, tag_ids, business_unit_id
    from (${planted}) r
    where not exists (select from harvest_plans p where ${isOfPlan(organisationId)})
    order by ${planKind}, r.created_at, r.id`.execute(trx)
  const plans = missing.map((kind) => ({
    id: newId(),
    organisation_id: organisationId,
    ...kind,
    created_at: now,
  }))
  if (plans.length > 0) {
    await trx
      .insertInto('harvest_plans')
      .values(plans)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return plans.map(({ id }) => id)
}

/** Columns by which plans differ, in the order in which plans are made. Of those that differ only in case the oldest names its plan. */
const planKind = sql`harvest_year collate "C", commodity_id, type_id, grade_id, lower(variety) collate "C", tag_ids, business_unit_id`

/** Plantings with all that their plan goes by. Ids of units sort by age. */
function withUnit(plantings: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select planting.*, (
      select unit.business_unit_id from storage_business_units unit
      where unit.storage_id = planting.storage_id order by unit.business_unit_id limit 1) as business_unit_id
    from ${plantings} planting`
}

function isWanted(which: Plantings): RawBuilder<unknown> {
  if (which === 'all') return sql`true`
  return 'recordIds' in which
    ? sql`planting.id = any(${which.recordIds}::uuid[])`
    : sql`planting.storage_id = any(${which.fieldIds}::uuid[])`
}

/** Builds the condition that planting `r` is of plan `p`. */
function isOfPlan(organisationId: string): RawBuilder<unknown> {
  return sql`(p.organisation_id = ${organisationId} and p.harvest_year = r.harvest_year and p.commodity_id = r.commodity_id
    and p.type_id = r.type_id and p.grade_id is not distinct from r.grade_id and lower(p.variety) = lower(r.variety)
    and p.tag_ids = r.tag_ids and p.business_unit_id is not distinct from r.business_unit_id)`
}
