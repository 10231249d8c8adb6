/** How much is taken, and why so much. */

const MEGABYTE = 1024 * 1024

/**
 * The largest file of each bucket, in bytes. A telephone's photograph has 3 to 12 MB; a long contract, scanned, up to 40;
 * two minutes of its video, 250.
 */
export const maxBytesOf = {
  images: 20 * MEGABYTE,
  files: 50 * MEGABYTE,
  videos: 256 * MEGABYTE,
} as const

export type Bucket = keyof typeof maxBytesOf
export const buckets = ['images', 'files', 'videos'] as const satisfies readonly Bucket[]

/** Where the form has not said its bucket before the file, the file may be as large as any. */
export const MAX_BYTES = Math.max(...Object.values(maxBytesOf))

/** Whether a field of a form names a bucket: it has not been checked when the file comes. */
export function isBucket(value: unknown): value is Bucket {
  return typeof value === 'string' && Object.hasOwn(maxBytesOf, value)
}

/** The best telephones make 48 megapixels. Decoding and turning that takes 530 MB of memory for 5 s, in at most two processes at once. */
export const MAX_PIXELS = 50_000_000

/** The slowest honest file, an interlaced PNG of that size, took 11 s on two busy cores. */
export const EXAMINE_SECONDS = 30

/** Partners of one organisation; far more than ever see one document. */
export const MAX_SHARES = 50

/** An upload ends after fifteen minutes at the latest; what is unfinished an hour later never will be. */
export const UNFINISHED_HOURS = 1
