/** Something of what is there, and what a row says of it: undefined where the row says nothing. */
interface Compared {
  what: string
  there: string
  here: string | undefined
}

/**
 * What is said of a row that is there already and says something else: what is there stays as it is. The case of letters is none
 * of that.
 *
 * @example sayDifferences([{ what: 'area', there: '8 ha', here: '7 ha' }])
 * // ['Its area is 8 ha there and 7 ha here; an import does not change it.']
 */
export function sayDifferences(compared: Compared[]): string[] {
  return compared
    .filter(({ there, here }) => here !== undefined && there.toLowerCase() !== here.toLowerCase())
    .map(
      ({ what, there, here }) =>
        `Its ${what} is ${there} there and ${here} here; an import does not change it.`,
    )
}

/** A list in any order, and “none” where it is empty. */
export function sayList(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.toSorted().join(', ')
}
