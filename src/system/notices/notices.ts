import { performance } from 'node:perf_hooks'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import { retryUntil } from '../retry.ts'

/** Topics on which processes notify each other. */
type Topic = 'cache' | 'logging'

/**
 * Tells every process on this database, this one too, at the latest a good second after the commit. Given a
 * transaction, it is told when that is stored, and not at all when it is taken back.
 */
export async function notifyProcesses(db: Kysely<Tables>, topic: Topic, data: object): Promise<void> {
  await db
    .insertInto('notices')
    .values({ topic, data: JSON.stringify(data) })
    .execute()
}

/** The reaction of a part of the program to a notice. A second notice must do no harm. */
export interface Hearing {
  hear: (data: unknown) => Promise<void>
  /** The process was away for so long that it may have been told what it did not hear. */
  missed: () => Promise<void>
}

const POLL_MS = 1000
/** Longer than any transaction may stay open, so that what is committed late is still seen. */
const WINDOW_MINUTES = 5
const AWAY_MS = 4 * 60_000
const KEPT_HOURS = 1

/**
 * Reads what processes on one database tell each other, each second. It goes by what it has seen, and not by the last
 * number: a notice with a lower number may be committed after one with a higher.
 */
export class NoticeReader {
  readonly #db: Kysely<Tables>
  readonly #log: Pick<DatabaseLog, 'info' | 'warn'>
  readonly #hearings = new Map<string, Hearing>()
  #seen = new Set<number>()
  #readAt = moment()
  #last: Promise<void> = Promise.resolve()
  #isBusy = false
  #timer: NodeJS.Timeout | undefined

  constructor(db: Kysely<Tables>, log: Pick<DatabaseLog, 'info' | 'warn'>) {
    this.#db = db
    this.#log = log
  }

  /** Says who is told of a topic. */
  on(topic: Topic, hearing: Hearing): void {
    this.#hearings.set(topic, hearing)
  }

  /** Begins to read. What was told before is known already to a process that has just been started. */
  async start(): Promise<void> {
    this.#seen = new Set((await this.#recent()).map(({ id }) => id))
    const attempt = retryUntil(this.#log, {
      failed: 'notices could not be read',
      again: 'notices are read again',
    })
    this.#timer = setInterval(() => {
      if (!this.#isBusy) void attempt(() => this.read())
    }, POLL_MS).unref()
  }

  /** Reads now, and returns when all that was told before has been done in this process. */
  async read(): Promise<void> {
    const reading = this.#last.catch(() => undefined).then(() => this.#readOnce())
    this.#last = reading
    await reading
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#last.catch(() => undefined)
  }

  async #readOnce(): Promise<void> {
    this.#isBusy = true
    try {
      const notices = await this.#recent()
      const now = moment()
      const wasAway = Math.max(now.steady - this.#readAt.steady, now.clock - this.#readAt.clock) > AWAY_MS
      let isDone = true
      if (wasAway)
        for (const { missed } of this.#hearings.values()) isDone = (await this.#safely(missed)) && isDone
      // What could not be caught up with is caught up with at the next reading.
      if (isDone) this.#readAt = now
      // At once: one that waits for somebody who does not answer, such as Redis, holds up no other.
      const heard = await Promise.all(
        notices.map(
          async ({ id, topic, data }) => this.#seen.has(id) || wasAway || (await this.#tell(topic, data)),
        ),
      )
      this.#seen = new Set(notices.filter((_notice, index) => heard[index]).map(({ id }) => id))
    } finally {
      this.#isBusy = false
    }
  }

  /** True if it was done; if not, it is tried again with the next reading. */
  async #tell(topic: string, data: unknown): Promise<boolean> {
    const hearing = this.#hearings.get(topic)
    return hearing === undefined || (await this.#safely(() => hearing.hear(data)))
  }

  async #safely(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      this.#log.warn({ err: error }, 'a notice could not be followed')
      return false
    }
  }

  async #recent() {
    return this.#db
      .selectFrom('notices')
      .select(['id', 'topic', 'data'])
      .where('told_at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${WINDOW_MINUTES})`)
      .orderBy('id')
      .execute()
  }
}

/** By a clock that nobody sets, which stands still while the machine sleeps, and by the one that goes on. */
const moment = () => ({ steady: performance.now(), clock: Date.now() })

/** Deletes what every process has heard by now. */
export async function purgeNotices(db: Kysely<Tables>): Promise<void> {
  await deleteInPieces(
    db,
    'notices',
    sql`told_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})`,
  )
}
