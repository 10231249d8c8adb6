import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ensureCallersOrganisation, type Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { SQUARE_METRES_PER_HECTARE } from '../../kernel/area.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { filePlantings } from '../records/file-plantings.ts'
import type { BackfillBody } from './schema.ts'
import { ownerOfRecord } from '../partners/party-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'

/** A plan of the caller's own, as far as commands go by it. */
export interface PlanWithPlantings {
  id: string
  commodity_id: number
  type_id: number
}

/** A planting of a plan, in whole square metres. */
export interface PlantingOfPlan {
  id: string
  fieldId: string
  fieldName: string
  ownerId: string
  ownerName: string
  area: number
  remaining: number
}

/** The caller's plan; undefined for what is not there or another organisation's. */
export async function findPlanWithPlantings(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  id: string,
): Promise<PlanWithPlantings | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('harvest_plans')
    .select(['id', 'commodity_id', 'type_id'])
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
}

/** Gets a plan of the caller's; refuses with `not_found`. */
export async function getPlanWithPlantings(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<PlanWithPlantings> {
  const plan = await findPlanWithPlantings(db, actor, id)
  if (!plan) throw notFound('harvest plan', id)
  return plan
}

/**
 * The plantings of a plan, locked, oldest first: several may stand in one field. The lock keeps others from changing them, and
 * lets them be named meanwhile: whoever enters or corrects a movement has its bay first, and its planting after that.
 */
export async function lockPlantings(
  trx: Transaction,
  { organisationId }: Actor,
  planId: string,
): Promise<Map<string, PlantingOfPlan[]>> {
  const ofPlan = sql`keeper_id = ${organisationId} and harvest_plan_id = ${planId}`
  const lock = sql`select id from records where ${ofPlan} order by id for no key update`.execute(trx)
  // Sent behind the locks, so that it sees what those before us have stored.
  const read = sql<PlantingOfPlan>`
    select r.id, s.id as "fieldId", s.name as "fieldName", r.owner_id as "ownerId", ${ownerOfRecord} as "ownerName",
      round(coalesce(r.area_hectares, 0) * ${sql.lit(SQUARE_METRES_PER_HECTARE)})::bigint as area,
      round(coalesce(r.remaining_area_hectares, 0) * ${sql.lit(SQUARE_METRES_PER_HECTARE)})::bigint as remaining
    from records r join storages s on s.id = r.storage_id
    where r.keeper_id = ${organisationId} and r.harvest_plan_id = ${planId} order by r.created_at, r.id`.execute(
    trx,
  )
  const [{ rows }] = await Promise.all([read, lock])
  return Map.groupBy(rows, ({ fieldId }) => fieldId)
}

/** Puts every planting of the caller's organisation into its harvest plan; a second time there is nothing to do. */
export async function backfillPlans(
  trx: Transaction,
  actor: Actor,
  { organisationId }: Static<typeof BackfillBody>,
): Promise<Acknowledgement> {
  ensureCallersOrganisation(actor, organisationId)
  const { planIds, plantingsFiled } = await filePlantings(trx, actor, 'all')
  const plansMade = planIds.length
  if (plantingsFiled > 0) {
    await appendEvent(trx, actor, {
      type: 'harvest.plans_backfilled',
      subject: actor.organisationId,
      data: { plansMade, plantingsFiled },
    })
  }
  const done = message('plantingsWereFiled', { plantings: plantingsFiled, plans: plansMade })
  return {
    status: 'success',
    message: render(done, actor),
    ...(plansMade > 0 && { ids: planIds }),
  }
}
