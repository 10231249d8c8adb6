import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** For what is being worked on when the port closes. */
const FINISH_MS = 25_000
/** On Ctrl-C the terminal signals us, and npm passes its own signal on: that is one. Who insists takes longer. */
const SAME_SIGNAL_MS = 500

interface Running {
  app: FastifyInstance
  log: Logger
  /** Seconds to go on taking requests after SIGTERM, so that balancers see that it is not ready before the port closes. */
  drainSeconds: number
  /** Has balancers told to send nobody any more. */
  refuseNewcomers: () => void
  /** Lets go of everything else, once no request is left. */
  close: () => Promise<void>
}

/**
 * The first SIGTERM makes the service not ready, and some seconds later it drains: no new requests, those being worked on are
 * answered, event streams end. SIGINT is from a person at a terminal, and no balancer is waited for. A second signal stops at once.
 * What has been acknowledged is stored either way.
 */
export function stopOnSignals(running: Running): void {
  const { log } = running
  let firstAt: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined && Date.now() - firstAt < SAME_SIGNAL_MS) return
    if (firstAt !== undefined) process.exit(1)
    firstAt = Date.now()
    log.info({ signal }, 'stopping')
    drain(running, signal === 'SIGTERM' ? running.drainSeconds : 0)
      .then(() => {
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

async function drain(running: Running, drainSeconds: number): Promise<void> {
  const { app, log, close, refuseNewcomers } = running
  refuseNewcomers()
  await sleep(drainSeconds * 1000)
  setTimeout(() => {
    log.warn({ afterMs: FINISH_MS }, 'some requests took longer than the drain; they were cut off')
    process.exit(1)
  }, FINISH_MS)
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
