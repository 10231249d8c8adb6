import { describe, expect, test } from 'vitest'
import { growthOf, SQUARE } from '../../../test/growth.ts'
import { fc } from '../../../test/seed.ts'
import { distanceToBeginning, foldVariety, rankVarieties, type Candidate } from './variety-rules.ts'

const catalogue: Candidate[] = [
  'KWS Extase',
  'Skyfall',
  'LG Skyscraper',
  'Crusoe',
  'RGT Skyline',
  'Sky',
  'Château Noir',
  'Weiße Perle',
  'Bluesky',
  'Mixed',
].map((name) => ({ name, uses: 0 }))

describe('varieties meant by', () => {
  test.each<[query: string, names: string[]]>([
    ['sky', ['Sky', 'Skyfall', 'LG Skyscraper', 'RGT Skyline', 'Bluesky']],
    ['SKYF', ['Skyfall']],
    ['extase', ['KWS Extase']],
    ['kws-extase', ['KWS Extase']],
    ['chateau', ['Château Noir']],
    ['CHÂTEAU', ['Château Noir']],
    ['weisse', ['Weiße Perle']],
    ['fall', ['Skyfall']],
    // Mistyped: a letter of five may be wrong, two of ten.
    ['crusoo', ['Crusoe']],
    ['cursoe', ['Crusoe']],
    ['skyfal', ['Skyfall']],
    ['skyfaal', ['Skyfall']],
    ['extsae', ['KWS Extase']],
    ['skyscarper', ['LG Skyscraper']],
    ['cru', ['Crusoe']],
    ['cro', []],
    ['zzzz', []],
  ])('%j', (query, names) => expect(rankVarieties(query, catalogue)).toEqual(names))

  test('a blank query are all, those in use first', () => {
    const used = [...catalogue, { name: 'skyfall', uses: 3 }, { name: 'Own Seed', uses: 5 }]
    expect(rankVarieties('  ', used).slice(0, 3)).toEqual(['Own Seed', 'Skyfall', 'Bluesky'])
  })

  test('are 20 at most, once each, the caller’s own first among equals', () => {
    const many = Array.from({ length: 50 }, (_each, index) => ({
      name: `Sky ${index}`,
      uses: index === 49 ? 1 : 0,
    }))
    const found = rankVarieties('sky', [...many, ...many])
    expect(found).toHaveLength(20)
    expect(found.slice(0, 3)).toEqual(['Sky 49', 'Sky 0', 'Sky 1'])
  })
})

test.each([
  ['Åkerö', 'akero'],
  ['  KWS—Extase ', 'kws extase'],
  ['Łódź', 'lodz'],
  ['Œuf', 'oeuf'],
])('%j folds to %j', (text, folded) => expect(foldVariety(text)).toBe(folded))

test.each([
  ['', 'abc', 0],
  ['ab', 'abc', 0],
  ['ac', 'abc', 1],
  ['ba', 'abc', 1],
  ['abx', 'abc', 1],
  ['xabc', 'abc', 1],
  ['abc', '', 3],
])('from %j to the beginning of %j it is %d', (asked, name, distance) => {
  expect(distanceToBeginning(asked, name)).toBe(distance)
})

/** The same from its meaning: what the first letters of both may have become of each other. */
function plainDistance(asked: string, name: string): number {
  if (asked === '') return 0
  const [a, n] = [asked.slice(1), name.slice(1)]
  if (name === '') return asked.length
  const isSwapped = asked.length > 1 && asked[0] === name[1] && asked[1] === name[0]
  return Math.min(
    plainDistance(a, n) + (asked[0] === name[0] ? 0 : 1),
    plainDistance(a, name) + 1,
    plainDistance(asked, n) + 1,
    isSwapped ? plainDistance(a.slice(1), n.slice(1)) + 1 : Number.POSITIVE_INFINITY,
  )
}

test('what is farther than asked for is only told to be farther', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (asked, name, most) => {
      const distance = plainDistance(asked, name)
      expect(distanceToBeginning(asked, name)).toBe(distance)
      expect(distanceToBeginning(asked, name, most)).toBe(distance <= most ? distance : Infinity)
    }),
  )
})

test('long names of many words are looked at no longer than they are', async () => {
  const asked = `${'a b '.repeat(49)}zzz`
  const rank = (words: number) =>
    rankVarieties(
      asked,
      Array.from({ length: 10 }, (_each, number) => ({ name: `${'a b '.repeat(words)}${number}`, uses: 1 })),
    )
  expect(await growthOf(rank, 100)).toBeLessThan(SQUARE)
})
