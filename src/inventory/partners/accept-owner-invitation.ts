import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { nameKey } from '../../kernel/names.ts'
import { acceptForOrganisation } from '../../system/access/owner-organisation.ts'
import { organisationReader } from '../../system/access/organisation-reader.ts'
import { setStance } from '../../system/counterparties/stances.ts'
import { message } from '../../words/catalogue.ts'
import { mergePartners } from './partners.ts'

/**
 * Accepts the invitation of an owner of stored grain for the caller's own organisation: the partner of the store, with all earlier stock, loads and
 * contracts, becomes this organisation, and what the store books in its name counts from then on (docs/decisions/0164-owners-who-are-here.md).
 *
 * @throws Refusal as `acceptForOrganisation`; `in_use` where both have had stock of one kind in one bay
 */
export async function acceptOwnerInvitation(
  trx: Transaction,
  caller: Actor,
  body: { token: string },
): Promise<Static<typeof Acknowledgement>> {
  const { actor, madeId, store, inviter } = await acceptForOrganisation(trx, caller, body)
  const { organisationId, organisationName, now } = actor
  await setStance(trx, actor, store.id, 'accepted')
  // In the store's books, in the name of whoever invited.
  const keeper: Actor = { ...(await organisationReader(trx, store.id, now)), ...inviter }
  await trx
    .insertInto('partners')
    .values({
      organisation_id: store.id,
      id: organisationId,
      name: organisationName,
      name_key: nameKey(organisationName),
      is_named: true,
      created_at: now,
      updated_at: now,
    })
    .onConflict((on) => on.columns(['organisation_id', 'id']).doNothing())
    .execute()
  // How many loads the store has entered of them is the store's.
  await mergePartners(trx, keeper, organisationId, { ids: [madeId] })
  const said = acknowledge(
    actor,
    message('ownerTookOver', { store: store.name, organisation: organisationName }),
  )
  return { ...said, ids: [store.id] }
}
