import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'

/** Work that is done now and then beside the requests. */
export interface Chore {
  name: string
  everyMs: number
  run: () => Promise<void>
}

/** Does chores in turn, each as often as it says, until stopped. A chore that fails is logged and tried again later. */
export function startHousekeeping(chores: Chore[], log: Pick<FastifyBaseLogger, 'warn'>): () => Promise<void> {
  const timers = new Set<NodeJS.Timeout>()
  let last: Promise<void> = Promise.resolve()
  for (const { name, everyMs, run } of chores) {
    const timer = setInterval(() => {
      last = last.then(run).catch((error: unknown) => log.warn({ err: error, chore: name }, 'a chore failed'))
    }, everyMs)
    timer.unref()
    timers.add(timer)
  }
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await last
  }
}

const KEPT_DAYS = 90

/** Events are kept for as long as any listener may reasonably be away. */
export const purgeEvents = (now: Date) => sql`delete from events where occurred_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`
