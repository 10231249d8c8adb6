import { expect, test } from 'vitest'
import { inFlow, stageAmong, type Flow } from './instant-rules.ts'

/** `A>B` goes from A to B, `>B` comes from outside, `B>` leaves for good; `B2>` comes after the first count of B, `B1>` is the count. */
function flowOf(text: string): Flow {
  const [from, into] = text.split('>').map((side) => {
    const [recordId, stage] = [side.slice(0, 1), Number(side.slice(1))]
    return recordId ? { recordId, stage } : undefined
  })
  return { from, into }
}

test.each<[what: string, entered: string[], inOrder: string[]]>([
  ['what arrives comes before what leaves', ['B>', '>B'], ['>B', 'B>']],
  ['along a chain', ['C>', 'B>C', 'A>B', '>A'], ['>A', 'A>B', 'B>C', 'C>']],
  ['what has nothing to do with each other stays as it is', ['A>', '>B', 'C>'], ['A>', '>B', 'C>']],
  ['a circle goes by its number', ['A>B', 'B>A'], ['A>B', 'B>A']],
  ['and what does not run in it still goes first', ['A>B', 'B>A', '>A'], ['>A', 'A>B', 'B>A']],
  ['a count comes after what was entered before it', ['B1>', 'B>', '>B'], ['>B', 'B>', 'B1>']],
  ['and before what was entered after it', ['B>', 'B1>', '>B2', 'B2>'], ['B>', 'B1>', '>B2', 'B2>']],
  ['though that comes from elsewhere', ['>B2', 'A>B', '>A', 'B1>'], ['>A', 'A>B', 'B1>', '>B2']],
])('%s', (_what, entered, inOrder) => {
  expect(inFlow(entered, flowOf)).toEqual(inOrder)
})

test('a fact is after the counts that were entered before it, and before its own', () => {
  expect([1, 4, 5, 9, 10].map((id) => stageAmong([4, 9], id))).toEqual([0, 0, 2, 2, 4])
  expect([4, 9].map((id) => stageAmong([4, 9], id, true))).toEqual([1, 3])
})
