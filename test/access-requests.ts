import { inTransaction } from '../src/db/transaction.ts'
import { makeResetCode } from '../src/system/access/password-resets.ts'
import { workOff } from '../src/system/jobs/worker.ts'
import type { Client, TestApp } from './app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from './factories.ts'
import {
  byKey,
  byNobody,
  byPerson,
  byPlatformAdmin,
  creates,
  type Make,
  type RequestFixture,
  type RequestParts,
} from './request-fixture.ts'
import { makeSetupCode } from '../src/system/access/setup-code.ts'
import { factorRequests } from './factor-requests.ts'
import { singleSignOnRequests } from './single-sign-on-requests.ts'
import { makeMember, ok, signInAgain, type Scene } from './scene.ts'

/** Requests of the identity service: signing in, people, organisations. */
export function accessRequests(): Record<string, RequestFixture> {
  return {
    ...signingIn(),
    ...browsing(),
    ...people(),
    ...organisations(),
    ...factorRequests(),
    ...singleSignOnRequests(),
    ...leaving(),
  }
}

const EXPORTS = '/api/identity/organisation/exports'

/** What people and organisations take with them, and what is deleted. */
function leaving(): Record<string, RequestFixture> {
  const member: Make = async ({ service, farm }) => {
    const { userId, email } = await addPerson(service, farm, 'viewer')
    return { params: { id: userId }, body: { email } }
  }
  const exported = async ({ service, farm }: Scene): Promise<RequestParts> => {
    const waiting = ok(await farm.as('owner').get(EXPORTS)).find(
      ({ status }: { status: string }) => status === 'queued',
    )
    const { id } = waiting ?? ok(await farm.as('owner').post(EXPORTS))
    await workOff(service.system.background.jobs)
    return { params: { id } }
  }
  return {
    'GET /api/identity/me/data': byPerson(),
    'GET /api/identity/me/erasure': byPerson(),
    'POST /api/identity/me/erasure': byPerson((_scene, { email }) => ({ body: { email } })),
    'GET /api/identity/users/{id}/erasure': byKey(async (scene, person) => {
      const { params = {} } = await member(scene, person)
      return { params }
    }),
    'POST /api/identity/users/{id}/erasure': byKey(member),
    'GET /api/identity/organisation/exports': byKey(),
    'POST /api/identity/organisation/exports': creates(async (scene) => {
      // One at a time.
      await workOff(scene.service.system.background.jobs)
      return {}
    }),
    'GET /api/identity/organisation/exports/{id}': byKey(exported),
    'GET /api/identity/organisation/exports/{id}/archive': byKey(exported),
    'GET /api/identity/organisation/deletion': byKey(),
    'POST /api/identity/organisation/deletion': byPerson(async ({ service, farm }) => {
      await forgetDeletion(service.database, farm)
      return { body: { name: farm.name } }
    }),
    'DELETE /api/identity/organisation/deletion': byPerson(async ({ service, farm }) => {
      await forgetDeletion(service.database, farm)
      // Written and not asked for: those who may not ask are tried as well, and so are organisations with stock elsewhere.
      await service.database.pool.query(
        `insert into organisation_deletions (organisation_id, asked_by, asked_by_name, asked_at, due_at)
        values ($1, $2, 'An owner', $3, $3::timestamptz + interval '30 days')`,
        [farm.organisationId, farm.owner.userId, service.clock.now()],
      )
      return {}
    }),
  }
}

async function forgetDeletion(
  { pool }: TestApp['database'],
  { organisationId }: TestOrganisation,
): Promise<void> {
  await pool.query('delete from organisation_deletions where organisation_id = $1', [organisationId])
}

/** The cookie of a browser that has just signed in. */
async function withSession({ service, farm }: Scene): Promise<RequestParts> {
  const { email, password } = farm.owner
  const answer = await service.client({}).post('/api/identity/browser-session', { email, password })
  ok(answer)
  return { headers: { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' } }
}

/** What the console asks. */
function browsing(): Record<string, RequestFixture> {
  return {
    'POST /api/identity/browser-session': byNobody(({ farm }) => ({
      body: { email: farm.owner.email, password: farm.owner.password },
    })),
    'POST /api/identity/browser-session/refresh': byNobody(withSession),
    'POST /api/identity/browser-session/invitation': byNobody(async ({ farm }) => ({
      body: {
        token: (await invite(farm.as('owner'))).token,
        password: 'wide yellow combine',
        givenName: 'Ann',
        familyName: 'Field',
      },
    })),
    'POST /api/inventory/partners/{id}/invite-owner': byKey(async ({ farm, marker }) => {
      const name = `Owner ${++invited} ${marker}`
      const { id } = ok(await farm.as('owner').post('/api/inventory/partners', { name }))
      return { params: { id }, body: { email: 'dan@brookfarm.example' } }
    }),
    'POST /api/inventory/owner-invitations/accept': byPerson(async ({ service, marker }, { email }) => {
      const store = await makeOrganisation(service)
      const name = `Owner ${++invited} ${marker}`
      const { id } = ok(await store.as('owner').post('/api/inventory/partners', { name }))
      const made = ok(await store.as('owner').post(`/api/inventory/partners/${id}/invite-owner`, { email }))
      return { body: { token: made.token } }
    }),
    'DELETE /api/identity/browser-session': byNobody(withSession),
    'GET /api/identity/setup': byNobody(),
    'POST /api/identity/setup': byNobody(async ({ service, marker }) => ({
      body: {
        code: await makeSetupCode(service.database.db, service.clock.now()),
        organisation: `Second ${marker}`,
        countryISO: 'GB',
        email: `setup-${++invited}@${marker}.example`,
        password: 'wide yellow combine',
      },
    })),
    'GET /api/identity/me/preferences': byPerson(),
    'PUT /api/identity/me/preferences': byPerson(() => ({ body: { entries: [{ name: 'a', value: '1' }] } })),
  }
}

function signingIn(): Record<string, RequestFixture> {
  return {
    'POST /api/identity/sign-in': byNobody(({ farm }) => ({
      body: { email: farm.owner.email, password: farm.owner.password },
    })),
    'POST /api/identity/password-resets': byNobody(() => {
      invited += 1
      return { body: { email: `lost-${invited}@farm.example` } }
    }),
    'POST /api/identity/password-resets/redeem': byNobody(async ({ service, farm }) => ({
      body: {
        token: await inTransaction(service.database.db, (trx) =>
          makeResetCode(trx, { email: farm.owner.email, now: service.clock.now() }),
        ),
        password: farm.owner.password,
      },
    })),
    'POST /api/identity/refresh': byNobody(async ({ service, farm }) => {
      const { refreshToken } = await signInAgain(service, farm.owner)
      return { body: { refreshToken } }
    }),
    'POST /api/identity/invitations/look': byNobody(async ({ farm }) => ({
      body: { token: (await invite(farm.as('owner'))).token },
    })),
    'POST /api/identity/invitations/accept': byNobody(async ({ farm }) => ({
      body: {
        token: (await invite(farm.as('owner'))).token,
        password: 'wide yellow combine',
        givenName: 'Ann',
        familyName: 'Field',
      },
    })),
    'GET /api/identity/.well-known/jwks.json': byNobody(),
    'POST /api/identity/sign-out': byPerson(),
    'POST /api/identity/switch-organisation': byPerson(({ farm }) => ({
      body: { organisationId: farm.organisationId },
    })),
    'GET /api/identity/me': byKey(),
    'PATCH /api/identity/me': byPerson(() => ({ body: { givenName: 'Ann', familyName: 'Hill' } })),
    'POST /api/identity/me/password': byPerson((_scene, { password }) => ({
      body: { currentPassword: password, newPassword: 'narrow green trailer' },
    })),
    'POST /api/identity/me/external-identities': byPerson(async ({ externalToken }) => ({
      body: { token: await externalToken() },
    })),
    'GET /api/identity/me/external-identities': byPerson(async ({ externalToken }, { client }) => {
      await linkIdentity(client, await externalToken())
      return {}
    }),
    'DELETE /api/identity/me/external-identities/{id}': byPerson(async ({ externalToken }, { client }) => ({
      params: { id: await linkIdentity(client, await externalToken()) },
    })),
    // Another one than they act for, which would end their session.
    'DELETE /api/identity/me/organisations/{id}': byPerson(async ({ service }, person) => {
      const other = await makeOrganisation(service)
      await addPerson(service, other, 'viewer', person)
      return { params: { id: other.organisationId } }
    }),
    'GET /api/identity/sessions': byPerson(),
    'DELETE /api/identity/sessions/{id}': byPerson(async ({ service }, person) => {
      await signInAgain(service, person)
      const sessions = ok(await person.client.get('/api/identity/sessions'))
      return { params: { id: sessions.find((each: { isThisOne: boolean }) => !each.isThisOne).id } }
    }),
  }
}

async function linkIdentity(client: Client, token: string): Promise<string> {
  ok(await client.post('/api/identity/me/external-identities', { token }))
  return ok(await client.get('/api/identity/me/external-identities'))[0].id
}

let invited = 0

async function invite(client: Client): Promise<{ id: string; token: string }> {
  invited += 1
  const body = { email: `invited-${invited}@farm.example`, role: 'viewer' }
  return ok(await client.post('/api/identity/invitations', body))
}

function people(): Record<string, RequestFixture> {
  const member: Make = async (scene) => ({ params: { id: await makeMember(scene) } })
  return {
    'GET /api/identity/users': byKey(),
    'GET /api/identity/users/{id}': byKey(member),
    'PUT /api/identity/users/{id}/role': byKey(async (scene) => ({
      params: { id: await makeMember(scene) },
      body: { role: 'operator' },
    })),
    'POST /api/identity/users/{id}/suspend': byKey(member),
    'POST /api/identity/users/{id}/reinstate': byKey(async (scene) => {
      const id = await makeMember(scene)
      ok(await scene.farm.as('owner').post(`/api/identity/users/${id}/suspend`))
      return { params: { id } }
    }),
    'DELETE /api/identity/users/{id}': byKey(member),
    'POST /api/identity/invitations': byKey(({ marker }) => {
      invited += 1
      return { body: { email: `invited-${invited}@${marker}.example`, role: 'viewer' } }
    }),
    'GET /api/identity/invitations': byKey(),
    'DELETE /api/identity/invitations/{id}': byKey(async ({ farm }) => ({
      params: { id: (await invite(farm.as('owner'))).id },
    })),
    'POST /api/identity/api-keys': byKey(({ marker }) => ({
      body: { name: `Weighbridge ${marker}`, role: 'viewer' },
    })),
    'GET /api/identity/api-keys': byKey(),
    'PATCH /api/identity/api-keys/{id}': byKey(async ({ farm, marker }) => {
      const body = { name: `Weighbridge ${marker}`, role: 'viewer' }
      const { id } = ok(await farm.as('owner').post('/api/identity/api-keys', body))
      return { params: { id }, body: { allowedAddresses: ['192.0.2.0/24'] } }
    }),
    'DELETE /api/identity/api-keys/{id}': byKey(async ({ farm, marker }) => {
      const body = { name: `Weighbridge ${marker}`, role: 'viewer' }
      return { params: { id: ok(await farm.as('owner').post('/api/identity/api-keys', body)).id } }
    }),
  }
}

let units = 0

async function makeUnit({ farm, marker }: Scene): Promise<string> {
  units += 1
  const body = { name: `Unit ${units} ${marker}` }
  return ok(await farm.as('owner').post('/api/identity/business-units', body)).id
}

function organisations(): Record<string, RequestFixture> {
  const unit = async (scene: Scene) => ({ params: { id: await makeUnit(scene) } })
  return {
    'GET /api/identity/business-units': byKey(),
    'GET /api/identity/business-units/{id}': byKey(unit),
    'POST /api/identity/business-units': creates(({ marker }) => {
      units += 1
      return { body: { name: `Unit ${units} ${marker}`, type: 'farm' } }
    }),
    'PATCH /api/identity/business-units/{id}': byKey(async (scene) => ({
      ...(await unit(scene)),
      body: { type: 'store' },
    })),
    'POST /api/identity/business-units/{id}/archive': byKey(unit),
    'GET /api/identity/organisation': byKey(),
    'PATCH /api/identity/organisation': byKey(() => ({ body: { locale: 'en-GB' } })),
    'GET /api/identity/organisations': byPlatformAdmin(() => ({})),
    'POST /api/identity/organisations/{id}/suspend': byPlatformAdmin(({ farm }) => ({
      params: { id: farm.organisationId },
    })),
    'POST /api/identity/organisations/{id}/reinstate': byPlatformAdmin(({ farm }) => ({
      params: { id: farm.organisationId },
    })),
  }
}
