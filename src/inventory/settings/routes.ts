import { write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { LoggingBody, loggingExample } from '../../system/logging/schema.ts'
import { updateLogging, type IsModule } from '../../system/logging/update-logging.ts'

/** Operations that set how much the inventory logs. */
export function inventorySettingsOperations({
  isModule,
  hearNotices,
}: {
  isModule: IsModule
  hearNotices: () => Promise<void>
}): Operation[] {
  return [
    write(
      {
        method: 'PUT',
        path: '/settings',
        title: 'Update system settings',
        description:
          'Sets how much the inventory logs, in every process within two seconds, and after a restart too; for the rest of the program ' +
          'the system service has its own operation. `filter` sets single modules below `inventory`, such as ' +
          '`inventory/movements:debug`. The level `default` goes back to that of the whole program.',
        permission: 'platform:admin',
        body: LoggingBody,
        result: Acknowledgement,
        example: loggingExample,
        afterCommit: hearNotices,
      },
      (trx, actor, { body }) => updateLogging(trx, actor, 'inventory', body, isModule),
    ),
  ]
}
