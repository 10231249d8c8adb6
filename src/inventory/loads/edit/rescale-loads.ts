import { sql } from 'kysely'
import type { Static } from 'typebox'
import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { dateFault, fault, Refusal, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { parseInstant, parseInstantEnd, sayDate } from '../../../kernel/time.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { findOwnPlaces } from '../../records/own-places.ts'
import { outcomeToResponse } from '../../stock/effects.ts'
import type { OwnMovement } from './own-movement.ts'
import { netGrams, rescaled } from '../rules.ts'
import { reasonOf } from './schema.ts'
import type { RescaleAcknowledgement, RescaleBody } from './schema.ts'
import { partsThatStay, scalesOfPart } from '../tickets/rules.ts'
import { lockTickets, saveTicket, storedParts } from './tickets.ts'
import { applyWeighings, scalesOfRow, weighingOf, type Weighing } from './weighings.ts'

type Body = Static<typeof RescaleBody>

/** So many loads are weighed again by one request. */
const MOST_LOADS = 1000

/**
 * Puts a scale right that was out: the readings of all loads that were on it are multiplied, and the loads weigh what follows from that. What
 * nobody weighed stays. It is one change, judged once at the end.
 *
 * @throws Refusal every fault at once; `not_found` where there is no such load; `insufficient_stock`, `incompatible_stock`
 */
export async function rescaleLoads(
  trx: Transaction,
  actor: Actor,
  body: Body,
): Promise<Static<typeof RescaleAcknowledgement>> {
  const range = await rangeOf(trx, actor, body)
  const found = await findWeighed(trx, actor, range)
  if (found.length > MOST_LOADS) {
    const message = `has more than ${MOST_LOADS} loads that were weighed: give a shorter time`
    refuseFaults([fault('endDateISO', message, 'maximum')])
  }
  if (found.length === 0) throw new Refusal('not_found', 'No load was weighed in that time.')
  const weighings = await weighAgain(trx, actor, found, body.factor)
  const { outcome, merged } = await applyWeighings(trx, actor, weighings, reasonOf(body))
  const { timeZone } = actor
  const when = `from ${sayDate(range.from, timeZone)} to ${sayDate(range.to, timeZone)}`
  const loads = weighings.length === 1 ? 'One load' : `${weighings.length} loads`
  const done = {
    message: `${loads} ${when} weighed again, by the factor ${body.factor}.`,
    ids: weighings.map(({ movement }) => movement.id),
    at: new Date(Math.max(...weighings.map(({ movement }) => movement.effective_at.getTime()))),
    merged,
  }
  return { ...outcomeToResponse(actor, done, outcome), changes: weighings.map(changeToWire) }
}

interface Range {
  from: Date
  to: Date
  storageIds: string[]
}

async function rangeOf(trx: Transaction, actor: Actor, body: Body): Promise<Range> {
  const from = parseInstant(body.startDateISO, actor.timeZone)
  const to = parseInstantEnd(body.endDateISO, actor.timeZone)
  const storageIds = body.storageIds ?? []
  const own = await findOwnPlaces(trx, actor, storageIds.filter(isId))
  const faults: Fault[] = [
    ...(from ? [] : [dateFault('startDateISO')]),
    ...(to ? [] : [dateFault('endDateISO')]),
    ...(from && to && to < from ? [fault('endDateISO', 'is before startDateISO', 'minimum')] : []),
    ...(body.factor === 1 ? [fault('factor', 'must not be 1, which changes nothing', 'invalid')] : []),
    ...storageIds.flatMap((id, index) =>
      own.has(id) ? [] : [fault(`storageIds[${index}]`, `there is no storage ${id}`, 'unknown')],
    ),
  ]
  refuseFaults(faults)
  if (!from || !to) throw new Error('unreachable: the faults were refused')
  return { from, to, storageIds }
}

/** The numbers and tickets of the loads that a scale has shown anything of; one more than may be weighed again at once. */
async function findWeighed(
  trx: Transaction,
  { organisationId }: Actor,
  { from, to, storageIds }: Range,
): Promise<{ id: number; ticket_id: string | null }[]> {
  const there =
    storageIds.length === 0
      ? sql`true`
      : sql`exists (select from records r where r.id in (m.source_record_id, m.destination_record_id) and r.storage_id = any(${storageIds}::uuid[]))`
  const { rows } = await sql<{ id: number; ticket_id: string | null }>`
    select m.id, m.ticket_id from movements m
    where m.organisation_id = ${organisationId} and m.effective_at >= ${from} and m.effective_at <= ${to} and m.status <> 'deleted'
      and (m.empty_grams is not null or m.full_grams is not null) and ${there}
    order by m.id limit ${MOST_LOADS + 1}`.execute(trx)
  return rows
}

/** What loads weigh by other readings: a lorry in several parts as a whole, with all its parts. */
async function weighAgain(
  trx: Transaction,
  actor: Actor,
  found: { id: number; ticket_id: string | null }[],
  factor: number,
): Promise<Weighing[]> {
  const weighings: Weighing[] = []
  for (const ticket of await lockTickets(trx, [
    ...new Set(found.flatMap(({ ticket_id }) => ticket_id ?? [])),
  ])) {
    const scales = rescaled(ticket.scales, factor)
    const net = netGrams(scales)
    const grams = net === undefined ? undefined : partsThatStay(net, storedParts(ticket))
    for (const part of ticket.parts) {
      const own = { grams: grams?.get(part.id) ?? part.weight_grams, share: part.ticket_share }
      weighings.push(await weighingOf(trx, part, { ...scalesOfPart(scales, own), grams: own.grams }))
    }
    await saveTicket(trx, ticket, scales)
  }
  const alone = found.flatMap(({ id, ticket_id }) => (ticket_id === null ? id : []))
  for (const movement of await lockMovements(trx, actor, alone)) {
    const scales = rescaled(scalesOfRow(movement), factor)
    weighings.push(
      await weighingOf(trx, movement, { ...scales, grams: netGrams(scales) ?? movement.weight_grams }),
    )
  }
  return weighings.toSorted((a, b) => a.movement.id - b.movement.id)
}

function lockMovements(trx: Transaction, actor: Actor, ids: number[]): Promise<OwnMovement[]> {
  return trx
    .selectFrom('movements')
    .selectAll()
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', anyOf(ids, 'bigint'))
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forUpdate()
    .execute()
}

function changeToWire({
  movement,
  grams,
  columns,
}: Weighing): Static<typeof RescaleAcknowledgement>['changes'][number] {
  const kilograms = (value: number | null | undefined) => (value == null ? null : kilogramsFromGrams(value))
  const weight = (value: number) => (value === 0 ? null : kilogramsFromGrams(value))
  return {
    movementId: movement.id,
    movementDateISO: movement.effective_at.toISOString(),
    vehicleRegistration: movement.vehicle_registration ?? '',
    before: {
      empty: kilograms(movement.empty_grams),
      full: kilograms(movement.full_grams),
      weight: weight(movement.weight_grams),
    },
    after: {
      empty: kilograms(columns.empty_grams),
      full: kilograms(columns.full_grams),
      weight: weight(grams),
    },
  }
}
