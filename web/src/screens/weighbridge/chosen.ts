import type { Ticket, TicketPart, TicketPlace } from '../../offline/store.ts'
import { dayOf } from '../../i18n/days.ts'
import { partnerIdOf } from '../../stock/partner-id.ts'
import { referenceOf } from './entries.ts'
import { firstReading, shareOf, type Draft } from './draft.ts'
import type { Ground, WaitingBay } from './ground.ts'
import { harvestYearOf } from '../../stock/harvest-year.ts'

/** What a draft means: the things behind what was typed and picked. */
export interface Chosen {
  grain: Ticket['grain'] | undefined
  from: TicketPlace | undefined
  to: TicketPlace | undefined
  toBay: WaitingBay | undefined
  /** The bays of a load for several; undefined where one of them is not known, or has no share. */
  parts: TicketPart[] | undefined
  harvestYear: string
  /** When it came: now, or when the ticket says; undefined if that is no moment of the past. */
  at: Date | undefined
  full: number | undefined
  empty: number | undefined
  net: number | undefined
  /** What the load may weigh, by the lorry's tare, before it is weighed a second time. */
  guess: number
}

const placeOf = (bay: WaitingBay): TicketPlace => ({
  key: bay.key,
  storageId: bay.storeId,
  substorageId: bay.bayId,
  recordId: bay.recordId,
  name: bay.name,
})

/** Finds what a draft names. `weights` are what was understood of the figures. */
export function chosenOf(
  draft: Draft,
  ground: Ground,
  { full, empty, at }: Pick<Chosen, 'full' | 'empty' | 'at'>,
  today: string,
): Chosen {
  const bay = (key: string) => ground.bays.find((each) => each.key === key)
  const planting = ground.plantings.find(({ recordId }) => recordId === draft.from)
  const [fromBay, toBay] = [bay(draft.from), bay(draft.to)]
  const grain = grainOf(draft, ground, fromBay, planting?.grain)
  const tare = ground.known.find(({ vehicle }) => vehicle === draft.vehicle)?.tare?.kg
  const net = full !== undefined && empty !== undefined && full > empty ? full - empty : undefined
  return {
    grain,
    from: planting
      ? {
          key: planting.recordId,
          storageId: planting.fieldId,
          substorageId: 0,
          recordId: planting.recordId,
          planId: planting.planId,
          name: planting.fieldName,
        }
      : fromBay && placeOf(fromBay),
    to: toBay && placeOf(toBay),
    toBay,
    parts: partsOf(draft, ground),
    harvestYear: yearOf(),
    at,
    full,
    empty,
    net,
    guess: full !== undefined && tare !== undefined && full > tare ? full - tare : 0,
  }

  /** What lies in the bay already is joined, so its harvest is the likely one. */
  function yearOf(): string {
    if (draft.harvestYear !== '') return draft.harvestYear
    if (planting) return planting.harvestYear
    if (fromBay) return fromBay.harvestYear
    if (toBay && toBay.weight > 0 && toBay.commodityId === grain?.id) return toBay.harvestYear
    return ground.country && grain ? harvestYearOf(today, grain.id, ground.country) : ''
  }
}

function partsOf({ parts }: Draft, { bays }: Ground): TicketPart[] | undefined {
  const found = parts.flatMap(({ key, share }) => {
    const bay = bays.find((each) => each.key === key)
    const size = shareOf(share)
    return bay && size !== undefined ? [{ place: placeOf(bay), share: size }] : []
  })
  return found.length === parts.length ? found : undefined
}

function grainOf(
  draft: Draft,
  ground: Ground,
  fromBay: WaitingBay | undefined,
  cut: Ticket['grain'] | undefined,
): Ticket['grain'] | undefined {
  if (cut) return cut
  if (fromBay) {
    const { commodityId, typeId, gradeId, grain, detail } = fromBay
    return {
      id: commodityId,
      type: typeId,
      grade: gradeId,
      variety: '',
      name: grain,
      text: `${grain} ${detail}`.trim(),
    }
  }
  const found = ground.grains.find(({ key }) => key === draft.grain)
  return found && { ...found, variety: draft.variety }
}

/** Whether a draft can be saved: all that its kind needs, and the first reading. */
export function isComplete({ kind, vehicle, party }: Draft, chosen: Chosen): boolean {
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

/** What the ticket needs besides what was typed: partners by name, what was measured, and the contract under which it is stored. */
interface Known {
  parties: ReadonlyMap<string, string>
  measured: Ticket['measured'] & object
  contract: Ticket['contract'] | undefined
}

/** The ticket that a complete draft makes. */
export function ticketFrom(
  draft: Draft,
  chosen: Chosen,
  { parties, measured, contract }: Known,
  { id: organisationId, timeZone }: { id: string; timeZone: string },
  now = new Date(),
): Ticket {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(now)
  const { kind, vehicle, driver, taken } = draft
  const name = draft.party.trim()
  const isDone = chosen.net !== undefined
  const weights = { full: chosen.full ?? null, empty: chosen.empty ?? null }
  return {
    id: draft.id,
    organisationId,
    kind,
    openedAt: (draft.day === '' ? now : (chosen.at ?? now)).toISOString(),
    ...(isDone && { closedAt: now.toISOString() }),
    reference: draft.reference.trim() || referenceOf(dayOf(now, timeZone), time, draft.id),
    vehicle: vehicle.trim(),
    driver: driver.trim(),
    party: { id: parties.get(name) ?? partnerIdOf(name), name },
    grain: chosen.grain ?? { id: 0, type: 0, grade: 0, variety: '', name: '', text: '' },
    harvestYear: chosen.harvestYear,
    from: kind === 'in' ? null : (chosen.from ?? null),
    to: kind === 'out' ? null : (chosen.to ?? null),
    ...(chosen.parts && chosen.parts.length > 1 && { parts: chosen.parts }),
    ...(measured.length > 0 && { measured }),
    ...(contract && { contract }),
    ...weights,
    emptyIsRemembered: draft.isTareRemembered,
    typed: (['full', 'empty'] as const).filter(
      (each) =>
        weights[each] !== null && !taken.includes(each) && !(each === 'empty' && draft.isTareRemembered),
    ),
    printed: 0,
  }
}
