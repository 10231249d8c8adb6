import type { Message } from '../../words/catalogue.ts'

/** When work that failed is tried again, and when it is given up. Pure. */

/** The outcome of an attempt. */
export type JobOutcome =
  | { status: 'done'; attempts: number; at: Date }
  | { status: 'queued'; attempts: number; at: Date; problem: Message; dueAt: Date }
  | { status: 'failed'; attempts: number; at: Date; problem: Message }

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 4 * 60 * 60_000

/**
 * Gives the wait after so many failed attempts: doubling from 15 seconds to four hours. Jitter takes off up to a third, so that jobs that failed
 * together do not come back together.
 *
 * @param random from 0 up to 1
 * @example pauseMs(1, 0) // 15_000
 */
export function pauseMs(failures: number, random: number): number {
  const whole = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
  return Math.round(whole * (1 - random / 3))
}

/** Decides what to do after an attempt that failed: again later, or never. */
export function afterFailure(failed: {
  attempts: number
  mostAttempts: number
  problem: Message
  /** Trying again cannot help. */
  isFinal: boolean
  at: Date
  random: number
}): JobOutcome {
  const { attempts, problem, at } = failed
  if (failed.isFinal || attempts >= failed.mostAttempts) return { status: 'failed', attempts, at, problem }
  const dueAt = new Date(at.getTime() + pauseMs(attempts, failed.random))
  return { status: 'queued', attempts, at, problem, dueAt }
}
