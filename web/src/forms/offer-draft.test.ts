import { expect, test } from 'vitest'
import { blankOffer, changeBody, offersBody, type TypedChange, type TypedOffer } from './offer-draft.ts'

const kinds = new Map([[1, 'crop' as const]])
const offer = (changed: Partial<TypedOffer> = {}): TypedOffer => ({
  ...blankOffer(),
  grain: '1.101',
  year: '2026',
  weight: '250',
  ...changed,
})

test('offers are sent with what was typed of each', () => {
  const typed = [
    offer({ sold: '100.0005', grade: '1010101', variety: ' Skyfall ', tags: 'export, ,seed', units: ['u'] }),
    offer({ weight: '0' }),
  ]
  expect(offersBody(typed, kinds, 'en')).toEqual({
    commodities: [
      {
        type: 'crop',
        harvestYear: '2026',
        commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
        weight: 250_000,
        soldWeight: 100_000.5,
        businessUnitIds: ['u'],
        tags: ['export', 'seed'],
      },
      {
        type: 'crop',
        harvestYear: '2026',
        commodity: { id: 1, type: 101, grade: 0, variety: null },
        weight: 0,
        soldWeight: null,
        businessUnitIds: [],
        tags: [],
      },
    ],
  })
})

test.each<[string, Partial<TypedOffer>]>([
  ['no grain', { grain: '' }],
  ['a grain of no catalogue', { grain: '9.901' }],
  ['no year', { year: ' ' }],
  ['no weight', { weight: '' }],
  ['a weight that could be two', { weight: '28,460' }],
  ['a sold weight that cannot be read', { sold: 'all' }],
])('nothing is sent with %s, of the other offers neither', (_name, changed) => {
  expect(offersBody([offer(), offer(changed)], kinds, 'en')).toBeUndefined()
})

const base: TypedChange = { grade: '1010101', weight: '250', sold: '100', tags: 'seed', units: ['u'] }

test.each<[string, Partial<TypedChange>, ReturnType<typeof changeBody>]>([
  ['nothing', {}, undefined],
  ['a weight', { weight: '240' }, { commodityWeight: 240_000 }],
  ['no weight', { weight: '' }, undefined],
  ['nothing sold', { sold: '' }, { soldWeight: null }],
  ['no grade', { grade: '0' }, { commodityGrade: 0 }],
  ['no tags and no units', { tags: ' ', units: [] }, { tags: [], businessUnitIds: [] }],
  ['a sold weight that could be two', { sold: '28,460', tags: '' }, undefined],
])('of a change that touches %s', (_name, changed, sent) => {
  expect(changeBody({ ...base, ...changed }, base, 'en')).toEqual(sent)
})
