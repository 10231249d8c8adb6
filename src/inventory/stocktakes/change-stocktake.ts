import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { lockOpenStocktake } from './lock-stocktake.ts'
import { readStocktake } from './queries.ts'
import type { RecountBody } from './schema.ts'
import { isOutside } from './stocktake-rules.ts'

/**
 * Asks for a second count of bays, by somebody else than who counted them last; by default of those whose difference is above the tolerance.
 *
 * @throws Refusal `not_found`, `in_use` where the session is not open, and every bay that is not in it or that nobody has counted
 */
export async function askRecount(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: RecountBody,
): Promise<void> {
  await lockOpenStocktake(trx, actor, id)
  const { session, lines } = await readStocktake(trx, actor, id)
  const counted = lines.filter(({ counts, state }) => counts.length > 0 && state !== 'left_out')
  const known = new Set(counted.map(({ bayId }) => bayId))
  const wanted =
    body.substorageIds ??
    counted.filter(({ reckoned }) => isOutside(reckoned, session.tolerance)).map(({ bayId }) => bayId)
  refuseFaults([
    ...(wanted.length === 0 ? [fault('substorageIds', message('nothingToRecount', {}), 'required')] : []),
    ...wanted.flatMap((bayId, index) =>
      known.has(bayId) ? [] : [fault(`substorageIds[${index}]`, message('isNotCounted', {}), 'unknown_bay')],
    ),
  ])
  await sql`
    update stocktake_lines line set recount_asked_at = ${actor.now}, recount_asked_by_name = ${actor.userName}, recount_after = (
      select count(*) from stocktake_counts c
      where c.organisation_id = line.organisation_id and c.stocktake_id = line.stocktake_id and c.bay_id = line.bay_id)
    where organisation_id = ${actor.organisationId} and stocktake_id = ${id} and bay_id = ${anyOf(wanted, 'bigint')}`.execute(
    trx,
  )
  await appendEvent(trx, actor, {
    type: 'stocktake.recount_asked',
    subject: id,
    data: { ids: [id], substorageIds: wanted },
  })
}

/**
 * Cancels a session: its counts stay to be read, and change nothing. Its bays are free for another.
 *
 * @throws Refusal `not_found`, `in_use` where it is not open
 */
export async function cancelStocktake(trx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockOpenStocktake(trx, actor, id)
  await sql`
    update stocktakes set cancelled_at = ${actor.now}, cancelled_by_name = ${actor.userName}
    where organisation_id = ${actor.organisationId} and id = ${id}`.execute(trx)
  await appendEvent(trx, actor, { type: 'stocktake.cancelled', subject: id, data: { ids: [id] } })
}
