import { isWithin, type Limits } from '../../stock/limits.ts'

/** The limits that a grade sets for grain. */
export interface GradeLimits {
  gradeId: number
  name: string
  /** 1 is the best. */
  rank: number
  measures: ({ name: string } & Limits)[]
}

/**
 * The grade that the figures of a load meet, where that is another than the one that is chosen. A limit of this is broken: the next lower one
 * of which none is. None is broken: a better one, of which all that it asks was measured and is met.
 *
 * @param measured figures by what was measured
 */
export function offeredGrade(
  grades: GradeLimits[],
  measured: ReadonlyMap<string, number>,
  chosenId: number,
): GradeLimits | undefined {
  const ranked = grades.toSorted((a, b) => a.rank - b.rank)
  const chosen = ranked.find(({ gradeId }) => gradeId === chosenId)
  const isBroken = ({ measures }: GradeLimits) =>
    measures.some((limits) => {
      const value = measured.get(limits.name)
      return value !== undefined && !isWithin(value, limits)
    })
  const isMeasured = ({ measures }: GradeLimits) =>
    measures.length > 0 && measures.every(({ name }) => measured.has(name))
  if (chosen && isBroken(chosen)) return ranked.find((each) => each.rank > chosen.rank && !isBroken(each))
  const better = ranked.filter(({ rank }) => !chosen || rank < chosen.rank)
  return better.find((each) => isMeasured(each) && !isBroken(each))
}
