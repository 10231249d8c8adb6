import type { Ticket, TicketPart } from '../../offline/tickets.ts'
import { shareOf } from '../../stock/share.ts'
import { splitSide, type DraftPart } from './draft.ts'
import { grainOfBay, placeOf, type WaitingBay } from './bay-fit.ts'
import { partsOfTicket } from './ticket-facts.ts'

// A lorry that was tipped into more or fewer bays than its first weighing said, or loaded out of them.

/**
 * The bays of a load by the parts that are in the book: a part whose bay is still one of them stays, the others take new ones over, and those
 * for which there is none are left out. The first part stays whatever its bay is, since the load is known by it.
 *
 * @returns what each part that is in the book is from now on, undefined where it is left out; behind them the new ones
 */
export function partsInBook(before: TicketPart[], now: TicketPart[]): (TicketPart | undefined)[] {
  const isIn = (parts: TicketPart[], { place }: TicketPart) =>
    parts.some((each) => each.place.key === place.key)
  const added = now.filter((part) => !isIn(before, part))
  const kept = before.map(({ place }) => now.find((each) => each.place.key === place.key) ?? added.shift())
  const stays = kept.findIndex((part) => part !== undefined)
  const first = kept[stays]
  return [...(stays > 0 ? kept.with(stays, undefined).with(0, first) : kept), ...added]
}

/** Why a load has another number of bays, as it is kept. */
type Why = Record<'tippedInOthers' | 'loadedFromOthers', string>

/** A ticket with the bays that were chosen instead; as it was where none were, undefined where one of them has no share, and as long as one bay is to become several. */
export function withOtherNumber(
  ticket: Ticket,
  chosen: DraftPart[],
  bays: WaitingBay[],
  why: Why,
): Ticket | undefined {
  if (chosen.length === 0) return ticket
  const before = ticket.partsBefore ?? partsOfTicket(ticket)
  const known = [...partsOfTicket(ticket), ...before].map(({ place }) => place)
  const parts = chosen.flatMap(({ key, share: typed }): TicketPart[] => {
    const bay = bays.find((each) => each.key === key)
    const place = bay ? placeOf(bay) : known.find((each) => each.key === key)
    const share = shareOf(typed)
    return place && share !== undefined ? [{ place, share }] : []
  })
  if (parts.length < chosen.length || parts.length + before.length === 2) return undefined
  const inBook = partsInBook(before, parts).filter((part) => part !== undefined)
  const side = splitSide(ticket.kind)
  const first = inBook[0]?.place ?? null
  const bay = bays.find(({ key }) => key === first?.key)
  const recordId = ticket.recordId ?? ticket.from?.recordId
  return {
    ...ticket,
    partsBefore: before,
    parts: inBook,
    isSharedAnew: true,
    [side]: first,
    ...(side === 'to' && { sentElsewhere: why.tippedInOthers }),
    // The book knows the load by what it was to be taken from, until this is in it.
    ...(side === 'from' && { loadedElsewhere: why.loadedFromOthers, ...(recordId && { recordId }) }),
    ...(side === 'from' && bay && first?.key !== before[0]?.place.key && { grain: grainOfBay(bay) }),
  }
}
