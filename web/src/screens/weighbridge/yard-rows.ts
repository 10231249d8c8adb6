import type { Ticket } from '../../offline/tickets.ts'
import { barePlate } from './plates.ts'

/** As many lorries as stand above the weight of the next one; the others are folded, or found by what is typed. */
export const MOST_IN_YARD = 6
const LONG_MINUTES = 60

/** Calculates the time a lorry has been in the yard; after an hour it stands out. */
export function waitOf(openedAt: string, now: number): { hours: number; minutes: number; isLong: boolean } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(openedAt)) / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, isLong: minutes >= LONG_MINUTES }
}

/**
 * The lorries of the yard that are shown: what was refused first, since somebody has to do something, and always the one that is open.
 *
 * @param sought part of a plate, with or without its signs, or of a sender, receiver or grain
 */
export function shownOf(
  tickets: Ticket[],
  {
    sought,
    isAll,
    openId,
    refused,
  }: { sought: string; isAll: boolean; openId: string | undefined; refused: ReadonlySet<string> },
): { shown: Ticket[]; folded: Ticket[] } {
  const [words, bare] = [sought.trim().toLowerCase(), barePlate(sought)]
  const isMeant = ({ vehicle, party, grain }: Ticket) =>
    words === '' ||
    (bare !== '' && barePlate(vehicle).includes(bare)) ||
    `${party.name} ${grain.name}`.toLowerCase().includes(words)
  const sorted = tickets
    .filter(isMeant)
    .toSorted((a, b) => Number(refused.has(b.id)) - Number(refused.has(a.id)))
  const most = isAll || words !== '' ? sorted.length : MOST_IN_YARD
  const isShown = ({ id }: Ticket, index: number) => index < most || id === openId
  return { shown: sorted.filter(isShown), folded: sorted.filter((each, index) => !isShown(each, index)) }
}
