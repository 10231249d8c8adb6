import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, Kysely, Transaction as KyselyTransaction } from 'kysely'
import { OpenTransaction, type Beginning } from './open-transaction.ts'
import { isStaleStatement } from './prepared.ts'
import type { Tables } from './tables.ts'

/** The handle that a command writes through. Taking it, and not the database, means that it cannot be called outside a transaction. */
export type Transaction = KyselyTransaction<Tables>

const AS_USUAL: Beginning = { mode: 'read committed', settings: {} }

/**
 * For what looks up all that it needs by its key, however many rows that are. The planner takes them for more than they are, reads
 * small tables whole, and plans anew for each number of them, at more than the look-up costs.
 */
export const LOOKING_UP_BY_KEY: Beginning = {
  mode: 'read committed',
  settings: {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  },
}

const RETRIES = 4
const FIRST_PAUSE_MILLISECONDS = 10

/** Serialization failure, deadlock. Both rolled the transaction back whole, so that running it again is safe. */
const COLLISIONS = new Set(['40001', '40P01'])

/**
 * Thrown where waiting for a lock might end in a deadlock: the transaction is rolled back and run again, beginning with `lockFirst`,
 * which may wait, as nothing else is locked by then.
 */
export class Collision extends Error {
  readonly code = '40001'
  readonly lockFirst: (trx: Transaction) => Promise<unknown>

  constructor(message: string, lockFirst: Collision['lockFirst'], options?: ErrorOptions) {
    super(message, options)
    this.lockFirst = lockFirst
  }
}

const current = new AsyncLocalStorage<{ isOpen: boolean }>()

/** True in code that runs within `inTransaction`, for as long as the transaction is open. */
export function isInsideTransaction(): boolean {
  return current.getStore()?.isOpen === true
}

/**
 * Runs `work` in one transaction: stored whole when it returns, not at all when it throws. When the database gave way
 * to another transaction (a deadlock, a serialization failure) or to a migration, all of `work` is run again, up to
 * four times, so it may do nothing outside the database that cannot be done twice.
 *
 * Statements go out as they are asked for: those that `work` starts together (`Promise.all`) share one round trip, and
 * BEGIN goes with the first of them. Each still sees what those before it did.
 *
 * @example
 * await inTransaction(db, (trx) => recordMovement(trx, actor, input))
 */
export async function inTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction) => Promise<T>,
  beginning: Beginning = AS_USUAL,
): Promise<T> {
  let lockFirst: Collision['lockFirst'] | undefined
  for (let attempt = 0; ; attempt++) {
    try {
      return await runOnce(
        db,
        async (trx) => {
          await lockFirst?.(trx)
          return work(trx)
        },
        beginning,
      )
    } catch (error) {
      if (attempt === RETRIES || !(isCollision(error) || isStaleStatement(error))) throw error
      if (error instanceof Collision) lockFirst = error.lockFirst
      // Jittered, or the two that collided would meet again.
      await sleep(FIRST_PAUSE_MILLISECONDS * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

const ONE_MOMENT: Beginning = { mode: 'repeatable read, read only', settings: {} }

/**
 * Reads with several statements what is to be of one moment: whatever others store between them is seen by none. Within a
 * transaction it is that transaction which decides what is seen.
 *
 * @example
 * const record = await inOneMoment(db, async (moment) => ({ ...(await totalsOf(moment)), loads: await loadsOf(moment) }))
 */
export function inOneMoment<T>(db: Kysely<Tables>, work: (moment: Kysely<Tables>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  // What was read is as good before COMMIT is answered, which ends what has changed nothing.
  return new Promise((resolve, reject) => {
    inTransaction(db, async (moment) => resolve(await work(moment)), ONE_MOMENT).catch(reject)
  })
}

const openTransactions = new WeakMap<Transaction, OpenTransaction>()

async function runOnce<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction) => Promise<T>,
  beginning: Beginning,
): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    const open = new OpenTransaction(connection, beginning)
    const trx = open.handle(db)
    openTransactions.set(trx, open)
    try {
      const result = await marked(() => work(trx))
      await open.commit()
      return result
    } catch (error) {
      throw await open.rollBack(error)
    }
  })
}

/**
 * Takes a write whose answer the command does not need, such as an event, and lets the command go on: it is waited for
 * together with COMMIT. Where it fails so does the transaction, with its error. Writes are done in the order in which they are
 * given, in front of whatever is asked afterwards.
 *
 * @example
 * writeUnawaited(trx, keepAnswer.with({ caller, body }))
 */
export function writeUnawaited(trx: Transaction, ...writes: CompiledQuery[]): void {
  const open = openTransactions.get(trx)
  if (!open) throw new Error('only a transaction of inTransaction has a commit to wait for')
  for (const write of writes) open.sendUnawaited(write)
}

async function marked<T>(work: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true }
  try {
    return await current.run(mark, work)
  } finally {
    // Timers and promises started inside keep the mark; they may use the database once the transaction is over.
    mark.isOpen = false
  }
}

function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && COLLISIONS.has(String(error.code))
}
