import type { Role } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import type { Transaction } from '../../db/transaction.ts'
import { insertMember, insertUser } from './insert-user.ts'
import { issueApiKey } from './issue-api-key.ts'

export interface NewOrganisation {
  name: string
  countryISO: string
  /** IANA name. */
  timeZone: string
  locale: string
  owner: { email: string; givenName: string; familyName: string; passwordHash: string }
  apiKey: { name: string; role: Role }
  now: Date
}

/** What only this answer ever shows: the key's secret is stored as a hash. */
export interface InitialisedOrganisation {
  organisationId: string
  userId: string
  businessUnitId: string
  apiKey: string
}

/**
 * Makes an organisation with its owner, a first business unit of the same name, and an API key made by the owner.
 * This is how the first organisation comes to be (`granary init`); it asks for no permission, so no route calls it.
 * Check the input with `organisationFaults` and `passwordFaults` first.
 *
 * @throws Refusal `already_exists` when the e-mail has an account
 */
export async function initOrganisation(
  trx: Transaction,
  input: NewOrganisation,
): Promise<InitialisedOrganisation> {
  const { name, countryISO, timeZone, locale, owner, now } = input
  const organisationId = newId()
  const businessUnitId = newId()
  await trx
    .insertInto('organisations')
    .values({
      id: organisationId,
      name,
      country_iso: countryISO,
      time_zone: timeZone,
      locale,
      created_at: now,
    })
    .execute()
  const userId = await insertUser(trx, { ...owner, isEmailProved: true, now })
  await insertMember(trx, { organisationId, userId, role: 'owner', now })
  await trx
    .insertInto('business_units')
    .values({ id: businessUnitId, organisation_id: organisationId, name, type: 'farm', created_at: now })
    .execute()
  const key = await issueApiKey(trx, {
    ...input.apiKey,
    organisationId,
    madeBy: userId,
    madeByKey: null,
    expiresAt: null,
    now,
  })
  return { organisationId, userId, businessUnitId, apiKey: key.secret }
}
