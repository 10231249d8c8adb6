import { expect, test } from 'vitest'
import { looksIn } from './country-looks.ts'

// What the cards show is typed with pictures, which tests know nothing of.
const cards = `${import.meta.dirname}/kinds.ts`
const { kinds }: { kinds: { looks: string[][] }[] } = await import(cards)

const cellsIn = (countryISO: string) => kinds.flatMap(({ looks }) => looksIn(looks, countryISO, 'en')).flat()

test('the examples of American files have American units, dates and places', () => {
  const cells = cellsIn('US')
  expect(cells.filter((cell) => /\((?:ha|t|kg|t\/ha)\)|14\/08|Harpenden|Skyfall/.test(cell))).toEqual([])
  expect(cells).toEqual(expect.arrayContaining(['Area (ac)', 'Net (lb)', '8/14/2026 9:40 AM', 'Salina']))
})

test.each(['CA', 'AU', 'NZ', 'IE', 'DE', 'AT', 'FR'])(
  'no English village stands in examples of %s',
  (country) => {
    expect(cellsIn(country)).not.toContain('Harpenden')
  },
)

test('the examples of British files are as they were', () => {
  for (const { looks } of kinds) expect(looksIn(looks, 'GB', 'en')).toEqual(looks)
})

test('the examples have the words of the reader, and the units of the country', () => {
  expect(looksIn([['Store', 'Net (t)']], 'US', 'de')).toEqual([['Lager', 'Netto (lb)']])
  expect(looksIn([['Field', 'Date']], 'FR', 'fr')).toEqual([['Parcelle', 'Date']])
})
