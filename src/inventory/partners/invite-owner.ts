import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey } from '../../kernel/names.ts'
import {
  findMembership,
  insertOwnerOrganisation,
  inviteIntoOwnerOrganisation,
  prepareOwnerInvitation,
} from '../../system/access/owner-organisation.ts'
import { setStance } from '../../system/counterparties/stances.ts'
import { message } from '../../words/catalogue.ts'
import { lockPartners } from './parties.ts'
import { mergePartners } from './partners.ts'
import type { InviteOwnerBody, OwnerInvited } from './schema.ts'

/** Beyond the owners of any store; whoever invites more fills the installation with organisations. */
const MOST_OWNERS_A_DAY = 100

/**
 * Invites a partner whose grain is stored to see it: makes an organisation of the partner's name, which becomes the partner, so that the
 * stock, loads and contracts that name the partner are that organisation's; and invites somebody into it. Until somebody has come in, it can
 * be done again. (docs/decisions/0081-owners-invited.md)
 *
 * @throws Refusal `not_found` for the partner; `invalid_input` for an address that no mail is sent to; `already_exists` where somebody
 *   belongs to the organisation already; `rate_limited` beyond 100 new owners a day
 */
export async function inviteOwner(
  trx: Transaction,
  caller: Actor,
  partnerId: string,
  body: Static<typeof InviteOwnerBody>,
  how: { byMail: boolean },
): Promise<Static<typeof OwnerInvited>> {
  const { email, actor } = await prepareOwnerInvitation(trx, caller, body.email)
  const { partner } = await lockPartners(trx, actor, [partnerId])
  const known = isId(partner.id) ? await findMembership(trx, partner.id) : undefined
  if (known?.hasMembers) throw new Refusal('already_exists', message('ownerHasPeople', { name: known.name }))
  const organisationId = known ? partner.id : await becomeOrganisation(trx, actor, partner)
  const made = await inviteIntoOwnerOrganisation(trx, actor, { organisationId, email }, how)
  return { partnerId: organisationId, email, expiresAtUTC: made.expiresAtUTC, token: made.token }
}

async function becomeOrganisation(
  trx: Transaction,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<string> {
  await ensureNotTooManyOwners(trx, actor)
  const organisationId = await insertOwnerOrganisation(trx, actor, name)
  // Whoever comes in by it has been asked in to see this very stock.
  await setStance(trx, { ...actor, organisationId }, actor.organisationId, 'accepted')
  await trx
    .insertInto('partners')
    .values({
      organisation_id: actor.organisationId,
      id: organisationId,
      name,
      name_key: nameKey(name),
      is_named: true,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute()
  await mergePartners(trx, actor, organisationId, { ids: [id] })
  return organisationId
}

async function ensureNotTooManyOwners(trx: Transaction, { organisationId, now }: Actor): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from partners p join organisations o on o.id::text = p.id
    where p.organisation_id = ${organisationId} and p.created_at > ${now}::timestamptz - interval '1 day'`.execute(
    trx,
  )
  if (Number(rows[0]?.count ?? 0) < MOST_OWNERS_A_DAY) return
  throw new Refusal('rate_limited', message('invitedTooMany', { limit: MOST_OWNERS_A_DAY }), {
    details: { retryAfterSeconds: 86_400 },
  })
}
