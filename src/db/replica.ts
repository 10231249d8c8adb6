import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { MendableError } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'
import type { DatabaseLog } from './log.ts'
import type { Tables } from './tables.ts'

// Reads from a standby of PostgreSQL that has replayed whatever was stored when the read came (docs/decisions/0067-reads-from-a-replica.md).

/** Milliseconds that a read waits for the replica before the primary answers it. */
const PATIENCE_MS = 200
const PAUSE_MS = 5
/** Milliseconds for which the primary then answers all reads. */
const REST_MS = { behind: 1_000, away: 5_000 }

/** The end of the primary's write-ahead log so far. */
interface Position {
  lsn: string
  /** As file names of the log have it. After a failover there is another one. */
  timeline: string
  cluster: string
}

/** Counts of reads that the replica may answer: by it, or by the primary because the replica was behind or away. */
export interface ReadCounts {
  replica: number
  behind: number
  away: number
}

/** A standby that answers reads. None of them lacks what was stored, by any process, before it came. */
export class Replica {
  readonly counts: ReadCounts = { replica: 0, behind: 0, away: 0 }
  readonly #primary: Kysely<Tables>
  readonly #standby: Kysely<Tables>
  readonly #log: DatabaseLog
  /** The replica's trouble, and until when it is not asked. */
  #trouble: { kind: 'behind' | 'away'; until: number } | undefined

  constructor(primary: Kysely<Tables>, standby: Kysely<Tables>, log: DatabaseLog) {
    this.#primary = primary
    this.#standby = standby
    this.#log = log
  }

  /** As it was found last. */
  get state(): 'in use' | 'behind' | 'away' {
    return this.#trouble?.kind ?? 'in use'
  }

  /**
   * Reads from the replica, or from the primary where the replica lacks something or fails.
   *
   * @param isAnswer whether an error is an answer all the same, such as a refusal, and not a failure of the replica
   * @example replica.read((db) => readPosition(db, actor, at), (error) => error instanceof Refusal)
   */
  async read<T>(work: (db: Kysely<Tables>) => Promise<T>, isAnswer: (error: unknown) => boolean): Promise<T> {
    if (!(await this.#hasAll())) return work(this.#primary)
    try {
      const answer = await work(this.#standby)
      this.counts.replica += 1
      return answer
    } catch (error) {
      if (isAnswer(error)) throw error
      this.#rest('away', error)
      this.counts.away += 1
      return work(this.#primary)
    }
  }

  /**
   * Asks it as a read does, however far it has come.
   *
   * @throws Error why it cannot be used
   */
  async ensureUsable(): Promise<void> {
    await this.#compare(await this.#stored())
  }

  /** True if the replica has all that is stored by now, or has it soon. */
  async #hasAll(): Promise<boolean> {
    const rests = this.#trouble
    if (rests && performance.now() < rests.until) {
      this.counts[rests.kind] += 1
      return false
    }
    try {
      const stored = await this.#stored()
      const deadline = performance.now() + PATIENCE_MS
      while (!(await this.#compare(stored))) {
        if (performance.now() > deadline) {
          this.#rest('behind')
          this.counts.behind += 1
          return false
        }
        await sleep(PAUSE_MS)
      }
    } catch (error) {
      this.#rest('away', error)
      this.counts.away += 1
      return false
    }
    if (this.#trouble) this.#log.info({}, 'the read replica is in use again')
    this.#trouble = undefined
    return true
  }

  /** Reads no table, so it costs the primary next to nothing. */
  async #stored(): Promise<Position> {
    // Whatever a commit was acknowledged for is flushed, unless the server acknowledges commits before.
    const { rows } = await sql<Position>`
      select lsn::text as lsn, left(pg_walfile_name(lsn), 8) as timeline, system_identifier::text as cluster
      from pg_control_system(), (
        select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn
      ) come_to`.execute(this.#primary)
    const [position] = rows
    if (!position) throw new Error('a position has one row')
    return position
  }

  /**
   * True if the replica has reached a position.
   *
   * @throws Error where it never will, or may have another history at that position
   */
  async #compare({ lsn, timeline, cluster }: Position): Promise<boolean> {
    const { rows } = await sql<{ isStandby: boolean; isOfCluster: boolean; hasAll: boolean }>`
      select pg_is_in_recovery() as "isStandby",
        system_identifier::text = ${cluster} and lpad(upper(to_hex(timeline_id)), 8, '0') = ${timeline} as "isOfCluster",
        coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "hasAll"
      from pg_control_system(), pg_control_checkpoint()`.execute(this.#standby)
    const [found] = rows
    if (!found?.isStandby) throw new MendableError(message('isNoStandby', {}))
    if (!found.isOfCluster) throw new MendableError(message('followsOther', {}))
    return found.hasAll
  }

  #rest(kind: 'behind' | 'away', error?: unknown): void {
    if (this.#trouble?.kind !== kind)
      this.#log.warn({ err: error }, `the read replica is ${kind}: the primary answers`)
    this.#trouble = { kind, until: performance.now() + REST_MS[kind] }
  }
}
