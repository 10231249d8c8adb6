import { unitsIn } from './organisation-units.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Role } from '../../kernel/permissions.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { findCountry } from '../countries/countries.ts'
import type { AccessTokens } from './access-tokens.ts'
import { issueApiKey } from './api-keys.ts'
import { sessionOf, type SetupBody, type OpenedSession } from './browser-session.ts'
import { organisationFaults } from './organisations.ts'
import { passwordFaults } from './password-rules.ts'
import { userByEmail, newPassword, type NewPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { dropSetupCodes, ensureSetupCode, useSetupCode } from './setup-code.ts'
import { insertMember, insertUser, emailOf, emailFaults, nameFaults } from './users.ts'
import { message } from '../../words/catalogue.ts'
import { usualLorriesIn } from './usual-lorries.ts'

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

/** Facts that only this answer ever shows: the key's secret is stored as a hash. */
export interface InitialisedOrganisation {
  organisationId: string
  userId: string
  businessUnitId: string
  apiKey: string
}

/**
 * Makes an organisation with its owner, a first business unit of the same name, and an API key made by the owner.
 * This is how the first organisation comes to be (`granary init`); it asks for no permission, so no route calls it.
 * Check the input with `ensureSoundOrganisation` first.
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
async function insertOrganisation(
  trx: Transaction,
  { name, countryISO, timeZone, locale, owner, now }: OrganisationWithOwner,
): Promise<Omit<InitialisedOrganisation, 'apiKey'>> {
  const organisationId = newId()
  const businessUnitId = newId()
  const usual = usualLorriesIn(countryISO)
  await trx
    .insertInto('organisations')
    .values({
      id: organisationId,
      name,
      country_iso: countryISO,
      time_zone: timeZone,
      locale,
      units: JSON.stringify(unitsIn(countryISO)),
      usual_full_grams: usual.full,
      usual_net_grams: usual.net,
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

/**
 * Makes the organisation, owner and API key of `granary init`. Time zone and locale are the country's. The first owner of an installation is its
 * platform admin, unless the caller says otherwise. Check the input with `ensureSoundOrganisation` first.
 *
 * @throws Refusal `already_exists` for an e-mail that has an account
 */
export async function initFromCommandLine(
  trx: Transaction,
  input: OrganisationRequest & {
    password: NewPassword
    /** The owner is no platform admin, even of a new installation. */
    isOwnerOnly?: boolean
    now: Date
  },
): Promise<InitialisedOrganisation & { password: string; isPlatformAdmin: boolean }> {
  const organisation = await prepareOrganisation(trx, input)
  const made = await initOrganisation(trx, { ...organisation, apiKey: { name: 'First key', role: 'owner' } })
  const isPlatformAdmin = !input.isOwnerOnly && (await promoteFirstOwner(trx, made))
  return { ...made, password: input.password.text, isPlatformAdmin }
}

/** An organisation and its owner, as somebody names them at the command line or on the page for the first one. */
interface OrganisationRequest {
  organisation: string
  countryISO: string
  email: string
  givenName?: string
  familyName?: string
}

/**
 * Checks an organisation, its owner and the owner's password. The check of the password takes long: call it before the transaction
 * that makes the organisation.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function ensureSoundOrganisation(
  input: OrganisationRequest & { password: string },
): Promise<void> {
  const name = tidied(input.organisation)
  const email = emailOf(input.email)
  const { givenName = '', familyName = '', password } = input
  refuseFaults([
    ...organisationFaults({ name, countryISO: input.countryISO }),
    ...emailFaults(email),
    ...nameFaults({ givenName, familyName }),
    ...(await passwordFaults(password, {
      path: 'password',
      email,
      userName: `${givenName} ${familyName}`,
      organisationNames: [name],
    })),
  ])
}

/**
 * Fills in what follows from the country of an organisation: time zone and locale.
 *
 * @throws Refusal `already_exists` for an e-mail that has an account
 */
async function prepareOrganisation(
  trx: Transaction,
  input: OrganisationRequest & { password: NewPassword; now: Date },
): Promise<OrganisationWithOwner> {
  const email = emailOf(input.email)
  const { givenName = '', familyName = '', password } = input
  const country = findCountry(input.countryISO)
  if (!country) throw notFound('country', input.countryISO)
  if (await userByEmail(trx, email)) throw new Refusal('already_exists', message('hasAccount', { email }))

  return {
    name: tidied(input.organisation),
    countryISO: country.iso,
    timeZone: country.timeZone,
    locale: country.locale,
    owner: {
      email,
      givenName: tidied(givenName),
      familyName: tidied(familyName),
      passwordHash: password.hash,
    },
    now: input.now,
  }
}

/** Makes the first owner of an installation its platform admin, and says whether this is the one. */
async function promoteFirstOwner(
  trx: Transaction,
  { userId, organisationId }: Pick<InitialisedOrganisation, 'userId' | 'organisationId'>,
): Promise<boolean> {
  const other = await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', '<>', organisationId)
    .limit(1)
    .executeTakeFirst()
  if (other) return false
  await trx.updateTable('users').set({ is_platform_admin: true }).where('id', '=', userId).execute()
  return true
}

/** Enters a farm to look around in. */
export type FillDemo = (trx: Transaction, organisationId: string, now: Date) => Promise<void>

/**
 * Checks the request and hashes the owner's password, before the transaction since both take long, and only for a caller who has the
 * code.
 *
 * @throws Refusal `invalid_input` at `code`, or with every fault
 */
export async function prepareSetup(
  db: Kysely<Tables>,
  { fillDemo }: { fillDemo: FillDemo | undefined },
  body: SetupBody,
  now: Date,
): Promise<NewPassword> {
  await ensureSetupCode(db, body.code, now)
  if (body.demo && !fillDemo) refuseFaults([fault('demo', message('isNotOffered', {}), 'not_allowed')])
  await ensureSoundOrganisation({
    ...body,
    countryISO: body.countryISO.toUpperCase(),
    givenName: body.givenName ?? '',
    familyName: body.familyName ?? '',
  })
  return newPassword(body.password)
}

/**
 * Makes the first organisation and signs its owner in, for whoever has the code that `npm start` printed. `prepareSetup` has
 * checked the request.
 *
 * @throws Refusal `invalid_input` at `code`; `already_exists` for an e-mail that has an account
 */
export async function setupOrganisation(
  trx: Transaction,
  { tokens, fillDemo }: { tokens: AccessTokens; fillDemo: FillDemo | undefined },
  request: PublicRequest,
  { code, demo, givenName, familyName, ...input }: Omit<SetupBody, 'password'> & { password: NewPassword },
): Promise<OpenedSession> {
  const { now } = request
  await useSetupCode(trx, code, now)
  const organisation = await prepareOrganisation(trx, {
    ...input,
    countryISO: input.countryISO.toUpperCase(),
    givenName: givenName ?? '',
    familyName: familyName ?? '',
    now,
  })
  const made = await insertOrganisation(trx, organisation)
  await promoteFirstOwner(trx, made)
  const { organisationId, userId } = made
  if (demo) await fillDemo?.(trx, organisationId, now)
  return sessionOf(trx, await openSession(trx, tokens, { userId, organisationId, request }), request)
}
