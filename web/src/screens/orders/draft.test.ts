import { describe, expect, test } from 'vitest'
import type { Order } from '../../api/operations.ts'
import { blankOrder, grainOfDraft, orderDraftOf, readOrder } from './draft.ts'

const order = {
  kind: 'sale',
  partner: { id: 'mill', name: 'Valley Mill' },
  commodity: { id: 1, name: 'Wheat' },
  type: { id: 101, name: 'Winter' },
  reference: 'O-1',
  partnerReference: '',
  weight: 50_500,
  loads: 2,
  fromISO: '2026-09-01',
  toISO: null,
  haulier: 'Fenland',
  vehicles: ['AB12 CDE', 'XY1'],
  place: {
    storageId: 's',
    storageName: 'Barn',
    bays: [{ id: 7, name: 'Bay 1' }],
    address: 'Gate 2',
    openingHours: '7–17',
  },
  instructions: 'Ring.',
} as unknown as Order

describe('an order as it is typed', () => {
  test.each(['en', 'de', 'fr'] as const)('reads back as the same in %s', (language) => {
    expect(readOrder(orderDraftOf(order, language), language)).toEqual({
      reference: 'O-1',
      partnerReference: '',
      weight: 50_500,
      loads: 2,
      fromISO: '2026-09-01',
      toISO: null,
      haulier: 'Fenland',
      vehicles: ['AB12 CDE', 'XY1'],
      place: { storageId: 's', bayIds: [7], address: 'Gate 2', openingHours: '7–17' },
      instructions: 'Ring.',
    })
  })

  test('needs a weight or a number of lorries, each of which can be read', () => {
    expect(readOrder(blankOrder, 'en')).toBeUndefined()
    expect(readOrder({ ...blankOrder, loads: '3' }, 'en')).toMatchObject({ weight: null, loads: 3 })
    expect(readOrder({ ...blankOrder, weight: '25' }, 'en')).toMatchObject({ weight: 25_000, loads: null })
    for (const wrong of [{ loads: '0' }, { loads: 'two' }, { weight: 'much' }, { loads: '1', from: 'soon' }])
      expect(readOrder({ ...blankOrder, ...wrong }, 'en')).toBeUndefined()
  })

  test('says with whom and of what, once it does', () => {
    expect(grainOfDraft(blankOrder)).toBeUndefined()
    expect(grainOfDraft({ ...blankOrder, partner: 'Mill', grain: '1' })).toEqual({ id: 1, type: 0 })
    expect(grainOfDraft({ ...blankOrder, partner: 'Mill', grain: '1.101' })).toEqual({ id: 1, type: 101 })
  })
})
