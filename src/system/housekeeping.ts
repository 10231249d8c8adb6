import type { DatabaseLog } from '../db/log.ts'

/** Work that is done now and then beside the requests. */
export interface Chore {
  name: string
  everyMs: number
  run: () => Promise<void>
}

/** A start has other things to do, and a program that is started for minutes at a time would never come to what it does each hour. */
const FIRST_AFTER_MS = 5000

/**
 * Does chores one at a time, soon after the start and then each as often as it says, until stopped. A chore that fails is logged and
 * tried again later. Every process does them, so a chore must bear being done by two at once.
 *
 * @returns stops it, and waits for the chore that is being done
 */
export function startHousekeeping(chores: Chore[], log: Pick<DatabaseLog, 'warn'>): () => Promise<void> {
  let isStopped = false
  let last: Promise<void> = Promise.resolve()
  const timers = chores.flatMap((chore) => {
    let isDue = false
    const lineUp = () => {
      // A chore that takes longer than its turn is not lined up twice.
      if (isDue) return
      isDue = true
      last = last
        .then(() => (isStopped ? undefined : chore.run()))
        .catch((error: unknown) => log.warn({ err: error, chore: chore.name }, 'a chore failed'))
        .finally(() => {
          isDue = false
        })
    }
    const first = chore.everyMs > FIRST_AFTER_MS ? [setTimeout(lineUp, FIRST_AFTER_MS)] : []
    return [...first, setInterval(lineUp, chore.everyMs)].map((timer) => timer.unref())
  })
  return async () => {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    await last
  }
}
