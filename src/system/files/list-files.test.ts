import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { FILES, picture, uploadTo } from './test-files.ts'

let service: TestApp
let farm: TestOrganisation
let mill: TestOrganisation

beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service, { name: 'Filing Farm' })
  mill = await makeOrganisation(service, { name: 'Filing Mill' })
})

const text = async (client: Client, name: string, fields: Record<string, string> = {}) => {
  service.clock.advance({ seconds: 1 })
  return ok(await uploadTo(client, { bytes: `text of ${name}`, fields: { name, ...fields } })).id
}
const list = async (client: Client, query = '') => ok(await client.get(`${FILES}${query}`))
const names = async (client: Client, query = '') =>
  (await list(client, query)).docs.map(({ info }: { info: { name: string } }) => info.name)

test('files are listed with their sizes and whom they are shared with, the latest first', async () => {
  const owner = farm.as('owner')
  await text(owner, 'first')
  const id = await text(owner, 'second', { organisations: mill.organisationId })
  const page = await list(owner)
  expect(page).toMatchObject({ totalDocs: 2, limit: 25, offset: 0 })
  expect(page.docs[0]).toMatchObject({
    id,
    sizeBytes: 'text of second'.length,
    organisationName: 'Filing Farm',
    sharedWith: [{ id: mill.organisationId, name: 'Filing Mill' }],
    info: { name: 'second', status: 'active' },
  })
  expect(await names(owner, '?limit=1&offset=1')).toEqual(['first'])
  expect(await names(owner, '?sortBy=name')).toEqual(['first', 'second'])
  expect(await names(owner, '?sortBy=sizeBytes&sortDesc=true')).toEqual(['second', 'first'])
})

test('whoever a file is shared with sees it, but not with whom else', async () => {
  const third = await makeOrganisation(service)
  await text(farm.as('owner'), 'for both', {
    organisations: `${mill.organisationId},${third.organisationId}`,
  })
  await text(farm.as('owner'), 'for nobody')
  await text(mill.as('owner'), 'our own')
  const { docs } = await list(mill.as('viewer'), '?from=others')
  expect(docs).toMatchObject([
    { organisationName: 'Filing Farm', sharedWith: [], info: { name: 'for both' } },
  ])
  expect(docs[0].info.organisations).toEqual([mill.organisationId])
  expect(await names(mill.as('viewer'), '?from=own')).toEqual(['our own'])
  expect(await names(mill.as('viewer'))).toEqual(['our own', 'for both'])
})

test('an archived file is listed for whom it belongs to alone, where archived ones are asked for', async () => {
  const id = await text(farm.as('owner'), 'old', { organisations: mill.organisationId })
  ok(await farm.as('owner').delete(`${FILES}/${id}`))
  expect(await names(farm.as('owner'))).toEqual([])
  expect(await names(farm.as('owner'), '?status=archived')).toEqual(['old'])
  for (const query of ['', '?status=archived', '?from=others'])
    expect(await names(mill.as('owner'), query)).toEqual([])
})

test('files are found by name, by kind and by what they are for', async () => {
  const owner = farm.as('owner')
  await text(owner, 'Protéine 2026', { type: 'sample' })
  const bytes = await picture('jpeg')
  ok(await uploadTo(owner, { bytes, fields: { bucket: 'images', type: 'image', name: 'yard.jpg' } }))
  expect(await names(owner, '?query=proteine')).toEqual(['Protéine 2026'])
  expect(await names(owner, '?kind=picture')).toEqual(['yard.jpg'])
  expect(await names(owner, '?kind=other')).toEqual(['Protéine 2026'])
  expect(await names(owner, '?kind=pdf')).toEqual([])
  expect(await names(owner, '?type=sample')).toEqual(['Protéine 2026'])
  expect(await names(owner, '?query=100%25')).toEqual([])
})

test('where a file is used is told of the caller’s own things, and a file of others is not found', async () => {
  const owner = farm.as('owner')
  const id = await text(owner, 'ticket')
  const uses = (client: Client) => client.get(`/api/inventory/files/${id}/uses`)
  expect(ok(await uses(owner))).toEqual({ uses: [] })
  expect((await uses(mill.as('owner'))).status).toBe(404)
  ok(await owner.post('/api/system/experts/questions', { question: 'Is this rust?', files: [{ id }] }))
  expect(ok(await uses(owner)).uses).toMatchObject([
    { kind: 'expert-question', name: 'Is this rust?', recordId: '', storageId: '' },
  ])
})
