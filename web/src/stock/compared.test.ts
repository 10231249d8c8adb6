import { describe, expect, test } from 'vitest'
import type { Position } from '../api/operations.ts'
import { compare, totalOf } from './compared.ts'

type Line = Position['lines'][number]

const line = (grain: [number, string], kg: number, more: Partial<Line> = {}): Line => ({
  commodity: { id: grain[0], name: grain[1] },
  type: { id: 1, name: 'Winter' },
  grade: { id: 1, name: 'Feed' },
  variety: '',
  harvestYear: '2026',
  ownerId: 'us',
  ownerName: 'Hill Farm',
  owned: true,
  storerId: 'us',
  storerName: 'Hill Farm',
  storageId: 's',
  storageName: 'Hill Store',
  substorageId: 1,
  substorageName: 'Hill 1',
  recordId: `${grain[0]}`,
  weight: kg,
  countsAs: 'owned',
  lastCountedAtUTC: '',
  lastCountVariance: null,
  ...more,
})
const wheat: [number, string] = [1, 'Wheat']
const barley: [number, string] = [2, 'Barley']
const theirs = { ownerId: 'b', ownerName: 'Brook End Farm', owned: false, countsAs: 'stored' } as const

describe('a position', () => {
  test('is summed up to the gram, heaviest first, ours apart from that of others', () => {
    const rows = compare([line(barley, 0.1), line(wheat, 0.1), line(wheat, 0.2, theirs)], 'commodity')
    expect(rows).toMatchObject([
      { name: 'Wheat', owned: 0.1, stored: 0.2, total: 0.3, before: undefined, difference: undefined },
      { name: 'Barley', owned: 0.1, stored: 0, total: 0.1 },
    ])
    expect(totalOf(rows)).toEqual({
      owned: 0.2,
      stored: 0.2,
      total: 0.4,
      offered: 0,
      short: 0,
      before: undefined,
      difference: undefined,
    })
  })

  test('beside another date has what came, what went, and what was only there then', () => {
    const rows = compare([line(wheat, 900.3)], 'commodity', [line(wheat, 1000.1), line(barley, 50)])
    expect(rows).toMatchObject([
      { name: 'Wheat', total: 900.3, before: 1000.1, difference: -99.8 },
      { name: 'Barley', total: 0, before: 50, difference: -50 },
    ])
    expect(totalOf(rows)).toMatchObject({ total: 900.3, before: 1050.1, difference: -149.8 })
  })

  test.each([
    ['owner', ['Hill Farm', 'Brook End Farm']],
    ['store', ['Hill Store', 'Home Barn']],
    ['year', ['2026', '2025']],
  ] as const)('by %s', (by, names) => {
    const other = { ...theirs, storageId: 'h', storageName: 'Home Barn', harvestYear: '2025' }
    const rows = compare([line(wheat, 2), line(wheat, 1, other)], by)
    expect(rows.map(({ name }) => name)).toEqual(names)
  })

  test('sets no other grain against a shortage, and has what is offered apart', () => {
    const short = line(wheat, -10.5, { countsAs: 'short' })
    const offered = line(wheat, 100, { countsAs: 'offered', storageId: '', storageName: '' })
    const rows = compare([short, line(barley, 10.4), offered], 'commodity')
    expect(rows).toMatchObject([
      { name: 'Barley', owned: 10.4, total: 10.4, offered: 0, short: 0 },
      { name: 'Wheat', owned: 0, total: 0, offered: 100, short: 10.5 },
    ])
    expect(totalOf(rows)).toMatchObject({ owned: 10.4, total: 10.4, offered: 100, short: 10.5 })
  })
})
