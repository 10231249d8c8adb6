import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'

let app: TestApp
let farm: TestOrganisation
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => void (farm = await makeOrganisation(app)))

const urlOf = ({ organisationId }: TestOrganisation) => `/api/identity/me/organisations/${organisationId}`

test('a person leaves an organisation, with the keys and invitations that they made there, and stays in another', async () => {
  const mill = await makeOrganisation(app)
  const ann = await addPerson(app, farm, 'admin')
  const there = await addPerson(app, mill, 'viewer', ann)
  const { key } = ok(await ann.client.post('/api/identity/api-keys', { name: 'PC', role: 'viewer' }))
  const friend = { email: `friend-${farm.organisationId}@farm.example`, role: 'admin' }
  const { token } = ok(await ann.client.post('/api/identity/invitations', friend))
  // From the other organisation, where they are less.
  const { message } = ok(await there.client.delete(urlOf(farm)))
  expect(message).toBe(`You no longer belong to ${farm.name}. 1 API key they made is revoked.`)
  expect((await ann.client.get('/api/identity/me')).status).toBe(401)
  expect((await app.client({ apiKey: key }).get('/api/identity/me')).status).toBe(401)
  const accepting = { token, password: 'wide yellow combine', givenName: 'F', familyName: 'G' }
  expect((await app.client().post('/api/identity/invitations/accept', accepting)).status).toBe(404)
  expect(ok(await there.client.get('/api/identity/me')).organisations).toHaveLength(1)
  expect((await there.client.delete(urlOf(farm))).status).toBe(404)
})

test('the last owner stays, and may go once there is another', async () => {
  const { accessToken } = ok(
    await app
      .client()
      .post('/api/identity/sign-in', { email: farm.owner.email, password: farm.owner.password }),
  )
  const owner = app.client({ token: accessToken })
  expect(await owner.delete(urlOf(farm))).toMatchObject({ status: 400, body: { code: 'in_use' } })
  await addPerson(app, farm, 'owner')
  ok(await owner.delete(urlOf(farm)))
})

test('an API key leaves nothing, and nobody leaves what is not theirs', async () => {
  expect((await farm.as('owner').delete(urlOf(farm))).status).toBe(403)
  const ann = await addPerson(app, farm, 'viewer')
  expect((await ann.client.delete(urlOf(await makeOrganisation(app)))).status).toBe(404)
  expect((await ann.client.delete('/api/identity/me/organisations/nonsense')).status).toBe(404)
})
