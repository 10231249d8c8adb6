import type { Ticket } from '../../offline/tickets.ts'
import type { Coming, WaitingBay } from './bay-fit.ts'
import { usualLoad } from './judgement.ts'
import type { Known } from './memory.ts'
import { netOf } from './ticket-facts.ts'

/** A grade of a commodity, and its place among them. */
interface RankedGrade {
  /** Of the commodity. */
  id: number
  grade: number
  rank: number
}

/** The ranks of a commodity's grades, by their ids: 1 is the best. */
export const ranksOf = (grains: RankedGrade[], commodityId: number): Coming['ranks'] =>
  new Map(grains.filter(({ id }) => id === commodityId).map(({ grade, rank }) => [grade, rank]))

/**
 * Describes the load of a lorry that was weighed once, as bays compare it with what lies in them.
 *
 * @param weighed the same ticket with what was typed since; without its second reading the load is as it usually is
 */
export function comingOf(
  ticket: Ticket,
  weighed: Ticket,
  { bays, grains, known }: { bays: WaitingBay[]; grains: RankedGrade[]; known: Known[] },
): Coming {
  const { grain, harvestYear } = ticket
  return {
    commodityId: grain.id,
    gradeId: grain.grade,
    harvestYear,
    owners: ownersOf(ticket, bays),
    weight: netOf(weighed) ?? usualLoad(known, weighed.vehicle, weighed.full),
    ranks: ranksOf(grains, grain.id),
  }
}

/** Names the possible owners of a load in the yard: of one that another device entered nothing says whether it was bought. */
function ownersOf({ kind, basis, party, from }: Ticket, bays: WaitingBay[]): string[] {
  const source = bays.find(({ key }) => key === from?.key)
  if (kind !== 'in') return [source && !source.isOwned ? source.owner : '']
  if (basis === undefined) return ['', party.name]
  return [basis === 'bought' ? '' : party.name]
}
