import type { Static } from 'typebox'
import { ensureCallersOrganisation, type Actor } from '../../http/actor.ts'
import type { FileRefInput } from '../../http/validate/schema.ts'
import { dateFault, fault, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { momentOf } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { ensureMayAdjust } from '../records/ensure-may-adjust.ts'
import type { StoredRecord } from '../stock/stored-records.ts'
import { lateFaults } from '../load-texts.ts'
import type { NamedTrade } from '../load-trades.ts'
import { reasonFaults } from '../records/loss-reasons.ts'
import { selfDeliveryFaults, sameBayFaults, type Destination } from '../loads/destination.ts'
import { ticketOf, type NewTicket } from '../loads/tickets/insert-ticket.ts'
import { givenPartFaults, givenPartGrams, scalesOfPart, storedShare } from '../loads/tickets/rules.ts'
import type { WeighingRules } from '../../kernel/weighing.ts'
import type { Scales } from '../readings/rules.ts'
import { loadWeightFaults, loadGrams, scalesOf } from '../loads/rules.ts'
import type { CreateMovementBody, CreateMovementsBody } from './schema.ts'
import { message } from '../../words/catalogue.ts'

/** Fields that all movements of one request share. */
export type Body = Omit<Static<typeof CreateMovementsBody>, 'records' | 'ticket'>

/** One movement to be made, as far as it differs from the others of its request. */
export interface RequestedPart {
  path: string
  recordId: string
  grams: number
  adjustment: { grams: number; reasonId: number; notes: string | null } | null
  weighbridge: Weighbridge
  /** Path at which the body names the weighbridge's file. */
  filePath: string
  /** Of a ticket's net, as it is kept. */
  share: number | null
  /** The contract to buy or to sell of this part alone. */
  trade: NamedTrade
  faults: Fault[]
}

/** Weighbridge readings of a load, and its ticket. */
export interface Weighbridge extends Scales {
  file: Static<typeof FileRefInput> | null
}

/** Loads that go to one place at one time. */
export interface MovementRequest {
  /** Actor who asks: several people of an organisation may at once. */
  actor: Actor
  body: Body
  parts: RequestedPart[]
  /** The lorry that all of them are parts of the load of. */
  ticket: NewTicket | null
  /** Now, where the body names no moment that there is. */
  effectiveAt: Date
  /** Faults that the body alone shows: to be reported with whatever else is found. */
  faults: Fault[]
}

/**
 * Builds the request of a body with one load.
 *
 * @throws Refusal `forbidden` for an adjustment, to zero or not, by an operator
 */
export function requestOfOne(actor: Actor, sent: Static<typeof CreateMovementBody>): MovementRequest {
  const { recordId, weight: _weight, weighbridge: _weighbridge, adjustment: _adjustment, ...body } = sent
  const { tradeId: _tradeId, tradeWindow: _tradeWindow, orderId: _orderId, ...own } = sent
  return checked(actor, body, [partOf('', recordId, own, actor.weighing)])
}

/** Builds the request of a body with several loads. */
export function requestOfMany(actor: Actor, sent: Static<typeof CreateMovementsBody>): MovementRequest {
  const { records, ticket: said, ...body } = sent
  if (!said) {
    const parts = records.map((each, index) => partOf(`records[${index}].`, each.id, each, actor.weighing))
    const faults = records.flatMap(({ share }, index) =>
      share == null ? [] : [fault(`records[${index}].share`, message('isForParts', {}), 'contradiction')],
    )
    return checked(actor, body, parts, { faults })
  }
  const ticket = ticketOf(said)
  const driver =
    ticket.reference === null
      ? body.driver
      : { loadReference: ticket.reference, ...withoutNulls(body.driver) }
  return checked(actor, { ...body, driver: driver ?? null }, partsOf(ticket, records, actor.weighing), {
    ticket,
  })
}

function withoutNulls(driver: Body['driver']): NonNullable<Body['driver']> {
  return Object.fromEntries(Object.entries(driver ?? {}).filter(([, value]) => value != null))
}

/** The loads that are parts of one lorry's: they share its readings. */
function partsOf(
  ticket: NewTicket,
  records: Static<typeof CreateMovementsBody>['records'],
  weighing: WeighingRules,
): RequestedPart[] {
  const parts = records.map(({ weight: kilograms, share }, index) => ({
    path: `records[${index}].`,
    kilograms,
    share,
  }))
  const grams = givenPartGrams(ticket.scales, parts)
  const faults = givenPartFaults({ scale: 'ticket.full', weight: 'weight' }, ticket.scales, parts, weighing)
  return records.map((each, index) => {
    const path = `records[${index}].`
    const share = storedShare(each.share)
    const own = grams[index] ?? 0
    const twice = each.weighbridge
      ? [fault(`${path}weighbridge`, message('isOncePerLorry', {}), 'contradiction')]
      : []
    return {
      ...partOf(path, each.id, { ...each, weight: 0, weighbridge: null }, weighing),
      grams: own,
      weighbridge: { ...scalesOfPart(ticket.scales, { grams: own, share }), file: ticket.file },
      filePath: 'ticket.file',
      share,
      faults: [...twice, ...(index === 0 ? faults : [])],
    }
  })
}

function partOf(
  path: string,
  recordId: string,
  {
    weight,
    weighbridge,
    adjustment,
    tradeId,
    tradeWindow,
    orderId,
  }: Omit<Static<typeof CreateMovementsBody>['records'][number], 'id' | 'share'>,
  weighing: WeighingRules,
): RequestedPart {
  const scales = scalesOf(weighbridge)
  return {
    path,
    recordId,
    grams: loadGrams(scales, weight),
    weighbridge: { ...scales, file: weighbridge?.file?.id ? weighbridge.file : null },
    filePath: `${path}weighbridge.file`,
    share: null,
    trade: { tradeId, tradeWindow, orderId },
    faults: loadWeightFaults(
      { weight: `${path}weight`, weighbridge: `${path}weighbridge` },
      scales,
      weight,
      weighing,
    ),
    adjustment: adjustment
      ? {
          grams: gramsFromKilograms(adjustment.weight),
          reasonId: adjustment.reason,
          notes: adjustment.notes ?? null,
        }
      : null,
  }
}

function checked(
  actor: Actor,
  body: Body,
  parts: RequestedPart[],
  { faults: others = [], ticket = null }: { faults?: Fault[]; ticket?: NewTicket | null } = {},
): MovementRequest {
  const effectiveAt = momentOf(body.movementDateISO, actor)
  const faults = [
    ...(effectiveAt ? [] : [dateFault('movementDateISO')]),
    ...lateFaults('', body, actor.timeZone, effectiveAt),
    ...others,
    ...parts.flatMap(({ path, faults: own, adjustment }) => [
      ...own,
      ...(adjustment ? reasonFaults(`${path}adjustment.reason`, adjustment.reasonId, adjustment.grams) : []),
    ]),
  ]
  ensureCallersOrganisation(actor, body.organisationId)
  if (body.adjustToZero || parts.some(({ adjustment }) => adjustment?.grams)) ensureMayAdjust(actor)
  return { actor, body, parts, ticket, effectiveAt: effectiveAt ?? actor.now, faults }
}

/**
 * The bay that a body names by its number, or null for a trading partner who has none; undefined for whatever has to be
 * looked up to know: a store without its bay, an organisation here, a storage contract, and what will be refused.
 */
export function bayNamed({
  destination,
  sold,
  storageContractId,
}: Pick<Body, 'destination' | 'sold' | 'storageContractId'>): number | null | undefined {
  const { storageId, organisationId, organisationName, substorageId, type } = destination
  if (storageContractId) return undefined
  const partner = organisationId?.trim() || organisationName?.trim()
  if (!storageId) return partner && !isId(partner) ? null : undefined
  const isPlain =
    isId(storageId) && Number.isSafeInteger(substorageId) && !organisationId && !sold && type !== 'field'
  return isPlain && substorageId ? substorageId : undefined
}

/**
 * The record and the bay that a body names, if it names all that it means, so that it can be stored together with others in as many
 * round trips.
 */
export function touchedByRequest(body: Static<typeof CreateMovementBody>): unknown[] | undefined {
  const bayId = bayNamed(body)
  if (!isId(body.recordId) || bayId === undefined) return undefined
  return bayId === null ? [body.recordId] : [body.recordId, bayId]
}

/** Finds the faults in the source of the stock, and in its destination if that is known. */
export function sourceFaults(
  { path, adjustment }: RequestedPart,
  source: StoredRecord,
  body: Body,
  destination: Destination | undefined,
): Fault[] {
  const isPlanting = source.source === 'planting'
  return [
    ...(isPlanting && adjustment
      ? [fault(`${path}adjustment`, message('isForStockToCorrect', {}), 'not_stock')]
      : []),
    ...(isPlanting && body.adjustToZero
      ? [fault('adjustToZero', message('isForStockToEmpty', {}), 'not_stock')]
      : []),
    ...(destination?.type === 'internal' ? sameBayFaults(source.bay_id, destination.bayId) : []),
    ...selfDeliveryFaults(source, body),
  ]
}
