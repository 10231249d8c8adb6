import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { appendEvents, type NewEvent } from '../events/append-event.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import type { GivenOutCount } from '../../words/terms.ts'
import type { GivenOut } from './given-out-schema.ts'

const ENDED = {
  api_key: 'api_key.revoked',
  invitation: 'user.invitation_revoked',
  webhook: 'webhook.deleted',
} as const satisfies Record<GivenOut['kind'], NewEvent['type']>

/**
 * The API keys, webhooks and open invitations that a person made, or a key of theirs, in the organisations to which they belong: a new
 * password does not touch them, and where somebody else had the account, they may be that one's. They are ended if that is wanted.
 *
 * @returns all of them, as they were
 */
export async function settleGivenOut(
  trx: Transaction,
  { userId, now, isEnded }: { userId: string; now: Date; isEnded: boolean },
): Promise<GivenOut[]> {
  if (isEnded) await lockOrganisationsOf(trx, userId)
  const { rows } = await sql<Omit<GivenOut, 'isEnded'> & { organisationId: string }>`
    with own as (
      select o.id, o.name from memberships m join organisations o on o.id = m.organisation_id where m.user_id = ${userId}
    ), makers as (
      select ${userId}::uuid as id union all select k.id from api_keys k where k.created_by = ${userId}
    ), made as (
      select 'api_key' as kind, k.id, k.organisation_id, k.name from api_keys k
      where k.created_by = ${userId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
      union all
      select 'webhook', w.id, w.organisation_id, substring(w.url from '^[a-z]+://([^/?#]*)') from webhooks w
      where w.organisation_id in (select id from own) and w.created_by in (select id from makers)
      union all
      select 'invitation', i.id, i.organisation_id, i.email from invitations i
      where i.organisation_id in (select id from own) and i.invited_by in (select id from makers)
        and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now}
    )
    select made.kind, made.id, made.name, own.name as organisation, own.id as "organisationId"
    from made join own on own.id = made.organisation_id
    order by own.name, made.kind, made.name, made.id`.execute(trx)
  if (isEnded && rows.length > 0) await end(trx, { userId, now }, rows)
  return rows.map(({ kind, id, name, organisation }) => ({ kind, id, name, organisation, isEnded }))
}

async function end(
  trx: Transaction,
  { userId, now }: { userId: string; now: Date },
  given: { kind: GivenOut['kind']; id: string; organisationId: string }[],
): Promise<void> {
  const ids = given.map(({ id }) => id)
  await trx.updateTable('api_keys').set({ revoked_at: now }).where('id', 'in', ids).execute()
  await trx.updateTable('invitations').set({ revoked_at: now }).where('id', 'in', ids).execute()
  await trx.deleteFrom('webhooks').where('id', 'in', ids).execute()
  for (const [organisationId, theirs] of Map.groupBy(given, (each) => each.organisationId))
    await appendEvents(
      trx,
      { organisationId, userId, now },
      theirs.map(({ kind, id }) => ({ type: ENDED[kind], subject: id, data: {} })),
    )
}

/** Counts the entries of each kind, in the order in which the kinds come. */
export function countGivenOut(all: Pick<GivenOut, 'kind'>[]): GivenOutCount[] {
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, { length }]) => ({ kind, count: length }))
}

/** Takes turns with those who give access, as `lockAndRecheckRole` does: access they are giving out now can then be taken back. */
export async function lockOrganisationsOf(trx: Transaction, userId: string): Promise<void> {
  const memberships = await trx
    .selectFrom('memberships')
    .select('organisation_id as id')
    .where('user_id', '=', userId)
    .orderBy('organisation_id')
    .execute()
  for (const { id } of memberships) await lockOrganisation(trx, id)
}
