import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'
import type { DatabaseLog } from './log.ts'

/** Held by whoever migrates. Any number will do, as long as all processes of the service agree on it. */
export const SCHEMA_LOCK = 7_241_855
const LOOK_EVERY_MS = 2_000
/** Long enough for every process to look, and to finish what takes a moment. */
export const NOTICE_MS = 2 * LOOK_EVERY_MS + 1_000

/** Why a process does not fit the schema: it went on to a version that this one cannot work beside, or back to one before. */
export type Unfit = 'later' | 'earlier'

/**
 * Compares the schema with the version of this process, every two seconds and with each new connection. A process that does not fit takes nothing new: what it
 * would write, nobody might read.
 */
export class SchemaWatch {
  readonly #pool: pg.Pool
  readonly #log: Pick<DatabaseLog, 'warn' | 'info'>
  #known: string[] = []
  #unfit: Unfit | undefined
  #stop = new AbortController()
  #isLooking = false
  #onChange: (isFit: boolean) => void = () => undefined

  constructor(pool: pg.Pool, log: Pick<DatabaseLog, 'warn' | 'info'>) {
    this.#pool = pool
    this.#log = log
    pool.on('connect', () => void this.#look())
  }

  /** Begins to look. `known` are the names of all migrations of this version. */
  start(known: string[], onChange: (isFit: boolean) => void): void {
    this.#known = known
    this.#onChange = onChange
    void this.#goOn()
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Undefined as long as the process fits. */
  get unfit(): Unfit | undefined {
    return this.#unfit
  }

  /** @throws Refusal `unavailable` for what would write into a schema that does not fit */
  ensureFits(): void {
    if (this.#unfit !== undefined)
      throw new Refusal('unavailable', message('schemaDoesNotFit', { is: this.#unfit }))
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      await this.#look()
      await sleep(LOOK_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  /** A database that does not answer says nothing of its schema. */
  async #look(): Promise<void> {
    if (this.#isLooking || this.#known.length === 0 || this.#stop.signal.aborted) return
    this.#isLooking = true
    try {
      const { rows } = await this.#pool.query<{ is_later: boolean; known: number }>(
        `select
          exists (select from schema_migrations where not works_beside and name <> all ($1::text[]) and (finished_at is not null
            or exists (select from pg_locks where locktype = 'advisory' and objid = ${SCHEMA_LOCK} and granted
              and database = (select oid from pg_database where datname = current_database())))) as is_later,
          (select count(*) from schema_migrations where finished_at is not null and name = any ($1::text[])) as known`,
        [this.#known],
      )
      const [found] = rows
      if (found)
        this.#tell(found.is_later ? 'later' : found.known < this.#known.length ? 'earlier' : undefined)
    } catch {
      // Asked again soon; whoever needs the database meanwhile learns of it.
    } finally {
      this.#isLooking = false
    }
  }

  #tell(unfit: Unfit | undefined): void {
    if (unfit === this.#unfit) return
    this.#unfit = unfit
    if (unfit === undefined) this.#log.info({}, 'the schema fits this version again')
    else this.#log.warn({ schema: unfit }, 'the schema is not of this version: no new writes are taken')
    this.#onChange(unfit === undefined)
  }
}
