import { expect, test } from 'vitest'
import { grainNamesIn, renameGrain } from './grain-names.ts'

const grain = [
  {
    items: [
      {
        id: 1,
        names: { de: 'Weizen' },
        types: [
          { id: 101, names: { de: 'Winter' }, grades: [{ id: 7 }, { id: 8, names: { de: 'Futter' } }] },
        ],
      },
    ],
  },
]
const reasons = { adjustment: [{ id: 8, names: { de: 'Schädlinge' } }], storageNote: [{ id: 101 }] }
const names = grainNamesIn('de', grain, reasons)

test.for([
  [
    'a heap with its commodity, type and grade',
    {
      commodity: {
        commodity: { id: 1, name: 'Wheat' },
        type: { id: 101, name: 'Winter wheat' },
        grade: { id: 8, name: 'Feed' },
      },
    },
    {
      commodity: {
        commodity: { id: 1, name: 'Weizen' },
        type: { id: 101, name: 'Winter' },
        grade: { id: 8, name: 'Futter' },
      },
    },
  ],
  [
    'sums by commodity',
    {
      custom: {
        commodities: [
          {
            commodity: { id: 1, name: 'Wheat' },
            types: [{ id: 101, name: 'Winter wheat', grades: [{ id: 8, name: 'Feed' }] }],
          },
        ],
      },
    },
    {
      custom: {
        commodities: [
          {
            commodity: { id: 1, name: 'Weizen' },
            types: [{ id: 101, name: 'Winter', grades: [{ id: 8, name: 'Futter' }] }],
          },
        ],
      },
    },
  ],
  [
    'facets',
    [{ name: 'f:commodity', terms: [{ id: '1', name: 'Wheat', hits: 2 }] }],
    [{ name: 'f:commodity', terms: [{ id: '1', name: 'Weizen', hits: 2 }] }],
  ],
  [
    'what a bay takes, and why it was counted',
    {
      capacity: [{ commodityId: 1, commodityName: 'Wheat' }],
      adjustment: { reasonId: 8, reason: 'Pest damage' },
    },
    {
      capacity: [{ commodityId: 1, commodityName: 'Weizen' }],
      adjustment: { reasonId: 8, reason: 'Schädlinge' },
    },
  ],
  [
    'reasons to choose from',
    {
      adjustment: [{ id: 8, description: 'Pest damage' }],
      storageNote: [{ id: 101, description: 'Cleaned' }],
    },
    {
      adjustment: [{ id: 8, description: 'Schädlinge' }],
      storageNote: [{ id: 101, description: 'Cleaned' }],
    },
  ],
  [
    'a reason that somebody wrote',
    { reasonId: null, reason: 'Wrong driver' },
    { reasonId: null, reason: 'Wrong driver' },
  ],
  [
    'what has no word in the language',
    { grade: { id: 7, name: 'Group 1' } },
    { grade: { id: 7, name: 'Group 1' } },
  ],
  [
    'words that are no grain',
    { type: 'intake', owner: { id: 1, name: 'Mill' } },
    { type: 'intake', owner: { id: 1, name: 'Mill' } },
  ],
] as const)('%s', ([, answer, shown]) => {
  expect(renameGrain(answer, names)).toEqual(shown)
})
