import { expect, test } from 'vitest'
import { findConflicts, incompatibleAfter, type PlannedFact } from './conflict-rules.ts'

type Step = [at: number, grams: number, isIncompatible?: boolean]

const factsOf = (steps: Step[]) =>
  steps.map(([at, grams, isIncompatible = false], index): PlannedFact => ({
    at,
    recordId: 'a',
    grams,
    isIncompatible,
    factId: index + 1,
  }))

const come: [what: string, before: number, steps: Step[], unlike: ReturnType<typeof incompatibleAfter>][] = [
  ['nothing, where all was alike', 10, [[100, 5]], undefined],
  ['all of it', 10, [[100, 5, true]], { grams: 5, cause: { at: 100, factId: 1 } }],
  [
    'its part of what is left, by the last that came',
    10,
    [
      [100, 10, true],
      [200, -10],
      [300, 4, true],
      [400, 20],
    ],
    { grams: 9, cause: { at: 300, factId: 3 } },
  ],
  [
    'nothing, once the record was empty',
    10,
    [
      [100, 10, true],
      [200, -20],
      [300, 30],
    ],
    undefined,
  ],
]
test.each(come)('of unlike stock that has come, there is still %s', (_what, before, steps, unlike) => {
  expect(incompatibleAfter(before, factsOf(steps))).toEqual(unlike)
})

test('it is told by what brought it, and more of it as much as there will be', () => {
  const bay = {
    bayId: 7,
    storageId: 'barn',
    records: [
      {
        recordId: 'a',
        commodityId: 1,
        balanceGrams: 20,
        lastIn: { at: 900, factId: 90 },
        lastOut: null,
        unlike: { grams: 10, cause: { at: 800, factId: 80 } },
      },
    ],
    capacityGramsByCommodity: new Map(),
    plan: factsOf([
      [2000, -10],
      [3000, 4, true],
      [4000, 2, true],
    ]),
  }
  const told = findConflicts(bay, 1000).map(({ movementId, at, grams }) => [movementId, at.getTime(), grams])
  expect(told).toEqual([
    [80, 800, 10],
    [2, 3000, 9],
    [3, 4000, 11],
  ])
})
