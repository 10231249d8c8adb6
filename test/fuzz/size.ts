/**
 * How many requests each operation is sent: a few with `TESTS=all`, by `RELIABILITY` 200 with `on` and thousands with
 * `nightly`; or as many as `FUZZ_REQUESTS` says.
 */
const SIZES: Record<string, number> = { on: 200, nightly: 5000 }
const USUAL = 5

export const REQUESTS_PER_OPERATION =
  Number(process.env['FUZZ_REQUESTS'] ?? 0) || (SIZES[process.env['RELIABILITY'] ?? ''] ?? USUAL)
