import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import {
  historyOf,
  offsetChanges,
  shareRemaining,
  statusOf,
  stillToCome,
  summarise,
  type PlantingFigures,
} from './rules.ts'

const ha = (hectares: number) => hectares * 10_000
const kg = (kilograms: number) => kilograms * 1000

/** A planting of 10 ha, of which 8 t/ha are expected, in a field of its own. */
function planting(overrides: Partial<PlantingFigures> = {}): PlantingFigures {
  return {
    fieldId: newId(),
    area: ha(10),
    remaining: ha(10),
    yieldAreaOffset: 0,
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
    [
      'of a field whose split gave half the cut area away: at the yield before the split',
      { area: ha(5), remaining: ha(2.5), yieldAreaOffset: ha(2.5), harvestedGrams: kg(45_000) },
      22_500,
    ],
    [
      'of a part of a half-harvested field: the expected yield',
      { area: ha(5), remaining: ha(2.5), yieldAreaOffset: -ha(2.5) },
      20_000,
    ],
    [
      'of such a part of which more was cut: its own yield since',
      { area: ha(5), remaining: ha(1.5), yieldAreaOffset: -ha(2.5), harvestedGrams: kg(9000) },
      13_500,
    ],
    ['of all taken off: nothing', { remaining: 0, harvestedGrams: kg(83_000) }, 0],
    ['of no area: nothing', { area: 0, remaining: 0 }, 0],
    ['to the gram', { area: ha(3), remaining: ha(1), harvestedGrams: 10_001 }, 5.001],
  ])('%s', (_what, figures, kilograms) => {
    expect(stillToCome([planting(figures)])).toBe(kg(kilograms))
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
    })
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
  ])('is %s', (status, plantings) => expect(statusOf(summarise(plantings))).toBe(status))
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
        gramsPerHectare: kg(7000),
      },
      {
        year: '2025',
        predictedGrams: kg(80_000),
        harvestedGrams: kg(60_000),
        area: ha(10),
        gramsPerHectare: kg(6000),
      },
      {
        year: '2026',
        predictedGrams: kg(96_000),
        harvestedGrams: kg(45_000),
        area: ha(12),
        gramsPerHectare: kg(9000),
      },
      { year: '2027', predictedGrams: kg(80_000), harvestedGrams: 0, area: ha(10), gramsPerHectare: 0 },
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
      [{ ...bare, yieldAreaOffset: ha(2) }, planting({ yieldAreaOffset: -ha(2), remaining: ha(8) })],
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

describe('where the cut land lies of fields that were split', () => {
  test.each<[what: string, changes: number[], offsets: number[]]>([
    ['in the other', [25, -25], [25, -25]],
    ['in this one', [-25, 25], [-25, 25]],
    ['in two others', [50, -20, -30], [50, -20, -30]],
    ['and more was cut', [25, -35], [25, -25]],
    ['and less was cut', [35, -25], [25, -25]],
    ['in two others, and more was cut', [30, -20, -40], [30, -10, -20]],
    ['in another of two, to the square metre', [1, 1, -1], [0, 1, -1]],
    ['where it was: more was cut of each', [-25, -10], [0, 0]],
    ['where it was: less was cut', [25, 0], [0, 0]],
    ['where it was', [0, 0], [0, 0]],
    ['of none', [], []],
  ])('%s', (_what, changes, offsets) => {
    expect(offsetChanges(changes)).toEqual(offsets)
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
