import { describe, expect, test } from 'vitest'
import type { OpenOrder } from '../../api/operations.ts'
import { blankTicket } from './draft.ts'
import { expectedFor, filledBy } from './filled-by-order.ts'

const order = {
  orderId: 'o',
  name: 'O-114',
  reference: 'O-114',
  partnerReference: 'VM 9',
  partner: { id: 'mill', name: 'Valley Mill' },
  commodity: { id: 1, name: 'Wheat' },
  type: { id: 101, name: 'Winter' },
  vehicles: ['AB12 CDE'],
  bayIds: [7, 8],
} as unknown as OpenOrder

describe('the orders that expect a lorry', () => {
  const found = (typed: object) => expectedFor({ ...blankTicket('out'), ...typed }, [order]).length
  test.each([
    ['nothing is typed', {}, 0],
    ['its plate, however it is written', { vehicle: 'ab12-cde' }, 1],
    ['another plate', { vehicle: 'AB12 CDF' }, 0],
    ['its partner', { vehicle: 'XY1', party: 'valley mill' }, 1],
    ['its number in place of the partner', { party: 'o 114' }, 1],
    ['their number', { party: 'vm9' }, 1],
    ['another partner, though the plate is expected', { vehicle: 'AB12CDE', party: 'Reed Farm' }, 0],
    ['it is known what it carries', { party: 'Valley Mill', from: 'bay' }, 0],
    ['one is chosen', { vehicle: 'AB12CDE', trade: { id: '' } }, 0],
  ])('%s', (_what, typed, count) => expect(found(typed)).toBe(count))
})

describe('an order fills in', () => {
  const bay = (bayId: number, commodityId: number, gradeId = 0) => ({
    key: `bay ${bayId}`,
    bayId,
    commodityId,
    gradeId,
  })
  const grain = (grade: number) => ({ key: `1.101.${grade}`, id: 1, type: 101, grade })
  const filled = (kind: 'in' | 'out', bays: object[], grains: object[]) =>
    filledBy(order, { kind }, { bays, grains } as unknown as Parameters<typeof filledBy>[2])

  test('the buyer and the bay where the grain lies', () => {
    expect(filled('out', [bay(7, 2), bay(8, 1), bay(9, 1)], [])).toEqual({
      party: 'Valley Mill',
      from: 'bay 8',
      parts: [],
    })
    expect(filled('out', [bay(7, 0)], [])).toEqual({ party: 'Valley Mill' })
  })

  test('the seller, that it is bought, the bay, and the grade of the heap there', () => {
    const bought = { party: 'Valley Mill', said: 'bought' }
    expect(filled('in', [bay(7, 0)], [grain(5), grain(6)])).toEqual({ ...bought, to: 'bay 7', parts: [] })
    expect(filled('in', [bay(7, 1, 6)], [grain(5), grain(6)])).toEqual({
      ...bought,
      to: 'bay 7',
      parts: [],
      grain: '1.101.6',
    })
    expect(filled('in', [], [grain(5)])).toEqual({ ...bought, grain: '1.101.5' })
  })
})
