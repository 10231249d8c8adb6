import { ANY_WEIGHT } from '../src/kernel/weighing.ts'
import { METRIC } from '../src/words/units.ts'
import { inTransaction, type Transaction } from '../src/db/transaction.ts'
import type { Actor } from '../src/http/actor.ts'
import { roles, type Role } from '../src/kernel/permissions.ts'
import { newId } from '../src/kernel/ids.ts'
import { openAccessTokens } from '../src/system/access/access-tokens.ts'
import { initOrganisation } from '../src/system/access/new-organisation.ts'
import { issueApiKey } from '../src/system/access/api-keys.ts'
import { hashPassword } from '../src/system/access/passwords.ts'
import { openSession } from '../src/system/access/sessions.ts'
import type { Client, TestApp } from './app.ts'
import { openTestSecrets } from './secrets.ts'

/** An organisation of a test's own. */
export interface TestOrganisation {
  organisationId: string
  name: string
  businessUnitId: string
  owner: { userId: string; email: string; password: string }
  /** An API key per role. */
  keys: Record<Role, string>
  /** Sends requests with the key of this role. */
  as(role: Role): Client
}

let made = 0

/**
 * A fresh organisation with its owner, one business unit and an API key per role.
 *
 * @example const farm = await makeOrganisation(test, { name: 'Hill Farm' }); await farm.as('operator').get('/api/…')
 */
export async function makeOrganisation(
  test: TestApp,
  overrides: {
    name?: string
    countryISO?: string
    timeZone?: string
    locale?: string
    email?: string
    password?: string
  } = {},
): Promise<TestOrganisation> {
  made += 1
  const name = overrides.name ?? `Test Farm ${made}`
  const email = overrides.email ?? `owner-${made}-${process.pid}@farm.example`
  const password = overrides.password ?? 'long barley evenings'
  const now = test.clock.now()
  const passwordHash = await hashOf(password)
  const { first, keys } = await inTransaction(test.database.db, async (trx) => {
    const first = await initOrganisation(trx, {
      name,
      countryISO: overrides.countryISO ?? 'GB',
      timeZone: overrides.timeZone ?? 'Europe/London',
      locale: overrides.locale ?? 'en-GB',
      owner: { email, givenName: 'Test', familyName: 'Owner', passwordHash },
      apiKey: { name: 'owner key', role: 'owner' },
      now,
    })
    // All at once: hundreds of tests make an organisation.
    const others = roles.filter((each) => each !== 'owner')
    const issued = await Promise.all(
      others.map(async (role) => {
        const { secret } = await issueApiKey(trx, {
          organisationId: first.organisationId,
          name: `${role} key`,
          role,
          madeBy: first.userId,
          madeByKey: null,
          expiresAt: null,
          now,
        })
        return [role, secret]
      }),
    )
    const keys = { owner: first.apiKey, ...Object.fromEntries(issued) }
    return { first, keys: keys as Record<Role, string> }
  })
  return {
    organisationId: first.organisationId,
    name,
    businessUnitId: first.businessUnitId,
    owner: { userId: first.userId, email, password },
    keys,
    as: (role) => test.client({ apiKey: keys[role] }),
  }
}

/** Lets an organisation accept for good what storers book in its name: what is theirs is seen by both at once, as it was before anybody was asked. */
export async function acceptForGood(owner: TestOrganisation, ...storers: TestOrganisation[]): Promise<void> {
  for (const { organisationId } of storers) {
    const { status } = await owner
      .as('manager')
      .put(`/api/inventory/counterparties/${organisationId}`, { stance: 'accepted', includesOpen: true })
    if (status !== 200) throw new Error(`a storer was not accepted: ${status}`)
  }
}

/** The owner of an organisation, for tests that run a command itself. */
export function actorOf({ organisationId, name, owner }: TestOrganisation, now: Date): Actor {
  return {
    organisationId,
    organisationName: name,
    countryISO: 'GB',
    timeZone: 'Europe/London',
    userId: owner.userId,
    userName: 'Test Owner',
    role: 'owner',
    language: 'en',
    units: METRIC,
    weighing: ANY_WEIGHT,
    isPlatformAdmin: false,
    now,
  }
}

/** A person who signed in. */
export interface TestPerson {
  userId: string
  email: string
  password: string
  accessToken: string
  refreshToken: string
  client: Client
}

/**
 * A new person in an organisation, signed in. Somebody who has an account already (`email` and `password` of theirs)
 * joins with it. Made in the database: what people do instead is tested where it belongs, and takes its time.
 */
export async function addPerson(
  test: TestApp,
  { organisationId }: TestOrganisation,
  role: Role,
  account?: { email: string; password: string },
): Promise<TestPerson> {
  made += 1
  const email = account?.email ?? `person-${made}-${process.pid}@farm.example`
  const password = account?.password ?? 'wide yellow combine'
  const now = test.clock.now()
  const { vault } = await openTestSecrets(test.database)
  const tokens = await openAccessTokens(test.database, vault, test.clock.now)
  const passwordHash = await hashOf(password)
  const person = { email, passwordHash, givenName: 'Ann', familyName: `Person ${made}` }
  const { userId, accessToken, refreshToken } = await inTransaction(test.database.db, async (trx) => {
    const userId = account ? await findUser(trx, email) : await makeUser(trx, person, now)
    await trx
      .insertInto('memberships')
      .values({ organisation_id: organisationId, user_id: userId, role, created_at: now })
      .execute()
    return {
      userId,
      ...(await openSession(trx, tokens, {
        userId,
        organisationId,
        request: { now, userAgent: '', address: '127.0.0.1' },
      })),
    }
  })
  return { userId, email, password, accessToken, refreshToken, client: test.client({ token: accessToken }) }
}

/** What passwords are stored as. To hash one takes a twentieth of a second on purpose, and tests have few of them. */
const hashes = new Map<string, Promise<string>>()

async function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

async function makeUser(
  trx: Transaction,
  user: { email: string; passwordHash: string; givenName: string; familyName: string },
  now: Date,
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('users')
    .values({
      id,
      email: user.email.toLowerCase(),
      given_name: user.givenName,
      family_name: user.familyName,
      password_hash: user.passwordHash,
      email_proved_at: now,
      created_at: now,
    })
    .execute()
  return id
}

async function findUser(trx: Transaction, email: string): Promise<string> {
  const { id } = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirstOrThrow()
  return id
}
