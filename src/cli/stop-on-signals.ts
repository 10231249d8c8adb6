import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const DRAIN_MS = 25_000
/** On Ctrl-C the terminal signals us, and npm passes its own signal on: that is one. Who insists takes longer. */
const SAME_SIGNAL_MS = 500

interface Running {
  app: FastifyInstance
  log: Logger
  /** Lets go of everything else, once no request is left. */
  close: () => Promise<void>
}

/**
 * The first SIGTERM or SIGINT drains: no new requests, those being worked on are answered, event streams end. A second
 * one stops at once. What has been acknowledged is stored either way.
 */
export function stopOnSignals(running: Running): void {
  const { log } = running
  let firstAt: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined && Date.now() - firstAt < SAME_SIGNAL_MS) return
    if (firstAt !== undefined) process.exit(1)
    firstAt = Date.now()
    log.info({ signal }, 'stopping')
    const tooLate = setTimeout(() => {
      log.warn({ afterMs: DRAIN_MS }, 'some requests took longer than the drain; they were cut off')
      process.exit(1)
    }, DRAIN_MS)
    drain(running)
      .then(() => {
        clearTimeout(tooLate)
        log.info('stopped')
        process.exit(0)
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function drain({ app, close }: Running): Promise<void> {
  await app.close()
  await close()
}

/** A mistake of ours may have left anything half done in memory: said, and then it is better to start anew. */
export function stopOnMistakes(log: Logger): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error) => {
      log.fatal({ err: error }, kind)
      process.exit(1)
    })
  }
}
