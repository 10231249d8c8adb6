import { describe, expect, test } from 'vitest'
import { bodyOf, weightsOf, type Recipe } from './recipe.ts'

const of = (...typed: string[]) => typed.map((each, index) => ({ recordId: `r${index}`, typed: each }))

describe('weights of a recipe', () => {
  test.each([
    ['weights', '', ['12', '8,000.5 kg', ''], [12_000, 8000.5, undefined]],
    ['weights', '', ['12.5', '0.75', 'x'], [12_500, 750, undefined]],
    ['shares', '10', ['1', '1', '1'], [3333.333, 3333.334, 3333.333]],
    ['shares', '28', ['60', '40', '0'], [16_800, 11_200, undefined]],
    ['shares', '', ['60', '40'], [undefined, undefined]],
    ['shares', '1', ['', ''], [undefined, undefined]],
  ] as const)('%s of “%s”: %j', (measure, total, typed, weights) => {
    expect(weightsOf({ sources: of(...typed), measure, total }, 'en')).toEqual(weights)
  })
})

const recipe: Recipe = {
  sources: of('1', '2'),
  measure: 'weights',
  total: '',
  to: 'barn/7',
  buyer: '',
  buyerId: 'new',
  isSold: true,
  reference: '',
  vehicle: '',
  day: '2026-08-14',
  time: '',
}
const owners = new Map([
  ['r0', 'us'],
  ['r1', 'us'],
])
const given = { buyerId: 'mill', owners, today: '2026-08-14', timeZone: 'Europe/London' }

describe('what is asked of the service', () => {
  test('now into a bay; at noon of another day; at a time', () => {
    const records = [
      { id: 'r0', weight: 1 },
      { id: 'r1', weight: 2 },
    ]
    const destination = { type: 'store', storageId: 'barn', substorageId: 7 }
    expect(bodyOf(recipe, [1, 2], given)).toEqual({ records, destination })
    expect(bodyOf({ ...recipe, day: '2026-08-15' }, [1, 2], given)).toEqual({
      records,
      destination,
      movementDateISO: '2026-08-15T11:00:00.000Z',
    })
    expect(bodyOf({ ...recipe, time: '08:30' }, [1, 2], given)).toMatchObject({
      movementDateISO: '2026-08-14T07:30:00.000Z',
    })
  })
  test('onto a lorry it needs a buyer; what is empty is left out', () => {
    const lorry = { ...recipe, to: 'lorry' }
    expect(bodyOf(lorry, [1, undefined], given)).toBeUndefined()
    expect(bodyOf({ ...lorry, buyer: ' Mill ', vehicle: 'AB12' }, [1, undefined], given)).toEqual({
      records: [{ id: 'r0', weight: 1 }],
      destination: { organisationId: 'mill', organisationName: 'Mill' },
      sold: true,
      driver: { vehicleRegistration: 'AB12' },
    })
  })
  test('out of several bays of one owner onto a lorry it is one load', () => {
    const lorry = { ...recipe, to: 'lorry', buyer: 'Mill' }
    const records = [{ weight: 1 }, { weight: 2 }]
    expect(bodyOf(lorry, [1, 2], given)).toMatchObject({ records, ticket: {} })
    const others = { ...given, owners: new Map([...owners, ['r1', 'they']]) }
    expect(bodyOf(lorry, [1, 2], others)).not.toHaveProperty('ticket')
  })
  test('nothing while nothing is chosen', () => {
    expect(bodyOf(recipe, [undefined, undefined], given)).toBeUndefined()
    expect(bodyOf({ ...recipe, to: '' }, [1, 2], given)).toBeUndefined()
  })
})
