import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import { Refusal } from '../../kernel/errors.ts'
import { deleteOrganisation } from './delete-organisation.ts'

const DAY_MS = 86_400_000

/**
 * Deletes the organisations whose grace is over. Where stock is in the way by then, it is tried again each day until that is gone or an owner
 * withdraws.
 */
export async function deleteDue(
  database: Pick<Database, 'db'>,
  now: Date,
  log: Pick<DatabaseLog, 'warn'>,
): Promise<void> {
  const due = await database.db
    .selectFrom('organisation_deletions')
    .select('organisation_id as id')
    .where('due_at', '<=', now)
    .where((where) =>
      where.or([where('tried_at', 'is', null), where('tried_at', '<=', new Date(now.getTime() - DAY_MS))]),
    )
    .orderBy('due_at')
    .execute()
  for (const { id } of due) {
    try {
      await deleteOrganisation(database, id, { now, onlyIfDue: true })
    } catch (error) {
      // One that cannot go yet holds up no other.
      if (!(error instanceof Refusal)) throw error
      log.warn({ err: error, organisationId: id }, 'an organisation could not be deleted yet')
      await database.db
        .updateTable('organisation_deletions')
        .set({ tried_at: now })
        .where('organisation_id', '=', id)
        .execute()
    }
  }
}
