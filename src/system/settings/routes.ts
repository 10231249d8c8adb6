import { read, type Operation } from '../../http/operation.ts'
import type { Cache } from '../cache/cache.ts'
import { CountryParam, Settings } from './schema.ts'
import { getSettings } from './settings-document.ts'

/** What a client application asks for at its start. */
export function settingsOperations(cache: Cache): Operation[] {
  return [
    read(
      {
        path: '/settings',
        title: 'Retrieve system settings',
        description:
          'All that a client application needs at its start: commodities, reasons, prices, conversions, regions and region groups of the countries in ' +
          'use here, and every country. Ask with If-None-Match: it changes with a new version of the service, or when varieties are imported. ' +
          'Conversions are in kilograms.',
        permission: 'signed-in',
        result: Settings,
        isResource: true,
      },
      (db) => getSettings(db, cache, undefined),
    ),
    read(
      {
        path: '/settings/:country',
        title: 'Retrieve system settings for a country',
        description:
          'The same for one country alone, with its own words, units, reasons and times of trading; lists are empty where a country has nothing of them ' +
          'here. 404 for what is no country’s code.',
        permission: 'signed-in',
        params: CountryParam,
        result: Settings,
        isResource: true,
      },
      (db, _actor, { params }) => getSettings(db, cache, params.country),
    ),
  ]
}
