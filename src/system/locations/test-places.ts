import { onTestFinished } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { makeLogs } from '../../log.ts'
import { openCache } from '../cache/cache.ts'
import type { AreaRow } from './build-areas.ts'
import { buildGazetteer } from './build-gazetteer.ts'
import { openGazetteer } from './gazetteer.ts'
import { openPlaces } from './places.ts'
import type { ProviderSettings } from './providers/open-providers.ts'
import type { AddressSearchResult } from './schema.ts'
import { openTestProvider, type TestProvider } from './test-provider.ts'

// What the tests of places share.

/** Asks the service as anybody may. */
export function asking(service: TestApp) {
  const nobody = service.client()
  const ask = (operation: string, query: Record<string, string>) =>
    nobody.get(`/api/system/locations/${operation}?${new URLSearchParams(query).toString()}`)
  const search = async (query: Record<string, string>): Promise<AddressSearchResult[]> => {
    const { status, body } = await ask('search', query)
    if (status !== 200) throw new Error(`a search answered ${status} ${JSON.stringify(body)}`)
    return body
  }
  /** A search's results in a line each. */
  const found = async (query: Record<string, string>) =>
    (await search(query)).map(({ type, text, description }) => `${type}: ${text}, ${description}`)
  return { ask, search, found }
}

/** The address of Harpenden, and of a point near it. */
export const harpenden = {
  name: '',
  line1: '',
  line2: '',
  line3: '',
  city: 'Harpenden',
  region: 'Hertfordshire',
  regionISO: 'GB-HRT',
  postcode: '',
  countryName: 'United Kingdom',
  countryISO: 'GB',
}

const hertfordshire = (name: string, lat: string, lng: string): AreaRow => ({
  name,
  lat,
  lng,
  country: 'GB',
  admin1: 'ENG',
  admin2: 'F8',
})

/** Four places of Hertfordshire and one of France, read by the code that reads them all. */
function smallGazetteer() {
  return openGazetteer(
    buildGazetteer({
      places: [
        hertfordshire('Harpenden', '51.81684', '-0.35706'),
        hertfordshire('Redbourn', '51.79760', '-0.39610'),
        hertfordshire('Wheathampstead', '51.81220', '-0.29480'),
        hertfordshire('Sandridge', '51.78160', '-0.30330'),
        { name: 'Voves', lat: '48.27', lng: '1.63', country: 'FR', admin1: '24', admin2: '28' },
      ],
      regions: [
        { code: 'GB.ENG', name: 'England' },
        { code: 'FR.24', name: 'Centre' },
      ],
      districts: [
        { code: 'GB.ENG.F8', name: 'Hertfordshire' },
        { code: 'FR.24.28', name: 'Eure-et-Loir' },
      ],
      townNames: {},
      populations: [
        { name: 'Harpenden', country: 'GB', population: 30240, loc: { coordinates: [-0.357, 51.817] } },
      ],
      knownRegions: [
        { iso: 'GB-HRT', name: 'Hertfordshire', country: 'GB', aliases: [] },
        { iso: 'FR-28', name: 'Eure-et-Loir', country: 'FR', aliases: [] },
      ],
      countryNames: new Map([
        ['GB', ['United Kingdom']],
        ['FR', ['France']],
      ]),
    }),
  )
}

/** As patient as a test can wait for. */
export const patience = { timeoutMs: 400, failures: 2, pauseMs: 300 }

/** A provider that ends with the test. */
export async function openProvider(): Promise<TestProvider> {
  const provider = await openTestProvider()
  onTestFinished(() => provider.close())
  return provider
}

/** Settings that name no provider but those given. */
export function settingsWith(given: Partial<ProviderSettings>): ProviderSettings {
  return {
    what3words: undefined,
    loqate: undefined,
    photonUrl: undefined,
    nominatimUrl: undefined,
    postcodesIoUrl: undefined,
    callsPerMinute: 100,
    patience,
    ...given,
  }
}

/** Places with some providers, a log that is kept, and a clock that stands still unless it is given. */
export function placesWith(
  given: Partial<ProviderSettings>,
  clock: () => Date = () => new Date('2026-08-14T08:30:00Z'),
) {
  const small = smallGazetteer()
  const lines: string[] = []
  const log = makeLogs('trace', { write: (line) => void lines.push(line) }).named('system')
  const cache = openCache({ redisUrl: undefined, log, announce: async () => undefined })
  onTestFinished(() => cache.close())
  const places = openPlaces({
    settings: settingsWith(given),
    cache,
    log,
    clock,
    loadGazetteer: async () => small,
  })
  return { places, lines }
}

/** A search for nothing, to say something else of. */
export const nothing = { query: '', id: '', countryISO: '' }

/** Photon's answer about one building. */
export const photonFeature = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-0.3561, 51.8092] },
  properties: {
    osm_type: 'W',
    osm_id: 23733659,
    osm_key: 'amenity',
    osm_value: 'research_institute',
    type: 'house',
    name: 'Rothamsted Research',
    housenumber: '1',
    street: 'West Common',
    city: 'Harpenden',
    county: 'Hertfordshire',
    state: 'England',
    postcode: 'AL5 2JQ',
    country: 'United Kingdom',
    countrycode: 'GB',
  },
}
