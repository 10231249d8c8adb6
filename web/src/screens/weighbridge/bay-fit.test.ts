import { expect, test } from 'vitest'
import { fitOf, inOrderOfFit, roomAfter, type Coming, type WaitingBay } from './bay-fit.ts'

const WHEAT = 1
const BARLEY = 2
const [GROUP_1, FEED, NO_GRADE] = [11, 14, 0]

const bayOf = (part: Partial<WaitingBay> = {}): WaitingBay => ({
  key: 'barn/1',
  storeId: 'barn',
  store: 'Long Barn',
  bayId: 1,
  name: 'Bay 1',
  recordId: 'r1',
  commodityId: WHEAT,
  cropId: WHEAT,
  typeId: 101,
  gradeId: GROUP_1,
  grain: 'Wheat',
  detail: 'Group 1',
  grade: 'Group 1',
  ownerId: 'us',
  owner: 'Home Farm',
  isOwned: true,
  harvestYear: '2026',
  weight: 300_000,
  capacity: 400_000,
  room: new Map([[WHEAT, 100_000]]),
  roomLeft: 100_000,
  fill: 0.75,
  drawn: 0.75,
  lines: [],
  conflict: undefined,
  waiting: 0,
  ...part,
})
const empty = { commodityId: 0, gradeId: 0, weight: 0, recordId: '', harvestYear: '' }
const load = (part: Partial<Coming> = {}): Coming => ({
  commodityId: WHEAT,
  gradeId: GROUP_1,
  harvestYear: '2026',
  owners: ['', 'Mill Lane Farm'],
  weight: 28_000,
  ranks: new Map([
    [GROUP_1, 1],
    [FEED, 4],
  ]),
  ...part,
})

test.each([
  { name: 'like to like', bay: {}, coming: {}, fit: 'alike' },
  { name: 'into an empty bay', bay: empty, coming: { gradeId: FEED }, fit: 'alike' },
  { name: 'no grain is chosen yet', bay: {}, coming: { commodityId: 0 }, fit: 'alike' },
  { name: 'a lower grade takes the heap’s', bay: {}, coming: { gradeId: FEED }, fit: 'lowers' },
  { name: 'a better grade loses its own', bay: { gradeId: FEED }, coming: {}, fit: 'lowers' },
  { name: 'a load of no grade takes the heap’s', bay: {}, coming: { gradeId: NO_GRADE }, fit: 'lowers' },
  { name: 'no room is left', bay: { room: new Map([[WHEAT, 27_999]]) }, coming: {}, fit: 'full' },
  { name: 'the room is taken by what waits', bay: { waiting: 80_000 }, coming: {}, fit: 'full' },
  { name: 'nobody said how much fits', bay: { room: new Map() }, coming: {}, fit: 'alike' },
  { name: 'another harvest', bay: { harvestYear: '2025' }, coming: {}, fit: 'otherHarvest' },
  {
    name: 'the harvest follows from the bay',
    bay: { harvestYear: '2025' },
    coming: { harvestYear: '' },
    fit: 'alike',
  },
  {
    name: 'another’s grain',
    bay: { isOwned: false, owner: 'Olson' },
    coming: { owners: [''] },
    fit: 'otherOwner',
  },
  {
    name: 'grain of the same owner',
    bay: { isOwned: false, owner: 'Olson' },
    coming: { owners: ['Olson'] },
    fit: 'alike',
  },
  { name: 'stored for somebody, into our own', bay: {}, coming: { owners: ['Olson'] }, fit: 'otherOwner' },
  { name: 'another crop', bay: { commodityId: BARLEY }, coming: {}, fit: 'otherGrain' },
  { name: 'nothing may come in', bay: { held: { in: 'infestation' } }, coming: {}, fit: 'held' },
  { name: 'nothing may leave', bay: { held: { out: 'infestation' } }, coming: {}, fit: 'alike' },
])('$name: $fit', ({ bay, coming, fit }) => {
  expect(fitOf(bayOf(bay), load(coming))).toBe(fit)
})

test('the room is that of the crop that comes', () => {
  const room = new Map([
    [WHEAT, 250_000],
    [BARLEY, 220_000],
  ])
  const bay = bayOf({ ...empty, capacity: undefined, room })
  expect(roomAfter(bay, { commodityId: BARLEY, weight: 20_000 })).toBe(200_000)
  expect(roomAfter(bay, { commodityId: 3, weight: 20_000 })).toBeUndefined()
})

test('bays in which nothing is lost come first, those of one store together, and what may not be mixed last', () => {
  const bays = [
    bayOf({ key: 'a/1', storeId: 'a', commodityId: BARLEY }),
    bayOf({ key: 'b/1', storeId: 'b' }),
    bayOf({ key: 'a/2', storeId: 'a', ...empty }),
    bayOf({ key: 'b/2', storeId: 'b', gradeId: FEED }),
    bayOf({ key: 'a/3', storeId: 'a' }),
  ]
  expect(inOrderOfFit(bays, load()).map(({ bay }) => bay.key)).toEqual(['a/2', 'a/3', 'b/1', 'b/2', 'a/1'])
})
