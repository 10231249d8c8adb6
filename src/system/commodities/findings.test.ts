import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Where each of the nineteen findings of the audit of the reference data is held: by tests, by their titles, or by a line under “Open” in
 * data/SOURCES.md, with the reason.
 */
interface Finding {
  row: number
  about: string
  tests?: readonly (readonly [file: string, title: string])[]
  open?: readonly string[]
}

const here = (title: string) => ['commodities/audit.test.ts', title] as const
const findings: readonly Finding[] = [
  {
    row: 1,
    about: 'NZ triticale, ryecorn and biscuit wheat',
    tests: [here("['Empero'"), here("['Amilo'"), here("['Empress'")],
    open: ['NZ: other biscuit wheats'],
  },
  {
    row: 2,
    about: 'FR improver and biscuit wheat',
    tests: [here("'FR improver wheat'"), here("['SU Ecusson'"), here("['LG Skyscraper'")],
  },
  {
    row: 3,
    about: 'GB intervals of tuberculosis tests',
    tests: [['regions/regions.test.ts', 'cattle in %s (%s) are tested every %d years']],
    open: ['GB, tuberculosis'],
  },
  {
    row: 4,
    about: 'GB spring wheat and pulses',
    tests: [here("['Mulika'"), here("['Hexham'"), here("['Miro'"), here("['Genius'")],
    open: ['that spring wheats of Group 4 are hard', 'GB: Nolan, Roulette and Trailblazer'],
  },
  {
    row: 5,
    about: 'IE barley, wheat and Bramley',
    tests: [here("['Integral'"), here("['Molly'"), here("['WPB Duncan'"), here('["Bramley\'s Seedling"')],
    open: ['IE: whether millers take'],
  },
  {
    row: 6,
    about: 'AU peas, malting barley and wheat by zone',
    tests: [
      here("['Kaspa'"),
      here("['Baudin'"),
      here("['Calibre'"),
      here("['Ninja'"),
      here("['AU', 10, ['Dun', 'White']]"),
    ],
    open: ['AU: further varieties'],
  },
  {
    row: 7,
    about: 'CA classes, the winter wheat list and harvest years',
    tests: [here("'Canada Eastern White Winter'"), here("'ended 2022-07'"), here("['CA', 6, '09-01']")],
    open: ['CA: the classes CEHWS and CESWS'],
  },
  {
    row: 8,
    about: 'US limits and harvest years, GB futures',
    tests: [
      here("'US White Club No. 1'"),
      here("'Suitable malting types'"),
      here("['US', 16, '09-01']"),
      here('in the US the harvest year of commodity %d starts on %s'),
      here("'Sprouted grains'"),
    ],
    open: ['specific weight of 72.5 kg/hl of the futures'],
  },
  {
    row: 9,
    about: 'DE Exsal and Rübezahl',
    tests: [here("['Exsal'"), here("['Rübezahl'"), here("['KWS Donovan'")],
  },
  {
    row: 10,
    about: 'words of addresses',
    tests: [['locations/three-words.test.ts', 'have no %s any more']],
  },
  {
    row: 11,
    about: 'names of regions, double places, bushels',
    tests: [
      ['regions/regions.test.ts', 'Manawat'],
      ['locations/borders.test.ts', 'has %s once'],
      here('lentils, chickpeas and silage are read in no bushels'),
    ],
  },
  {
    row: 12,
    about: 'names and words',
    tests: [
      ['commodities/understand.test.ts', 'at least 285 of 300 are taken for the right crop'],
      ['settings/languages.test.ts', 'are in English where the country or the language has another word'],
    ],
  },
  { row: 13, about: 'GM and non-GM', tests: [['commodities/catalogue.test.ts', 'gm:non-gm']] },
  { row: 14, about: 'crops', tests: [here('what a country grows and calls its own')] },
  {
    row: 15,
    about: 'sources of lists, and codes',
    tests: [
      ['commodities/catalogue.test.ts', 'a list without source'],
      ['settings/languages.test.ts', "codes: { EPPO: 'TRZAX', HS: '1001' }"],
      here('WIKIDATA:Q15645384'),
    ],
    open: ['AGROVOC identifiers'],
  },
  {
    row: 16,
    about: 'measures, and the moisture basis of protein',
    tests: [
      ['commodities/specifications.test.ts', 'protein is stated at the moisture of the trade'],
      ['../kernel/moisture.test.ts', 'is, at %d %%, %d %%'],
    ],
    open: ['Limits of the measures that are new'],
  },
  { row: 17, about: 'harvest years of other countries', tests: [here("['UA', 1, '07-01']")] },
  {
    row: 18,
    about: 'places',
    tests: [
      ['locations/borders.test.ts', 'at least 99 %'],
      ['locations/borders.test.ts', 'own country first'],
      ['locations/villages.test.ts', 'or nothing is said to be it'],
      ['locations/locations.test.ts', 'has the time of %s'],
      ['locations/locations.test.ts', 'in the language of the place'],
      ['locations/postcodes.test.ts', 'are documented for every country in use'],
    ],
  },
  { row: 19, about: 'attribution', tests: [['settings/languages.test.ts', 'whom to name']] },
]

test.each(findings)('finding $row, $about, has a test or is listed as open', ({ tests = [], open = [] }) => {
  expect(tests.length + open.length).toBeGreaterThan(0)
  for (const [file, title] of tests)
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'), file).toContain(title)
  const [, listed = ''] = readFileSync(new URL('../../../data/SOURCES.md', import.meta.url), 'utf8').split(
    /^### Open$/m,
  )
  const [lines = ''] = listed.split(/^## /m)
  for (const line of open) expect(lines).toContain(line)
})

test('no finding is left out', () => {
  expect(findings.map(({ row }) => row)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1))
})
