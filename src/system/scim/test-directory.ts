import { testRecords, type Client, type TestApp } from '../../../test/app.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'

export const USERS = '/scim/v2/Users'
const I = '/api/identity'

/** An organisation whose directory has people come and go. */
export interface TestDirectory {
  farm: TestOrganisation
  owner: TestPerson
  domain: string
  /** Id of the domain, and of the key by which the directory asks. */
  domainId: string
  keyId: string
  /** Sends requests as the directory does. */
  directory: Client
  /** A person as a directory sends one. */
  person: (name: string, change?: object) => { userName: string } & Record<string, unknown>
}

let made = 0

/** Makes an organisation with a provider, a proved domain, and a key for its directory. */
export async function makeDirectory(
  service: TestApp,
  { defaultRole = 'operator', settings = {} }: { defaultRole?: string | null; settings?: object } = {},
): Promise<TestDirectory> {
  const farm = await makeOrganisation(service)
  const owner = await addPerson(service, farm, 'owner')
  const provider = {
    issuer: 'https://id.hill.example',
    clientId: 'granary',
    roleClaim: null,
    roles: [{ value: 'granary-managers', role: 'manager' }],
    defaultRole,
    factorValues: [],
    isEnforced: false,
    breakGlassUserId: null,
    ...settings,
  }
  ok(await owner.client.put(`${I}/organisation/single-sign-on`, provider))
  const domain = `directory-${(made += 1)}-${process.pid}.example`
  const {
    id: domainId,
    recordName,
    recordValue,
  } = ok(await owner.client.post(`${I}/organisation/sign-in-domains`, { domain }))
  testRecords.set(recordName, [recordValue])
  ok(await owner.client.post(`${I}/organisation/sign-in-domains/${domainId}/verify`))
  const permissions = ['members:provision']
  const { id: keyId, key } = ok(
    await owner.client.post(`${I}/api-keys`, { name: 'Directory', role: 'viewer', permissions }),
  )
  return {
    farm,
    owner,
    domain,
    domainId,
    keyId,
    directory: directoryClient(service, key),
    person: (name, change = {}) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `${name}@${domain}`,
      externalId: `id-of-${name}`,
      name: { givenName: name, familyName: 'Field' },
      emails: [{ value: `${name}@${domain}`, type: 'work', primary: true }],
      active: true,
      ...change,
    }),
  }
}

/** Sends requests with a key as bearer token, and bodies in the protocol's media type. */
export function directoryClient(service: TestApp, key: string): Client {
  const plain = service.client({ token: key })
  const asScim = { 'content-type': 'application/scim+json' }
  const sending =
    (method: 'post' | 'put' | 'patch') =>
    (url: string, body?: object, headers: Record<string, string> = {}) =>
      plain[method](url, body, { ...asScim, ...headers })
  return { ...plain, post: sending('post'), put: sending('put'), patch: sending('patch') }
}

/** A change as directories send it. */
export const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})

/** The address that asks for whom a filter finds. */
export const filtered = (filter: string) => `${USERS}?filter=${encodeURIComponent(filter)}`
