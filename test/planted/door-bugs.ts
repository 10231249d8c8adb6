import type { Bug } from './bug.ts'

/** Of commands that change stock together, late or again, and of the questions that are asked of it. */
export const doorBugs: Bug[] = [
  {
    promise: 'several edits are judged once, when all of them are made',
    file: 'src/inventory/loads/edit/edit-movement.ts',
    right: 'applyEdits(trx, actor, edits, reason))',
    wrong: `
    edits.reduce<Promise<AppliedEdits>>(
      async (before, edit) => {
        const { edits: made } = await before
        const one = await applyEdits(trx, actor, [edit], reason)
        return { ...one, edits: [...made, ...one.edits] }
      },
      Promise.resolve({ edits: [] } as unknown as AppliedEdits),
    ),
  )`,
    tests: ['src/inventory/stock/several-edits.test.ts'],
  },
  {
    promise: 'a count of a day is of its close',
    file: 'src/inventory/records/adjust-records.ts',
    right: 'return end < now ? end : now',
    wrong: 'return begin',
    tests: ['src/inventory/stock/dated-counts.test.ts'],
  },
  {
    promise: 'a date without a time is the whole of that day',
    file: 'src/kernel/time.ts',
    right: 'if (!start || !DATE_ONLY.test(text.trim())) return start',
    wrong: 'return start',
    tests: ['src/inventory/ledger/whole-days.test.ts', 'src/inventory/records/position.test.ts'],
  },
  {
    promise: 'an edit that says nothing of emptying leaves the bay as empty as it was',
    file: 'src/inventory/loads/edit/prepare-edit.ts',
    right: 'const empties = body.adjustToZero ?? movement.adjust_to_zero',
    wrong: 'const empties = body.adjustToZero ?? false',
    tests: ['src/inventory/loads/edit/edit-movement.test.ts', 'src/inventory/movements/answer.test.ts'],
  },
  {
    promise: 'a timeline keeps the write-off that was taken back',
    file: 'src/inventory/records/timeline/timeline-rows.ts',
    right: "{ kind: 'count', entries: found(countsTakenBack(counts)) },",
    wrong: "{ kind: 'count', entries: found(countsTakenBack(sql`false`)) },",
    tests: ['src/inventory/movements/answer.test.ts'],
  },
]
