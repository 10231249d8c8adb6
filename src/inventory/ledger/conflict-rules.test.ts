import { describe, expect, test } from 'vitest'
import {
  findConflicts,
  findExceeded,
  type BayConflict,
  type BayPlan,
  type Intake,
  type PlannedFact,
} from './conflict-rules.ts'

const NOW = 1000
const CAPACITY_GRAMS = 100
const WHEAT = 1
const BARLEY = 2

/** A bay with a capacity for wheat: what lies there by record, and what is planned as [at, record, grams, is unlike] in order. */
function bayOf(
  records: [recordId: string, balanceGrams: number, commodityId?: number][],
  plan: [at: number, recordId: string, grams: number, isIncompatible?: boolean][],
): BayPlan {
  return {
    bayId: 7,
    storageId: 'barn',
    records: records.map(([recordId, balanceGrams, commodityId = WHEAT], index) => ({
      recordId,
      commodityId,
      balanceGrams,
      lastIn: { at: 900 + index, factId: 90 + index },
      lastOut: { at: 950 + index, factId: 95 + index },
    })),
    capacityGramsByCommodity: new Map([[WHEAT, CAPACITY_GRAMS]]),
    plan: plan.map(([at, recordId, grams, isIncompatible = false], index): PlannedFact => ({
      at,
      recordId,
      grams,
      isIncompatible,
      factId: index + 1,
    })),
  }
}

/** A conflict as [kind, record, cause, at, grams]. */
type ReplayedDescriptions = [kind: string, recordId: string, movementId: number, at: number, grams: number]

const replayDescriptions = (conflicts: BayConflict[]) =>
  conflicts.map(({ kind, recordId, movementId, at, grams }): ReplayedDescriptions => [
    kind,
    recordId,
    movementId,
    at.getTime(),
    grams,
  ])

const rows: [what: string, bay: BayPlan, conflicts: ReplayedDescriptions[]][] = [
  ['nothing planned, nothing wrong', bayOf([['a', 100]], []), []],
  [
    'what leaves is more than there is',
    bayOf([['a', 10]], [[2000, 'a', -11]]),
    [['overdrawn', 'a', 1, 2000, 1]],
  ],
  [
    'what is short already is laid to what left last',
    bayOf([['a', -5]], []),
    [['overdrawn', 'a', 95, 950, 5]],
  ],
  [
    'what is set apart from the stock that it is to join, until it has left again',
    bayOf(
      [['a', 10]],
      [
        [2000, 'a', 5, true],
        [3000, 'a', 6],
        [4000, 'a', -21],
      ],
    ),
    [['incompatible', 'a', 1, 2000, 5]],
  ],
  ['alone in the bay it is set apart from nothing', bayOf([['a', 0]], [[2000, 'a', 5, true]]), []],
  [
    'what is too much already is laid to what came in last',
    bayOf(
      [
        ['a', 90],
        ['b', 20],
        ['c', 5, BARLEY],
      ],
      [],
    ),
    [
      ['over_capacity', 'a', 91, 901, 10],
      ['incompatible', 'b', 91, 901, 20],
      ['incompatible', 'c', 92, 902, 5],
    ],
  ],
  [
    'the smaller parcel is not blamed for what came to it',
    bayOf(
      [
        ['a', 20],
        ['b', 60],
      ],
      [],
    ),
    [['incompatible', 'a', 91, 901, 20]],
  ],
  [
    'what leaves at one moment does not make too much of what comes',
    bayOf(
      [
        ['a', 90],
        ['b', 30, BARLEY],
      ],
      [
        [2000, 'a', 20],
        [2000, 'b', -1],
      ],
    ),
    [
      ['incompatible', 'b', 91, 901, 30],
      ['over_capacity', 'a', 1, 2000, 10],
    ],
  ],
  [
    'what goes on as it is, is told once',
    bayOf(
      [
        ['a', -5],
        ['b', 20],
      ],
      [
        [2000, 'b', 10],
        [3000, 'b', 10],
      ],
    ),
    [['overdrawn', 'a', 95, 950, 5]],
  ],
  [
    'what becomes worse is told again, with all of it',
    bayOf(
      [['a', 10]],
      [
        [2000, 'a', -15],
        [3000, 'a', -1],
      ],
    ),
    [
      ['overdrawn', 'a', 1, 2000, 5],
      ['overdrawn', 'a', 2, 3000, 6],
    ],
  ],
  [
    'what becomes better is not told',
    bayOf(
      [['a', 10]],
      [
        [2000, 'a', -15],
        [3000, 'a', 2],
      ],
    ),
    [['overdrawn', 'a', 1, 2000, 5]],
  ],
  [
    'what was mended and breaks again is told again',
    bayOf(
      [['a', 10]],
      [
        [2000, 'a', -15],
        [3000, 'a', 5],
        [4000, 'a', -5],
      ],
    ),
    [
      ['overdrawn', 'a', 1, 2000, 5],
      ['overdrawn', 'a', 3, 4000, 5],
    ],
  ],
  [
    'what comes and goes at one moment is judged as a whole',
    bayOf(
      [['a', 10]],
      [
        [2000, 'a', -15],
        [2000, 'a', 5],
      ],
    ),
    [],
  ],
  [
    'up to its capacity a bay is filled, and a gram more is too much',
    bayOf(
      [['a', 90]],
      [
        [2000, 'a', 10],
        [3000, 'a', 1],
      ],
    ),
    [['over_capacity', 'a', 2, 3000, 1]],
  ],
  ['a crop without a capacity has none', bayOf([['a', 1_000_000, BARLEY]], []), []],
  [
    'two parcels of one crop share the capacity, and may not be mixed',
    bayOf(
      [
        ['a', 80],
        ['b', 0],
      ],
      [[2000, 'b', 30]],
    ),
    [
      ['over_capacity', 'a', 1, 2000, 10],
      ['incompatible', 'b', 1, 2000, 30],
    ],
  ],
  [
    'one parcel may come at the moment when the other has gone',
    bayOf(
      [
        ['a', 80],
        ['b', 0, BARLEY],
      ],
      [
        [2000, 'a', -80],
        [2000, 'b', 30],
      ],
    ),
    [],
  ],
]

describe('along a bay’s plan', () => {
  test.each(rows)('%s', (_what, bay, conflicts) => {
    expect(replayDescriptions(findConflicts(bay, NOW))).toEqual(conflicts)
  })

  const worsened: [what: string, before: BayPlan, after: BayPlan, conflicts: ReplayedDescriptions[]][] = [
    ['nothing changed', bayOf([['a', 110]], []), bayOf([['a', 110]], []), []],
    ['it became better', bayOf([['a', 130]], []), bayOf([['a', 110]], []), []],
    [
      'it became worse',
      bayOf([['a', 110]], []),
      bayOf([['a', 120]], []),
      [['over_capacity', 'a', 90, 900, 20]],
    ],
    [
      'another movement comes too short now',
      bayOf(
        [['a', 10]],
        [
          [2000, 'a', 20],
          [3000, 'a', -30],
        ],
      ),
      bayOf([['a', 10]], [[3000, 'a', -30]]),
      [['overdrawn', 'a', 1, 3000, 20]],
    ],
    [
      'as bad, but at another time',
      bayOf(
        [['a', 10]],
        [
          [2000, 'a', -20],
          [3000, 'a', 10],
        ],
      ),
      bayOf(
        [['a', 10]],
        [
          [2000, 'a', -10],
          [4000, 'a', -10],
        ],
      ),
      [['overdrawn', 'a', 2, 4000, 10]],
    ],
    [
      'as bad as it would have become, but sooner',
      bayOf([['a', 10]], [[3000, 'a', -20]]),
      bayOf([['a', 10]], [[2000, 'a', -20]]),
      [['overdrawn', 'a', 1, 2000, 10]],
    ],
  ]
  test.each(worsened)('%s', (_what, before, after, conflicts) => {
    expect(replayDescriptions(findConflicts(after, NOW, before))).toEqual(conflicts)
  })

  const toldInPart: [what: string, bay: BayPlan, conflicts: ReplayedDescriptions[]][] = [
    [
      'what lies there together is too much, and its own is not',
      bayOf(
        [
          ['a', 60],
          ['b', 50],
        ],
        [],
      ),
      [['incompatible', 'a', 90, 900, 60]],
    ],
    [
      'its own is too much, whatever else lies there',
      bayOf(
        [
          ['a', 110],
          ['b', 500],
        ],
        [],
      ),
      [
        ['over_capacity', 'a', 90, 900, 10],
        ['incompatible', 'a', 90, 900, 110],
      ],
    ],
    [
      'another’s comes, and its movement is not told',
      bayOf(
        [
          ['a', 60],
          ['b', 0],
        ],
        [
          [2000, 'b', 10],
          [3000, 'b', 90],
          [4000, 'b', -500],
        ],
      ),
      [['incompatible', 'a', 0, 2000, 60]],
    ],
    [
      'with nobody else, the larger of its own has the bay',
      bayOf(
        [
          ['a', 60],
          ['a2', 10],
          ['b', 0],
        ],
        [],
      ),
      [['incompatible', 'a2', 91, 901, 10]],
    ],
  ]
  test.each(toldInPart)('told to who has only a part of it: %s', (_what, bay, conflicts) => {
    expect(replayDescriptions(findConflicts({ ...bay, seenRecordIds: new Set(['a', 'a2']) }, NOW))).toEqual(
      conflicts,
    )
  })

  test('a conflict says where it is', () => {
    expect(findConflicts(bayOf([['a', -5]], []), NOW)).toMatchObject([{ bayId: 7, storageId: 'barn' }])
  })
})

describe('under an agreement', () => {
  const intake = (factId: number, grams: number): Intake => ({
    at: 1000 * factId,
    factId,
    recordId: 'a',
    grams,
    bayId: 7,
    storageId: 'barn',
  })
  const agreement = { agreementId: 'contract', limitGrams: 100 }
  const limits: [
    what: string,
    takenGrams: number,
    plan: Intake[],
    told: [factId: number, grams: number][],
  ][] = [
    ['all of it may come', 60, [intake(2, 40)], []],
    ['a gram more may not', 60, [intake(2, 41)], [[2, 1]]],
    [
      'each that takes it further is told',
      60,
      [intake(2, 30), intake(3, 30), intake(4, 5)],
      [
        [3, 20],
        [4, 25],
      ],
    ],
    ['what is too much already is laid to the last', 110, [], [[1, 10]]],
  ]
  test.each(limits)('%s', (_what, takenGrams, plan, told) => {
    const exceeded = findExceeded({ ...agreement, takenGrams, last: intake(1, 10), plan })
    expect(exceeded.map(({ movementId, grams }) => [movementId, grams])).toEqual(told)
    expect(exceeded.every(({ kind }) => kind === 'contract_exceeded')).toBe(true)
  })

  test('only what was not as bad before is worse', () => {
    const before = { ...agreement, takenGrams: 60, last: null, plan: [intake(2, 50), intake(4, 10)] }
    const worse = (plan: Intake[]) =>
      findExceeded({ ...before, plan }, before).map(({ movementId, grams }) => [movementId, grams])
    expect(worse(before.plan)).toEqual([])
    expect(worse([intake(2, 45), intake(4, 10)])).toEqual([])
    expect(worse([...before.plan, intake(5, 1)])).toEqual([[5, 21]])
    expect(worse([intake(1, 50), intake(4, 10)])).toEqual([[1, 10]])
  })
})
