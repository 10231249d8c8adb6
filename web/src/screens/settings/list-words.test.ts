import { expect, test } from 'vitest'
import lists from '../../../../data/lists.json' with { type: 'json' }
import { listWords } from './list-words.ts'

test.each(['de', 'fr'])('what is said of a list of data has words in %s', (language) => {
  const said = lists.flatMap(({ status, edition, season = '' }) => [status, edition, season])
  const words = said.flatMap((each) => listWords(each, language).match(/\p{L}+/gu) ?? [])
  const english = new Set(said.flatMap((each) => each.match(/\p{L}+/gu) ?? []))
  expect(words.filter((word) => english.has(word) && word !== 'in')).toEqual([])
})

test('figures stay, and phrases come before the words in them', () => {
  expect(listWords('harvest 2022 to 2025', 'de')).toBe('Ernte 2022 bis 2025')
  expect(listWords('2017 and later', 'fr')).toBe('2017 et suivants')
  expect(listWords('in use', 'en')).toBe('in use')
})
