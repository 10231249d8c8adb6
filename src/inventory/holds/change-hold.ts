import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { ensurePermitted } from '../../kernel/permissions.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { message } from '../../words/catalogue.ts'
import { lockBays } from '../stock/lock-bays.ts'
import type { HoldRow } from './queries.ts'
import { fumigationEnd, fumigationFaults, spanFaults } from './rules.ts'
import type { ChangeHoldBody, ReleaseHoldBody } from './schema.ts'
import { endOf, fumigationColumns, readFumigation } from './set-hold.ts'

type Locked = Pick<HoldRow, 'id' | 'bay_id' | 'reason' | 'begins_at' | 'ends_at' | 'over_at' | 'file_ids'>

/**
 * A hold of the caller's that is not over, locked behind its bay.
 *
 * @throws Refusal `not_found`; `in_use` for one that is over
 */
async function lockHold(trx: Transaction, { organisationId, now }: Actor, id: string): Promise<Locked> {
  const read = async (lock: ReturnType<typeof sql>) => {
    const { rows } = await sql<Locked>`
      select id, bay_id, reason, begins_at, ends_at, over_at, file_ids from holds
      where organisation_id = ${organisationId} and id = ${id}::uuid ${lock}`.execute(trx)
    return rows[0]
  }
  const found = isId(id) ? await read(sql``) : undefined
  if (!found) throw notFound('hold', id)
  await lockBays(trx, { bayIds: [found.bay_id] })
  const hold = await read(sql`for update`)
  if (!hold) throw notFound('hold', id)
  if (hold.over_at !== null && hold.over_at <= now) throw new Refusal('in_use', message('holdIsOver', {}))
  return hold
}

/**
 * Changes until when a hold stands, what it says, or when a fumigated bay is aired. Whoever lets it end earlier has to be permitted to release
 * it.
 *
 * @throws Refusal every fault at once; `not_found`; `in_use` for one that is over; `forbidden`
 */
export async function changeHold(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: ChangeHoldBody,
): Promise<void> {
  const hold = await lockHold(trx, actor, id)
  const fumigation = body.fumigation ? readFumigation(actor, body.fumigation) : null
  const endsAt = fumigation
    ? fumigationEnd(fumigation)
    : body.untilISO === undefined
      ? hold.ends_at
      : endOf(actor, body.untilISO)
  const own = await findAttachableFiles(
    trx,
    actor.organisationId,
    (body.files ?? []).map((file) => file.id),
    hold.file_ids,
  )
  refuseFaults([
    ...((body.fumigation ?? body.untilISO) ? fumigationFaults({ ...body, reason: hold.reason }) : []),
    ...(endsAt === undefined ? [dateFault(fumigation ? 'fumigation.airedISO' : 'untilISO')] : []),
    ...(endsAt ? spanFaults(fumigation ? 'fumigation.airedISO' : 'untilISO', hold.begins_at, endsAt) : []),
    ...fileFaults('files', body.files ?? [], own),
  ])
  if (endsAt === undefined) throw new Error('unreachable: the faults were refused')
  if (endsEarlier(endsAt, hold.ends_at, fumigation !== null)) ensurePermitted(actor, 'holds:release')
  await trx
    .updateTable('holds')
    .set({
      ends_at: endsAt,
      ...(body.note != null && { note: body.note }),
      ...(body.files != null && { file_ids: [...new Set(body.files.map((file) => file.id))] }),
      ...(fumigation && fumigationColumns(fumigation)),
    })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', hold.id)
    .execute()
  await appendEvent(trx, actor, { type: 'hold.changed', subject: hold.id, data: { ids: [hold.id] } })
}

/** An open hold stands for ever; that of a fumigation until somebody says when it is aired. */
function endsEarlier(endsAt: Date | null, before: Date | null, isAired: boolean): boolean {
  if (before === null) return endsAt !== null && !isAired
  return endsAt !== null && endsAt < before
}

/**
 * Ends a hold now.
 *
 * @throws Refusal `not_found`; `in_use` for one that is over
 */
export async function releaseHold(
  trx: Transaction,
  actor: Actor,
  id: string,
  { note }: ReleaseHoldBody,
): Promise<void> {
  const hold = await lockHold(trx, actor, id)
  await trx
    .updateTable('holds')
    .set({ released_at: actor.now, released_by_name: actor.userName, release_note: note ?? '' })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', hold.id)
    .execute()
  await appendEvent(trx, actor, { type: 'hold.released', subject: hold.id, data: { ids: [hold.id] } })
}
