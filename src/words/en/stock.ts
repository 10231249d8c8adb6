import type { MixedBy, NamedStock } from '../stock-terms.ts'
import type { Wording, Writing } from '../writing.ts'

const mixedBy: Record<MixedBy, string> = {
  commodity: 'commodity',
  owner: 'owner',
  harvestYear: 'harvest year',
  segregation: 'segregation',
}

/** The reason comes first: whoever reads it at the weighbridge has a lorry waiting. */
const notTheSame = (differing: MixedBy[], { and }: Writing) =>
  `Not the same ${and(differing.map((each) => mixedBy[each]))}.`

function stockOf({ name: stored, owner, apart = [], from = [] }: NamedStock, { stock }: Writing): string {
  const name = stock(stored)
  const named = owner === undefined ? name : `“${name}” of ${owner}`
  const kept = apart.length === 0 ? '' : ` (${apart.join(', ')})`
  return `${named}${kept}${from.length === 0 ? '' : ` from ${from.join(' and ')}`}`
}

export const stock = {
  stockWouldBeShort(
    {
      stock,
      place,
      weight,
      atUTC,
      timeZone,
      takenBy,
    }: {
      stock: string
      place: string | null
      weight: number
      atUTC: string
      timeZone: string
      takenBy?: number
    },
    write: Writing,
  ) {
    const where = place === null ? '' : ` in ${place}`
    const taken = takenBy === undefined ? '' : `, when movement ${takenBy} takes from it`
    const at = `${write.day(atUTC, timeZone)} at ${write.time(atUTC, timeZone)}`
    return `“${write.stock(stock)}”${where} would be short by ${write.weight(weight)} on ${at}${taken}. Nothing was changed.`
  },
  ofLoad: (
    { place, count, refusal }: { place: number; count: number; refusal: Wording },
    { messages }: Writing,
  ) => `Load ${place} of ${count}: ${messages([refusal])}`,
  dayStarts: ({ day }: { day: string }, { date }: Writing) =>
    `${date(day)} without a time is the start of that day: if the stock left later, give the time.`,
  sendTogether: () =>
    'If other movements are to be corrected too, send all of them to PUT /api/inventory/movements/bulk: together they are judged once, at the end.',
  liesElsewhere: ({ name }: { name: string }, { stock }: Writing) =>
    `“${stock(name)}” lies in another organisation's store; they enter what happens to it.`,
  wouldLoseItsName(
    {
      weight,
      what,
      before,
      after,
    }: { weight: number; what: 'type' | 'grade'; before: string; after: string },
    write: Writing,
  ) {
    const none = what === 'type' ? 'a mixture' : 'no grade'
    return `${write.weight(weight)} that lie there as ${before || none} would become ${after || none}. Your organisation wants to know why: give a gradeReason, or put the load elsewhere.`
  },
  isMoreThanCanBeCounted: ({ name }: { name: string }, { stock }: Writing) =>
    `More would come into “${stock(name)}”, or leave it, than can be counted: 4,500 million tonnes. Nothing was changed.`,
  bayHoldsOtherStock: (
    {
      bay,
      lying,
      coming,
      differing,
      atUTC,
      timeZone,
    }: {
      bay: string
      lying: NamedStock
      coming: NamedStock
      differing: MixedBy[]
      atUTC: string
      timeZone: string
    },
    write: Writing,
  ) =>
    `${notTheSame(differing, write)} On ${write.day(atUTC, timeZone)} ${bay} holds ${stockOf(lying, write)}, which may not be mixed with ${stockOf(coming, write)}. Nothing was changed.`,
  mayNotBeMixed: (
    { bay, one, other, differing }: { bay: string; one: NamedStock; other: NamedStock; differing: MixedBy[] },
    write: Writing,
  ) =>
    `${notTheSame(differing, write)} ${stockOf(one, write)} and ${stockOf(other, write)} may not be mixed in ${bay}. Nothing was changed.`,
}
