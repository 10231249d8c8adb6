import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import {
  CLEANED,
  makeAdjustment,
  makeBay,
  makeMovement,
  makeRecord,
  WINTER_WHEAT,
} from '../../../test/farm.ts'
import { makeFile, ok, openScene, type Scene } from '../../../test/scene.ts'

const base = '/api/inventory'
let service: TestApp
let mill: TestOrganisation
let scene: Scene
let owner: Client
let fileId: string

beforeAll(async () => {
  service = await shareTestApp()
  mill = await makeOrganisation(service, { name: 'Using Mill' })
})
afterAll(() => service.close())
beforeEach(async () => {
  scene = await openScene(service)
  await acceptForGood(mill, scene.farm)
  owner = scene.farm.as('owner')
  fileId = await makeFile(scene)
})

const usesFor = (client: Client) => client.get(`${base}/files/${fileId}/uses`)
/** Where the farm has its file. */
const uses = async () => ok(await usesFor(owner)).uses
const atUTC = expect.stringMatching(/^20\d\d-.*Z$/)
const none = { recordId: '', storageId: '', atUTC }

test('a movement has a file as its ticket, by the registration of the lorry, until it is deleted', async () => {
  const { id, recordId } = await makeMovement(scene)
  expect(await uses()).toEqual([])
  const driver = { vehicleRegistration: 'GL01 FRM', loadReference: 'L-7' }
  const ticket = { recordId, driver, weighbridge: { file: { id: fileId } } }
  ok(await owner.put(`${base}/movements/${id}/actions`, ticket))
  expect(await uses()).toEqual([{ ...none, kind: 'movement', id: String(id), name: 'GL01 FRM' }])
  ok(await owner.delete(`${base}/movements/${id}`, { recordId }))
  expect(await uses()).toEqual([])
})

test('a count has a file while it stands on it, and leads to its record', async () => {
  const { recordId, adjustmentId } = await makeAdjustment(scene)
  const files = `${base}/records/${recordId}/adjustments/${adjustmentId}/files`
  ok(await owner.put(files, { id: fileId }))
  expect(await uses()).toEqual([{ ...none, kind: 'count', id: adjustmentId, name: '', recordId }])
  ok(await owner.delete(`${files}/${fileId}`))
  expect(await uses()).toEqual([])
})

test('a stock-take has the photos of its counts, once each, by its name', async () => {
  const { bay } = await makeRecord(scene)
  const body = { name: 'Year end', substorageIds: [bay.substorageId] }
  const { id } = ok(await owner.post(`${base}/stocktakes`, body))
  for (const counted of [990, 985])
    ok(
      await owner.patch(`${base}/stocktakes/${id}/lines/${bay.substorageId}`, {
        counted,
        files: [{ id: fileId }],
      }),
    )
  expect(await uses()).toEqual([{ ...none, kind: 'stocktake', id, name: 'Year end' }])
})

test('a sample has a file, and leads to its record', async () => {
  const { id: recordId } = await makeRecord(scene)
  const fields = [{ name: 'Moisture', value: '14.2', metric: '%' }]
  ok(await owner.post(`${base}/records/${recordId}/samples`, { fields, files: [{ id: fileId }] }))
  expect(await uses()).toEqual([{ ...none, kind: 'sample', id: expect.any(String), name: '', recordId }])
})

test('a contract has a file, for the store and for the owner of the grain, and no more when it is taken off', async () => {
  const contract = {
    ownerOrganisationId: mill.organisationId,
    ownerOrganisationName: 'Using Mill',
    details: {
      reference: 'ST-1',
      startDateISO: '2025-07-01',
      endDateISO: '2035-06-30',
      services: { cleaning: { agreed: false }, drying: { agreed: false } },
      files: [{ id: fileId }],
    },
    inventory: { weightKG: 500_000, commodity: { id: WINTER_WHEAT.id, type: WINTER_WHEAT.type } },
  }
  const { id } = ok(await owner.post(`${base}/contracts`, contract))
  const use = { ...none, kind: 'contract', id, name: 'ST-1' }
  expect(await uses()).toEqual([use])
  expect(ok(await usesFor(mill.as('viewer'))).uses).toEqual([use])
  ok(await owner.put(`${base}/contracts/${id}`, { details: { files: [] }, inventory: {} }))
  expect(await uses()).toEqual([])
})

test('a note on a store has a file, by how it begins, and leads to the store', async () => {
  const { storageId, substorageId } = await makeBay(scene)
  const note = `Swept and limewashed. ${'All of it. '.repeat(20)}`
  const body = { storageId, substorageId, reasonId: CLEANED, note, files: [{ id: fileId }] }
  ok(await owner.post(`${base}/storage/notes`, body))
  const name = note.slice(0, 100)
  expect(await uses()).toEqual([{ ...none, kind: 'store-note', id: expect.any(String), name, storageId }])
})

test('all uses come together, the latest first, and what others do with it is theirs', async () => {
  const { storageId, substorageId } = await makeBay(scene)
  const body = { storageId, substorageId, reasonId: CLEANED, files: [{ id: fileId }] }
  ok(await owner.post(`${base}/storage/notes`, { ...body, note: 'First.' }))
  service.clock.advance({ seconds: 1 })
  ok(await owner.post('/api/system/experts/questions', { question: 'Rust?', files: [{ id: fileId }] }))
  service.clock.advance({ seconds: 1 })
  ok(await owner.post(`${base}/storage/notes`, { ...body, note: 'Last.' }))
  expect((await uses()).map(({ name }: { name: string }) => name)).toEqual(['Last.', 'Rust?', 'First.'])
  expect((await usesFor(mill.as('owner'))).status).toBe(404)
  const shared = { organisations: [mill.organisationId] }
  ok(await owner.put(`/api/system/files/${fileId}/organisations`, shared))
  expect(ok(await usesFor(mill.as('owner'))).uses).toEqual([])
})
