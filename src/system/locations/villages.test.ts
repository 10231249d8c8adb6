import { readFileSync } from 'node:fs'
import { distance } from 'geokdbush'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { findCountry } from '../countries/countries.ts'
import { loadGazetteer } from './gazetteer.ts'
import { asking } from './test-places.ts'

const service = await openTestApp()
// Reading takes longer than a request may, where a machine has much else to do.
beforeAll(() => loadGazetteer(), 300_000)
afterAll(() => service.close())
const { search } = asking(service)

// Villages of grain country by general knowledge, with roughly where they lie; half of them are too small for the gazetteer.
const [, ...rows] = readFileSync(new URL('villages.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const villages = rows.map((row) => {
  const [country = '', village = '', region = '', lat = '', lon = '', known = ''] = row.split(',')
  return { country, village, region, lat: Number(lat), lon: Number(lon), isKnown: known === 'yes' }
})

/** As far as a village may lie from where the table has it. */
const NEAR_KILOMETRES = 25

/** How far what an id means lies from a village; endlessly for a region, which is no village. */
function kilometresFrom({ lat, lon }: (typeof villages)[number], id: string): number {
  const [, north, east] = /^place:[A-Z]{2}:([-\d.]+),([-\d.]+):/.exec(id) ?? []
  return north === undefined || east === undefined
    ? Infinity
    : distance(lon, lat, Number(east), Number(north))
}

test('there are 200 villages of eight countries, and half of them are in the gazetteer', () => {
  expect(villages).toHaveLength(200)
  expect(villages.filter(({ isKnown }) => isKnown)).toHaveLength(100)
  expect(new Set(villages.map(({ country }) => country)).size).toBe(8)
})

type Village = (typeof villages)[number]

/** What is found where it is not, or not found though it is known. */
async function wrongOf(asked: (village: Village) => Record<string, string>, mustFind: boolean) {
  const wrong: string[] = []
  for (const each of villages) {
    const exact = (await search(asked(each))).filter(({ isExact }) => isExact)
    const isNone = exact.length === 0
    const isFound = exact.findIndex(({ id }) => kilometresFrom(each, id) <= NEAR_KILOMETRES) === 0
    const isRight = each.isKnown ? isFound || (!mustFind && isNone) : isNone
    if (!isRight)
      wrong.push(
        `${each.village}: ${exact.map(({ text, description }) => `${text}, ${description}`).join('; ')}`,
      )
  }
  return wrong
}

test.each<[string, (village: Village) => Record<string, string>]>([
  [
    'in its country',
    ({ village, region, country }) => ({ query: `${village}, ${region}`, countryISO: country }),
  ],
  [
    'with its country behind it',
    ({ village, region, country }) => ({ query: `${village}, ${region}, ${findCountry(country)?.name}` }),
  ],
])(
  'a village that is asked for %s is found where it is, or nothing is said to be it',
  async (_how, asked) => expect(await wrongOf(asked, true)).toEqual([]),
  120_000,
)

// Six words are not taken apart, so three of them are not found.
test('without a comma no other place is said to be the village', async () => {
  const asked = ({ village, region, country }: Village) => ({
    query: `${village} ${region}`,
    countryISO: country,
  })
  expect(await wrongOf(asked, false)).toEqual([])
}, 120_000)

test.each([
  ['DE', 'Muenster', ['Münster, Nordrhein-Westfalen, Germany', 'Münster, Hessen, Germany']],
  ['DE', 'Goettingen', ['Göttingen, Niedersachsen, Germany']],
  ['DE', 'Buehl', ['Bühl, Baden-Württemberg, Germany']],
  ['DE', 'Soest', ['Soest, Nordrhein-Westfalen, Germany']],
  ['IE', 'Athboy, Co. Meath', ['Athboy, Meath, Ireland']],
  ['IE', 'Ardee, County Louth', ['Ardee, Louth, Ireland']],
  ['IE', 'Blessington Co. Wicklow', ['Blessington, Wicklow, Ireland']],
  // The largest of the name lies in South Africa, and the district around it is called the same.
  [
    'AU',
    'Newcastle',
    ['Newcastle, New South Wales, Australia', 'Newcastle, district in New South Wales, Australia'],
  ],
  ['GB', 'Bedford', ['Bedford, Bedford, United Kingdom', 'Bedford, England, United Kingdom']],
  ['IE', 'Kildare', ['Kildare, Kildare, Ireland', 'Kildare, Leinster, Ireland']],
  // There are such villages, and the gazetteer has others of their names, elsewhere.
  ['IE', 'Castletown, Co. Laois', []],
  ['IE', 'Newtown, Co. Kildare', []],
  ['IE', 'Milltown, Co. Kerry', []],
  ['IE', 'Kill, Co. Waterford', []],
])('for somebody in %s “%s” is found, nearest country first, as %j', async (home, query, expected) => {
  const as = (await makeOrganisation(service, { countryISO: home })).as('viewer')
  const { body } = await as.get(`/api/system/locations/search?query=${encodeURIComponent(query)}`)
  const exact = (body as { isExact: boolean; text: string; description: string }[])
    .filter(({ isExact }) => isExact)
    .map(({ text, description }) => `${text}, ${description}`)
  expect(exact.slice(0, Math.max(1, expected.length))).toEqual(expected)
})
