import { newId } from '../../api/ids.ts'
import { isDay, momentOf } from '../../i18n/days.ts'
import type { Language } from '../../i18n/languages.ts'
import { typedArea, typedWeight } from '../../i18n/numbers.ts'
import type { Measured, TakenWeight, Ticket, TicketKind, TicketTrade } from '../../offline/tickets.ts'
import type { Known } from './memory.ts'
import type { Basis, SeenContract } from './whose.ts'

/** Measurements of a load as they are typed, with those that the meter sent, and when. */
export interface Sampled {
  /** Figures by what was measured, as they were typed. */
  measured: Record<string, string>
  /** Figures that were taken from the meter, as it sent them. */
  metered?: Record<string, { value: string; at: string }> | undefined
}

/** A ticket while it is typed. Weights are text, as they were typed. */
export interface TicketDraft extends Sampled {
  id: string
  kind: TicketKind
  vehicle: string
  /** The registration by which the ticket was filled in; '' where all was typed. */
  recalled: string
  driver: string
  party: string
  /** `commodity.type.grade` */
  grain: string
  variety: string
  /** Of a load off a field, the id of the grade that it was found to be of; '' for the one that was sown. */
  grade: string
  /** '' for what follows from the day, or from the bay. */
  harvestYear: string
  /** A bay, or a planting. */
  from: string
  to: string
  /** The bays of a load for several, or out of several, the first of which is `to` or `from`; empty where it is one. */
  parts: DraftPart[]
  isMeasuring: boolean
  /** Basis of the load, as the clerk has entered it; '' for the one that follows from the sender and the bay. */
  said: Basis | ''
  /** The sender's contract as it was shown. */
  seen: SeenContract | null
  /** The contract to buy or to sell that was chosen; it counts only for the partner and grain that it is of. */
  trade: TicketTrade | null
  /** Of a load off a field, the hectares that are still to be cut, as they were typed. */
  stillToCut: string
  /** Why it may lower the grade of what lies where it goes. */
  gradeReason: string
  /** Why it may go in spite of a hold. */
  holdOverride: string
  /** The first open moment, for a ticket of closed books that is to be entered then; '' otherwise. */
  enteredOn: string
  full: string
  empty: string
  taken: ('full' | 'empty')[]
  isTareRemembered: boolean
  /** Data that the indicator sent for the weights that were taken from it. */
  read: Ticket['read'] & object
  /** Why a weight was typed. */
  typedReason: string
  /** When it was, for a ticket that turns up later: a day and a time of the farm's clock. '' is now. */
  day: string
  time: string
  /** The number of a ticket on paper; '' for one of our own. */
  reference: string
}

/** A bay of several, by its key, and its share of the load as it was typed. */
export interface DraftPart {
  key: string
  share: string
}

export function blankTicket(kind: TicketKind = 'in'): TicketDraft {
  return {
    id: newId(),
    kind,
    vehicle: '',
    recalled: '',
    driver: '',
    party: '',
    grain: '',
    variety: '',
    grade: '',
    harvestYear: '',
    from: '',
    to: '',
    parts: [],
    measured: {},
    isMeasuring: false,
    said: '',
    seen: null,
    trade: null,
    stillToCut: '',
    gradeReason: '',
    holdOverride: '',
    enteredOn: '',
    full: '',
    empty: '',
    taken: [],
    isTareRemembered: false,
    read: {},
    typedReason: '',
    day: '',
    time: '',
    reference: '',
  }
}

/** True if nothing of a ticket was filled in yet; its kind does not count, as it would not be missed. */
export function isBlankDraft(draft: TicketDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify({ ...blankTicket(draft.kind), id: draft.id })
}

/** Which weight a lorry of this kind has when it comes. */
export const firstReading = (kind: TicketKind): 'full' | 'empty' =>
  kind === 'in' || kind === 'field' ? 'full' : 'empty'

/** Which weight it has when it comes back over the bridge. */
export const secondReading = (kind: TicketKind): 'full' | 'empty' =>
  firstReading(kind) === 'full' ? 'empty' : 'full'

/** Returns the side on which a load of this kind may have several bays: where it is tipped, or where it is loaded. */
export const splitSide = (kind: TicketKind): 'from' | 'to' =>
  kind === 'in' || kind === 'field' ? 'to' : 'from'

/** True if a weight of a draft was typed, and neither taken from the scale nor remembered. */
export const hasTyped = ({ full, empty, taken, isTareRemembered }: TicketDraft): boolean =>
  (full !== '' && !taken.includes('full')) || (empty !== '' && !taken.includes('empty') && !isTareRemembered)

/** Lists the typed measurements, with a point as the service reads it. */
export function measuredOf(
  { measured }: Pick<TicketDraft, 'measured'>,
  measures: { name: string; label?: string | undefined; unit: string }[],
): Measured[] {
  return measures.flatMap(({ name, label, unit }) => {
    const value = (measured[name] ?? '').trim().replace(',', '.')
    return value === '' ? [] : [{ name, value, metric: unit, ...(label !== undefined && { label }) }]
  })
}

/** When the load of a draft came: now, or when its ticket says, unless that is still to come. */
export function momentOfDraft(
  { day, time }: Pick<TicketDraft, 'day' | 'time'>,
  timeZone: string,
  now = new Date(),
): Date | undefined {
  if (day === '' && time === '') return now
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  const at = momentOf(day, time, timeZone)
  return at <= now ? at : undefined
}

/** Replaces all values of the previous lorry with those known of this one. */
export function recalled(
  draft: TicketDraft,
  vehicle: string,
  known: Known | undefined,
): Partial<TicketDraft> {
  if (!known) return { vehicle }
  const { id, type, grade, variety } = known.grain
  const bay = draft.kind === 'out' || draft.kind === 'between' ? { from: known.bayKey } : { to: known.bayKey }
  return {
    vehicle,
    recalled: vehicle,
    driver: known.driver,
    party: known.party.name,
    grain: id > 0 ? `${id}.${type}.${grade}` : '',
    variety,
    harvestYear: '',
    ...bay,
    parts: known.parts,
    said: '',
    stillToCut: '',
    gradeReason: '',
    holdOverride: '',
    ...(firstReading(draft.kind) === 'full' && { empty: '' }),
    isTareRemembered: false,
  }
}

/**
 * A form as it is kept with its ticket: its weights as they were understood, in kilograms. A form that was read from the disk may have one as
 * it was being typed, without the signs that are put in when the field is left, and is the same form.
 */
export const formOfTicket = (
  draft: TicketDraft,
  weights: Record<'full' | 'empty', number | undefined>,
): TicketDraft => ({
  ...draft,
  full: String(weights.full ?? ''),
  empty: String(weights.empty ?? ''),
})

/** Keeps of a reading that changes the weight that the indicator gave for it, or none where it is typed. */
export function takenWith(
  { taken, read }: TicketDraft,
  reading: 'full' | 'empty',
  weight: TakenWeight | undefined,
) {
  const { [reading]: _before, ...others } = read
  return {
    taken: [...taken.filter((each) => each !== reading), ...(weight ? [reading] : [])],
    read: { ...others, ...(weight && { [reading]: weight }) },
  }
}

/** A refused ticket as it can be corrected: with all that was typed. */
export function ticketDraftOf(ticket: Ticket, language: Language): TicketDraft {
  const { kind, vehicle, driver, party, grain, from, to, full, empty } = ticket
  const typed = (kg: number | null) => (kg === null ? '' : typedWeight(kg, language))
  const weights = { full: typed(full), empty: typed(empty) }
  return {
    ...blankTicket(kind),
    vehicle,
    recalled: vehicle,
    driver,
    party: party.name,
    grain: `${grain.id}.${grain.type}.${grain.grade}`,
    variety: grain.variety,
    grade: ticket.isGraded ? String(grain.grade) : '',
    harvestYear: ticket.harvestYear,
    from: from?.key ?? '',
    to: to?.key ?? '',
    parts: (ticket.parts ?? []).map(({ place, share }) => ({ key: place.key, share: String(share) })),
    measured: Object.fromEntries((ticket.measured ?? []).map(({ name, value }) => [name, value])),
    stillToCut: ticket.areaRemaining === undefined ? '' : typedArea(ticket.areaRemaining, language),
    gradeReason: ticket.gradeReason ?? '',
    holdOverride: ticket.holdOverride ?? '',
    enteredOn: ticket.enteredOn ?? '',
    trade: ticket.trade ?? null,
    said: ticket.isBasisSaid ? (ticket.basis ?? '') : '',
    taken: (['full', 'empty'] as const).filter((each) => !ticket.typed.includes(each)),
    isTareRemembered: ticket.emptyIsRemembered,
    read: ticket.read ?? {},
    typedReason: ticket.typedReason ?? '',
    ...ticket.asTyped,
    // Weighed again since the form was typed, or taken back.
    ...weights,
  }
}
