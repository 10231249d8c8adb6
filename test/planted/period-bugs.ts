import type { Bug } from './bug.ts'

const tests = ['src/inventory/ledger/closed-books.test.ts', 'src/inventory/periods/periods.test.ts']

/** Of books that are closed. */
export const periodBugs: Bug[] = [
  {
    promise: 'no figure of the last closed instant changes',
    file: 'src/inventory/ledger/closed-books.ts',
    right: '    if (at >= closedBefore) return\n',
    wrong: '    if (at >= closedBefore - 1000) return\n',
    tests,
  },
  {
    promise: 'an exception is for one person',
    file: 'src/inventory/ledger/closed-books.ts',
    right:
      'where organisation_id = ${storerId} and user_id = ${userId} and until > ${now} and ended_at is null',
    wrong:
      'where organisation_id = ${storerId} and ${userId}::text is not null and until > ${now} and ended_at is null',
    tests: ['src/inventory/periods/periods.test.ts'],
  },
  {
    promise: 'a count of a closed day is not taken back',
    file: 'src/inventory/ledger/closed-books.ts',
    right:
      'countedGrams, reason } of withdrawnCounts)\n    add(at, [recordId, factId, countedGrams, reason], -1)',
    wrong:
      'countedGrams, reason } of withdrawnCounts)\n    add(at, [recordId, factId, countedGrams, reason], 0)',
    tests,
  },
]
