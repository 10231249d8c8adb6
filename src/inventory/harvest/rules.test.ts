import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { historyOf, shareRemaining, plantingStatusOf, summarise, type PlantingFigures } from './rules.ts'

const ha = (hectares: number) => hectares * 10_000
const kg = (kilograms: number) => kilograms * 1000

/** A planting of 10 ha, of which 8 t/ha are expected, in a field of its own. */
function planting(overrides: Partial<PlantingFigures> = {}): PlantingFigures {
  return {
    fieldId: newId(),
    area: ha(10),
    remaining: ha(10),
    yieldAreaOffset: 0,
    splitGroupId: null,
    expectedGramsPerHectare: kg(8000),
    harvestedGrams: 0,
    measuredGrams: 0,
    gramsTimesMoisture: 0,
    ...overrides,
  }
}

describe('what is still to come off a field', () => {
  test.each<[what: string, figures: Partial<PlantingFigures>, kilograms: number]>([
    ['of nothing harvested: the expected yield', {}, 80_000],
    [
      'of half harvested: the field’s own yield so far',
      { remaining: ha(5), harvestedGrams: kg(45_000) },
      45_000,
    ],
    ['of a poor field', { remaining: ha(6), harvestedGrams: kg(20_000) }, 30_000],
    ['of area taken off without a load: the expected yield', { remaining: ha(4) }, 32_000],
    ['of a load without area taken off: the expected yield', { harvestedGrams: kg(12_000) }, 80_000],
    ['of all taken off: nothing', { remaining: 0, harvestedGrams: kg(83_000) }, 0],
    ['of no area: nothing', { area: 0, remaining: 0 }, 0],
    ['to the gram', { area: ha(3), remaining: ha(1), harvestedGrams: 10_001 }, 5.001],
  ])('%s', (_what, figures, kilograms) => {
    expect(summarise([planting(figures)]).remainingGrams).toBe(kg(kilograms))
  })
})

describe('a summary', () => {
  test('of no plantings is all zero', () => {
    expect(summarise([])).toEqual({
      count: 0,
      area: 0,
      areaHarvested: 0,
      predictedGrams: 0,
      harvestedGrams: 0,
      projectedGrams: 0,
      remainingGrams: 0,
      averageMoisturePercentage: 0,
      varianceAsPercentage: 0,
      fieldsWithoutCutArea: 0,
      estimatedCutArea: 0,
    })
  })

  test('adds up fields, each at its own yield', () => {
    // 5 of 10 ha gave 45 t (9 t/ha); 6 ha stand at 7.5 t/ha.
    const loads = { measuredGrams: kg(45_000), gramsTimesMoisture: kg(20_000) * 15 + kg(25_000) * 18 }
    const cut = planting({ remaining: ha(5), harvestedGrams: kg(45_000), ...loads })
    const standing = planting({ area: ha(6), remaining: ha(6), expectedGramsPerHectare: kg(7500) })
    expect(summarise([cut, standing])).toEqual({
      count: 2,
      area: ha(16),
      areaHarvested: ha(5),
      predictedGrams: kg(80_000 + 45_000),
      harvestedGrams: kg(45_000),
      projectedGrams: kg(45_000 + 45_000 + 45_000),
      remainingGrams: kg(90_000),
      averageMoisturePercentage: 16.667,
      varianceAsPercentage: 8,
      fieldsWithoutCutArea: 0,
      estimatedCutArea: 0,
    })
  })

  test('names fields that grain came off while nothing is said to be cut, and estimates the area by the expected yield', () => {
    const uncut = planting({ harvestedGrams: kg(16_000), expectedGramsPerHectare: kg(8000) })
    const full = planting({ fieldId: 'other', harvestedGrams: kg(90_000), expectedGramsPerHectare: kg(8000) })
    expect(summarise([uncut])).toMatchObject({ fieldsWithoutCutArea: 1, estimatedCutArea: ha(2) })
    expect(summarise([uncut, full])).toMatchObject({ fieldsWithoutCutArea: 2, estimatedCutArea: ha(12) })
    const said = planting({ remaining: ha(8), harvestedGrams: kg(16_000) })
    expect(summarise([said])).toMatchObject({ fieldsWithoutCutArea: 0, estimatedCutArea: 0 })
  })

  test('takes the plantings of one field together, whichever of them its loads were entered for', () => {
    const [older, newer] = [
      { fieldId: 'hill', area: ha(4), remaining: 0, harvestedGrams: kg(36_000) },
      { fieldId: 'hill', area: ha(6), remaining: ha(6) },
    ].map(planting)
    expect(summarise([older, newer].flatMap((each) => each ?? []))).toMatchObject({
      projectedGrams: kg(36_000 + 6 * 9000),
      remainingGrams: kg(6 * 9000),
    })
  })

  test.each<[what: string, plantings: PlantingFigures[], percentage: number]>([
    ['more than predicted', [planting({ remaining: ha(5), harvestedGrams: kg(45_000) })], 12.5],
    ['less than predicted', [planting({ remaining: 0, harvestedGrams: kg(60_000) })], -25],
    ['as predicted', [planting()], 0],
    ['nothing predicted', [planting({ expectedGramsPerHectare: 0, harvestedGrams: kg(10) })], 0],
  ])('differs from what was predicted: %s', (_what, plantings, percentage) => {
    expect(summarise(plantings).varianceAsPercentage).toBe(percentage)
  })

  test('weighs moisture by load, and leaves out what was not measured', () => {
    const figures = planting({
      harvestedGrams: kg(100),
      measuredGrams: kg(40),
      gramsTimesMoisture: kg(10) * 20 + kg(30) * 16,
    })
    expect(summarise([figures, planting()]).averageMoisturePercentage).toBe(17)
  })

  test('weighs the moisture of several fields by what was measured on each', () => {
    const wet = planting({ harvestedGrams: kg(10), measuredGrams: kg(10), gramsTimesMoisture: kg(10) * 20 })
    const dry = planting({ harvestedGrams: kg(50), measuredGrams: kg(30), gramsTimesMoisture: kg(30) * 16 })
    expect(summarise([wet, dry, planting()]).averageMoisturePercentage).toBe(17)
  })
})

describe('the status of a plan', () => {
  test.each<[status: string, plantings: PlantingFigures[]]>([
    ['empty', []],
    ['planned', [planting()]],
    ['harvesting', [planting({ remaining: ha(9) })]],
    ['harvesting', [planting({ harvestedGrams: 1 })]],
    ['harvesting', [planting({ remaining: 0 }), planting()]],
    ['harvested', [planting({ remaining: 0 })]],
    ['planned', [planting({ area: 0, remaining: 0 })]],
  ])('is %s', (status, plantings) => expect(plantingStatusOf(summarise(plantings))).toBe(status))
})

describe('history', () => {
  test('has the years in order, and the yield of what was cut', () => {
    const history = historyOf([
      { year: '2026', ...planting({ remaining: ha(5), harvestedGrams: kg(45_000) }) },
      { year: '2024', ...planting({ remaining: 0, harvestedGrams: kg(70_000) }) },
      // Nobody said how much of it was cut: all of it.
      { year: '2025', ...planting({ harvestedGrams: kg(60_000) }) },
      { year: '2026', ...planting({ area: ha(2), remaining: ha(2) }) },
      { year: '2027', ...planting() },
    ])
    expect(history).toEqual([
      {
        year: '2024',
        predictedGrams: kg(80_000),
        harvestedGrams: kg(70_000),
        area: ha(10),
        areaHarvested: ha(10),
        gramsPerHectare: kg(7000),
      },
      {
        year: '2025',
        predictedGrams: kg(80_000),
        harvestedGrams: kg(60_000),
        area: ha(10),
        areaHarvested: ha(10),
        gramsPerHectare: kg(6000),
      },
      {
        year: '2026',
        predictedGrams: kg(96_000),
        harvestedGrams: kg(45_000),
        area: ha(12),
        areaHarvested: ha(5),
        gramsPerHectare: kg(9000),
      },
      {
        year: '2027',
        predictedGrams: kg(80_000),
        harvestedGrams: 0,
        area: ha(10),
        areaHarvested: 0,
        gramsPerHectare: 0,
      },
    ])
  })
})

describe('the yield of a year', () => {
  const bare = planting({ area: 0, remaining: 0, harvestedGrams: kg(20_000) })
  test.each<[what: string, plantings: PlantingFigures[], kilograms: number]>([
    [
      'leaves out grain off a field without an area',
      [planting({ remaining: 0, harvestedGrams: kg(90_000) }), bare],
      9000,
    ],
    ['of nothing else is not known', [bare], 0],
    [
      'has what came off a field before all of it was split off',
      [
        { ...bare, splitGroupId: 'hill', yieldAreaOffset: ha(2) },
        planting({ splitGroupId: 'hill', yieldAreaOffset: -ha(2), remaining: ha(8) }),
      ],
      10_000,
    ],
    [
      'has the loads of one planting with the land of another in its field',
      [{ ...bare, fieldId: 'hill' }, planting({ fieldId: 'hill', remaining: ha(8) })],
      10_000,
    ],
  ])('%s', (_what, plantings, kilograms) => {
    const [year] = historyOf(plantings.map((each) => ({ ...each, year: '2026' })))
    expect(year?.gramsPerHectare).toBe(kg(kilograms))
  })
})

describe('what is still to come off fields that a split made of one another', () => {
  // 5 of 10 ha were cut, for 45 t, when half of the field was split off.
  const source = (overrides: Partial<PlantingFigures> = {}) =>
    planting({
      fieldId: 'source',
      splitGroupId: 'hill',
      area: ha(5),
      remaining: ha(2.5),
      yieldAreaOffset: ha(2.5),
      harvestedGrams: kg(45_000),
      ...overrides,
    })
  const part = (overrides: Partial<PlantingFigures> = {}) =>
    source({ fieldId: 'part', yieldAreaOffset: -ha(2.5), harvestedGrams: 0, ...overrides })

  test.each<[what: string, plantings: PlantingFigures[], kilograms: number]>([
    ['as before the split', [source(), part()], 45_000],
    ['the part was the cut half', [source({ remaining: ha(5) }), part({ remaining: 0 })], 45_000],
    ['the source was the cut half', [source({ remaining: 0 }), part({ remaining: ha(5) })], 40_000],
    [
      'more was cut of both',
      [source({ remaining: ha(1) }), part({ remaining: ha(2), harvestedGrams: kg(18_000) })],
      27_000,
    ],
    [
      'a part of which nobody has said anything',
      [source(), part({ remaining: ha(5), yieldAreaOffset: 0 })],
      135_000,
    ],
  ])('%s', (_what, plantings, kilograms) => {
    expect(summarise(plantings).remainingGrams).toBe(kg(kilograms))
    expect(summarise(plantings.toReversed()).remainingGrams).toBe(kg(kilograms))
  })

  test('one that is of another plan since is measured with the others, and not counted', () => {
    expect(summarise([part()], [source()])).toMatchObject({ count: 1, remainingGrams: kg(22_500) })
    expect(summarise([source()], [part()])).toMatchObject({ count: 1, remainingGrams: kg(22_500) })
  })

  test('a planting that joined one of the fields later is measured with it', () => {
    const late = planting({ fieldId: 'part', area: ha(1), remaining: ha(1) })
    expect(summarise([source(), part(), late]).remainingGrams).toBe(kg(54_000))
  })
})

describe('a remaining area', () => {
  test.each<[areas: number[], remaining: number, shares: number[]]>([
    [[100], 40, [40]],
    [[60, 40], 100, [60, 40]],
    [[60, 40], 50, [10, 40]],
    [[60, 40], 40, [0, 40]],
    [[60, 40], 30, [0, 30]],
    [[60, 40], 0, [0, 0]],
    [[], 0, []],
  ])('of plantings of %j, %d in all, is %j', (areas, remaining, shares) => {
    expect(shareRemaining(areas, remaining)).toEqual(shares)
  })
})
