import { describe, expect, test } from 'vitest'
import type { OpenTrade } from '../api/operations.ts'
import { isOn, missedDays, offersFor, overBy, roomier, type TradedLoad } from './trade-offers.ts'

const offer: OpenTrade = {
  tradeId: 't',
  tradeWindow: 1,
  kind: 'sale',
  reference: 'S-31',
  partnerReference: '',
  partner: { id: 'mill', name: 'Valley Mill' },
  commodity: { id: 1, name: 'Wheat' },
  type: { id: 101, name: 'Winter' },
  grade: { id: 0, name: '' },
  harvestYear: '',
  fromISO: '2026-09-01',
  toISO: '2026-09-30',
  endedISO: null,
  left: 20_000,
  overBy: 0,
  isOfDay: true,
  isWithinTolerance: true,
}
const load: TradedLoad = {
  kind: 'sale',
  partnerId: 'mill',
  commodityId: 1,
  typeId: 101,
  weight: 28_000,
  day: '',
}

describe('the contracts that a load may go on', () => {
  test('are those that the service answers with; without an answer those known last', () => {
    const other = { ...offer, tradeId: 'other' }
    expect(offersFor(load, [other], [offer])).toEqual([other])
    expect(offersFor(load, undefined, [offer])).toEqual([offer])
  })

  test.each([
    ['its partner', { partnerId: 'reed' }, 0],
    ['its commodity', { commodityId: 2 }, 0],
    ['its type', { typeId: 102 }, 0],
    ['its partner and commodity, where nobody knows the type', { typeId: 0 }, 1],
  ])('are of %s alone', (_what, more, found) => {
    expect(offersFor({ ...load, ...more }, undefined, [offer])).toHaveLength(found)
    expect(offersFor({ ...load, ...more }, [offer], [])).toHaveLength(found)
  })

  test('say by how much the load is over, once it is weighed', () => {
    expect(overBy(offer, 28_000)).toBe(8000)
    expect(overBy(offer, 20_000)).toBe(0)
    expect(overBy(offer, 20_000.001)).toBe(0.001)
    expect(overBy(offer, undefined)).toBe(0)
  })

  test('that take all of it are offered instead', () => {
    const next = { ...offer, tradeWindow: 2, left: 40_000 }
    expect(roomier([offer, next], 28_000)).toEqual([next])
  })

  test('are told apart by their windows', () => {
    const trade = { id: 't', window: 2, name: 'S-31', partnerId: 'mill', commodityId: 1, typeId: 101 }
    expect([isOn(offer, trade), isOn({ ...offer, tradeWindow: 2 }, trade), isOn(offer, undefined)]).toEqual([
      false,
      true,
      false,
    ])
  })
})

const over = { fromISO: null, toISO: null, endedISO: '2026-08-31' }
test.each([
  ['within its window', {}, '2026-09-01', undefined],
  ['on its last day', {}, '2026-09-30', undefined],
  ['before its window', {}, '2026-08-31', 'early'],
  ['after its window', {}, '2026-10-01', 'late'],
  ['after all windows', over, '2026-09-01', 'late'],
  ['on the last day of all windows', over, '2026-08-31', undefined],
  ['where no days are agreed', { fromISO: null, toISO: null }, '2026-10-01', undefined],
])('a load %s', (_of, days, day, is) => {
  expect(missedDays({ ...offer, ...days }, day)?.is).toBe(is)
})
