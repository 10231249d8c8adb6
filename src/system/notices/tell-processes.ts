import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What processes tell each other about. */
export type Topic = 'cache' | 'logging'

/**
 * Tells every process on this database, this one too, at the latest a good second after the commit. Given a
 * transaction, it is told when that is stored, and not at all when it is taken back.
 */
export async function tellProcesses(db: Kysely<Tables>, topic: Topic, data: object): Promise<void> {
  await db
    .insertInto('notices')
    .values({ topic, data: JSON.stringify(data) })
    .execute()
}
