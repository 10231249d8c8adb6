import Type, { type Static } from 'typebox'
import { closed } from '../../http/validate/schema.ts'
import { commodityTree, findGrade } from '../commodities/catalogue.ts'
import { addUnique, deepFreeze, once, readDataFile, ReferenceDataError } from '../data-file.ts'
import type { ExFarmPrice, NamedSeller } from './schema.ts'
import { message } from '../../words/catalogue.ts'

const FILE = 'trading.json'

type CountryTrading = TradingFile['countries'][number]

const trading = once(() => readTrading())

/** Reads how each country trades now, so that a broken file is found at the start. */
export function loadTrading(): void {
  trading()
}

/** The prices that these countries quote off the farm, in the order to show. */
export function exFarmPricesOf(countries: readonly string[]): ExFarmPrice[] {
  return countries.flatMap((countryISO) =>
    (trading().byCountry.get(countryISO)?.exFarmPrices ?? []).map(
      ({ id, name, commodityId, grades, default: isDefault = false }) => ({
        id,
        name,
        commodityId,
        grades,
        default: isDefault,
        countryISO,
      }),
    ),
  )
}

/** Lists what sellers of these countries may list: each commodity once, under the name that the first of them uses. */
export function sellerCommoditiesOf(countries: readonly string[]): NamedSeller[] {
  const found = new Map<number, NamedSeller>()
  for (const countryISO of countries) {
    const without = trading().byCountry.get(countryISO)?.notForSellers ?? []
    for (const { id, name } of commodityTree(countryISO).flatMap((element) => element.items)) {
      if (!without.includes(id) && !found.has(id)) found.set(id, { id: String(id), name })
    }
  }
  return [...found.values()]
}

/** The times of seamless trading in a country; without one, or where it has none of its own, those of everywhere. */
export function seamlessTradingOf(countryISO: string | undefined): SeamlessTrading {
  const { file, byCountry } = trading()
  const own = countryISO === undefined ? undefined : byCountry.get(countryISO)?.seamlessTrading
  return own ?? file.seamlessTrading
}

function readTrading() {
  return checkTrading(deepFreeze(readDataFile(FILE, TradingFile)))
}

/** Refuses what does not fit the commodities, or itself; the countries are then found by their codes. Throws ReferenceDataError. */
export function checkTrading(file: TradingFile): {
  file: TradingFile
  byCountry: ReadonlyMap<string, CountryTrading>
} {
  const byCountry = new Map<string, CountryTrading>()
  const prices = new Map<number, string>()
  ensureTimesFit(undefined, file.seamlessTrading)
  for (const each of file.countries) {
    addUnique(byCountry, each.countryISO, each, FILE, 'country')
    if (each.seamlessTrading) ensureTimesFit(each.countryISO, each.seamlessTrading)
    for (const { id, name } of each.exFarmPrices) addUnique(prices, id, name, FILE, 'price')
    ensurePricesFit(each)
  }
  return { file, byCountry }
}

/** A bid that lapses before the seller has had the time to look at it would never be taken. */
function ensureTimesFit(where: string | undefined, times: SeamlessTrading): void {
  if (times.bidExpiryMinutes < times.openPeriodMinutes + times.reviewPeriodMinutes)
    throw new ReferenceDataError(
      FILE,
      message('bidsExpireTooSoon', where === undefined ? {} : { country: where }),
    )
}

function ensurePricesFit({ countryISO, exFarmPrices, notForSellers }: CountryTrading): void {
  const items = commodityTree(countryISO).flatMap((element) => element.items)
  const isThere = (id: number) => items.some((item) => item.id === id)
  const strange = notForSellers.find((id) => !isThere(id))
  if (strange !== undefined)
    throw new ReferenceDataError(FILE, message('countryHasNoCommodity', { country: countryISO, id: strange }))
  if (exFarmPrices.filter((price) => price.default).length !== 1)
    throw new ReferenceDataError(FILE, message('countryNeedsDefaultPrice', { country: countryISO }))
  for (const { name, commodityId, grades } of exFarmPrices) {
    for (const id of grades) {
      const grade = findGrade(id)
      if (grade?.countryISO !== countryISO || grade.commodityId !== commodityId)
        throw new ReferenceDataError(
          FILE,
          message('priceNamesStrangeGrade', { name, country: countryISO, id }),
        )
    }
  }
}

const Id = Type.Integer({ minimum: 1 })
const Name = Type.String({ minLength: 1 })
const Minutes = Type.Integer({ minimum: 1, maximum: 7 * 24 * 60 })

/** Minutes that a listing takes bids, that its seller then has to look at them, and that a bid stands. */
const SeamlessTrading = closed({
  openPeriodMinutes: Minutes,
  reviewPeriodMinutes: Minutes,
  bidExpiryMinutes: Minutes,
})
export type SeamlessTrading = Static<typeof SeamlessTrading>

/** One price that the trade of a country quotes off the farm: a commodity in some of its grades. */
const ExFarmPrice = closed({
  id: Id,
  name: Name,
  commodityId: Id,
  grades: Type.Array(Id, { minItems: 1, uniqueItems: true }),
  default: Type.Optional(Type.Boolean({ description: 'Shown first; one in a country.' })),
})

/** data/trading.json. */
export const TradingFile = closed({
  seamlessTrading: SeamlessTrading,
  countries: Type.Array(
    closed({
      countryISO: Type.String({ pattern: '^[A-Z]{2}$' }),
      seamlessTrading: Type.Optional(SeamlessTrading),
      exFarmPrices: Type.Array(ExFarmPrice, { minItems: 1 }),
      notForSellers: Type.Array(Id, {
        uniqueItems: true,
        description:
          'Commodities that are only grown under contract to whoever takes them, and so not listed.',
      }),
    }),
  ),
})
export type TradingFile = Static<typeof TradingFile>
