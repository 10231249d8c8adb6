import { expect, test } from 'vitest'
import { countriesByName } from './countries.ts'

const countries = {
  GB: { iso: 'GB', name: 'United Kingdom' },
  DE: { iso: 'DE', name: 'Germany' },
  AT: { iso: 'AT', name: 'Austria' },
  US: { iso: 'US', name: 'United States' },
}

test.each([
  ['en', ['Austria', 'Germany', 'United Kingdom', 'United States']],
  ['de', ['Deutschland', 'Österreich', 'Vereinigte Staaten', 'Vereinigtes Königreich']],
  ['fr', ['Allemagne', 'Autriche', 'États-Unis', 'Royaume-Uni']],
])('countries stand by the name that %s gives them', (language, expected) => {
  expect(countriesByName(countries, language).map(({ name }) => name)).toEqual(expected)
})
