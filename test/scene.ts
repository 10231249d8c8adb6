import { expect } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import type { Answer, Client, TestApp } from './app.ts'
import { addPerson, makeOrganisation, type TestOrganisation, type TestPerson } from './factories.ts'

/** An organisation in which requests find what they need. Everything made in it carries its name, so that a leak shows. */
export interface Scene {
  service: TestApp
  farm: TestOrganisation
  /** Sends requests as somebody of the farm. */
  as: TestOrganisation['as']
  /** A word that stands in every name of the scene and nowhere else. */
  marker: string
  /** A token of an issuer that the service trusts, of somebody who has not signed in with it yet. */
  externalToken: () => Promise<string>
}

let made = 0

export async function openScene(
  service: TestApp,
  externalToken: Scene['externalToken'] = () => Promise.reject(new Error('this scene has no issuer')),
): Promise<Scene> {
  made += 1
  const marker = `quagga${made}x`
  const farm = await makeOrganisation(service, { name: `Farm ${marker}` })
  return { service, marker, externalToken, farm, as: farm.as }
}

/** The body of an answer that has to be a success. */
export function ok({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A file of the organisation, as if it had been uploaded. */
export async function makeFile(
  { service, farm, marker }: Pick<Scene, 'service' | 'farm'> & { marker?: string },
  name = marker === undefined ? 'ticket.pdf' : `ticket-${marker}.pdf`,
): Promise<string> {
  const id = newId()
  await service.database.db
    .insertInto('files')
    .values({
      id,
      organisation_id: farm.organisationId,
      user_name: 'Office',
      bucket: 'files',
      type: 'misc',
      name,
      content_type: 'application/pdf',
      size_bytes: 3,
      sha256: Buffer.alloc(32),
      storage_key: id,
      created_at: service.clock.now(),
    })
    .execute()
  return id
}

/** A viewer of the organisation, for others to act upon. Made in the database: passwords take their time. */
export async function makeMember({ service, farm, marker }: Scene): Promise<string> {
  const id = newId()
  const now = service.clock.now()
  await service.database.db
    .insertInto('users')
    .values({
      id,
      email: `${id}@${marker}.example`,
      given_name: 'Ann',
      family_name: marker,
      password_hash: null,
      created_at: now,
    })
    .execute()
  await service.database.db
    .insertInto('memberships')
    .values({ organisation_id: farm.organisationId, user_id: id, role: 'viewer', created_at: now })
    .execute()
  return id
}

/** Somebody new who runs the installation, signed in. */
export async function makePlatformAdmin({
  service,
  farm,
}: Pick<Scene, 'service' | 'farm'>): Promise<TestPerson> {
  const person = await addPerson(service, farm, 'admin')
  await service.database.db
    .updateTable('users')
    .set({ is_platform_admin: true })
    .where('id', '=', person.userId)
    .execute()
  return person
}

/** Signs somebody in once more, for a request that spends a session. */
export async function signInAgain(
  service: TestApp,
  { email, password }: Pick<TestPerson, 'email' | 'password'>,
): Promise<{ client: Client; refreshToken: string }> {
  const { accessToken, refreshToken } = ok(
    await service.client().post('/api/identity/sign-in', { email, password }),
  )
  return { client: service.client({ token: accessToken }), refreshToken }
}
