import { expect, test } from 'vitest'
import { earliestClosedChange, type BookChange } from './closed-books.ts'
import type { NewEntry } from './posting.ts'

const CLOSED_BEFORE = 1_000_000
const AT = CLOSED_BEFORE - 1

const entry = (over: Partial<NewEntry> = {}): NewEntry => ({
  factId: 1,
  at: AT,
  sourceRecordId: 'heap',
  sourceOutside: null,
  destinationRecordId: null,
  destinationOutside: 'receiver:mill',
  grams: 500,
  plantingId: null,
  sold: true,
  isCount: false,
  isReversal: false,
  reverses: null,
  ...over,
})
const takenBack = (over: Partial<NewEntry> = {}): NewEntry => {
  const was = entry(over)
  return {
    ...was,
    sourceRecordId: was.destinationRecordId,
    sourceOutside: was.destinationOutside,
    destinationRecordId: was.sourceRecordId,
    destinationOutside: was.sourceOutside,
    isReversal: true,
    reverses: 7,
  }
}
const count = { recordId: 'heap', at: AT, factId: 2, countedGrams: 900, reason: '1' }
const nothing: BookChange = { entries: [], newCounts: [], withdrawnCounts: [] }

const cases: [what: string, change: Partial<BookChange>, at: number | undefined][] = [
  ['nothing', {}, undefined],
  ['an entry of the last closed millisecond', { entries: [entry()] }, AT],
  ['one of the first open one', { entries: [entry({ at: CLOSED_BEFORE })] }, undefined],
  ['the earliest of several', { entries: [entry(), entry({ at: 5 })] }, 5],
  ['what is taken back', { entries: [takenBack()] }, AT],
  ['what is taken back and posted again alike', { entries: [takenBack(), entry()] }, undefined],
  ['with another weight', { entries: [takenBack(), entry({ grams: 501 })] }, AT],
  ['at another closed moment', { entries: [takenBack(), entry({ at: AT - 1 })] }, AT - 1],
  ['at an open moment', { entries: [takenBack(), entry({ at: CLOSED_BEFORE })] }, AT],
  ['to somebody else', { entries: [takenBack(), entry({ destinationOutside: 'receiver:port' })] }, AT],
  ['not sold any more', { entries: [takenBack(), entry({ sold: false })] }, AT],
  ['from another heap', { entries: [takenBack(), entry({ sourceRecordId: 'other' })] }, AT],
  [
    'in two entries that are as much',
    { entries: [takenBack(), entry({ grams: 200 }), entry({ grams: 300 })] },
    undefined,
  ],
  ['a new count, though it finds nothing', { newCounts: [count] }, AT],
  ['a count that is made again alike', { newCounts: [count], withdrawnCounts: [count] }, undefined],
  [
    'a count that says something else',
    { newCounts: [{ ...count, countedGrams: 901 }], withdrawnCounts: [count] },
    AT,
  ],
  ['a count that is taken back, though it had found nothing', { withdrawnCounts: [count] }, AT],
  ['a count of an open moment', { newCounts: [{ ...count, at: CLOSED_BEFORE }] }, undefined],
]

test.each(cases)('%s', (_what, change, at) => {
  expect(earliestClosedChange(CLOSED_BEFORE, { ...nothing, ...change })).toBe(at)
})
