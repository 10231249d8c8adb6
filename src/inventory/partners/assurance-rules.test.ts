import { describe, expect, test } from 'vitest'
import {
  assuranceEndings,
  expiriesOn,
  firstExpiryOf,
  haulageNumbersOn,
  matters,
  type Assurance,
  type Assured,
  type Covered,
} from './assurance-rules.ts'

const entry = (scheme: string, untilISO: string | null, covers: Covered | null = null): Assurance => ({
  scheme,
  number: '4711',
  covers,
  untilISO,
})
const assured = (...assurances: Assurance[]): Assured => ({ assurances, declarations: [] })

describe('what ends', () => {
  test.each<[what: string, Assured, ends: string[]]>([
    ['nothing of nobody', assured(), []],
    ['nothing that has no end', assured(entry('QS', null)), []],
    ['the end of an entry', assured(entry('QS', '2026-10-31')), ['2026-10-31']],
    [
      'the longest of a scheme',
      assured(entry('QS', '2026-10-31'), entry('qs', '2027-10-31')),
      ['2027-10-31'],
    ],
    ['nothing that was renewed for good', assured(entry('QS', '2026-10-31'), entry('QS', null)), []],
    [
      'one for each business',
      assured(entry('QS', '2026-10-31', 'haulier'), entry('QS', '2026-11-30', 'farm')),
      ['2026-10-31', '2026-11-30'],
    ],
    [
      'declarations too',
      {
        assurances: [],
        declarations: [{ name: 'VendorDec', dayISO: '2026-08-01', untilISO: '2026-09-30' }],
      },
      ['2026-09-30'],
    ],
  ])('is %s', (_what, of, ends) => {
    expect(assuranceEndings(of).map(({ untilISO }) => untilISO)).toEqual(ends)
    expect(firstExpiryOf(of)).toBe(ends[0] ?? null)
  })
})

describe('what is said on a day', () => {
  test.each<[untilISO: string, said: boolean[]]>([
    ['2026-08-13', [true]],
    ['2026-08-14', [false]],
    ['2026-09-13', [false]],
    ['2026-09-14', []],
  ])('of an end on %s', (untilISO, said) => {
    expect(
      expiriesOn(assured(entry('QS', untilISO)), '2026-08-14').map(({ isExpired }) => isExpired),
    ).toEqual(said)
  })
})

describe('to a load', () => {
  test.each<[Covered | null, asPartner: boolean, asHaulier: boolean]>([
    [null, true, true],
    ['merchant', true, false],
    ['farm', true, false],
    ['haulier', false, true],
  ])('what covers %s matters', (covers, asPartner, asHaulier) => {
    expect(matters({ covers }, { isPartner: true, isHaulier: false })).toBe(asPartner)
    expect(matters({ covers }, { isPartner: false, isHaulier: true })).toBe(asHaulier)
    expect(matters({ covers }, { isPartner: false, isHaulier: false })).toBe(false)
  })
})

test('a haulier is assured by what covers haulage and holds, or else by what covers all of its business', () => {
  const all = [
    entry('TASCC', '2026-10-31', 'haulier'),
    entry('GMP+', null),
    entry('Red Tractor', null, 'farm'),
  ]
  expect(haulageNumbersOn({ assurances: all }, '2026-08-14')).toEqual(['TASCC 4711'])
  expect(haulageNumbersOn({ assurances: all }, '2026-11-01')).toEqual(['GMP+ 4711'])
  expect(haulageNumbersOn({ assurances: [] }, '2026-08-14')).toEqual([])
})
