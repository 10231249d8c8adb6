import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from './app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from './factories.ts'
import { enterRecord, makeBay, makeField, records, stock, type Bay } from './farm.ts'
import { ok } from './scene.ts'

// Case says nothing in a UUID (RFC 9562), and some languages write them in capitals.

let service: TestApp
let farm: TestOrganisation
let bay: Bay
let id: string
let capitals: string
beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
  bay = await makeBay(farm)
  id = (await enterRecord(farm, stock(bay, 1000))).id
  capitals = id.toUpperCase()
})
afterAll(() => service.close())

test('a path, a list of ids and filters take ids in capitals', async () => {
  const viewer = farm.as('viewer')
  expect(ok(await viewer.get(`${records}/${capitals}`)).id).toBe(id)
  expect(ok(await viewer.get(`${records}/by-ids?ids=${capitals},${id}`))).toHaveLength(1)
  const found = async (filter: string) => ok(await viewer.get(`${records}?${filter}`)).totalDocs
  expect(await found(`f:organisationId=${farm.organisationId.toUpperCase()}`)).toBe(1)
  expect(await found(`f:storageId=${bay.storageId.toUpperCase()}`)).toBe(1)
})

test('so do bodies, wherever they name something', async () => {
  const manager = farm.as('manager')
  const counted = { records: [{ id: capitals, adjustTo: 900 }], reasonId: 1 }
  expect(ok(await manager.post(`${records}/adjustments`, counted))[0].id).toBe(id)
  const more = stock({ ...bay, storageId: bay.storageId.toUpperCase() }, 100)
  expect((await enterRecord(farm, more)).id).toBe(id)
  const sale = {
    recordId: capitals,
    organisationId: farm.organisationId.toUpperCase(),
    movementDateISO: service.clock.now().toISOString(),
    weight: 10,
    sold: false,
    destination: { organisationId: 'mill', organisationName: 'Mill' },
  }
  ok(await manager.post('/api/inventory/movements', sale))
  const field = await makeField(farm)
  const part = { source: field.toUpperCase(), name: 'North', hectares: 1 }
  ok(await manager.post('/api/inventory/storage/fields/split', [part]))
})

test('so do forms', async () => {
  const manager = farm.as('manager')
  const partner = await makeOrganisation(service)
  const form = (fields: Record<string, string>) => {
    const sent = new FormData()
    for (const [name, value] of Object.entries(fields)) sent.append(name, value)
    sent.append('file', new Blob(['Field,Area (ha)\nTop Field,12\n'], { type: 'text/csv' }), 'fields.csv')
    return sent
  }
  const organisationId = farm.organisationId.toUpperCase()
  ok(await manager.post('/api/inventory/imports/fields', form({ organisationId })))
  const organisations = partner.organisationId.toUpperCase()
  const shared = form({ bucket: 'files', type: 'misc', name: 'Fields', organisationId, organisations })
  const { id: fileId } = ok(await manager.post('/api/system/files', shared))
  ok(await partner.as('viewer').get(`/api/system/files/${fileId}`))
})

test('so do conversations: whom a message is for, whom one is with, and what it is about', async () => {
  const [ann, ben] = [await addPerson(service, farm, 'manager'), await addPerson(service, farm, 'manager')]
  const messages = '/api/system/conversations'
  const listingId = '0198A6F2-7C31-7C44-9A51-5D3C1F0B7A10'
  const message = { to: ben.userId.toUpperCase(), listingId, message: 'Is it dry?' }
  ok(await ann.client.post(messages, message))
  expect(
    ok(await ben.client.get(`${messages}/listing/${listingId}?with=${ann.userId.toUpperCase()}`)),
  ).toBeDefined()
})

test('an id of a caller’s own for a trading partner stays as it is written', async () => {
  const owner = { id: '6F9619FF-8B86-4011-B42D-00C04FC964FF', name: 'Brook Farm' }
  const body = stock(await makeBay(farm), 50, { owned: false, source: { type: 'existing', owner } })
  expect(await enterRecord(farm, body)).toMatchObject({ organisationId: owner.id })
})
