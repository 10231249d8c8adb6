import type { DatabaseLog } from '../db/log.ts'

/**
 * For work that is done every second or so, and fails for as long as the database is away. That is said once for each reason, and once
 * that it is over: with a line for each try, one night would bury in the log what began it, and fill a small disk.
 *
 * @returns does the work, and never rejects
 */
export function retryUntil(
  log: Pick<DatabaseLog, 'info' | 'warn'>,
  words: { failed: string; again: string },
  details: object = {},
): (work: () => Promise<void>) => Promise<void> {
  let said: string | undefined
  return async (work) => {
    try {
      await work()
      if (said !== undefined) log.info(details, words.again)
      said = undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== said) log.warn({ ...details, err: error }, words.failed)
      said = reason
    }
  }
}
