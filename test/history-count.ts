/**
 * How many histories a random test of the ledger tells: some with `npm test`, more with `TESTS=all`, and with `RELIABILITY`, thousands at
 * night, by `MODEL_HISTORIES`.
 */
const USUAL = process.env['TESTS'] === 'all' || process.env['TEST_DATABASE_URL'] !== undefined ? 50 : 20
const HISTORIES = Number(
  process.env['MODEL_HISTORIES'] ?? (process.env['RELIABILITY'] === undefined ? USUAL : 200),
)

/** That many, or a part of them for a test whose histories take longer. */
export const historyCount = (part = 1): number => Math.ceil(HISTORIES * part)
