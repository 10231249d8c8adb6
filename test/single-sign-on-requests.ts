import { domainToken } from '../src/system/single-sign-on/domains.ts'
import { TEST_URL, testRecords, type TestApp } from './app.ts'
import { addPerson, makeOrganisation, type TestPerson } from './factories.ts'
import { openProvider } from './oidc.ts'
import { byKey, byNobody, byPerson, type RequestFixture, type RequestParts } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'
import { openTestSecrets } from './secrets.ts'

const I = '/api/identity'
const PROVIDER = `${I}/organisation/single-sign-on`
const DOMAINS = `${I}/organisation/sign-in-domains`

const provider = (issuer: string) => ({
  issuer,
  clientId: 'granary',
  clientSecret: 'a secret of the provider',
  roleClaim: null,
  roles: [],
  defaultRole: 'viewer',
  factorValues: [],
  isEnforced: false,
  breakGlassUserId: null,
})

async function withProvider({ service, farm }: Scene): Promise<void> {
  const { client } = await addPerson(service, farm, 'owner')
  ok(await client.put(PROVIDER, provider('https://id.hill.example')))
}

let made = 0

/** Somebody's organisation with a provider and a domain that is not proved yet. */
async function withDomain({ client }: Pick<TestPerson, 'client'>, issuer = 'https://id.hill.example') {
  ok(await client.put(PROVIDER, provider(issuer)))
  const domain = `farm-${(made += 1)}.example`
  const { id, recordName, recordValue } = ok(await client.post(DOMAINS, { domain }))
  testRecords.set(recordName, [recordValue])
  return { id, domain }
}

/** Somebody who comes back from the provider of an organisation of its own, or is to be sent there. */
async function atProvider({ service }: Pick<Scene, 'service'>) {
  const farm = await makeOrganisation(service)
  const owner = await addPerson(service, farm, 'owner')
  const { organisationId } = farm
  const there = await openProvider([`${TEST_URL}/sign-in/return/${organisationId}`])
  const { id, domain } = await withDomain(owner, there.issuer)
  ok(await owner.client.post(`${DOMAINS}/${id}/verify`))
  const email = `tom@${domain}`
  there.become('s-tom', { email, email_verified: true })
  return { organisationId, email, there }
}

async function returning(scene: Scene): Promise<RequestParts> {
  const { organisationId, email, there } = await atProvider(scene)
  const { url, flow } = ok(
    await scene.service.client().post(`${I}/browser-session/single-sign-on/begin`, { email }),
  )
  const { code, state, iss } = await there.follow(url)
  return { body: { organisationId, flow, code, state, iss } }
}

/** The token of a link that was mailed. */
async function mailedToken(service: TestApp, person: TestPerson): Promise<string> {
  const { id } = await withDomain(person)
  ok(await person.client.post(`${DOMAINS}/${id}/mail`, { mailbox: 'admin' }))
  const { vault } = await openTestSecrets(service.database)
  const { mail_expires_at: expiresAt } = await service.database.db
    .selectFrom('sign_in_domains')
    .select('mail_expires_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return domainToken(vault, { id, expiresAt: expiresAt ?? new Date(0) })
}

/** Requests of sign-in by an organisation's own provider. */
export function singleSignOnRequests(): Record<string, RequestFixture> {
  const ofDomain = async ({ service, farm }: Scene): Promise<RequestParts> => {
    const { id } = await withDomain(await addPerson(service, farm, 'owner'))
    return { params: { id } }
  }
  return {
    [`GET ${PROVIDER}`]: byKey(),
    [`PUT ${PROVIDER}`]: byPerson(async (scene) => {
      await withProvider(scene)
      return { body: { ...provider('https://id.hill.example'), clientId: 'granary-console' } }
    }),
    [`DELETE ${PROVIDER}`]: byPerson(async (scene) => {
      await withProvider(scene)
      return {}
    }),
    [`POST ${DOMAINS}`]: byPerson(async ({ service, farm }) => {
      const { client } = await addPerson(service, farm, 'owner')
      ok(await client.put(PROVIDER, provider('https://id.hill.example')))
      return { body: { domain: `farm-${(made += 1)}.example` } }
    }),
    [`DELETE ${DOMAINS}/{id}`]: byPerson(ofDomain),
    [`POST ${DOMAINS}/{id}/verify`]: byPerson(ofDomain),
    [`POST ${DOMAINS}/{id}/mail`]: byPerson(async (scene) => ({
      ...(await ofDomain(scene)),
      body: { mailbox: 'postmaster' },
    })),
    [`POST ${I}/sign-in-domains/redeem`]: byNobody(async ({ service, farm }) => ({
      body: { token: await mailedToken(service, await addPerson(service, farm, 'owner')) },
    })),
    [`POST ${I}/browser-session/single-sign-on/begin`]: byNobody(async (scene) => ({
      body: { email: (await atProvider(scene)).email },
    })),
    [`POST ${I}/browser-session/single-sign-on`]: byNobody(returning),
  }
}
