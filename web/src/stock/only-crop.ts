/** The crop of all of these: undefined where they are several, whose sum has no bushels, or where there is none. */
export function onlyCrop(commodityIds: number[]): number | undefined {
  const [first, ...others] = new Set(commodityIds)
  return others.length === 0 && first !== 0 ? first : undefined
}
