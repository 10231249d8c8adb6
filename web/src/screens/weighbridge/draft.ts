import { newId } from '../../api/ids.ts'
import { isDay, momentOf } from '../../i18n/days.ts'
import type { Measured, Ticket, TicketKind } from '../../offline/store.ts'
import type { Known } from './memory.ts'

/** A ticket while it is typed. Weights are text, as they were typed. */
export interface Draft {
  id: string
  kind: TicketKind
  vehicle: string
  driver: string
  party: string
  /** `commodity.type.grade` */
  grain: string
  variety: string
  /** '' for what follows from the day, or from the bay. */
  harvestYear: string
  /** A bay, or a planting. */
  from: string
  to: string
  /** The bays of a load for several, or out of several, the first of which is `to` or `from`; empty where it is one. */
  parts: DraftPart[]
  /** Figures by what was measured, as they were typed. */
  measured: Record<string, string>
  isMeasuring: boolean
  /** Whether it is stored under the sender's contract; '' for what follows from the bay. */
  stored: '' | 'yes' | 'no'
  full: string
  empty: string
  taken: ('full' | 'empty')[]
  isTareRemembered: boolean
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

export function blankDraft(kind: TicketKind = 'in'): Draft {
  return {
    id: newId(),
    kind,
    vehicle: '',
    driver: '',
    party: '',
    grain: '',
    variety: '',
    harvestYear: '',
    from: '',
    to: '',
    parts: [],
    measured: {},
    isMeasuring: false,
    stored: '',
    full: '',
    empty: '',
    taken: [],
    isTareRemembered: false,
    day: '',
    time: '',
    reference: '',
  }
}

/** Which weight a lorry of this kind has when it comes. */
export const firstReading = (kind: TicketKind): 'full' | 'empty' =>
  kind === 'in' || kind === 'field' ? 'full' : 'empty'

/** Which weight it has when it comes back over the bridge. */
export const secondReading = (kind: TicketKind): 'full' | 'empty' =>
  firstReading(kind) === 'full' ? 'empty' : 'full'

/** Where a load of this kind may be several bays: where it is tipped, or where it is loaded. */
export const splitSide = (kind: TicketKind): 'from' | 'to' =>
  kind === 'in' || kind === 'field' ? 'to' : 'from'

/** A share as it was typed, or undefined if it is none. */
export function shareOf(typed: string): number | undefined {
  const share = /^\d{1,6}([.,]\d{1,3})?$/.test(typed.trim()) ? Number(typed.replace(',', '.')) : 0
  return share > 0 ? share : undefined
}

/** What was measured, with a point as the service reads it. */
export function measuredOf(
  { measured }: Pick<Draft, 'measured'>,
  measures: { name: string; unit: string }[],
): Measured[] {
  return measures.flatMap(({ name, unit }) => {
    const value = (measured[name] ?? '').trim().replace(',', '.')
    return value === '' ? [] : [{ name, value, metric: unit }]
  })
}

/** When the load of a draft came: now, or when its ticket says, unless that is still to come. */
export function momentOfDraft(
  { day, time }: Pick<Draft, 'day' | 'time'>,
  timeZone: string,
  now = new Date(),
): Date | undefined {
  if (day === '' && time === '') return now
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  const at = momentOf(day, time, timeZone)
  return at <= now ? at : undefined
}

/** What is known of a lorry takes the place of all that was there of the one before. */
export function recalled(draft: Draft, vehicle: string, known: Known | undefined): Partial<Draft> {
  if (!known) return { vehicle }
  const { id, type, grade, variety } = known.grain
  const bay = draft.kind === 'out' || draft.kind === 'between' ? { from: known.bayKey } : { to: known.bayKey }
  return {
    vehicle,
    driver: known.driver,
    party: known.party.name,
    grain: id > 0 ? `${id}.${type}.${grade}` : '',
    variety,
    harvestYear: '',
    ...bay,
    parts: [],
    stored: '',
    ...(firstReading(draft.kind) === 'full' && { empty: '' }),
    isTareRemembered: false,
  }
}

/** A refused ticket as it can be corrected, under a key of its own. */
export function draftOf(ticket: Ticket): Draft {
  const { kind, vehicle, driver, party, grain, from, to, full, empty } = ticket
  return {
    ...blankDraft(kind),
    vehicle,
    driver,
    party: party.name,
    grain: `${grain.id}.${grain.type}.${grain.grade}`,
    variety: grain.variety,
    harvestYear: ticket.harvestYear,
    from: from?.key ?? '',
    to: to?.key ?? '',
    parts: (ticket.parts ?? []).map(({ place, share }) => ({ key: place.key, share: String(share) })),
    measured: Object.fromEntries((ticket.measured ?? []).map(({ name, value }) => [name, value])),
    stored: ticket.contract ? 'yes' : '',
    full: full === null ? '' : String(full),
    empty: empty === null ? '' : String(empty),
    taken: (['full', 'empty'] as const).filter((each) => !ticket.typed.includes(each)),
    isTareRemembered: ticket.emptyIsRemembered,
  }
}
