import { pino, type DestinationStream, type Logger } from 'pino'

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
const HEADERS = ['authorization', 'x-api-key', 'cookie', 'set-cookie']

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
        err: pino.stdSerializers.err,
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
