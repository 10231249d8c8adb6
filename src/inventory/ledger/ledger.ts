/**
 * The ledger's one public file (rules.md §2): all that the rest of the service may ask of it. Nobody else writes its tables. Queries
 * elsewhere join `ledger_balances` and `ledger_spans` to their own, and ask `ledger_balance_now` and `ledger_balance_at`; how records
 * are described looks at the lows of `ledger_days` as well.
 */
export {
  balanceSeries,
  balancesBeforeFacts,
  liveCountsOf,
  runningBalances,
  type MarksOf,
  type RunningBalance,
} from './balance-series.ts'
export {
  enteredSince,
  ledgerMark,
  lowestGain,
  storerHash,
  wasCountedBetween,
  type EnteredSince,
} from './between.ts'
export { closeBalances, dueBalances, forgottenParcels, openBalances, settleBalances } from './balances.ts'
export {
  ensureOpen,
  firstEntryOf,
  holdBooks,
  lastDayBefore,
  readClosedBooks,
  shareBooks,
  sharingBooks,
} from './closed-books.ts'
export type { Intake, IntakeLimit } from './conflict-rules.ts'
export {
  baysOfChangedLimits,
  conflictsIn,
  conflictToWire,
  messageOfConflict,
  readBays,
  type BayPicture,
  type NamedConflict,
} from './conflicts.ts'
export {
  blockings,
  holdReasons,
  holdsAgainst,
  holdsAgainstEdit,
  standsAt,
  type Blocking,
  type Direction,
  type HoldSpan,
  type LoadSide,
} from './hold-rules.ts'
export { inFlow, stageAmong, type Flow } from './instant-rules.ts'
export {
  countingFactsBut,
  countsInForce,
  countsTakenBack,
  recordsCountedBy,
  recordsLastCountedBy,
} from './counts.ts'
export { booksHash } from './books-hash.ts'
export { ledgerHash, verifyLedger, type LedgerDiscrepancy } from './verify-ledger.ts'
export { nextPostingIds } from './write-entries.ts'
export { nothingPreloaded, preloading, type PreloadedLedger } from './preload.ts'
export {
  clearedOf,
  countedGains,
  gain,
  harvest,
  loss,
  receiver,
  record,
  sender,
  type EntryDraft,
  type Posting,
  type UnweighedLoad,
} from './posting.ts'
export { post, type Backdated, type Posted } from './post.ts'
export type { Recount, Undone } from './recounts.ts'
export {
  balanceAfterFact,
  balanceAt,
  baysKeepingFor,
  hasStockFrom,
  placesKeepingFor,
  recordRow,
  recordsWithStock,
  recordsWithStockBetween,
  recordsWithStockIn,
  wasEmptiedAfter,
} from './spans.ts'
export { countsThatStand, noteTouchedBays, rehearse } from './touched.ts'
export { harvestedGramsOf, soldNow, totalsOf, type RecordTotals } from './totals.ts'
export {
  isUnaccounted,
  namedAlong,
  readLineage,
  traceFact,
  traceRecord,
  type End,
  type NamedOrigin,
  type Lineage,
  type Trace,
} from './trace.ts'
export { readIncompatible, type IncompatibleArrival, type IncompatibleStock } from './incompatible.ts'
