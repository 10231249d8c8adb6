import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../actor.ts'
import type { ReceivedFile } from './receive-form.ts'

/** What an upload does with its file beside the transaction, which must not wait for a disk or a network. */
export interface UploadSteps<In, Kept> {
  /** Judges the file that has arrived and puts it where it stays. */
  keep(db: Kysely<Tables>, actor: Actor, input: In, file: ReceivedFile): Promise<Kept>
  /** Takes back what was kept, where nothing was stored that needs it: the command refused, or it was done before. */
  discard(kept: Kept, db: Kysely<Tables>): Promise<void>
  /**
   * `keep` stores what it was sent, in steps that each commit. The Idempotency-Key is claimed before it then, and not with
   * what `run` writes: a second request with the same key waits, and does nothing.
   */
  isStepwise?: boolean
}
