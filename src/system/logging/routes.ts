import { write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/schema.ts'
import type { Cache } from '../cache/cache.ts'
import { getSettings } from '../settings/settings-document.ts'
import { LoggingBody, loggingExample } from './schema.ts'
import { updateLogging } from './update-logging.ts'

/** How much is logged, of the whole program. The inventory has an operation of its own. */
export function loggingOperations(cache: Cache, afterCommit: () => Promise<void>): Operation[] {
  return [
    write(
      {
        method: 'PUT',
        path: '/settings',
        title: 'Update system settings',
        description:
          'Sets how much the whole program logs, in every process within two seconds, and after a restart too. `filter` sets single ' +
          'modules: requests are logged by service and subject (`inventory/movements`, `identity/sign-in`), all else by `main`, `http`, ' +
          '`db`, `system/cache` and the like. At `debug` refused requests say which fields were at fault. A name stands for all below it; ' +
          'the closest one decides, and what the inventory has set for itself wins.',
        permission: 'platform:admin',
        body: LoggingBody,
        result: Acknowledgement,
        example: loggingExample,
        current: (db) => getSettings(db, cache, undefined),
        afterCommit,
      },
      (trx, actor, { body }) => updateLogging(trx, actor, 'system', body),
    ),
  ]
}
