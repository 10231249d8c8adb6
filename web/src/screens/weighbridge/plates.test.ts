import { expect, test } from 'vitest'
import { alikeOf, plateKey, writtenPlate } from './plates.ts'

test.each([
  ['bb02 bef', 'BB02 BEF'],
  ['gö-lm 2207', 'GÖ-LM 2207'],
  ['  ab  12', 'AB 12'],
  ['ab12 ', 'AB12 '],
  ['ab-123-cd', 'AB-123-CD'],
])('“%s” is written “%s”', (typed, plate) => {
  expect(writtenPlate(typed)).toBe(plate)
})

// Whether two are one lorry, by country.
test.each<[string, string, string, boolean]>([
  ['HH-A 12', 'H-HA 12', 'DE', false],
  ['HH-A 12', 'hh a12', 'DE', true],
  ['HH-A 12', 'HHA 12', 'DE', false],
  ['GÖ-LM 2207', 'GÖL-M 2207', 'DE', false],
  ['GÖ-LM 2207', 'gö LM-2207', 'DE', true],
  ['KM-W 1001', 'K-MW 1001', 'DE', false],
  ['W-AB 1', 'WA-B 1', 'AT', false],
  ['L-123 AB', 'L 123AB', 'AT', true],
  ['AB12 CDE', 'ab12cde', 'GB', true],
  ['AB-123-CD', 'AB 123 CD', 'FR', true],
  ['AB-CD 12', 'ABC-D 12', 'GB', true],
  ['WA 1234A', 'WA1234A', 'PL', true],
  ['1ABC-2', '1AB C2', 'US', true],
  ['AB12 CDE', 'AB12 CDF', 'GB', false],
])('“%s” and “%s” in %s', (one, other, country, isOne) => {
  expect(plateKey(one, country) === plateKey(other, country)).toBe(isOne)
})

test('a lorry that differs in its signs alone is asked for, and no more once it is known itself', () => {
  const known = ['GÖ-LM 2207', 'KM-W 1001'].map((vehicle) => ({ vehicle }))
  expect(alikeOf(known, 'GÖL-M 2207', 'DE')?.vehicle).toBe('GÖ-LM 2207')
  expect(alikeOf(known, 'GÖLM 2207', 'DE')?.vehicle).toBe('GÖ-LM 2207')
  expect(alikeOf(known, 'gö lm2207', 'DE')).toBeUndefined()
  expect(alikeOf(known, 'GÖLM 2207', 'GB')).toBeUndefined()
  expect(alikeOf([...known, { vehicle: 'GÖL-M 2207' }], 'GÖL-M 2207', 'DE')).toBeUndefined()
  expect(alikeOf(known, '', 'DE')).toBeUndefined()
})
