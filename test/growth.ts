/** Between the 4 of work that grows with what it is given and the 16 of what grows with its square, when that is four times as much. */
export const SQUARE = 10

/**
 * How many times as long work takes on four times as much. What seems to grow with its square is measured thrice: it does so each time, while
 * garbage is collected in the larger one more often than not.
 *
 * @example expect(await growthOf((size) => parse(','.repeat(size)), 10_000)).toBeLessThan(SQUARE)
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  let growth = Infinity
  for (let measure = 0; measure < 3 && growth >= SQUARE; measure += 1) {
    const times = await timesAsLong(
      () => work(4 * size),
      () => work(size),
    )
    growth = Math.min(growth, times)
  }
  return growth
}

/** How many times as long one work takes as another: by the least of five times each, in turn, for all else the machine does adds to it. */
export async function timesAsLong(work: () => unknown, other: () => unknown): Promise<number> {
  const times = { work: Infinity, other: Infinity }
  for (let run = 0; run < 5; run += 1) {
    times.other = Math.min(times.other, await millisecondsOf(other))
    times.work = Math.min(times.work, await millisecondsOf(work))
  }
  return times.work / times.other
}

async function millisecondsOf(work: () => unknown): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
