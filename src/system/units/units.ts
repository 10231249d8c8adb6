import Type from 'typebox'
import { closed } from '../../http/validate/schema.ts'
import type { WeightUnit } from '../../kernel/weight.ts'
import { addUnique, deepFreeze, once, readDataFile, ReferenceDataError } from '../data-file.ts'
import { message } from '../../words/catalogue.ts'

const FILE = 'units.json'

const Name = Type.String({ minLength: 1 })
const CountryISO = Type.String({ pattern: '^[A-Z]{2}$' })
const DecimalText = Type.String({ pattern: '^[0-9]+([.][0-9]+)?$' })

/** data/units.json. Factors are decimal text, so that no digit is lost on the way in. */
const UnitsFile = closed({
  units: Type.Array(
    closed({
      name: Name,
      kilograms: DecimalText,
      aliases: Type.Array(Name),
      countryAliases: Type.Optional(Type.Record(CountryISO, Type.Array(Name))),
    }),
  ),
  bushel: closed({
    name: Name,
    aliases: Type.Array(Name),
    bushels: Type.Array(
      closed({
        countryISO: CountryISO,
        commodityId: Type.Integer({ minimum: 1 }),
        commodity: Name,
        pounds: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
})

interface Units {
  /** Every unit's own name with its kilograms, in the file's order. */
  factors: readonly (readonly [string, number])[]
  /** By country: what short names such as cwt mean there alone. */
  ownNames: ReadonlyMap<string, readonly (readonly [string, number])[]>
  /** By name and alias, in small letters; those of one country under `US|ton`. */
  byName: ReadonlyMap<string, WeightUnit>
  /** By `US|1`: country and commodity. */
  bushels: ReadonlyMap<string, WeightUnit>
  bushelNames: ReadonlySet<string>
}

const units = once(() => readUnits())

/** Reads the units now, so that a broken file is found at the start. */
export function loadUnits(): void {
  units()
}

/**
 * The unit a name means in a country, or undefined where it means none. A bushel is a weight only for one commodity in
 * one country (rules.md §1), so without a commodity there is no bushel; a bare "ton" is only known where it has one meaning.
 *
 * @example unitFor('US', 'bushel', 1) // { name: 'bushel', conversion: 27.2155422 }
 */
export function unitFor(countryISO: string, name: string, commodityId?: number): WeightUnit | undefined {
  const { byName, bushels, bushelNames } = units()
  const key = name.trim().toLowerCase()
  if (bushelNames.has(key))
    return commodityId === undefined ? undefined : bushels.get(`${countryISO}|${commodityId}`)
  return byName.get(`${countryISO}|${key}`) ?? byName.get(key)
}

/**
 * Kilograms in one of each unit, by name. Bushels are called `bushel:US:1`, by country and commodity, for each of these countries; for one country
 * alone there are also the short names that mean something else elsewhere, such as cwt (rules.md §1).
 *
 * @example conversionsOf(['US']) // { lb: 0.45359237, ton: 907.18474, 'bushel:US:1': 27.2155422, … }
 */
export function conversionsOf(countries: readonly string[]): Record<string, number> {
  const { factors, ownNames, bushels } = units()
  const [first, ...others] = countries
  const own = first !== undefined && others.length === 0 ? (ownNames.get(first) ?? []) : []
  const ofCountries = [...bushels]
    .filter(([key]) => countries.includes(key.slice(0, 2)))
    .map(([key, { name, conversion }]) => [`${name}:${key.replace('|', ':')}`, conversion] as const)
  return Object.fromEntries([...factors, ...own, ...ofCountries])
}

/**
 * A decimal factor times a whole number, rounded only once.
 *
 * @example multiplyDecimal('0.45359237', 60) // 27.2155422
 */
export function multiplyDecimal(factor: string, by: number): number {
  const [whole = '0', fraction = ''] = factor.split('.')
  return Number(BigInt(whole + fraction) * BigInt(by)) / 10 ** fraction.length
}

function readUnits(): Units {
  const file = readDataFile(FILE, UnitsFile)
  const byName = new Map<string, WeightUnit>()
  const ownNames = new Map<string, [string, number][]>()
  for (const { name, kilograms, aliases, countryAliases = {} } of file.units) {
    const unit = deepFreeze({ name, conversion: Number(kilograms) })
    for (const each of [name, ...aliases]) addUnique(byName, each.toLowerCase(), unit, FILE, 'unit')
    for (const [countryISO, names] of Object.entries(countryAliases)) {
      for (const each of names) addUnique(byName, `${countryISO}|${each.toLowerCase()}`, unit, FILE, 'unit')
      const [shortest] = names
      if (shortest !== undefined)
        ownNames.set(countryISO, [...(ownNames.get(countryISO) ?? []), [shortest, unit.conversion]])
    }
  }
  const pound = file.units.find((each) => each.name === 'lb')
  if (!pound) throw new ReferenceDataError(FILE, message('poundIsMissing', {}))
  const bushels = new Map<string, WeightUnit>()
  for (const { countryISO, commodityId, pounds } of file.bushel.bushels) {
    const unit = deepFreeze({ name: file.bushel.name, conversion: multiplyDecimal(pound.kilograms, pounds) })
    addUnique(bushels, `${countryISO}|${commodityId}`, unit, FILE, 'bushel')
  }
  const bushelNames = new Set([file.bushel.name, ...file.bushel.aliases].map((each) => each.toLowerCase()))
  const factors = file.units.map(({ name, kilograms }) => [name, Number(kilograms)] as const)
  return { factors, ownNames, byName, bushels, bushelNames }
}
