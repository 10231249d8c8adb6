import { emailChangeCodes } from '../src/system/factors/email-changes.ts'
import { codeAt } from '../src/system/factors/code-app-codes.ts'
import { factorResetToken } from '../src/system/factors/factor-resets.ts'
import type { TestApp } from './app.ts'
import { addPerson, makeOrganisation, type TestPerson } from './factories.ts'
import { byKey, byNobody, byPerson, type RequestFixture, type RequestParts } from './request-fixture.ts'
import { makeMember, ok, signInAgain, type Scene } from './scene.ts'
import { openTestSecrets } from './secrets.ts'
import { SoftPasskey } from './soft-passkey.ts'

const I = '/api/identity'

/** Where tests without a browser reach the service. */
export const TEST_ORIGIN = 'http://localhost'

/** Requests of second factors and of the ways back to them. */
export function factorRequests(): Record<string, RequestFixture> {
  return { ...signingIn(), ...ownFactors(), ...sessions(), ...waysBack() }
}

/** Sets up a code app for somebody. @returns its secret, of which a code can be had half a minute later */
async function setUpCodeApp({ clock }: TestApp, { client }: Pick<TestPerson, 'client'>): Promise<string> {
  const { secret } = ok(await client.post(`${I}/me/code-app`))
  ok(await client.post(`${I}/me/code-app/confirm`, { code: codeAt(secret, clock.now()) }))
  return secret
}

/** The code of the next half minute, which is taken too. */
function nextCode({ clock }: TestApp, secret: string): string {
  return codeAt(secret, new Date(clock.now().getTime() + 30_000))
}

/** Somebody who answers what signing in asks of them. */
async function answering({ service, farm }: Scene): Promise<RequestParts> {
  const person = await addPerson(service, farm, 'viewer')
  const secret = await setUpCodeApp(service, person)
  const { email, password } = person
  const { secondFactor } = ok(await service.client().post(`${I}/sign-in`, { email, password }))
  return { body: { challenge: secondFactor.challenge, code: nextCode(service, secret) } }
}

function signingIn(): Record<string, RequestFixture> {
  return {
    [`POST ${I}/sign-in/passkey`]: byNobody(),
    [`POST ${I}/sign-in/factor`]: byNobody(answering),
    [`POST ${I}/browser-session/factor`]: byNobody(answering),
  }
}

function ownFactors(): Record<string, RequestFixture> {
  const withCodeApp = async ({ service }: Scene, person: TestPerson): Promise<RequestParts> => {
    await setUpCodeApp(service, person)
    return {}
  }
  return {
    [`GET ${I}/me/factors`]: byPerson(),
    [`POST ${I}/me/step-up`]: byPerson((_scene, { password }) => ({ body: { password } })),
    [`POST ${I}/me/step-up/challenge`]: byPerson(withCodeApp),
    [`POST ${I}/me/code-app`]: byPerson(),
    [`POST ${I}/me/code-app/confirm`]: byPerson(async ({ service }, { client }) => {
      const { secret } = ok(await client.post(`${I}/me/code-app`))
      return { body: { code: codeAt(secret, service.clock.now()) } }
    }),
    [`DELETE ${I}/me/code-app`]: byPerson(withCodeApp),
    [`POST ${I}/me/recovery-codes`]: byPerson(withCodeApp),
    [`POST ${I}/me/passkeys/options`]: byPerson(),
    [`POST ${I}/me/passkeys`]: byPerson((_scene, { client }) => newPasskey(client)),
    [`DELETE ${I}/me/passkeys/{id}`]: byPerson(async (_scene, { client }) => {
      ok(await client.post(`${I}/me/passkeys`, (await newPasskey(client)).body))
      return { params: { id: ok(await client.get(`${I}/me/factors`)).passkeys[0].id } }
    }),
  }
}

async function newPasskey(client: TestPerson['client']): Promise<RequestParts> {
  const { challenge, passkey } = ok(await client.post(`${I}/me/passkeys/options`))
  const made = new SoftPasskey().register({ challenge: passkey.challenge, origin: TEST_ORIGIN })
  return { body: { challenge, name: 'Office PC', passkey: made } }
}

/** A member who has signed in. @returns their id, and that of the session */
async function signedInMember({ service, farm }: Scene): Promise<{ id: string; sessionId: string }> {
  const person = await addPerson(service, farm, 'viewer')
  await signInAgain(service, person)
  const [session] = ok(await person.client.get(`${I}/sessions`))
  return { id: person.userId, sessionId: session.id }
}

function sessions(): Record<string, RequestFixture> {
  const member = async (scene: Scene): Promise<RequestParts> => ({ params: { id: await makeMember(scene) } })
  return {
    [`DELETE ${I}/sessions`]: byPerson(),
    [`GET ${I}/users/{id}/sessions`]: byKey(member),
    [`DELETE ${I}/users/{id}/sessions`]: byKey(member),
    [`DELETE ${I}/users/{id}/sessions/{sessionId}`]: byKey(async (scene) => ({
      params: { ...(await signedInMember(scene)) },
    })),
    [`GET ${I}/organisation/sign-in-rules`]: byKey(),
    [`PUT ${I}/organisation/sign-in-rules`]: byKey(() => ({
      body: { secondFactor: 'optional', sessionDays: 180, idleMinutes: 43_200 },
    })),
  }
}

/** A member with a factor, and an owner who takes it away. @returns whose it is, and the id of the link */
async function resetOf({ service, farm }: Scene): Promise<{ userId: string; id: string }> {
  const owner = await addPerson(service, farm, 'owner')
  const { userId } = await withFactor({ service, farm })
  const { id } = ok(await owner.client.post(`${I}/users/${userId}/factor-reset`))
  return { userId, id }
}

async function withFactor({ service, farm }: Pick<Scene, 'service' | 'farm'>): Promise<TestPerson> {
  const person = await addPerson(service, farm, 'viewer')
  await setUpCodeApp(service, person)
  return person
}

function waysBack(): Record<string, RequestFixture> {
  return {
    [`POST ${I}/users/{id}/factor-reset`]: byPerson(async (scene) => ({
      params: { id: (await withFactor(scene)).userId },
    })),
    [`GET ${I}/factor-resets`]: byKey(),
    [`POST ${I}/factor-resets/{id}/confirm`]: byPerson(async (scene) => ({
      params: { id: (await resetOf(scene)).id },
    })),
    [`DELETE ${I}/factor-resets/{id}`]: byKey(async (scene) => ({
      params: { id: (await resetOf(scene)).id },
    })),
    [`POST ${I}/factor-resets/redeem`]: byNobody(async (scene) => {
      const { service, farm } = scene
      const { id } = await resetOf(scene)
      const another = await addPerson(service, farm, 'owner')
      ok(await another.client.post(`${I}/factor-resets/${id}/confirm`))
      const { vault } = await openTestSecrets(service.database)
      return { body: { token: factorResetToken(vault, id) } }
    }),
    'POST /api/identity/me/invitations': byPerson(async ({ service }, { email }) => {
      const other = await makeOrganisation(service)
      const body = { email, role: 'viewer' }
      const { token } = ok(await other.as('owner').post('/api/identity/invitations', body))
      return { body: { token } }
    }),
    [`POST ${I}/me/email`]: byPerson((_scene, { userId }) => ({ body: { email: `${userId}@farm.example` } })),
    [`POST ${I}/me/email/confirm`]: byPerson(async ({ service }, { userId, client }) => {
      ok(await client.post(`${I}/me/email`, { email: `${userId}@farm.example` }))
      const { id } = await service.database.db
        .selectFrom('email_changes')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      const { vault } = await openTestSecrets(service.database)
      const codes = emailChangeCodes(vault, id)
      return { body: { oldCode: codes.old, newCode: codes.new } }
    }),
  }
}
