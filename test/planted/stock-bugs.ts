import type { Bug } from './bug.ts'

/** Of what stock is called, and of the locks under which that is decided. */
export const stockBugs: Bug[] = [
  {
    promise: 'a heap is called after all that lay in a bay that was never empty',
    file: 'src/inventory/stock/recompute-descriptions.ts',
    right: 'd.low_grams <= late.changed_grams)',
    wrong: 'd.low_grams <= 0)',
    tests: ['src/inventory/stock/recompute-descriptions.test.ts'],
  },
  {
    promise: 'a load that nobody has looked at counts for what it was, not what it was taken for',
    file: 'src/inventory/stock/recompute-descriptions.ts',
    right: 'or (m.source_record_id is not null and m.entered is null)',
    wrong: '',
    tests: ['src/inventory/stock/description-history.test.ts'],
  },
  {
    promise: 'nobody is told that a late load changes what somebody said since',
    file: 'src/inventory/stock/merge-stock.ts',
    right: 'if (parcel.statedAt !== null && parcel.statedAt > at) return leftToHistory(parcel)',
    wrong: '',
    tests: ['src/inventory/stock/description-history.test.ts'],
  },
  {
    promise: 'what is dated back waits where its stock has gone on to',
    file: 'src/inventory/stock/lock-bays.ts',
    right: '(next) => lockBays(next, { recordIds }),',
    wrong: '() => Promise.resolve(),',
    tests: ['test/group-commit.test.ts'],
    needsServer: true,
  },
]
