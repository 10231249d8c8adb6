import file from '../../../data/units.json' with { type: 'json' }

// The units in which a weight may be typed: those of the service's own file, so that a field and an import understand the same.

/** Spellings of one language alone. They stand here because the file's names are also looked for in the headings of tables. */
const SPELLINGS: Record<string, string> = {
  kilo: 'kg',
  kilos: 'kg',
  kilogramm: 'kg',
  kilogramme: 'kg',
  kilogrammes: 'kg',
  to: 't',
  tonnen: 't',
  dz: 'dt',
  doppelzentner: 'dt',
  quintaux: 'q',
  qx: 'q',
}

interface Unit {
  name: string
  kilograms: string
  aliases: string[]
  countryAliases?: Record<string, string[] | undefined> | undefined
}

const units: Unit[] = file.units
const POUND_KG = 0.45359237
const names = new Map<string, number>()
for (const { name, kilograms, aliases, countryAliases = {} } of units) {
  for (const each of [name, ...aliases]) names.set(each.toLowerCase(), Number(kilograms))
  for (const [country, own] of Object.entries(countryAliases))
    for (const each of own ?? []) names.set(`${country}|${each.toLowerCase()}`, Number(kilograms))
}
const bushelNames = new Set([file.bushel.name, ...file.bushel.aliases].map((each) => each.toLowerCase()))
const bushels = new Map(
  file.bushel.bushels.map(({ countryISO, commodityId, pounds }) => [
    `${countryISO}|${commodityId}`,
    // To the milligram: a product of floating figures must not show in a lorry of two thousand bushels.
    Math.round(pounds * POUND_KG * 1e9) / 1e9,
  ]),
)

/** Kilograms in a bushel of a crop, by the law of the country; undefined where there is none. */
export function bushelKilograms(country: string, commodityId: number): number | undefined {
  return bushels.get(`${country}|${commodityId}`)
}

/** True if a word means bushels, in whatever country. */
export const isBushel = (word: string): boolean => bushelNames.has(bareWord(word))

/** True if anything is weighed in bushels in the country. */
export const hasBushels = (country: string): boolean =>
  file.bushel.bushels.some(({ countryISO }) => countryISO === country)

/** A word for a unit without what does not part it from others. */
const bareWord = (word: string) => word.toLowerCase().replaceAll(/\s+/g, ' ').replace(/\.$/, '')

/** Kilograms in a unit as it was typed, or why that is not known. */
export type UnitRead = { kg: number } | { fault: 'unit' | 'bushel' }

/**
 * The unit that people of a country mean by a word.
 *
 * @param commodityId of the grain that is weighed, without which nobody can say what a bushel weighs
 * @returns `unit` for a word that is no unit there, such as “ton” where it may be several; `bushel` for one of no grain that is known
 * @example readUnit('cwt', 'US', undefined) // { kg: 45.359237 }
 */
export function readUnit(word: string, country: string, commodityId: number | undefined): UnitRead {
  const bare = bareWord(word)
  const key = SPELLINGS[bare] ?? bare
  if (bushelNames.has(key)) {
    const kg = commodityId === undefined ? undefined : bushelKilograms(country, commodityId)
    return kg === undefined ? { fault: 'bushel' } : { kg }
  }
  const kg = names.get(`${country}|${key}`) ?? names.get(key)
  return kg === undefined ? { fault: 'unit' } : { kg }
}

/** The units that people of a country write, for whoever has written another: kg, t, lb, cwt. */
export function unitsOf(country: string): string {
  const own = units.flatMap(({ countryAliases = {} }) =>
    Object.entries(countryAliases).flatMap(([iso, own]) => (iso === country ? (own ?? []).slice(0, 1) : [])),
  )
  return ['kg', 't', ...(own.length > 0 ? ['lb'] : []), ...own, ...(hasBushels(country) ? ['bu'] : [])].join(
    ', ',
  )
}
