import { expect, test } from 'vitest'
import {
  draftOf,
  isSamePlace,
  placeOfDraft,
  locationIn,
  readTyped,
  sayAddress,
  withAddress,
} from './place-draft.ts'

test.each([
  ['///filled.count.soap', 'filled.count.soap', true],
  ['filled.count.soap', 'filled.count.soap', true],
  ['///formulism-unitive-alpaca', 'formulism-unitive-alpaca', true],
  ['formulism-unitive-alpaca', 'formulism-unitive-alpaca', false],
  ['Bury St Edmunds', 'Bury St Edmunds', false],
])('%s is three words', (typed, words, isSure) => {
  expect(readTyped(typed)).toEqual({ kind: 'words', words, isSure })
})

test.each(['Harpenden', 'Harpenden, Hertfordshire', 'AL5 2JQ', 'St. Albans', '/', ''])(
  '%j is a name',
  (typed) => expect(readTyped(typed)).toEqual({ kind: 'name' }),
)

test('coordinates are a point', () => {
  expect(readTyped(' 51.8, -0.4 ')).toEqual({ kind: 'point', point: { lat: 51.8, lon: -0.4 } })
})

test('a place of which only the country is known is not known', () => {
  const nowhere = withAddress(null, {}, 'GB')
  expect(draftOf(nowhere).location).toBeNull()
  const town = withAddress(nowhere, { city: 'Harpenden', region: 'Hertfordshire' }, 'FR')
  expect(town.address).toMatchObject({ city: 'Harpenden', countryISO: 'GB' })
  expect(draftOf(town).location).toEqual(town)
  expect(sayAddress(town)).toBe('Harpenden, Hertfordshire')
  expect(isSamePlace(draftOf(town), { ...draftOf(town), typed: 'Harp', told: { by: 'point' } })).toBe(true)
  expect(isSamePlace(draftOf(town), draftOf())).toBe(false)
})

test('what was typed and not found is kept as it is written, where nothing else is known', () => {
  const typed = { ...draftOf(), typed: ' Old quarry ' }
  expect(locationIn(typed, 'US')).toEqual({ address: { countryISO: 'US', name: 'Old quarry' } })
  expect(isSamePlace(typed, draftOf())).toBe(false)
  expect(placeOfDraft(draftOf(), 'US')).toBe(null)
  expect(locationIn(draftOf(), 'US')).toEqual({ address: { countryISO: 'US' } })
})
