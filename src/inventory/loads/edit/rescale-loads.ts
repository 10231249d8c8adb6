import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { dateFault, fault, Refusal, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { parseInstant, parseInstantEnd } from '../../../kernel/time.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { findPlacesWithBays } from '../../records/find-places.ts'
import type { Scales } from '../../readings/rules.ts'
import { netGrams, rescaled } from '../rules.ts'
import { partsThatStay } from '../tickets/rules.ts'
import { applyEdits, editsToResponse } from './apply-edits.ts'
import { weighed, type ChangedLoad } from './load-edit.ts'
import { lockMovements, scalesOfRow } from './lock-movement.ts'
import { editReasonOf, type RescaleAcknowledgement, type RescaleBody } from './schema.ts'
import { lockTickets, saveTicket, storedParts, weighAnew } from './tickets.ts'
import { message } from '../../../words/catalogue.ts'

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
  if (found.length > MOST_LOADS)
    refuseFaults([fault('endDateISO', message('hasTooManyLoads', { limit: MOST_LOADS }), 'maximum')])
  if (found.length === 0) throw new Refusal('not_found', message('noLoadWasWeighed', {}))
  const edits = await weighAgain(trx, actor, found, body.factor)
  const applied = await applyEdits(trx, actor, edits, editReasonOf(body))
  const said = message('loadsAreWeighedAgain', {
    count: edits.length,
    fromUTC: range.from.toISOString(),
    toUTC: range.to.toISOString(),
    timeZone: actor.timeZone,
    factor: body.factor,
  })
  const ids = edits.map(({ was }) => was.id)
  return { ...editsToResponse(actor, applied, { said: [said], ids }), changes: edits.map(changeToWire) }
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
  const own = await findPlacesWithBays(trx, actor, storageIds.filter(isId))
  const faults: Fault[] = [
    ...(from ? [] : [dateFault('startDateISO')]),
    ...(to ? [] : [dateFault('endDateISO')]),
    ...(from && to && to < from
      ? [fault('endDateISO', message('isBeforeStart', { start: 'startDateISO' }), 'minimum')]
      : []),
    ...(body.factor === 1 ? [fault('factor', message('isFactorOfOne', {}), 'invalid')] : []),
    ...storageIds.flatMap((id, index) =>
      own.has(id) ? [] : [fault(`storageIds[${index}]`, message('isUnknownStorage', { id }), 'unknown')],
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

/** Weighs loads again by other readings: a lorry in several parts as a whole, with all its parts. */
async function weighAgain(
  trx: Transaction,
  actor: Actor,
  found: { id: number; ticket_id: string | null }[],
  factor: number,
): Promise<ChangedLoad[]> {
  const edits: ChangedLoad[] = []
  const ticketIds = new Set(found.flatMap(({ ticket_id }) => ticket_id ?? []))
  for (const ticket of await lockTickets(trx, [...ticketIds])) {
    const scales = rescaled(ticket.scales, factor)
    const net = netGrams(scales)
    const grams = net === undefined ? undefined : partsThatStay(net, storedParts(ticket))
    edits.push(...(await weighAnew(trx, ticket, scales, grams)))
    await saveTicket(trx, ticket, scales)
  }
  const alone = found.flatMap(({ id, ticket_id }) => (ticket_id === null ? id : []))
  for (const was of await lockMovements(trx, actor, alone)) {
    const scales = rescaled(scalesOfRow(was), factor)
    edits.push(await weighed(trx, was, netGrams(scales) ?? was.weight_grams, scales))
  }
  return edits.toSorted((a, b) => a.was.id - b.was.id)
}

function changeToWire({
  was,
  row,
  after,
}: ChangedLoad): Static<typeof RescaleAcknowledgement>['changes'][number] {
  return {
    movementId: was.id,
    movementDateISO: was.effective_at.toISOString(),
    vehicleRegistration: was.vehicle_registration ?? '',
    before: readingsToWire(was, was.weight_grams),
    after: readingsToWire({ ...was, ...row }, after.grams),
  }
}

function readingsToWire({ empty_grams, full_grams }: Omit<Scales, 'readings'>, grams: number) {
  const kilograms = (value: number | null) => (value === null ? null : kilogramsFromGrams(value))
  return { empty: kilograms(empty_grams), full: kilograms(full_grams), weight: kilograms(grams || null) }
}
