/** The crop of all of these: undefined where they are several, whose sum has no bushels, or where there is none. */
export function onlyCrop(commodityIds: number[]): number | undefined {
  const [first, ...others] = new Set(commodityIds)
  return others.length === 0 && first !== 0 ? first : undefined
}

/**
 * The crop that a list is narrowed to by its filter, whose sum has bushels; undefined where it is of several, or of all.
 *
 * @example cropOfFilter('6') // 6
 */
export const cropOfFilter = (ids = ''): number | undefined =>
  onlyCrop(ids.split(',').filter(Boolean).map(Number))
