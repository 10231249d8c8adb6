import { newId } from '../../api/ids.ts'
import { isDay, momentOf } from '../../i18n/days.ts'
import type { Ticket, TicketKind } from '../../offline/store.ts'
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
    grain: `${id}.${type}.${grade}`,
    variety,
    harvestYear: '',
    ...bay,
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
    full: full === null ? '' : String(full),
    empty: empty === null ? '' : String(empty),
    taken: (['full', 'empty'] as const).filter((each) => !ticket.typed.includes(each)),
    isTareRemembered: ticket.emptyIsRemembered,
  }
}
