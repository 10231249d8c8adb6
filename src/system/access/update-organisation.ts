import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { appendChanges } from '../events/append-event.ts'
import { organisationFaults } from './organisation-rules.ts'
import { getOrganisation } from './organisations.ts'
import type { OrganisationView } from './schema.ts'

/**
 * Changes the caller's organisation. Its country stays: units, grades and harvest years hang on it. A new time zone
 * is how dates without a zone are read from here on; what is stored keeps its instant.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function updateOrganisation(
  trx: Transaction,
  actor: Actor,
  { name, timeZone, locale }: { name?: string; timeZone?: string; locale?: string },
): Promise<OrganisationView> {
  refuseFaults(organisationFaults({ name, timeZone, locale }))
  const changes = {
    ...(name !== undefined && { name: tidied(name) }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(locale !== undefined && { locale }),
  }
  const before = await getOrganisation(trx, actor.organisationId)
  if (Object.keys(changes).length === 0) return before
  await trx.updateTable('organisations').set(changes).where('id', '=', actor.organisationId).execute()
  const after = await getOrganisation(trx, actor.organisationId)
  const data = { name: after.name, timeZone: after.timeZone, locale: after.locale }
  const event = { type: 'organisation.updated', subject: after.id, data } as const
  await appendChanges(trx, actor, [{ before, after, event }])
  return after
}
