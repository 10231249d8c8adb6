import { expect, test } from 'vitest'
import { alarmsOf, hottestOf, noLimits, type Alarm, type CheckLimits, type Findings } from './rules.ts'

const limits: CheckLimits = { mostCelsius: 15, mostRiseCelsius: 2, mostMoisturePercentage: 14.5 }
const sound: Findings = { hottest: 12, moisture: 14, insects: 'none', smell: 'sound', rodents: 'none' }
const nothing: Findings = { hottest: null, moisture: null, insects: null, smell: null, rodents: null }

test.each([
  ['nothing was looked at', nothing, limits, 12, []],
  ['all is sound', sound, limits, 11, []],
  ['as hot as it may be', { ...sound, hottest: 15 }, limits, 14, []],
  ['hotter than it may be', { ...sound, hottest: 15.1 }, limits, 14, ['temperature']],
  ['hot, and nobody has said what is too hot', { ...sound, hottest: 40 }, noLimits, 12, []],
  ['warmer by as much as it may be', { ...sound, hottest: 14 }, limits, 12, []],
  ['warmer by more than it may be', { ...sound, hottest: 14 }, limits, 11.9, ['rise']],
  ['warm, and checked for the first time', { ...sound, hottest: 14 }, limits, null, []],
  ['colder', { ...sound, hottest: 5 }, limits, 12, []],
  ['wetter than it may be', { ...sound, moisture: 14.6 }, limits, 12, ['moisture']],
  ['insects', { ...sound, insects: 'few' }, noLimits, null, ['insects']],
  ['a smell', { ...sound, smell: 'musty' }, noLimits, null, ['smell']],
  ['rodents', { ...sound, rodents: 'traces' }, noLimits, null, ['rodents']],
  ['several', { ...sound, hottest: 20, rodents: 'seen' }, limits, 12, ['temperature', 'rise', 'rodents']],
] as [string, Findings, CheckLimits, number | null, Alarm[]][])(
  '%s',
  (_case, found, most, before, expected) => {
    expect(alarmsOf(found, most, before)).toEqual(expected)
  },
)

test('the hottest probe counts', () => {
  expect(hottestOf([{ celsius: 12 }, { celsius: 14.5 }, { celsius: -3 }])).toBe(14.5)
  expect(hottestOf([])).toBeNull()
})
