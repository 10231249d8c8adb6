/**
 * Cuts a whole number in proportion to the sizes, whole numbers too, each cut rounded down along the way, so that the pieces add
 * up exactly. Where all sizes are 0, the last piece is the whole.
 *
 * @example inProportion(100, [1, 1, 1]) // [33, 33, 34]
 */
export function inProportion(whole: number, sizes: number[]): number[] {
  const total = BigInt(sizes.reduce((sum, size) => sum + size, 0))
  if (total === 0n) return sizes.map((_, index) => (index === sizes.length - 1 ? whole : 0))
  let upTo = 0n
  let given = 0n
  return sizes.map((size) => {
    upTo += BigInt(size)
    const reached = (BigInt(whole) * upTo) / total
    const share = reached - given
    given = reached
    return Number(share)
  })
}
