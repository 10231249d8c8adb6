import { capitalised } from '../../kernel/names.ts'
import type { Language } from '../../words/languages.ts'
import type { Reader } from '../../words/render.ts'
import { nameGrainBy } from '../../words/grain-names.ts'
import { catalogueEntries, commodityName, typeName } from './catalogue.ts'
import { servedNames } from './served-names.ts'
import { namesFiles } from './understand.ts'

/** A kind of stock, as far as it is called after it. */
export interface StockKind {
  commodityId: number
  typeId: number
}

/**
 * The name that stock is stored under as long as nobody gives it one: `Winter wheat 2026`.
 *
 * @param harvestYear empty for stock of none
 */
export function storedStockName(countryISO: string, kind: StockKind, harvestYear: string): string {
  return [englishName(countryISO, kind), harvestYear].filter(Boolean).join(' ')
}

/**
 * The name of stock for whoever reads it: what somebody named stays, and what the service named is called in the reader's language.
 *
 * @example stockNameFor('Winter wheat 2026', { language: 'de', countryISO: 'DE' }) // 'Winterweizen 2026'
 */
export function stockNameFor(name: string, { countryISO, language }: Omit<Reader, 'units'>): string {
  if (language === 'en' || countryISO === undefined) return name
  const [, kind = '', year = ''] = NAMED.exec(name) ?? []
  const own = ownNames(countryISO, language).get(kind)
  return own === undefined ? name : `${own}${year}`
}

/** The stored name of stock that is of another kind or year from now on: a name that somebody gave it stays. */
export function stockNameAfter(
  countryISO: string,
  name: string,
  was: StockKind & { harvestYear: string },
  is: StockKind & { harvestYear: string },
): string {
  return name === storedStockName(countryISO, was, was.harvestYear)
    ? storedStockName(countryISO, is, is.harvestYear)
    : name
}

/** The stored name of stock, where somebody has written what the service calls it in one of its languages. */
export function asStoredName(name: string, countryISO: string, kind: StockKind, harvestYear: string): string {
  const stored = storedStockName(countryISO, kind, harvestYear)
  const isItsOwn = [...namesFiles().keys()].some(
    (language) => stockNameFor(stored, { language, countryISO }) === name,
  )
  return isItsOwn ? stored : name
}

/** A kind, and the harvest year behind it. */
const NAMED = /^(.+?)( \d{4}(?:\/\d{2})?)?$/

function englishName(countryISO: string, { commodityId, typeId }: StockKind): string {
  const commodity = commodityName(countryISO, commodityId)?.toLowerCase() ?? ''
  const type = typeName(typeId) ?? ''
  // Of sugar beet, the type is “Sugar”.
  const words = commodity.startsWith(type.toLowerCase()) ? [commodity] : [type, commodity]
  return capitalised(words.filter(Boolean).join(' '))
}

const made = new Map<string, ReadonlyMap<string, string>>()

/** Own names by the English ones, of all kinds that a country may have. */
function ownNames(countryISO: string, language: Language): ReadonlyMap<string, string> {
  const key = `${countryISO} ${language}`
  return made.getOrInsertComputed(key, () => {
    const { fieldOf } = servedNames(language, countryISO)
    const nameOf = (kind: 'commodities' | 'types', id: number, label?: string) =>
      fieldOf(kind, id, label).names?.[language]
    const words = namesFiles().get(language)?.words ?? {}
    return new Map(
      [...catalogueEntries().types].flatMap(([typeId, { commodityId, name: label }]) => {
        const kind = { commodityId, typeId }
        const commodity = nameOf('commodities', commodityId)
        const own =
          commodity === undefined
            ? undefined
            : inTheTrade(language, {
                commodity,
                label,
                type: nameOf('types', typeId, label),
                word: words[`${commodityId}/${typeId}`]?.[0],
              })
        return own === undefined ? [] : [[englishName(countryISO, kind), own] as const]
      }),
    )
  })
}

interface OwnWords {
  commodity: string
  /** The type's name in the catalogue. */
  label: string
  type: string | undefined
  /** The first of what people write for it; some are abbreviations. */
  word: string | undefined
}

/** Names of crops that are sown in autumn or in spring, by language. */
const seasons: Record<Language, (commodity: string, season: 'Winter' | 'Spring') => string> = {
  en: (commodity, season) => `${season} ${commodity.toLowerCase()}`,
  de: (commodity, season) => `${{ Winter: 'Winter', Spring: 'Sommer' }[season]}${commodity.toLowerCase()}`,
  fr: (commodity, season) => `${commodity} ${{ Winter: 'd’hiver', Spring: 'de printemps' }[season]}`,
}

function inTheTrade(language: Language, { commodity, label, type, word }: OwnWords): string {
  if (label === 'Winter' || label === 'Spring') return seasons[language](commodity, label)
  if (word !== undefined && !/^\p{Lu}{2}/u.test(word)) return capitalised(word)
  return type === undefined || commodity.toLowerCase().startsWith(type.toLowerCase())
    ? commodity
    : `${commodity} ${type.charAt(0).toLowerCase()}${type.slice(1)}`
}

/** The reader's name for a commodity, by the English one of their country. */
function commodityNameFor(
  name: string,
  { countryISO, language }: { countryISO: string; language: Language },
): string {
  return language === 'en' ? name : (commodityNames(countryISO, language).get(name) ?? name)
}

const madeOfCommodities = new Map<string, ReadonlyMap<string, string>>()

function commodityNames(countryISO: string, language: Language): ReadonlyMap<string, string> {
  return madeOfCommodities.getOrInsertComputed(`${countryISO} ${language}`, () => {
    const { fieldOf } = servedNames(language, countryISO)
    return new Map(
      [...catalogueEntries().commodities.keys()].flatMap((id) => {
        const [name, own] = [commodityName(countryISO, id), fieldOf('commodities', id).names?.[language]]
        return name === undefined || own === undefined ? [] : [[name, own] as const]
      }),
    )
  })
}

nameGrainBy({ stock: stockNameFor, commodity: commodityNameFor })
