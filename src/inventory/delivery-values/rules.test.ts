import { expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import {
  deliveryTotals,
  valueDeliveries,
  type AllowanceRow,
  type DeliveredLoad,
  type ValuedTerms,
} from './rules.ts'

const moisture: AllowanceRow = {
  name: 'Moisture',
  from: '15',
  to: '18',
  base: '15',
  perPoint: '-1.3',
  unit: 'percent',
}
const protein: AllowanceRow = {
  name: 'Protein',
  from: '10',
  to: '16',
  base: '13',
  perPoint: '1.5',
  unit: 'amount',
}
const terms = (more: Partial<ValuedTerms> = {}): ValuedTerms => ({
  kind: 'sale',
  price: { amount: '200', currency: 'GBP', kilograms: 1000 },
  weightFinal: null,
  qualityFinal: null,
  allowances: [],
  ...more,
})
const load = (more: Partial<DeliveredLoad> = {}): DeliveredLoad => ({
  movementId: 1,
  number: '1',
  day: '2026-09-01',
  vehicle: '',
  grams: 28_460_000,
  theirGrams: null,
  measured: [],
  ...more,
})
const wet = (value: string) => [{ name: 'moisture', value }]

test.each<[string, ValuedTerms, DeliveredLoad, object]>([
  ['by our weight', terms(), load(), { amount: '5692.00', price: '200', weightFrom: 'loading' }],
  [
    'by the buyer’s, where it counts and is known',
    terms({ weightFinal: 'unloading' }),
    load({ theirGrams: 28_400_000 }),
    { amount: '5680.00', valuedGrams: 28_400_000, weightFrom: 'unloading', isWeightProvisional: false },
  ],
  [
    'by ours, until the buyer’s is known',
    terms({ weightFinal: 'unloading' }),
    load(),
    { amount: '5692.00', weightFrom: 'loading', isWeightProvisional: true },
  ],
  [
    'by ours, whatever the buyer says, where loading counts',
    terms({ weightFinal: 'loading' }),
    load({ theirGrams: 28_400_000 }),
    { amount: '5692.00', weightFrom: 'loading', isWeightProvisional: false },
  ],
  [
    'what is bought is unloaded here',
    terms({ kind: 'purchase', weightFinal: 'unloading' }),
    load(),
    { amount: '5692.00', weightFrom: 'unloading', isWeightProvisional: false },
  ],
  [
    'and loaded elsewhere',
    terms({ kind: 'purchase', weightFinal: 'loading' }),
    load(),
    { weightFrom: 'unloading', isWeightProvisional: true },
  ],
  [
    'half a point too wet, per cent of the price',
    terms({ allowances: [moisture] }),
    load({ measured: wet('15.5') }),
    {
      price: '198.7',
      amount: '5655.00',
      allowances: [{ name: 'Moisture', value: '15.5', points: '0.5', change: '-1.3', amount: '-37.00' }],
    },
  ],
  [
    'below the base the sign turns',
    terms({ allowances: [protein] }),
    load({ measured: [{ name: 'Protein', value: '12.2' }] }),
    { price: '198.8', allowances: [{ points: '-0.8', change: '-1.2', amount: '-34.15' }] },
  ],
  [
    'outside the table nothing',
    terms({ allowances: [moisture] }),
    load({ measured: wet('14.9') }),
    { price: '200', allowances: [] },
  ],
  [
    'not measured',
    terms({ allowances: [moisture] }),
    load(),
    { price: '200', allowances: [], unmeasured: ['Moisture'] },
  ],
  [
    'by its name in another language',
    terms({ allowances: [{ ...moisture, name: 'Feuchte' }] }),
    load({ measured: wet('15.5') }),
    { price: '198.7', unmeasured: [] },
  ],
  [
    'at a limit that two rows share the first counts',
    terms({ allowances: [moisture, { ...moisture, from: '18', to: '20', perPoint: '-2' }] }),
    load({ measured: wet('18') }),
    { allowances: [{ change: '-7.8' }] },
  ],
  [
    'several together, rounded once',
    terms({ price: { amount: '214.55', currency: 'EUR', kilograms: 1000 }, allowances: [moisture, protein] }),
    load({ grams: 27_333_333, measured: [...wet('16.1'), { name: 'protein', value: '13.3' }] }),
    { price: '211.931935', amount: '5792.81' },
  ],
  [
    'by another’s analysis',
    terms({ qualityFinal: 'unloading', allowances: [moisture] }),
    load({ measured: wet('16') }),
    { isQualityProvisional: true },
  ],
  [
    'in pounds',
    terms({ price: { amount: '0.1', currency: 'USD', kilograms: 0.45359237 } }),
    load({ grams: 453_592_370 }),
    { amount: '100000.00' },
  ],
  [
    'in yen, without cents',
    terms({ price: { amount: '30000', currency: 'JPY', kilograms: 1000 } }),
    load({ grams: 1_000_050 }),
    { amount: '30002' },
  ],
  [
    'without a price',
    terms({ price: null, allowances: [moisture] }),
    load({ measured: wet('16') }),
    { price: null, amount: null, allowances: [{ change: null, amount: null }] },
  ],
])('%s', (_name, by, one, expected) => {
  expect(valueDeliveries(by, [one])[0]).toMatchObject(expected)
})

/** Rounds a fraction half up, away from zero, to cents. */
function cents(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n
  return (sign * (2n * numerator * sign + denominator)) / (2n * denominator)
}

test('each line is what an independent reckoning makes of it, and the total is their sum, in any order', () => {
  const one = fc.record({
    grams: fc.integer({ min: 1, max: 60_000_000 }),
    tenths: fc.integer({ min: 100, max: 250 }),
  })
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 20 }),
      fc.integer({ min: 1, max: 90_000 }),
      fc.integer({ min: -300, max: 300 }),
      (loads, price, perPoint) => {
        const by = terms({
          price: { amount: (price / 100).toFixed(2), currency: 'GBP', kilograms: 1000 },
          allowances: [{ ...moisture, perPoint: (perPoint / 100).toFixed(2) }],
        })
        const given = loads.map(({ grams, tenths }, index) =>
          load({ movementId: index, grams, measured: wet((tenths / 10).toFixed(1)) }),
        )
        const lines = valueDeliveries(by, given)
        const expected = loads.map(({ grams, tenths }) => {
          const points = tenths >= 150 && tenths <= 180 ? tenths - 150 : 0
          // Pence a tonne × (1 + points × per cent), times grams.
          return cents(
            BigInt(price) * BigInt(100_000 + perPoint * points) * BigInt(grams),
            100_000n * 1_000_000n,
          )
        })
        expect(lines.map(({ amount }) => BigInt((amount ?? '').replace('.', '')))).toEqual(expected)
        const [total] = deliveryTotals(by, lines)
        const sum = expected.reduce((all, each) => all + each, 0n)
        expect(BigInt((total?.amount ?? '0').replace('.', ''))).toBe(sum)
        expect(deliveryTotals(by, valueDeliveries(by, given.toReversed()))).toEqual(deliveryTotals(by, lines))
      },
    ),
  )
})
