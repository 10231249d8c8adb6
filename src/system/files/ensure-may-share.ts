import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { mayTellPosition } from './kinds.ts'
import { MAX_SHARES } from './limits.ts'
import { findOrganisations } from './queries.ts'

/** A file shared with nobody by a slip of the pen would be missed only when it is needed, so unknown ids are refused. */
export async function shareFaults(db: Kysely<Tables>, ids: string[]): Promise<Fault[]> {
  if (ids.length > MAX_SHARES)
    return [fault('organisations', `must be at most ${MAX_SHARES} ids`, 'maxItems')]
  const known = await findOrganisations(db, ids)
  return ids
    .filter((id) => !known.has(id))
    .map((id) => fault('organisations', `is not an organisation here: ${id}`, 'unknown'))
}

/**
 * What may tell where it was recorded is shared by nobody who has not been told so.
 *
 * @throws Refusal `invalid_input`
 */
export function ensureConfirmed(contentType: string, isConfirmed: boolean): void {
  if (isConfirmed || !mayTellPosition(contentType)) return
  refuseFaults([
    fault(
      'mayTellPosition',
      'must be true to share a film: it is kept as the camera made it, and whoever may see it can read where it was taken',
      'tells_position',
    ),
  ])
}
