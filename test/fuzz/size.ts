/**
 * How many requests each operation is sent, by `RELIABILITY`: a few with every run of all tests, 200 with `on`, thousands with
 * `nightly`; or as many as `FUZZ_REQUESTS` says.
 */
const SIZES: Record<string, number> = { on: 200, nightly: 5000 }

export const REQUESTS_PER_OPERATION =
  Number(process.env['FUZZ_REQUESTS'] ?? 0) || (SIZES[process.env['RELIABILITY'] ?? ''] ?? 5)
