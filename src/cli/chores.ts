import { sql, type Kysely } from 'kysely'
import type { DatabaseLog } from '../db/log.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { purgeKeys } from '../http/write/idempotency.ts'
import { forgetChanges, numberAllChanges } from '../http/search/index/changes.ts'
import { addUpMovements } from '../inventory/movements/count-movements.ts'
import { prepareSearches } from '../inventory/records/prepare-searches.ts'
import { queueDueMailings } from '../inventory/report-mailings/queue-due-mailings.ts'
import { settlePlans } from '../inventory/stock/due-plans.ts'
import { purgeChallenges } from '../system/access/factor-challenges.ts'
import { purgePasswordResets } from '../system/access/password-resets.ts'
import { purgeSessions } from '../system/access/sessions.ts'
import { purgeSignIns } from '../system/access/sign-in-limits.ts'
import { purgeAudit } from '../system/audit/purge-audit.ts'
import { notifyOwners } from '../system/counterparties/notify-owners.ts'
import { purgeEvents } from '../system/events/event-reader.ts'
import { purgeImports } from '../system/imports/queries.ts'
import { purgeLinks } from '../system/links/links.ts'
import { purgeProviderSignIns } from '../system/single-sign-on/sign-in.ts'
import { purgeNotices } from '../system/notices/notices.ts'
import type { System } from '../system/system.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The chores of a running service, and how often each is done. */
export function choresOf(database: Database, system: System, clock: () => Date): Chore[] {
  const { db } = database
  const hour = 60 * MINUTE
  const chores: Chore[] = [
    { name: 'chain audit', everyMs: 2 * SECOND, run: system.audit.chainAudit },
    { name: 'forget audit', everyMs: hour, run: () => purgeAudit(db, clock()) },
    { name: 'add up movements', everyMs: MINUTE, run: () => inTransaction(db, addUpMovements) },
    { name: 'settle plans', everyMs: 10 * SECOND, run: () => settlePlans(database, clock()) },
    { name: 'tell owners', everyMs: 10 * SECOND, run: () => notifyOwners(database, clock()) },
    { name: 'mail reports', everyMs: MINUTE, run: () => queueDueMailings(database, clock()) },
    { name: 'number search changes', everyMs: 10 * SECOND, run: () => numberAllChanges(db) },
    { name: 'prepare searches', everyMs: 10 * MINUTE, run: () => prepareSearches(db, clock) },
    { name: 'purge keys', everyMs: hour, run: () => purgeKeys(db, clock()) },
    {
      name: 'forget sign-ins',
      everyMs: hour,
      run: async () => {
        await purgeSignIns(db, clock())
        await purgePasswordResets(db, clock())
        await purgeChallenges(db, clock())
        await purgeProviderSignIns(db, clock())
      },
    },
    {
      name: 'forget ended sessions',
      everyMs: hour,
      run: () => purgeSessions(db, clock()),
    },
    { name: 'purge links', everyMs: hour, run: () => purgeLinks(db, clock()) },
    { name: 'purge notices', everyMs: hour, run: () => purgeNotices(db) },
    {
      name: 'forget search changes',
      everyMs: hour,
      run: () => forgetChanges(db, clock()),
    },
    { name: 'purge events', everyMs: hour, run: () => purgeEvents(db, clock()) },
    {
      name: 'forget imports',
      everyMs: hour,
      run: () => purgeImports(db, clock()),
    },
    { name: 'delete organisations', everyMs: MINUTE, run: () => system.deleteDue() },
    { name: 'ask for backups', everyMs: MINUTE, run: system.background.askBackups },
    { name: 'sweep files', everyMs: hour, run: system.sweepFiles },
    { name: 'forget old work', everyMs: hour, run: system.background.purge },
  ]
  // Each process knows its own.
  const own: Chore = { name: 'note uses of keys', everyMs: MINUTE, run: system.noteKeyUses }
  return [...(isAlone(database) ? chores : chores.map((each) => inTurn(db, each))), own]
}

/** A chore that is left to another process where that one has done it in this round. */
function inTurn(db: Kysely<Tables>, chore: Chore): Chore {
  return {
    ...chore,
    async run() {
      if (await takeTurn(db, chore)) await chore.run()
    },
  }
}

/** Work that is done now and then beside the requests. */
interface Chore {
  name: string
  everyMs: number
  run: () => Promise<void>
}

/** A start has other things to do, and a program that is started for minutes at a time would never come to what it does each hour. */
const FIRST_AFTER_MS = 5000

/** A timer that comes a little early must not wait for another round. */
const PART_OF_ROUND = 0.9

/**
 * True if a chore is due, and then the caller has to do it: of several processes only one does so in each round. If that one dies over
 * it, the first to ask in the next round does it.
 */
export async function takeTurn(
  db: Kysely<Tables>,
  { name, everyMs }: Pick<Chore, 'name' | 'everyMs'>,
): Promise<boolean> {
  const seconds = (everyMs * PART_OF_ROUND) / SECOND
  const { rows } = await sql`
    insert into chore_turns as turn (name, due_at) values (${name}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set due_at = excluded.due_at where turn.due_at <= now()
    returning name`.execute(db)
  return rows.length > 0
}

/** The embedded database has one process, and nothing is written for it. */
const isAlone = ({ engine }: Database) => engine === 'pglite'

/**
 * Does chores one at a time, soon after the start and then each as often as it says, until stopped. A chore that fails is logged and
 * tried again later. None is begun while it must not. One that takes longer than its round may be begun by another process, too: a chore must bear being done by two at once.
 *
 * @returns stops it, and waits for the chore that is being done
 */
export function startHousekeeping(
  chores: Chore[],
  { log, mayWork = () => true }: { log: Pick<DatabaseLog, 'warn'>; mayWork?: () => boolean },
): () => Promise<void> {
  let isStopped = false
  let last: Promise<void> = Promise.resolve()
  const timers = chores.flatMap((chore) => {
    let isDue = false
    const lineUp = () => {
      // A chore that takes longer than its turn is not lined up twice.
      if (isDue) return
      isDue = true
      last = last
        .then(() => (isStopped || !mayWork() ? undefined : chore.run()))
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
