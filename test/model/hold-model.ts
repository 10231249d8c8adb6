import { bayOf, type Model, type ModelFact, type ModelHold } from './ledger-model.ts'

/** A naive telling of holds (rules.md §13): which loads may not leave a bay or parcel, or come into it. */

interface Side {
  way: 'out' | 'in'
  parcel: string
}

/** Where a load leaves and comes, whatever is corrected or counted with it. */
function sidesOf(fact: ModelFact): Side[] {
  const moved = fact.deltas.filter(({ isLoss }) => !isLoss)
  return [
    ...moved.map(({ parcel, grams }): Side => ({ way: grams < 0 ? 'out' : 'in', parcel })),
    ...(fact.leaves === undefined ? [] : [{ way: 'out' as const, parcel: fact.leaves }]),
    ...(fact.awaits === undefined ? [] : [{ way: 'in' as const, parcel: fact.awaits }]),
  ]
}

const isAgainst = (hold: ModelHold, { way, parcel }: Side, at: number) =>
  (hold.parcel === undefined ? hold.bay === bayOf(parcel) : hold.parcel === parcel) &&
  (hold.blocks === 'both' || hold.blocks === way) &&
  hold.from <= at &&
  at < hold.until

const saidBy = (fact: ModelFact) =>
  JSON.stringify([
    fact.at,
    sidesOf(fact),
    fact.deltas.filter(({ isLoss }) => !isLoss).map(({ grams }) => grams),
  ])

/**
 * Whether holds are against facts that are new, or say something else than before.
 *
 * @param read the order of a load that is on the weighbridge, whatever it weighs
 */
export function isHeld(model: Model, after: ModelFact[], read?: number): boolean {
  const before = new Map(model.facts.map((fact) => [fact.order, fact]))
  return after.some((fact) => {
    const was = before.get(fact.order)
    if (fact.isLetGo === true || fact.at > model.now) return false
    if (was && saidBy(was) === saidBy(fact) && read !== fact.order) return false
    return sidesOf(fact).some((side) =>
      (model.holds ?? []).some((hold) => isAgainst(hold, side, fact.at) && !hadGone(model, hold, was, side)),
    )
  })
}

/** Whether a load had left, or come, before somebody entered the hold: a plan that nobody has weighed has not. */
function hadGone(model: Model, hold: ModelHold, was: ModelFact | undefined, { way }: Side): boolean {
  if (!was) return false
  const isPlanYet =
    was.at > (model.enteredAt?.get(was.order) ?? was.at) && model.weighed?.has(was.order) !== true
  return (
    !isPlanYet &&
    was.at < hold.enteredAt &&
    sidesOf(was).some((side) => side.way === way && isAgainst(hold, side, was.at))
  )
}
