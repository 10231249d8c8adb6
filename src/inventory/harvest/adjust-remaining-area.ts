import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { fault, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { noteUpdates } from '../stock/note-change.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { getPlanWithPlantings, lockPlantings, type PlantingOfPlan } from './get-plan.ts'
import { shareRemaining } from './rules.ts'
import type { RemainingAreaBody } from './schema.ts'

type Body = Static<typeof RemainingAreaBody>

/**
 * Says how much of each field is still to be harvested: the one thing that changes a remaining area (rules.md §6). A
 * field with several plantings of the plan is meant as a whole; its oldest planting is harvested first. All or none.
 *
 * @throws Refusal every fault at once; `stale_area` where a field's remaining area is not what the caller was shown
 */
export async function adjustRemainingArea(
  trx: Transaction,
  actor: Actor,
  planId: string,
  body: Body,
): Promise<void> {
  await getPlanWithPlantings(trx, actor, planId)
  const plantings = await lockPlantings(trx, actor, planId)
  refuseFaults(areaFaults(body, plantings))
  refuseStale(body, plantings)
  const changed = await setRemaining(
    trx,
    actor,
    body.flatMap(({ fieldId, areaRemaining }) => {
      const own = plantings.get(fieldId) ?? []
      const areas = own.map(({ area }) => area)
      const shares = shareRemaining(areas, squareMetres(areaRemaining))
      return own.map((planting, index) => ({ planting, remaining: shares[index] ?? 0 }))
    }),
  )
  if (changed.length === 0) return
  await appendEvent(trx, actor, {
    type: 'harvest.area_adjusted',
    subject: planId,
    data: { fieldIds: body.map(({ fieldId }) => fieldId), recordIds: changed.map(({ id }) => id) },
  })
}

/** The area that loads report as remaining of their fields. */
type SaidByLoads = { fieldId: string; areaRemaining?: number | null | undefined }[]

/** Areas that are more than is planted, as loads say them. */
export function remainingFaults(loads: SaidByLoads, plantings: Map<string, PlantingOfPlan[]>): Fault[] {
  return loads.flatMap(({ fieldId, areaRemaining }, index) => {
    const area = areaOf(plantings.get(fieldId) ?? [])
    return areaRemaining != null && squareMetres(areaRemaining) > area
      ? [fault(`[${index}].areaRemaining`, moreThanPlanted(area), 'maximum')]
      : []
  })
}

/**
 * Lowers what remains of fields to what loads say of it. One that was entered late, and so says more, changes nothing: it was not the last.
 */
export async function lowerRemainingArea(
  trx: Transaction,
  actor: Actor,
  planId: string,
  loads: SaidByLoads,
): Promise<void> {
  const said = loads.filter(({ areaRemaining }) => areaRemaining != null)
  if (said.length === 0) return
  const plantings = await lockPlantings(trx, actor, planId)
  const body = [...Map.groupBy(said, ({ fieldId }) => fieldId)].flatMap(([fieldId, own]) => {
    const originalAreaRemaining = Number(hectaresFrom(remainingOf(plantings.get(fieldId) ?? [])))
    const areaRemaining = Math.min(...own.map((each) => each.areaRemaining ?? originalAreaRemaining))
    return areaRemaining < originalAreaRemaining ? [{ fieldId, areaRemaining, originalAreaRemaining }] : []
  })
  if (body.length > 0) await adjustRemainingArea(trx, actor, planId, body)
}

const areaOf = (plantings: PlantingOfPlan[]) => plantings.reduce((sum, { area }) => sum + area, 0)
const remainingOf = (plantings: PlantingOfPlan[]) =>
  plantings.reduce((sum, { remaining }) => sum + remaining, 0)

function areaFaults(body: Body, plantings: Map<string, PlantingOfPlan[]>): Fault[] {
  const ids = body.map(({ fieldId }) => fieldId)
  return body.flatMap(({ fieldId, areaRemaining }, index) => {
    const own = plantings.get(fieldId)
    if (!own) return [fault(`[${index}].fieldId`, message('isNoFieldOfPlan', { id: fieldId }), 'unknown')]
    if (ids.indexOf(fieldId) < index)
      return [fault(`[${index}].fieldId`, message('isGivenTwice', {}), 'duplicate')]
    const area = areaOf(own)
    return squareMetres(areaRemaining) > area
      ? [fault(`[${index}].areaRemaining`, moreThanPlanted(area), 'maximum')]
      : []
  })
}

function moreThanPlanted(metres: number): Message {
  return message('isMoreThanPlanted', { area: Number(hectaresFrom(metres)) })
}

function refuseStale(body: Body, plantings: Map<string, PlantingOfPlan[]>): void {
  const fields = body.flatMap(({ fieldId, originalAreaRemaining }) => {
    const own = plantings.get(fieldId) ?? []
    const remaining = remainingOf(own)
    if (squareMetres(originalAreaRemaining) === remaining) return []
    return [
      {
        fieldId,
        fieldName: own[0]?.fieldName ?? '',
        areaRemaining: Number(hectaresFrom(remaining)),
        originalAreaRemaining,
      },
    ]
  })
  const [first] = fields
  if (!first) return
  throw new Refusal(
    'stale_area',
    message('areaIsStale', {
      field: first.fieldName,
      remaining: first.areaRemaining,
      known: first.originalAreaRemaining,
    }),
    { details: { fields } },
  )
}

/** A planting, and how many square metres of it are still to be harvested. */
interface Share {
  planting: PlantingOfPlan
  remaining: number
}

/** Answers the plantings of which now another area remains than before. */
async function setRemaining(trx: Transaction, actor: Actor, shares: Share[]): Promise<PlantingOfPlan[]> {
  const changed = shares.filter(({ planting, remaining }) => remaining !== planting.remaining)
  await sql`
    update records set remaining_area_hectares = share.remaining, updated_at = ${actor.now}::timestamptz
    from unnest(
      ${changed.map(({ planting }) => planting.id)}::uuid[],
      ${changed.map(({ remaining }) => hectaresFrom(remaining))}::numeric[]
    ) as share (id, remaining)
    where records.id = share.id`.execute(trx)
  await noteUpdates(
    trx,
    actor,
    changed.map(({ planting, remaining }) => ({
      recordId: planting.id,
      message: message('remainingAreaChanged', {
        before: Number(hectaresFrom(planting.remaining)),
        after: Number(hectaresFrom(remaining)),
      }),
    })),
  )
  return changed.map(({ planting }) => planting)
}
