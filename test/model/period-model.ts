import { bayOf, type ModelFact } from './ledger-model.ts'

/** Books that are closed, told naively: the figures of closed time are those of all facts before it, and they are to be the same afterwards. */

/** Whether facts become others whose figures differ before an instant. */
export function changesClosed(
  before: ModelFact[],
  after: ModelFact[],
  closedBefore: number | undefined,
): boolean {
  if (closedBefore === undefined) return false
  const [was, becomes] = [figuresOf(before, closedBefore), figuresOf(after, closedBefore)]
  const keys = new Set([...was.keys(), ...becomes.keys()])
  const differs = [...keys].some((key) => (was.get(key) ?? 0) !== (becomes.get(key) ?? 0))
  return differs || after.some((fact) => isUnweighedLate(before, fact, closedBefore))
}

/** Grams by fact, moment, parcel and what they were; counts with what they counted. */
function figuresOf(facts: ModelFact[], closedBefore: number): Map<string, number> {
  const figures = new Map<string, number>()
  for (const { order, at, deltas, counts, offField } of facts.filter((fact) => fact.at < closedBefore)) {
    if (offField) figures.set(JSON.stringify([order, at, 'field']), offField)
    for (const { parcel, grams, sold = false, isLoss = false, isHarvest = false } of deltas) {
      const key = JSON.stringify([order, at, parcel, sold, isLoss, isHarvest])
      figures.set(key, (figures.get(key) ?? 0) + grams)
    }
    for (const { parcel, grams } of counts)
      figures.set(JSON.stringify([order, at, parcel, 'counted', grams]), 1)
  }
  return figures
}

/** A load that nobody has weighed yet is new in closed time, or of another moment or bay. */
function isUnweighedLate(before: ModelFact[], fact: ModelFact, closedBefore: number): boolean {
  const { order, at, awaits, leaves, offField } = fact
  const isUnweighed = (awaits ?? leaves) !== undefined || offField === 0
  if (at >= closedBefore || !isUnweighed) return false
  const was = before.find((each) => each.order === order)
  if (!was || was.at !== at) return true
  const bay = (parcel: string | undefined) => (parcel === undefined ? undefined : bayOf(parcel))
  return bay(was.awaits) !== bay(awaits)
}
