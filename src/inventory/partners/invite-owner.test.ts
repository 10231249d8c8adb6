import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'

let app: TestApp
let store: TestOrganisation
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => void (store = await makeOrganisation(app)))

const PARTNERS = '/api/inventory/partners'
const newcomer = { password: 'wide yellow combine', givenName: 'Dan', familyName: 'Brook' }

/** A store in which 20 t of a partner's wheat lie, beside wheat of the store's own. */
async function storeForBrook(): Promise<string> {
  const owner = store.as('owner')
  const { id: storageId, substorage } = ok(
    await owner.post('/api/inventory/storage', {
      name: 'Quay Store',
      type: 'store',
      substorage: [{ name: 'Quay 1' }, { name: 'Quay 2' }],
      location: { address: { region: 'Hertfordshire', postcode: 'AL5 2JQ' } },
    }),
  )
  const sender = { id: 'brook-farm', name: 'Brook Farm' }
  const load = (bay: number, weighbridgeRecord: { full: number; empty: number }) => ({
    type: 'crop',
    harvestYear: '2026',
    owned: bay !== 0,
    commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
    storage: [{ storageId, substorageId: substorage[bay].id }],
    source: {
      ...(bay === 0 && { owner: sender }),
      intake: { moveAtUTC: '2026-08-14T07:00:00Z', sender, weighbridgeRecord },
    },
  })
  ok(await owner.post('/api/inventory/records', load(0, { full: 34_200, empty: 14_200 })))
  ok(await owner.post('/api/inventory/records', load(1, { full: 44_200, empty: 14_200 })))
  return 'brook-farm'
}

test('the owner of stored grain comes in by the invitation, sees what is theirs, and nothing else of the store', async () => {
  const id = await storeForBrook()
  const email = `dan-${store.organisationId}@brook.example`
  const invited = ok(await store.as('admin').post(`${PARTNERS}/${id}/invite-owner`, { email }))
  const accept = { token: invited.token, ...newcomer }
  const { accessToken } = ok(await app.client().post('/api/identity/invitations/accept', accept))
  const dan = app.client({ token: accessToken })
  expect(ok(await dan.get('/api/identity/me'))).toMatchObject({
    role: 'owner',
    organisation: { id: invited.partnerId, name: 'Brook Farm' },
  })
  const { lines } = ok(await dan.get('/api/inventory/position'))
  expect(lines).toMatchObject([{ owned: true, weight: 20_000, storerId: store.organisationId }])
  expect(ok(await dan.get(PARTNERS)).docs).toEqual([])
  // What the store called it still means it.
  const partner = ok(await store.as('owner').get(`${PARTNERS}/${invited.partnerId}`))
  expect(partner).toMatchObject({ name: 'Brook Farm', otherIds: ['brook-farm'] })
  const again = await store.as('admin').post(`${PARTNERS}/${invited.partnerId}/invite-owner`, { email })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } })
})

test('until somebody has come in it is done again, into the same organisation, and the code before is good no more', async () => {
  const id = await storeForBrook()
  const email = `ann-${store.organisationId}@brook.example`
  const first = ok(await store.as('owner').post(`${PARTNERS}/${id}/invite-owner`, { email }))
  const second = ok(await store.as('owner').post(`${PARTNERS}/${first.partnerId}/invite-owner`, { email }))
  expect(second.partnerId).toBe(first.partnerId)
  const look = async (token: string) =>
    (await app.client().post('/api/identity/invitations/look', { token })).status
  expect([await look(first.token), await look(second.token)]).toEqual([404, 200])
})

test('is for admins, for partners of their own, and for an address that mail gets to', async () => {
  const id = await storeForBrook()
  const stranger = await makeOrganisation(app)
  const body = { email: 'dan@brook.example' }
  expect((await store.as('manager').post(`${PARTNERS}/${id}/invite-owner`, body)).status).toBe(403)
  expect((await stranger.as('owner').post(`${PARTNERS}/${id}/invite-owner`, body)).status).toBe(404)
  const refused = await store.as('owner').post(`${PARTNERS}/${id}/invite-owner`, { email: 'dan' })
  expect(refused).toMatchObject({ status: 400, body: { validation: [{ path: 'email' }] } })
})

const ACCEPT = '/api/inventory/owner-invitations/accept'

test('who has an organisation here already takes it over there: the partner becomes it, with all earlier loads', async () => {
  const id = await storeForBrook()
  const farm = await makeOrganisation(app, { name: 'Brook & Sons' })
  const ann = await addPerson(app, farm, 'owner')
  const invited = ok(await store.as('owner').post(`${PARTNERS}/${id}/invite-owner`, { email: ann.email }))
  const { token, partnerId } = invited
  const seen = ok(await app.client().post('/api/identity/invitations/look', { token }))
  const { name } = ok(await store.as('owner').get('/api/identity/organisation'))
  expect(seen).toMatchObject({ grainAt: name, organisationName: 'Brook Farm' })
  expect(ok(await ann.client.post(ACCEPT, { token })).message).toContain('Brook & Sons')
  const { lines } = ok(await ann.client.get('/api/inventory/position'))
  expect(lines).toMatchObject([{ owned: true, weight: 20_000, storerId: store.organisationId }])
  // What the store called it, and what was made for it, mean it.
  for (const each of ['brook-farm', partnerId])
    expect(ok(await store.as('owner').get(`${PARTNERS}/${each}`)).id).toBe(farm.organisationId)
  // What is booked from now on counts at once, and the code is good no more.
  expect((await ann.client.post(ACCEPT, { token })).status).toBe(404)
  const again = await store.as('owner').post(`${PARTNERS}/${id}/invite-owner`, { email: ann.email })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } })
})

test('it is taken over by the invited person alone, who may give access, and of no organisation that has people', async () => {
  const id = await storeForBrook()
  const farm = await makeOrganisation(app)
  const [ann, bea, clerk] = [
    await addPerson(app, farm, 'owner'),
    await addPerson(app, farm, 'owner'),
    await addPerson(app, farm, 'manager'),
  ]
  const invite = async (email: string) =>
    ok(await store.as('owner').post(`${PARTNERS}/${id}/invite-owner`, { email })).token
  const token = await invite(ann.email)
  expect((await bea.client.post(ACCEPT, { token })).status).toBe(404)
  expect((await farm.as('owner').post(ACCEPT, { token })).status).toBe(400)
  expect((await clerk.client.post(ACCEPT, { token: await invite(clerk.email) })).status).toBe(403)
  const staff = { email: ann.email, role: 'viewer' }
  const other = ok(await store.as('owner').post('/api/identity/invitations', staff)).token
  expect((await ann.client.post(ACCEPT, { token: other })).status).toBe(404)
  const dan = await invite(`dan-${store.organisationId}@brook.example`)
  ok(await app.client().post('/api/identity/invitations/accept', { token: dan, ...newcomer }))
  expect((await ann.client.post(ACCEPT, { token })).status).toBe(404)
})
