import type { Bug } from './bugs.ts'

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
    promise: 'what a load turned out to have been counts, not what it was taken for',
    file: 'src/inventory/stock/recompute-descriptions.ts',
    right: "or (m.source_record_id is not null and m.entered is distinct from '{}')",
    wrong: '',
    tests: ['src/inventory/stock/description-history.test.ts'],
  },
  {
    promise: 'what somebody says of a parcel stands, whatever is entered before it later',
    file: 'src/inventory/stock/merge-stock.ts',
    right: 'if (parcel.statedAt !== null && parcel.statedAt > at) return leftToHistory(parcel)',
    wrong: '',
    tests: ['src/inventory/stock/description-history.test.ts'],
  },
  {
    promise: 'what is dated back waits where its stock has gone on to',
    file: 'src/inventory/stock/lock-bays.ts',
    right: '(next) => lockBays(next, { bayIds: [], recordIds }),',
    wrong: '() => Promise.resolve(),',
    tests: ['test/group-commit.test.ts'],
    needsServer: true,
  },
]
