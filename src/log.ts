import { pino, type DestinationStream, type Logger, type SerializedError } from 'pino'
import { isWithinTime, levelOf, type LevelRule } from './system/logging/rules.ts'

/** Never in a log, wherever in a logged object it stands. */
const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'accessToken',
  'refreshToken',
  'apiKey',
  'secret',
]
const HEADERS = [
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  // Opens the answer that is kept under it, which may be an API key.
  'idempotency-key',
]

/**
 * The program's log: one JSON line a message, on stderr, so that stdout is for answers. Its `level` may be set while
 * the program runs; `child({ module })` is a log of a part's own.
 */
export function makeLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: { service: 'granary' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          ...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          ...HEADERS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
        ],
        censor: '[redacted]',
      },
      serializers: {
        err: (error: Error) => errorToLog(pino.stdSerializers.err(error)),
        req: (request: { method: string; url: string; id: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url.split('?')[0],
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      },
    },
    destination,
  )
}

/**
 * Fields of an error that go into a log. Libraries attach to their errors the values that were sent or that the database has, such as the password
 * that Redis did not take, or all of a row that breaks a rule.
 */
const TOLD = ['type', 'message', 'stack', 'code', 'constraint', 'table', 'column'] as const

function errorToLog(error: SerializedError): object {
  const told = TOLD.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]]))
  const { aggregateErrors } = error
  return {
    ...Object.fromEntries(told),
    ...(aggregateErrors && { aggregateErrors: aggregateErrors.map(errorToLog) }),
  }
}

/** The program's log, and one for each of its parts, whose levels are set while it runs. */
export interface Logs {
  /** The part of the program itself: starting, stopping, what is done beside the requests. */
  main: Logger
  /** The log of a part, such as `inventory/movements`: every line carries its name. The same name gives the same log. */
  named(module: string): Logger
  /** True if there is a log of this name, or any below it. */
  has(module: string): boolean
  /** Sets the level of every log there is or will be. */
  setLevels(rules: LevelRule[]): void
}

/** @param level what is logged as long as no rule says otherwise */
export function makeLogs(level: string, destination?: DestinationStream): Logs {
  const root = makeLog(level, destination)
  const modules = new Map<string, Logger>()
  let rules: LevelRule[] = []
  const named = (module: string) => {
    const known = modules.get(module)
    if (known) return known
    const made = root.child({ module }, { level: levelOf(module, rules, level) })
    modules.set(module, made)
    return made
  }
  return {
    main: named('main'),
    named,
    has: (module) => modules.keys().some((each) => isWithinTime(each, module)),
    setLevels(given) {
      rules = given
      for (const [module, log] of modules) log.level = levelOf(module, rules, level)
    },
  }
}
