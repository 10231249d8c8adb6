import { describe, expect, test } from 'vitest'
import { brokenLimits, compareWithSpecification } from './specification-rules.ts'

const named = (id: number, name: string) => ({ id, name })
const measure = (id: number, name: string, unit: string, limits: { min: number; max: number }) => ({
  specification: { id, name, unit },
  ...limits,
})
const breadWheat = {
  commodity: { ...named(1, 'Wheat'), type: named(101, 'Winter'), grade: named(1_010_101, 'Group 1') },
  measures: [
    measure(1, 'Moisture', '%', { min: 0, max: 15 }),
    measure(2, 'Specific weight', 'kg/hl', { min: 76, max: 100 }),
  ],
}
const figure = (value: number, metric: string) => ({ value, metric })

describe('a blend by a specification', () => {
  test.each([
    [
      'met on the limit',
      { Moisture: figure(15, '%'), 'Specific weight': figure(76, 'kg/hl') },
      ['met', 'met'],
      'met',
    ],
    [
      'one limit broken, whatever else was not measured',
      { moisture: figure(15.1, '%') },
      ['failed', 'unmeasured'],
      'failed',
    ],
    ['one not measured', { Moisture: figure(14, '%') }, ['met', 'unmeasured'], 'unmeasured'],
    [
      'in another unit is not measured',
      { Moisture: figure(14, '%'), 'specific weight': figure(60, 'lb/bu') },
      ['met', 'unmeasured'],
      'unmeasured',
    ],
    [
      'under another name, unless it has its own, too',
      {
        Moisture: figure(14, '%'),
        'Bushel weight': figure(70, 'kg/hl'),
        'Specific weight': figure(77, 'kg/hl'),
      },
      ['met', 'met'],
      'met',
    ],
    [
      'under another name alone',
      { Moisture: figure(14, '%'), 'Bushel weight': figure(70, 'kg/hl') },
      ['met', 'failed'],
      'failed',
    ],
    [
      'without a unit it is in that of the measure',
      { Moisture: figure(14, ''), 'Specific weight': figure(77, 'KG/HL') },
      ['met', 'met'],
      'met',
    ],
  ])('%s', (_what, quality, verdicts, verdict) => {
    const judged = compareWithSpecification(quality, breadWheat)
    expect(judged.measures.map((each) => each.verdict)).toEqual(verdicts)
    expect(judged).toMatchObject({ verdict, grade: { id: 1_010_101 }, type: { id: 101 } })
  })
})

test.each([
  ['over the limit', { Moisture: figure(15.1, '%') }, [['Moisture', 15.1]]],
  ['at the limit', { Moisture: figure(15, '%') }, []],
  ['not measured', {}, []],
  ['in another unit', { 'Specific weight': figure(60, 'lb/bu') }, []],
] as const)('what breaks a limit of the only grade: %s', (_what, quality, broken) => {
  expect(brokenLimits(quality, [breadWheat]).map(({ name, value }) => [name, value])).toEqual(broken)
})

test('of several grades it is broken where none of them takes it, and the widest limits are told', () => {
  const feed = {
    ...breadWheat,
    measures: breadWheat.measures.map((measure) => ({ ...measure, max: measure.max + 1 })),
  }
  expect(brokenLimits({ Moisture: figure(15.5, '%') }, [breadWheat, feed])).toEqual([])
  expect(brokenLimits({ Moisture: figure(16.5, '%') }, [breadWheat, feed])).toMatchObject([
    { name: 'Moisture', value: 16.5, max: 16 },
  ])
})
