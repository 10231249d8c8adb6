import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from '../../db/log.ts'
import type { Message } from '../../words/catalogue.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { retryUntil } from '../retry.ts'

/** Work that is under way. It ends early when the signal says so, and says itself what became of it. */
export type Work = (signal: AbortSignal) => Promise<void>

/** A source of work. */
export interface WorkSource {
  name: string
  /** Takes a piece of work that is due, so that nobody else does it; undefined where there is none. */
  claim(): Promise<Work | undefined>
}

export interface Worker {
  /** There may be something to do: looks soon. */
  wake(): void
  /** Takes nothing more, waits for what is under way, and cuts it off when that takes too long. */
  stop(): Promise<void>
}

interface Options {
  log: DatabaseLog
  /** Number of tasks done at the same time. */
  atOnce: number
  /** Milliseconds between looks for what has become due, or what other processes have asked for. */
  pollMs?: number
  /** Milliseconds that work may go on once the worker is to stop. */
  graceMs?: number
}

const POLL_MS = 2000
/** A hundred writes a second wake the worker, and make it look twenty times. */
const GATHER_MS = 50
/** Within the 25 seconds that the whole program has. */
const GRACE_MS = 15_000

/** Does what a source has, until stopped. Several processes may work on the same source. */
export function startWorker(source: WorkSource, options: Options): Worker {
  const { log, atOnce, pollMs = POLL_MS, graceMs = GRACE_MS } = options
  const underWay = new Set<Promise<void>>()
  const cutOff = new AbortController()
  let looking: Promise<void> | undefined
  let isStopped = false
  let isWoken = false
  const attempt = retryUntil(
    log,
    { failed: 'could not look for work', again: 'looks for work again' },
    { source: source.name },
  )

  async function look(): Promise<void> {
    while (!isStopped && underWay.size < atOnce) {
      const work = await source.claim()
      if (!work) return
      const task: Promise<void> = work(cutOff.signal)
        .catch((error: unknown) => log.error({ err: error, source: source.name }, 'work ended badly'))
        .finally(() => {
          underWay.delete(task)
          wake()
        })
      underWay.add(task)
    }
  }

  function wake(): void {
    if (isStopped) return
    isWoken = true
    looking ??= lookWhileWoken().finally(() => {
      looking = undefined
      if (isWoken) wake()
    })
  }

  async function lookWhileWoken(): Promise<void> {
    await sleep(GATHER_MS, undefined, { ref: false })
    isWoken = false
    await attempt(look)
  }

  const timer = setInterval(wake, pollMs).unref()
  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      isWoken = false
      clearInterval(timer)
      const tooLate = setTimeout(() => cutOff.abort(new Error('the service is stopping')), graceMs)
      await looking
      await Promise.all(underWay)
      clearTimeout(tooLate)
    },
  }
}

/** Does all that is due, one piece after the other: for tests and for whoever waits for the end. */
export async function workOff(source: WorkSource): Promise<number> {
  for (let done = 0; ; done++) {
    const work = await source.claim()
    if (!work) return done
    await work(new AbortController().signal)
  }
}

/**
 * Why an attempt at some work failed, as a message for people. What is thrown otherwise is a bug or a lost database: it goes
 * into the log, and the work is tried again.
 */
export class WorkProblem extends Error {
  readonly said: Message
  /** Trying again cannot help. */
  readonly isFinal: boolean

  constructor(said: Message, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(render(said, ANYBODY), { cause })
    this.said = said
    this.name = 'WorkProblem'
    this.isFinal = isFinal
  }
}
