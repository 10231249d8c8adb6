import { sql } from 'kysely'
import { rowsById } from '../../db/rows-by-id.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'

/** Lets another organisation see files of the caller's, as if they had been uploaded for it too. For somebody who is no organisation here, nothing changes. */
export async function shareFiles(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
  otherId: string,
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('files')
    .set({ organisations: sql`array_append(organisations, ${otherId}::text)` })
    .where('id', 'in', (own) =>
      own
        .selectFrom(rowsById('files', ids).as('own'))
        .select('own.id')
        .where('own.organisation_id', '=', organisationId),
    )
    .where(sql<boolean>`not ${otherId} = any(organisations)`)
    .where(sql<boolean>`exists (select from organisations o where o.id::text = ${otherId})`)
    .execute()
}
