import { expect, test } from 'vitest'
import { timesAsLong } from '../../../test/growth.ts'
import { fc } from '../../../test/seed.ts'
import { fold, TRIGRAMS, trigramsOf } from './fold.ts'
import { contextFits, likeness, readings, slipsBetween } from './likeness-rules.ts'
import { regionFinder } from './build-areas.ts'

test.for<[string, string]>([
  ['Harpenden', 'harpenden'],
  ['Saint-Étienne', 'st etienne'],
  ['St. Albans', 'st albans'],
  ['Sainte-Foy', 'ste foy'],
  ['Łódź', 'lodz'],
  ['Ærøskøbing', 'aeroskobing'],
  ['Straße', 'strasse'],
  ["L'Isle-d’Abeau", 'lisle dabeau'],
  ['  King’s   Lynn ', 'kings lynn'],
  ['İzmir', 'izmir'],
  ['北京', ''],
])('%s is compared as “%s”', ([name, folded]) => expect(fold(name)).toBe(folded))

test('folding twice changes nothing, and trigrams are within bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const folded = fold(name)
      expect(fold(folded)).toBe(folded)
      for (const gram of trigramsOf(folded)) expect(gram >= 0 && gram < TRIGRAMS).toBe(true)
    }),
  )
})

test.for<[string, string, number]>([
  ['', '', 0],
  ['york', 'york', 0],
  ['york', 'yrk', 1],
  ['york', 'yoork', 1],
  ['york', 'yark', 1],
  ['york', 'yokr', 1],
  ['york', '', 4],
  ['harpenden', 'redbourn', 8],
])('between “%s” and “%s” are %i slips', ([a, b, slips]) => {
  expect(slipsBetween(a, b)).toBe(slips)
  expect(slipsBetween(b, a)).toBe(slips)
})

test('a name comes before its beginning, that before a word of it, that before what is like it; and the larger first', () => {
  const scores = [
    likeness('york', 'york', 150_000),
    likeness('york', 'york', 500),
    likeness('york', 'yorketown', 30_000_000),
    likeness('york', 'new york', 0),
    likeness('york', 'cork', 30_000_000),
    likeness('york', 'abcd', 30_000_000),
  ]
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  expect(new Set(scores).size).toBe(scores.length)
})

test.for<[string[], string[]]>([
  [['harpenden'], ['harpenden']],
  [['paris', 'texas'], ['paris | texas']],
  [['paris texas'], ['paris texas', 'paris | texas']],
  [['wagga wagga nsw'], ['wagga wagga nsw', 'wagga | wagga nsw', 'wagga wagga | nsw']],
  [['', 'texas'], ['texas']],
  [['', ''], []],
  [['a b c d e f'], ['a b c d e f']],
])('%j is read as %j', ([parts, expected]) => {
  expect(readings(parts).map(({ name, context }) => [name, ...context].join(' | '))).toEqual(expected)
})

test.for<[string[], boolean]>([
  [[], true],
  [['herts'], false],
  [['hertfordshire'], true],
  [['hertford'], true],
  [['ordshire'], false],
  [['england', 'gb'], true],
  [['england', 'france'], false],
])('%j says that a place is in Hertfordshire: %s', ([context, fits]) => {
  expect(contextFits(context, { searchable: ' hertfordshire england gb united kingdom' })).toBe(fits)
})

test.for<[string, string, string | undefined]>([
  ['GB', 'Hertfordshire', 'GB-HRT'],
  ['GB', 'County of Hertfordshire', 'GB-HRT'],
  ['GB', 'hertfordshire', 'GB-HRT'],
  ['GB', 'Cumbria', undefined],
  ['GB', 'Cumberland', 'GB-CUB'],
  ['GB', 'Bristol, City of', 'GB-BST'],
  ['GB', 'Avon', 'GB-BST'],
  ['FR', 'Hertfordshire', undefined],
  ['GB', '', undefined],
  ['GB', 'County', undefined],
])('in %s “%s” is %s', ([country, name, iso]) => {
  const region = (code: string, said: string, aliases: string[] = []) => ({
    iso: code,
    name: said,
    country: code.slice(0, 2),
    aliases,
  })
  const find = regionFinder([
    region('GB-HRT', 'Hertfordshire'),
    region('GB-CUB', 'Cumberland', ['Cumbria']),
    region('GB-WAF', 'Westmorland and Furness', ['Cumbria']),
    region('GB-BST', 'Bristol', ['Avon']),
  ])
  expect(find(country, name)?.iso).toBe(iso)
})

test('what is typed is laid beside no name that is far too short to be meant', async () => {
  const typed = 'stst'.repeat(50)
  const names = Array.from({ length: 500 }, (_each, number) => `stoke st ${number}`)
  const judge = () => names.map((name) => likeness(typed, name, 0))
  expect(new Set(judge())).toEqual(new Set([0]))
  const layBeside = () => names.map((name) => slipsBetween(typed, name))
  expect(await timesAsLong(judge, layBeside)).toBeLessThan(1 / 2)
  // Even where everybody lived there, it would not be shown.
  expect(likeness('abcd', 'a', 8e9)).toBeLessThan(0.45)
})
