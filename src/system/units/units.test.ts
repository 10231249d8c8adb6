import { expect, test } from 'vitest'
import { multiplyDecimal, unitFor } from './units.ts'

// rules.md §1.
test.each([
  ['lb', 0.45359237],
  ['stone', 6.35029318],
  ['long cwt', 50.80234544],
  ['short cwt', 45.359237],
  ['short ton', 907.18474],
  ['long ton', 1016.0469088],
  ['quintal', 100],
  ['decitonne', 100],
  ['tonne', 1000],
  ['kg', 1],
])('one %s is %d kg, exactly', (name, kilograms) => {
  expect(unitFor('GB', name)).toEqual({ name, conversion: kilograms })
})

const wheat = 1,
  barley = 2,
  oats = 3,
  rye = 4,
  triticale = 5,
  maize = 6,
  canola = 7,
  flax = 8,
  beans = 9,
  peas = 10
const soya = 11,
  sunflower = 12,
  sorghum = 13,
  mustard = 16,
  buckwheat = 17

test.each([
  ['US', wheat, 60],
  ['CA', wheat, 60],
  ['US', soya, 60],
  ['CA', soya, 60],
  ['US', peas, 60],
  ['CA', peas, 60],
  ['US', beans, 60],
  ['CA', beans, 60],
  ['US', maize, 56],
  ['CA', maize, 56],
  ['US', sorghum, 56],
  ['CA', sorghum, 56],
  ['US', rye, 56],
  ['CA', rye, 56],
  ['US', flax, 56],
  ['CA', flax, 56],
  ['US', canola, 50],
  ['CA', canola, 50],
  ['US', mustard, 50],
  ['CA', mustard, 50],
  ['US', barley, 48],
  ['CA', barley, 48],
  ['US', buckwheat, 48],
  ['CA', buckwheat, 48],
  ['US', oats, 32],
  ['CA', oats, 34],
  ['US', sunflower, 28],
  ['CA', sunflower, 30],
  ['CA', triticale, 52],
])('in %s a bushel of commodity %d is %d lb', (countryISO, commodityId, pounds) => {
  expect(unitFor(countryISO, 'bushel', commodityId)?.conversion).toBe((pounds * 45_359_237) / 1e8)
})

test.each([
  ['a bushel of nothing in particular', unitFor('US', 'bushel')],
  ['a bushel where there is none', unitFor('GB', 'bushel', wheat)],
  ['a bushel of what has none', unitFor('US', 'bushel', triticale)],
  ['a bare ton where it may be a tonne', unitFor('GB', 'ton')],
  ['no unit at all', unitFor('GB', 'sack')],
])('%s is unknown', (_what, unit) => {
  expect(unit).toBeUndefined()
})

test.each([
  ['GB', ' Tonnes ', 'tonne'],
  ['GB', 'cwt', 'long cwt'],
  ['US', 'cwt', 'short cwt'],
  ['US', 'ton', 'short ton'],
  ['CA', 'BU', 'bushel'],
])('in %s “%s” means %s', (countryISO, text, name) => {
  expect(unitFor(countryISO, text, wheat)?.name).toBe(name)
})

test('a product is rounded only once', () => {
  expect(multiplyDecimal('0.45359237', 60)).toBe(27.2155422)
  expect(multiplyDecimal('0.1', 3)).toBe(0.3)
  expect(multiplyDecimal('100', 3)).toBe(300)
})
