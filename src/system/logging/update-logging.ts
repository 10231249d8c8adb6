import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { appendEvent } from '../events/append-event.ts'
import { notifyProcesses } from '../notices/notices.ts'
import { DEFAULT_LEVEL, parseFilter, type LevelRule, type Logging, type LoggingService } from './rules.ts'
import type { LoggingBody, LoggingSetting } from './schema.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

/** Checks if there is a part of the program of this name. */
export type IsModule = (name: string) => boolean

/**
 * Sets how much is logged: of the whole program, or of the inventory alone. It holds in every process within two
 * seconds, and after a restart.
 *
 * @param isModule whether there is a part of the program of this name: a slip of the pen would be taken, and change nothing
 * @throws Refusal `invalid_input` for a filter that is none
 */
export async function updateLogging(
  trx: Transaction,
  actor: Actor,
  service: LoggingService,
  { logging: { level, filter: given } }: LoggingBody,
  isModule: IsModule,
): Promise<Acknowledgement> {
  const { rules, faults } = parseFilter(given ?? '', service)
  const unknown = rules.filter(({ module }) => !isModule(module))
  refuseFaults([
    ...faults,
    ...unknown.map((rule) =>
      fault('logging.filter', message('isNoModule', { module: rule.module }), 'unknown', {
        part: partOf(rule),
      }),
    ),
  ])
  const filter = rules.map(partOf).join(',')
  const setting = { level, filter, changed_by: actor.userId, changed_at: actor.now }
  await trx
    .insertInto('logging_settings')
    .values({ service, ...setting })
    .onConflict((conflict) => conflict.column('service').doUpdateSet(setting))
    .execute()
  await notifyProcesses(trx, 'logging', {})
  await appendEvent(trx, actor, { type: 'logging.changed', subject: service, data: { level, filter } })
  const said = message('loggingIsSet', {
    service,
    ...(level !== DEFAULT_LEVEL && { level }),
    exceptions: rules.map(partOf),
  })
  return acknowledge(actor, said)
}

function partOf({ module, level }: LevelRule): string {
  return `${module}:${level}`
}

/** Reads the logging settings of one service: the default where nobody has set any. */
export async function findLogging(db: Kysely<Tables>, service: LoggingService): Promise<LoggingSetting> {
  const set = (await readLogging(db)).find((each) => each.service === service)
  return { level: set?.level ?? DEFAULT_LEVEL, filter: set?.filter ?? '' }
}

/** Reads the logging settings of both services. */
export async function readLogging(db: Kysely<Tables>): Promise<Logging[]> {
  const rows = await db.selectFrom('logging_settings').select(['service', 'level', 'filter']).execute()
  // Checked when they were written.
  return rows.map((row) => row as Logging)
}
