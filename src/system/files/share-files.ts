import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { mayRevealPosition, MAX_SHARES } from './kinds.ts'
import { findOrganisations } from './queries.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Lets another organisation see files of the caller's, as if they had been uploaded for it too. For somebody who is no organisation here,
 * nothing changes.
 *
 * @param path the field that names the files
 * @throws Refusal `invalid_input` for a film that the other does not see yet: it may tell where it was taken, which has to be said to whoever shares it
 */
export async function shareFiles(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
  otherId: string,
  path: string,
): Promise<void> {
  if (ids.length === 0 || otherId === organisationId) return
  const shared = await trx
    .updateTable('files')
    .set({ organisations: sql`array_append(organisations, ${otherId}::text)` })
    .where('id', '=', anyOf(ids, 'uuid'))
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`not ${otherId} = any(organisations)`)
    .where(sql<boolean>`exists (select from organisations o where o.id::text = ${otherId})`)
    .returning(['name', 'content_type'])
    .execute()
  const film = shared.find(({ content_type: contentType }) => mayRevealPosition(contentType))
  if (!film) return
  refuseFaults([fault(path, message('isFilm', { name: film.name }), 'tells_position')])
}

/** A file shared with nobody by a slip of the pen would be missed only when it is needed, so unknown ids are refused. */
export async function shareFaults(db: Kysely<Tables>, ids: string[]): Promise<Fault[]> {
  if (ids.length > MAX_SHARES)
    return [fault('organisations', message('hasTooManyOrganisations', { limit: MAX_SHARES }), 'maxItems')]
  const known = await findOrganisations(db, ids)
  return ids
    .filter((id) => !known.has(id))
    .map((id) => fault('organisations', message('isNoOrganisationHere', { id }), 'unknown'))
}

/**
 * Refuses to share a file that may reveal where it was recorded, unless the sender has confirmed that it may.
 *
 * @throws Refusal `invalid_input`
 */
export function ensureConfirmed(contentType: string, isConfirmed: boolean): void {
  if (isConfirmed || !mayRevealPosition(contentType)) return
  refuseFaults([fault('mayTellPosition', message('filmNeedsConfirming', {}), 'tells_position')])
}
