import type { Bug } from './bug.ts'

const tests = ['src/inventory/document-numbers/loads.test.ts']

/** Of the numbers of documents (rules.md §11). */
export const numberBugs: Bug[] = [
  {
    promise: 'a series of numbers has no gaps',
    file: 'src/inventory/document-numbers/give-numbers.ts',
    right: 'do update set last_number = c.last_number + excluded.last_number',
    wrong: 'do update set last_number = c.last_number + excluded.last_number + 1',
    tests,
  },
  {
    promise: 'all parts of a lorry have one number',
    file: 'src/inventory/loads/insert-loads.ts',
    right: 'number_paper: (given && papers.get(given)) ?? row.id',
    wrong: 'number_paper: row.id',
    tests,
  },
]
