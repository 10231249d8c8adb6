/**
 * How many histories a random test of the ledger tells: some with every run of all tests, more with `RELIABILITY`, thousands at night,
 * by `MODEL_HISTORIES`.
 */
const HISTORIES = Number(
  process.env['MODEL_HISTORIES'] ?? (process.env['RELIABILITY'] === undefined ? 50 : 200),
)

/** That many, or a part of them for a test whose histories take longer. */
export const historyCount = (part = 1): number => Math.ceil(HISTORIES * part)
