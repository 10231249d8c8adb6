import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import type { Cache } from '../cache/cache.ts'
import { LoggingBody, loggingExample } from '../logging/schema.ts'
import { updateLogging, type IsModule } from '../logging/update-logging.ts'
import { CountryParam, SettingsDocument } from './schema.ts'
import { getSettings } from './settings-document.ts'

/** Settings operations for a client at its start, and the logging level of the whole program, for which the inventory has its own operation. */
export function settingsOperations(
  cache: Cache,
  { isModule, hearNotices }: { isModule: IsModule; hearNotices: () => Promise<void> },
): Operation[] {
  return [
    read(
      {
        path: '/settings',
        title: 'Retrieve system settings',
        description:
          'All that a client application needs at its start: commodities, reasons, prices, conversions, regions and region groups of the countries in ' +
          'use here, and every country. Ask with If-None-Match: it changes with a new version of the service, or when varieties are imported. ' +
          'Conversions are in kilograms. Platform admins also see the log settings, so for them the ETag changes with those too.',
        permission: 'signed-in',
        result: SettingsDocument,
        isResource: true,
        isInTheirLanguage: true,
      },
      (db, actor, { language }) => getSettings(db, cache, actor, { language }),
    ),
    read(
      {
        path: '/settings/:country',
        title: 'Retrieve system settings for a country',
        description:
          'All that a client application needs at its start, for one country: with the words, units, reasons and trading times of that country. A ' +
          'list is empty if the country has nothing for it here. 404 if the code is not a country’s.',
        permission: 'signed-in',
        params: CountryParam,
        result: SettingsDocument,
        isResource: true,
        isInTheirLanguage: true,
      },
      (db, actor, { params, language }) => getSettings(db, cache, actor, { ...params, language }),
    ),
    write(
      {
        method: 'PUT',
        path: '/settings',
        title: 'Update system settings',
        description:
          'Sets how much the whole program logs, in every process within two seconds, and after a restart too. `filter` sets single ' +
          'modules: requests are logged by service and subject (`inventory/movements`, `identity/sign-in`), everything else by `main`, `http`, ' +
          '`db`, `system/cache` and the like. At `debug` refused requests say which fields were at fault. A name covers everything below it; ' +
          'the closest one decides, and what the inventory has set for itself wins.',
        permission: 'platform:admin',
        body: LoggingBody,
        result: Acknowledgement,
        example: loggingExample,
        current: (trx, actor) => getSettings(trx, cache, actor),
        afterCommit: hearNotices,
      },
      (trx, actor, { body }) => updateLogging(trx, actor, 'system', body, isModule),
    ),
  ]
}
