import { expect, test } from 'vitest'
import type { Vehicle } from '../../api/operations.ts'
import type { Ticket } from '../../offline/store.ts'
import { isTareFresh, lorries, plateOf } from './memory.ts'

test.each([
  ['bb02 bef', 'BB02 BEF'],
  ['b-xy 1234', 'BXY 1234'],
  ['  ab  12', 'AB 12'],
  ['wü-k 77', 'WÜK 77'],
  ['ab12 ', 'AB12 '],
])('“%s” is the plate “%s”', (typed, plate) => {
  expect(plateOf(typed)).toBe(plate)
})

const now = new Date('2026-08-14T12:00:00Z')
test.each([
  ['today', '2026-08-14T06:00:00Z', 30, true],
  ['as old as is allowed', '2026-07-15T12:00:00Z', 30, true],
  ['a minute too old', '2026-07-15T11:59:00Z', 30, false],
  ['none is taken over in trade', '2026-08-14T11:59:00Z', 0, false],
])('a tare of %s', (_when, at, days, expected) => {
  expect(isTareFresh(at, days, now)).toBe(expected)
})

const bay = (storageId: string, substorageId: number) => ({
  storageId,
  storageName: 'Hill',
  substorageId,
  substorageName: '1',
})
const seen: Vehicle = {
  registration: 'bb02 bef',
  driverName: 'Sam',
  partner: { id: 'brook-end', name: 'Brook End' },
  commodity: { id: 1, name: 'Wheat' },
  type: { id: 101, name: 'Winter' },
  grade: { id: 1010101, name: 'Group 1' },
  variety: 'Skyfall',
  source: null,
  destination: bay('s', 2),
  tare: { weight: 14_200, weighedAtUTC: '2026-08-14T06:00:00.000Z' },
  movementId: 7,
  lastSeenAtUTC: '2026-08-14T06:00:00.000Z',
}
const tare = { kg: 14_200, at: '2026-08-14T06:00:00.000Z' }

test('of a lorry the service tells the last load, its driver and its newest tare', () => {
  expect(lorries([seen], [], 'in')).toEqual([
    {
      vehicle: 'BB02 BEF',
      driver: 'Sam',
      party: { id: 'brook-end', name: 'Brook End' },
      grain: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
      bayKey: 's/2',
      tare,
    },
  ])
})

test.each([
  ['in', { source: null, destination: bay('s', 2) }],
  ['out', { source: bay('s', 2), destination: null }],
  ['field', { source: bay('f', 0), destination: bay('s', 2) }],
  ['between', { source: bay('s', 2), destination: bay('s', 3) }],
] as const)('a load %s says nothing of what a lorry brings otherwise but driver and tare', (kind, places) => {
  const vehicle = { ...seen, ...places }
  expect(lorries([vehicle], [], kind)).toMatchObject([{ grain: { id: 1 }, bayKey: 's/2' }])
  for (const other of ['in', 'field', 'out', 'between'] as const)
    if (other !== kind)
      expect(lorries([vehicle], [], other)).toMatchObject([
        { driver: 'Sam', tare, party: { name: '' }, grain: { id: 0 }, bayKey: '' },
      ])
})

test('this device remembers what the service cannot know, and a newer tare', () => {
  const ticket = {
    kind: 'out',
    vehicle: 'BB02 BEF',
    driver: 'Kim',
    party: { id: 'mill', name: 'Mill' },
    grain: { id: 1, type: 101, grade: 0, variety: '', name: 'Wheat', text: 'Wheat' },
    from: { key: 's/1' },
    to: null,
    empty: 14_240,
    emptyIsRemembered: false,
    openedAt: '2026-08-14T08:00:00.000Z',
  } as Ticket
  const other = { ...seen, registration: 'ZZ1' }
  const known = lorries([other, seen], [ticket], 'out')
  expect(known.map(({ vehicle }) => vehicle)).toEqual(['BB02 BEF', 'ZZ1'])
  expect(known[0]).toMatchObject({
    driver: 'Kim',
    party: { name: 'Mill' },
    bayKey: 's/1',
    tare: { kg: 14_240, at: '2026-08-14T08:00:00.000Z' },
  })
  expect(lorries([], [ticket], 'out')).toHaveLength(1)
  expect(lorries([], [ticket], 'in')).toEqual([])
})
