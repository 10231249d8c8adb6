import type { Bug } from './bug.ts'

const context = 'src/inventory/loads/load-context.ts'
const plan = 'src/inventory/loads/plan-loads.ts'
const enter = 'src/inventory/loads/enter-loads.ts'
const lateTests = ['src/inventory/loads/late-loads.test.ts']
const togetherTests = ['test/group-commit.test.ts', 'test/loads-at-once.test.ts']

/** Of how loads are worked out and entered. */
export const loadBugs: Bug[] = [
  {
    promise: 'what is stored together comes out as in some order',
    file: context,
    right: 'return known && { ...known.record, ...columnsOfDescription(known.pending.description) }',
    wrong: 'return known && { ...known.record }',
    tests: ['test/group-commit.test.ts'],
  },
  {
    promise: 'what comes late is told to what has been mixed since',
    file: context,
    right: '(record.called_since === null || record.called_since < at)',
    wrong: '(record.called_since === null || record.called_since < new Date(8.64e15))',
    tests: lateTests,
  },
  {
    promise: 'what comes late and is something else is told to all that came after',
    file: context,
    right:
      'if (isTold && !isDescribedAlike(arrival.description, known.pending.description)) return undefined',
    wrong: 'if (isTold && known.grams < 0) return undefined',
    tests: lateTests,
  },
  {
    promise: 'a new parcel that two kinds came into at once is known to be mixed',
    file: 'src/inventory/stock/merge-stock.ts',
    right: 'calledSince: isMixed ? now : null',
    wrong: 'calledSince: isMixed ? null : now',
    tests: lateTests,
  },
  {
    promise: 'a load into a bay that is full then is told so',
    file: plan,
    right: 'capacityGrams: record.capacity_grams,',
    wrong: 'capacityGrams: null,',
    tests: togetherTests,
  },
  {
    promise: 'listeners are told of a load the records that it touched, and no others',
    file: enter,
    right: 'return { ...outcome, recordIds: [...new Set(recordIds)].sort() }',
    wrong: 'return { ...outcome, recordIds: [...outcome.recordIds] }',
    tests: togetherTests,
  },
  {
    promise: 'what a scale said is not said of another figure',
    file: 'src/inventory/readings/rules.ts',
    right: "  if (isSame && was && (!is || is.source === 'file')) return was",
    wrong: '  if (was && !is) return was',
    tests: ['src/inventory/readings/rules.test.ts', 'src/inventory/loads/readings.test.ts'],
  },
  {
    promise: 'no tare grows younger by being used again',
    file: 'src/inventory/readings/find-tares.ts',
    right: "        and m.readings #>> '{empty,source}' is distinct from 'remembered'\n",
    wrong: '',
    tests: ['src/inventory/loads/readings.test.ts'],
  },
]
