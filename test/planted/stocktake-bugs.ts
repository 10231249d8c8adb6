import type { Bug } from './bug.ts'

/** Of stock-takes (rules.md §12). */
export const stocktakeBugs: Bug[] = [
  {
    promise: 'a bay that was counted after the cut-off is rolled back to it',
    file: 'src/inventory/stocktakes/stocktake-rules.ts',
    right: '? { recordId, grams: cutOffGrams + varianceGrams, at: cutOffAt }',
    wrong: '? { recordId, grams: countGrams + varianceGrams, at: cutOffAt }',
    tests: ['src/inventory/stocktakes'],
  },
  {
    promise: 'nobody confirms a count of their own',
    file: 'src/inventory/stocktakes/stocktake-rules.ts',
    right: 'const isOthers = !needsOther || (last !== undefined && !isSamePerson(earlier.by, last.by))',
    wrong: 'const isOthers = true',
    tests: ['src/inventory/stocktakes'],
  },
  {
    promise: 'two who find different weights confirm nothing',
    file: 'src/inventory/stocktakes/stocktake-rules.ts',
    right: 'return isOthers && !isOutside({ varianceGrams, bookGrams }, tolerance)',
    wrong: 'return isOthers',
    tests: ['src/inventory/stocktakes'],
  },
  {
    promise: 'whoever counts in a blind session does not see the book',
    file: 'src/inventory/stocktakes/queries.ts',
    right: 'if (!mayApprove(actor, session)) return true',
    wrong: 'if (!mayApprove(actor, session)) return false',
    tests: ['src/inventory/stocktakes'],
  },
  {
    promise: 'a count of a sheet is not taken back once the bay was counted again',
    file: 'src/inventory/imports/counts/session-counts.ts',
    right: 'if (rows[0]?.last !== number)',
    wrong: 'if (rows[0]?.last === null)',
    tests: ['src/inventory/imports/counts/session-counts.test.ts'],
  },
  {
    promise: 'a count sheet that is sent again counts nothing twice',
    file: 'src/inventory/imports/counts/dated-counts.ts',
    right: '(a.effective_at = asked.at or a.counted_grams = asked.grams)',
    wrong: 'a.effective_at = asked.at',
    tests: ['src/inventory/imports/counts/counts.test.ts'],
  },
]
