import { expect, test } from 'vitest'
import type { Vehicle } from '../../api/operations.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { isTareFresh, lorries } from './memory.ts'

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
  parts: [],
  tare: { weight: 14_200, weighedAtUTC: '2026-08-14T06:00:00.000Z' },
  movementId: 7,
  lastSeenAtUTC: '2026-08-14T06:00:00.000Z',
}
const tare = { kg: 14_200, at: '2026-08-14T06:00:00.000Z' }

test('of a lorry the service tells the last load, its driver and its newest tare', () => {
  expect(lorries([seen], [], 'in', 'GB')).toEqual([
    {
      vehicle: 'BB02 BEF',
      key: 'BB02BEF',
      driver: 'Sam',
      party: { id: 'brook-end', name: 'Brook End' },
      grain: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
      bayKey: 's/2',
      parts: [],
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
  expect(lorries([vehicle], [], kind, 'GB')).toMatchObject([{ grain: { id: 1 }, bayKey: 's/2' }])
  for (const other of ['in', 'field', 'out', 'between'] as const)
    if (other !== kind)
      expect(lorries([vehicle], [], other, 'GB')).toMatchObject([
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
  const known = lorries([other, seen], [ticket], 'out', 'GB')
  expect(known.map(({ vehicle }) => vehicle)).toEqual(['BB02 BEF', 'ZZ1'])
  expect(known[0]).toMatchObject({
    driver: 'Kim',
    party: { name: 'Mill' },
    bayKey: 's/1',
    tare: { kg: 14_240, at: '2026-08-14T08:00:00.000Z' },
  })
  expect(lorries([], [ticket], 'out', 'GB')).toHaveLength(1)
  expect(lorries([], [ticket], 'in', 'GB')).toEqual([])
})

test('a lorry is called as it was written last, and told from others by its country', () => {
  const german = { ...seen, registration: 'HH-A 12' }
  const other = { ...seen, registration: 'H-HA 12', tare: null }
  expect(
    lorries([german, other], [], 'in', 'DE').map(({ vehicle, tare: its }) => [vehicle, its?.kg]),
  ).toEqual([
    ['HH-A 12', 14_200],
    ['H-HA 12', undefined],
  ])
  expect(lorries([german, other], [], 'in', 'GB').map(({ vehicle }) => vehicle)).toEqual(['HH-A 12'])
})

test('a lorry that was tipped into several bays is recalled with their shares', () => {
  const part = (substorageId: number, share: number | null) => ({ storageId: 's', substorageId, share })
  const shares = (parts: Vehicle['parts']) => lorries([{ ...seen, parts }], [], 'in', 'GB')[0]?.parts
  expect(shares([part(2, 2_000_000), part(3, 1_000_000)])).toEqual([
    { key: 's/2', share: '2' },
    { key: 's/3', share: '1' },
  ])
  expect(shares([part(2, null), part(3, null)])?.map(({ share }) => share)).toEqual(['1', '1'])
  expect(shares([part(2, 60.5), part(3, 39.5)])?.map(({ share }) => share)).toEqual(['121', '79'])
})
