import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, isFault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import { resolveParty } from '../partners/parties.ts'
import { message } from '../../words/catalogue.ts'
import type { CreateContractBody } from './schema.ts'
import { resolveTerms, termColumns } from './terms.ts'

const paths = { start: 'details.startDateISO', end: 'details.endDateISO', weight: 'inventory.weightKG' }

/**
 * Enters a contract by which the caller's organisation stores an owner's grain (rules.md §5), who sees its files from then on.
 * Answers its id.
 *
 * @throws Refusal every fault of the body at once
 */
export async function createContract(
  trx: Transaction,
  actor: Actor,
  body: CreateContractBody,
): Promise<string> {
  const { details, inventory } = body
  const owner = await resolveParty(
    trx,
    actor,
    { id: body.ownerOrganisationId, name: body.ownerOrganisationName },
    { id: 'ownerOrganisationId', name: 'ownerOrganisationName' },
  )
  const isOwn = !isFault(owner) && owner.id === actor.organisationId
  const asked = {
    reference: details.reference,
    start: details.startDateISO,
    end: details.endDateISO,
    files: details.files,
    services: details.services,
    weightKilograms: inventory.weightKG,
    commodity: inventory.commodity,
    varieties: inventory.variety,
  }
  const others = [
    ...(isFault(owner) ? [owner] : []),
    ...(isOwn ? [fault('ownerOrganisationId', message('contractIsForOthers', {}), 'own_organisation')] : []),
  ]
  const terms = await resolveTerms(trx, actor, asked, { paths, others })
  if (isFault(owner)) throw new Error('unreachable: the faults were refused')

  const id = newId()
  await trx
    .insertInto('storage_contracts')
    .values({
      id,
      storer_id: actor.organisationId,
      owner_id: owner.id,
      ...termColumns(terms),
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute()
  await shareFiles(trx, actor, terms.fileIds, owner.id, 'details.files')
  await appendEvent(trx, actor, {
    type: 'contract.created',
    subject: id,
    data: { ids: [id], ownerOrganisationId: owner.id },
  })
  return id
}
