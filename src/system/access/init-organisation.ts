import type { Role } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import type { Transaction } from '../../db/transaction.ts'
import { insertMember, insertUser } from './insert-user.ts'
import { issueApiKey } from './issue-api-key.ts'
import { dropSetupCodes } from './setup-code.ts'

export interface OrganisationWithOwner {
  name: string
  countryISO: string
  /** IANA name. */
  timeZone: string
  locale: string
  owner: { email: string; givenName: string; familyName: string; passwordHash: string }
  now: Date
}

export interface NewOrganisation extends OrganisationWithOwner {
  apiKey: { name: string; role: Role }
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
  const made = await insertOrganisation(trx, input)
  const key = await issueApiKey(trx, {
    ...input.apiKey,
    organisationId: made.organisationId,
    madeBy: made.userId,
    madeByKey: null,
    expiresAt: null,
    now: input.now,
  })
  return { ...made, apiKey: key.secret }
}

/** The organisation with its owner and first business unit. From now on no code makes another one. */
export async function insertOrganisation(
  trx: Transaction,
  { name, countryISO, timeZone, locale, owner, now }: OrganisationWithOwner,
): Promise<Omit<InitialisedOrganisation, 'apiKey'>> {
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
  await dropSetupCodes(trx)
  return { organisationId, userId, businessUnitId }
}
