/** 100 %, in the steps that shares are rounded to: three decimals. */
const STEPS = 100_000

/**
 * What part of the whole each weight is, in per cent to three decimals. They add up to exactly 100: what rounding down
 * leaves goes to the largest remainders. Nothing of nothing is 0.
 *
 * @example sharesOf([1, 1, 1]) // [33.334, 33.333, 33.333]
 */
export function sharesOf(grams: readonly number[]): number[] {
  const total = grams.reduce((sum, each) => sum + BigInt(each), 0n)
  if (total === 0n) return grams.map(() => 0)
  const shares = grams.map((each, index) => {
    const product = BigInt(each) * BigInt(STEPS)
    return { index, whole: Number(product / total), remainder: product % total }
  })
  const left = STEPS - shares.reduce((sum, { whole }) => sum + whole, 0)
  const byRemainder = shares.toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
  for (const share of byRemainder.slice(0, left)) share.whole += 1
  return shares.map(({ whole }) => whole / (STEPS / 100))
}
