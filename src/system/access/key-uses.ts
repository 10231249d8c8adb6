import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Nobody needs to know it to the minute, and a busy key would be written all day. */
const NOTED_EVERY_MS = 3_600_000
/** After so long without a use, whoever answers for a key is told that it may not be needed. */
export const UNUSED_AFTER_DAYS = 90

/** When API keys were last used, kept beside the requests and written now and then. */
export class KeyUses {
  readonly #unwritten = new Map<string, Date>()
  readonly #noted = new Map<string, number>()

  /** Notes a use; one within the hour of the last that was noted changes nothing. */
  note(keyId: string, now: Date): void {
    const before = this.#noted.get(keyId)
    if (before !== undefined && Math.abs(now.getTime() - before) < NOTED_EVERY_MS) return
    this.#noted.set(keyId, now.getTime())
    this.#unwritten.set(keyId, now)
  }

  /** Writes what was noted since the last time. Several processes keep the latest. */
  async write(db: Kysely<Tables>): Promise<void> {
    const uses = [...this.#unwritten]
    if (uses.length === 0) return
    this.#unwritten.clear()
    const [ids, moments] = [uses.map(([id]) => id), uses.map(([, at]) => at.toISOString())]
    await sql`
      update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
      from unnest(${ids}::uuid[], ${moments}::timestamptz[]) as used (id, at)
      where k.id = used.id`.execute(db)
  }
}
