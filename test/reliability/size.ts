/** How much of a good thing: a little with every run of these tests, a lot each night (`RELIABILITY=nightly`). */
export const isNightly = process.env['RELIABILITY'] === 'nightly'

/** The everyday size of something, or the one of a night. */
export function sized<T>(everyday: T, nightly: T): T {
  return isNightly ? nightly : everyday
}
