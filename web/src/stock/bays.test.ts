import { expect, test } from 'vitest'
import type { Position, StorageLocation } from '../api/operations.ts'
import { baysOf } from './bays.ts'
import { figuresOf } from './figures.ts'

type Line = Position['lines'][number]

/** Only what is read of a store with a bay for each of these limits of wheat. */
const store = (limits: (number | undefined)[]) =>
  ({
    id: 's',
    name: 'Barn',
    substorage: limits.map((weight, index) => ({
      id: index + 1,
      name: `Bay ${index + 1}`,
      capacity: weight === undefined ? [] : [{ commodityId: 1, weight: { weight } }],
      conflict: { status: 'none' },
    })),
  }) as unknown as StorageLocation

const line = (substorageId: number, weight: number, countsAs: Line['countsAs'] = 'owned') =>
  ({
    storageId: 's',
    substorageId,
    weight,
    countsAs,
    commodity: { id: 1, name: 'Wheat' },
    type: { id: 101, name: 'Winter' },
    grade: { id: 0, name: '' },
  }) as Line

test('a shortage is no room, fills nothing, and is taken off nothing else', () => {
  const lines = [line(1, -11_800, 'short'), line(2, 5000), line(3, 3000, 'stored')]
  const bays = baysOf([store([60_000, 9000, 2000])], { lines })
  expect(bays.map(({ weight, roomLeft, fill }) => [weight, roomLeft, fill])).toEqual([
    [-11_800, 60_000, 0],
    [5000, 4000, 5 / 9],
    [3000, -1000, 1.5],
  ])
  expect(figuresOf(bays)).toEqual({
    owned: 5000,
    stored: 3000,
    offered: 0,
    short: 11_800,
    room: 64_000,
    withoutLimit: 0,
    conflicts: 0,
  })
})

test('without a limit room is not known, and bays are drawn beside the fullest of their like', () => {
  const bays = baysOf([store([undefined, undefined, undefined])], { lines: [line(1, 15_400), line(2, 7700)] })
  expect(bays.map(({ roomLeft, fill, drawn }) => [roomLeft, fill, drawn])).toEqual([
    [undefined, undefined, 0.5],
    [undefined, undefined, 0.25],
    [undefined, undefined, 0],
  ])
  expect(figuresOf(bays)).toMatchObject({ room: 0, withoutLimit: 3 })
})
