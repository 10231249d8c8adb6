import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { findPartners } from './known-partners.ts'
import { ensureNoOrganisation } from './partner-ids.ts'
import type { CreatePartnerBody } from './schema.ts'

/**
 * Enters a partner before its first load. Answers its id.
 *
 * @throws Refusal `already_exists` for an id or a name that a partner has, with that partner's id; `invalid_input` for the id of an organisation here
 */
export async function createPartner(
  trx: Transaction,
  actor: Actor,
  body: CreatePartnerBody,
): Promise<string> {
  const name = tidied(body.name)
  // No id of an organisation looks like this.
  const id = tidied(body.id ?? '') || `partner-${newId()}`
  await ensureNoOrganisation(trx, id)
  const [known] = await findPartners(trx, actor, [{ id, name }])
  if (known) refuseKnown(known)
  await trx
    .insertInto('partners')
    .values({
      organisation_id: actor.organisationId,
      id,
      name,
      name_key: nameKey(name),
      is_named: true,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute()
  await appendEvent(trx, actor, { type: 'partner.created', subject: id, data: { ids: [id] } })
  return id
}

function refuseKnown({ id, name }: { id: string; name: string }): never {
  throw new Refusal('already_exists', `You know this partner already: ${name}, by the id ${id}.`, {
    details: { id, name },
  })
}
