import { ANY_WEIGHT } from '../../../kernel/weighing.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenPartFaults, givenPartGrams, partsOfNet, partsThatStay } from './rules.ts'

const scales = (empty: number | null, full: number | null) => ({
  empty_grams: empty,
  full_grams: full,
  readings: null,
})
const paths = { scale: 'ticket.full', weight: 'weight' }
const weighed = scales(14_200_000, 42_660_000)

test.each([
  ['weights that add up', weighed, [{ kilograms: 18_000 }, { kilograms: 10_460 }], []],
  [
    'weights that do not',
    weighed,
    [{ kilograms: 18_000 }, { kilograms: 10_000 }],
    ['ticket.full contradiction'],
  ],
  ['a weight that is missing', weighed, [{ kilograms: 18_000 }, {}], ['[1].weight required']],
  ['shares', weighed, [{ share: 2 }, { share: 1 }], []],
  ['a share that is missing', weighed, [{ share: 2 }, {}], ['[1].share required']],
  ['a share and a weight', weighed, [{ share: 2, kilograms: 1 }, { share: 1 }], ['[0].weight contradiction']],
  [
    'more than the full lorry',
    scales(null, 20_000_000),
    [{ kilograms: 18_000 }, { kilograms: 2000 }],
    ['ticket.full contradiction'],
  ],
  ['a lorry for one bay', weighed, [{}], []],
  ['nothing at all', scales(null, null), [{}], ['[0].weight required']],
  ['full below empty', scales(2000, 1000), [{ share: 1 }], ['ticket.full full_not_above_empty']],
])('a ticket with %s', (_case, ticket, parts, faults) => {
  const given = parts.map((part, index) => ({
    path: `[${index}].`,
    kilograms: undefined,
    share: undefined,
    ...part,
  }))
  expect(
    givenPartFaults(paths, ticket, given, ANY_WEIGHT).map(({ path, code }) => `${path} ${code}`),
  ).toEqual(faults)
})

test.each([
  [
    'shares of the net',
    weighed,
    [{ share: 1 }, { share: 1 }, { share: 1 }],
    [9_486_666, 9_486_667, 9_486_667],
  ],
  ['shares before it is weighed', scales(null, 42_660_000), [{ share: 1 }, { share: 2 }], [0, 0]],
  ['weights', weighed, [{ kilograms: 18_000 }, { kilograms: 10_460 }], [18_000_000, 10_460_000]],
  ['one part', weighed, [{}], [28_460_000]],
])('%s', (_case, ticket, parts, grams) => {
  const given = parts.map((part) => ({ path: '', kilograms: undefined, share: undefined, ...part }))
  expect(givenPartGrams(ticket, given)).toEqual(grams)
})

test('the part that is corrected takes the rest, and none is taken below nothing', () => {
  const parts = [
    { id: 1, grams: 18_000, share: null },
    { id: 2, grams: 10_000, share: null },
  ]
  expect(partsOfNet(30_000, parts, 2)).toEqual(
    new Map([
      [1, 18_000],
      [2, 12_000],
    ]),
  )
  expect(partsOfNet(18_000, parts, 2)).toBeUndefined()
})

test('whatever is corrected and deleted, the parts add up to the net', () => {
  const part = (isShared: boolean) =>
    fc.record({ grams: fc.nat(1e9), share: fc.integer({ min: 1, max: 1e9 }) }).map(({ grams, share }) => ({
      grams,
      share: isShared ? share : null,
    }))
  const lorries = fc.boolean().chain((isShared) => fc.array(part(isShared), { minLength: 1, maxLength: 9 }))
  const sum = (parts: Map<number, number>) => [...parts.values()].reduce((total, grams) => total + grams, 0)
  fc.assert(
    fc.property(lorries, fc.integer({ min: 1, max: 1e12 }), fc.nat(), (lorry, net, which) => {
      const parts = lorry.map((each, id) => ({ ...each, id }))
      const corrected = partsOfNet(net, parts, which % parts.length)
      if (corrected) expect(sum(corrected)).toBe(net)
      expect(sum(partsThatStay(net, parts))).toBe(net)
    }),
  )
})
