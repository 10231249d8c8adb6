import type { Ticket, TicketPart, TicketPlace } from '../../offline/tickets.ts'
import { dayOf } from '../../i18n/days.ts'
import { shareOf } from '../../stock/share.ts'
import { partnerIdOf } from '../../stock/partner-id.ts'
import { referenceOf } from './ticket-facts.ts'
import { firstReading, formOfTicket, type TicketDraft } from './draft.ts'
import { grainOfBay, placeOf, type WaitingBay } from './bay-fit.ts'
import type { ReferenceData, Planting } from './reference-data.ts'
import { usualLoad } from './judgement.ts'
import { knownLorry } from './memory.ts'
import type { Basis } from './whose.ts'
import { reasonsOf } from '../../stock/load-reasons.ts'
import { isTradeOf } from '../../stock/trade-offers.ts'
import { harvestYearOf } from '../../stock/harvest-year.ts'

/** The meaning of a draft: the things behind the typed and picked values. */
export interface Chosen {
  grain: Ticket['grain'] | undefined
  from: TicketPlace | undefined
  to: TicketPlace | undefined
  toBay: WaitingBay | undefined
  /** The bays of a load for several; undefined where one of them is not known, or has no share. */
  parts: TicketPart[] | undefined
  harvestYear: string
  /** Hectares of the field that are still to be cut; undefined where nobody has said, or it cannot be. */
  areaRemaining: number | undefined
  /** When it came: now, or when the ticket says; undefined if that is no moment of the past. */
  at: Date | undefined
  full: number | undefined
  empty: number | undefined
  net: number | undefined
  /** Weight that the load may have, by the lorry's tare or that of the others, before it is weighed a second time. */
  guess: number
}

export const plantingPlace = ({ recordId, planId, fieldId, fieldName }: Planting): TicketPlace => ({
  key: recordId,
  storageId: fieldId,
  substorageId: 0,
  recordId,
  planId,
  name: fieldName,
})

/** Finds what a draft names. `weights` are what was understood of the figures. */
export function chosenOf(
  draft: TicketDraft,
  ground: ReferenceData,
  { full, empty, at, areaRemaining }: Pick<Chosen, 'full' | 'empty' | 'at' | 'areaRemaining'>,
  today: string,
): Chosen {
  const bay = (key: string) => ground.bays.find((each) => each.key === key)
  const planting = ground.plantings.find(({ recordId }) => recordId === draft.from)
  const [fromBay, toBay] = [bay(draft.from), bay(draft.to)]
  const grain = grainOf(draft, ground)
  const net = full !== undefined && empty !== undefined && full > empty ? full - empty : undefined
  return {
    grain,
    from: planting ? plantingPlace(planting) : fromBay && placeOf(fromBay),
    to: toBay && placeOf(toBay),
    toBay,
    parts: partsOf(draft, ground),
    harvestYear: yearOf(),
    areaRemaining,
    at,
    full,
    empty,
    net,
    guess: usualLoad(ground.known, knownLorry(ground, draft.vehicle)?.vehicle ?? draft.vehicle, full),
  }

  /** Finds the likely harvest year: grain that lies in the bay already is joined, so its harvest is the likely one. */
  function yearOf(): string {
    if (draft.harvestYear !== '') return draft.harvestYear
    if (planting) return planting.harvestYear
    if (fromBay) return fromBay.harvestYear
    if (toBay && toBay.weight > 0 && toBay.commodityId === grain?.id) return toBay.harvestYear
    return ground.country && grain ? harvestYearOf(today, grain.id, ground.country) : ''
  }
}

function partsOf({ parts }: TicketDraft, { bays }: ReferenceData): TicketPart[] | undefined {
  const found = parts.flatMap(({ key, share }) => {
    const bay = bays.find((each) => each.key === key)
    const size = shareOf(share)
    return bay && size !== undefined ? [{ place: placeOf(bay), share: size }] : []
  })
  return found.length === parts.length ? found : undefined
}

/** The grain of a draft: what was cut, what lies in the bay it is taken from, or what was picked. */
export function grainOf(draft: TicketDraft, ground: ReferenceData): Ticket['grain'] | undefined {
  const cut = ground.plantings.find(({ recordId }) => recordId === draft.from)?.grain
  const fromBay = ground.bays.find(({ key }) => key === draft.from)
  if (cut) return draft.grade === '' ? cut : { ...cut, grade: Number(draft.grade) }
  if (fromBay) return grainOfBay(fromBay)
  const found = ground.grains.find(({ key }) => key === draft.grain)
  return found && { ...found, variety: draft.variety }
}

/** True if a draft can be saved: it has all that its kind needs, and the first reading. */
export function isComplete({ kind, vehicle, party }: TicketDraft, chosen: Chosen): boolean {
  const reading = chosen[firstReading(kind)]
  const needsFrom = kind !== 'in'
  const needsTo = kind !== 'out'
  const needsParty = kind === 'in' || kind === 'out'
  return (
    vehicle !== '' &&
    (!needsParty || party.trim() !== '') &&
    chosen.grain !== undefined &&
    (!needsFrom || chosen.from !== undefined) &&
    (!needsTo || chosen.to !== undefined) &&
    chosen.parts !== undefined &&
    reading !== undefined &&
    reading > 0 &&
    chosen.at !== undefined &&
    !isUpsideDown(chosen)
  )
}

/** A lorry that weighs no more full than empty. */
export const isUpsideDown = ({ full, empty }: Chosen) =>
  full !== undefined && empty !== undefined && full <= empty

/** Facts that the ticket needs besides the typed ones: partners by name, the measurements, and the contract under which it is stored. */
interface Known {
  parties: ReadonlyMap<string, string>
  measured: Ticket['measured'] & object
  contract: Ticket['contract'] | undefined
  basis: Basis | undefined
}

/**
 * The ticket that a complete draft makes.
 *
 * @param before the ticket that it corrects, which stays the same one: its number on paper, and when it was weighed
 */
export function ticketFrom(
  draft: TicketDraft,
  chosen: Chosen,
  { parties, measured, contract, basis }: Known,
  { id: organisationId, timeZone }: { id: string; timeZone: string },
  { id, now, before }: { id: string; now: Date; before?: Ticket | undefined },
): Ticket {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(now)
  const { kind, vehicle, driver, taken } = draft
  const party = partyOf(draft, parties)
  const isDone = chosen.net !== undefined
  const weights = { full: chosen.full ?? null, empty: chosen.empty ?? null }
  return {
    id,
    number: before?.number ?? 0,
    asTyped: formOfTicket(draft, chosen),
    organisationId,
    kind,
    openedAt:
      draft.day === '' && before
        ? before.openedAt
        : (draft.day === '' ? now : (chosen.at ?? now)).toISOString(),
    ...(isDone && { closedAt: before?.closedAt ?? now.toISOString() }),
    reference: draft.reference.trim() || before?.reference || referenceOf(dayOf(now, timeZone), time, id),
    vehicle: vehicle.trim(),
    driver: driver.trim(),
    party,
    grain: chosen.grain ?? { id: 0, type: 0, grade: 0, variety: '', name: '', text: '' },
    harvestYear: chosen.harvestYear,
    from: kind === 'in' ? null : (chosen.from ?? null),
    to: kind === 'out' ? null : (chosen.to ?? null),
    ...(chosen.parts && chosen.parts.length > 1 && { parts: chosen.parts }),
    ...(measured.length > 0 && { measured }),
    ...(kind === 'field' && draft.grade !== '' && { isGraded: true as const }),
    ...(contract && { contract }),
    ...tradeOfTicket(draft, party.id, chosen, basis),
    ...(basis && { basis, isBasisSaid: draft.said !== '' }),
    ...(kind === 'field' && chosen.areaRemaining !== undefined && { areaRemaining: chosen.areaRemaining }),
    ...reasonsOf(draft),
    ...enteredOnOf(draft, chosen.at),
    ...weights,
    emptyIsRemembered: draft.isTareRemembered,
    typed: (['full', 'empty'] as const).filter(
      (each) =>
        weights[each] !== null && !taken.includes(each) && !(each === 'empty' && draft.isTareRemembered),
    ),
    ...(Object.keys(draft.read).length > 0 && { read: draft.read }),
    ...(draft.typedReason.trim() !== '' && { typedReason: draft.typedReason.trim() }),
    printed: 0,
  }
}

/** The sender or receiver that a draft names. */
export function partyOf({ party }: Pick<TicketDraft, 'party'>, parties: ReadonlyMap<string, string>) {
  const name = party.trim()
  return { id: parties.get(name) ?? partnerIdOf(name), name }
}

/** The contract that was chosen, where it is of this partner and grain, and the load is bought or sold. */
function tradeOfTicket(
  { kind, trade }: TicketDraft,
  partnerId: string,
  { grain }: Chosen,
  basis: Basis | undefined,
): Pick<Ticket, 'trade'> {
  const isTraded = kind === 'out' || basis === 'bought'
  const load = { partnerId, commodityId: grain?.id ?? 0, typeId: grain?.type ?? 0 }
  return trade && isTraded && isTradeOf(trade, load) ? { trade } : {}
}

/** A ticket of closed books is entered for the first open moment, as long as it is of before that. */
function enteredOnOf({ day, enteredOn }: TicketDraft, at: Date | undefined): Pick<Ticket, 'enteredOn'> {
  const isLate = day !== '' && Boolean(enteredOn) && at !== undefined && at < new Date(enteredOn)
  return isLate ? { enteredOn } : {}
}
