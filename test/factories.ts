import { inTransaction } from '../src/db/transaction.ts'
import { roles, type Role } from '../src/http/actor.ts'
import { initOrganisation } from '../src/system/access/init-organisation.ts'
import { issueApiKey } from '../src/system/access/issue-api-key.ts'
import type { Client, TestApp } from './app.ts'

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
  const organisation = await inTransaction(test.database.db, async (trx) => {
    const first = await initOrganisation(trx, {
      name,
      countryISO: overrides.countryISO ?? 'GB',
      timeZone: overrides.timeZone ?? 'Europe/London',
      locale: overrides.locale ?? 'en-GB',
      owner: { email, givenName: 'Test', familyName: 'Owner', password },
      apiKey: { name: 'owner key', role: 'owner' },
      now,
    })
    const keys: Partial<Record<Role, string>> = { owner: first.apiKey }
    for (const role of roles.filter((each) => each !== 'owner')) {
      const { secret } = await issueApiKey(trx, {
        organisationId: first.organisationId,
        name: `${role} key`,
        role,
        madeBy: first.userId,
        madeByKey: null,
        expiresAt: null,
        now,
      })
      keys[role] = secret
    }
    return { ...first, keys: keys as Record<Role, string> }
  })
  return {
    organisationId: organisation.organisationId,
    name,
    businessUnitId: organisation.businessUnitId,
    owner: { userId: organisation.userId, email, password },
    keys: organisation.keys,
    as: (role) => test.client({ apiKey: organisation.keys[role] }),
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
 * A new person in an organisation, invited by its owner and signed in. Somebody who has an account already
 * (`email` and `password` of theirs) joins with it.
 */
export async function addPerson(
  test: TestApp,
  organisation: TestOrganisation,
  role: Role,
  account?: { email: string; password: string },
): Promise<TestPerson> {
  made += 1
  const email = account?.email ?? `person-${made}-${process.pid}@farm.example`
  const password = account?.password ?? 'wide yellow combine'
  const invited = await organisation.as('owner').post('/api/identity/invitations', { email, role })
  const accepted = await test.client().post('/api/identity/invitations/accept', {
    token: invited.body.token,
    password,
    ...(account ? {} : { givenName: 'Ann', familyName: `Person ${made}` }),
  })
  if (accepted.status !== 200) throw new Error(`not accepted: ${JSON.stringify(accepted.body)}`)
  const { userId, accessToken, refreshToken } = accepted.body
  return { userId, email, password, accessToken, refreshToken, client: test.client({ token: accessToken }) }
}
