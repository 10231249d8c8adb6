import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { newId } from '../../kernel/ids.ts'
import { CLEANED, makePlace } from '../../../test/farm.ts'
import { base } from './test-storage.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

async function makeFile(organisation: TestOrganisation, name = 'certificate.pdf'): Promise<string> {
  const id = newId()
  await service.database.db
    .insertInto('files')
    .values({
      id,
      organisation_id: organisation.organisationId,
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

describe('notes', () => {
  test('are a timeline, of a place or of a bay, with their files', async () => {
    const store = await makePlace(farm, { substorage: [{ name: 'Bay' }] })
    const fileId = await makeFile(farm)
    const add = (body: object) =>
      farm.as('operator').post(`${base}/notes`, { storageId: store.id, reasonId: CLEANED, note: '', ...body })
    const first = await add({
      note: 'Swept.',
      substorageId: store.substorage[0].id,
      files: [{ id: fileId, url: 'http://elsewhere.example' }],
    })
    expect(first).toMatchObject({
      status: 200,
      body: {
        storageId: store.id,
        substorageId: store.substorage[0].id,
        reasonId: CLEANED,
        reasonDescription: 'Cleaned',
        files: [{ id: fileId, name: 'certificate.pdf', url: `/api/system/files/${fileId}` }],
        createdByName: 'operator key',
        createdAtUTC: service.clock.now().toISOString(),
      },
    })
    const second = await add({ note: 'Roof looked at.', substorageId: null, files: null })
    const list = (query = '') => farm.as('viewer').get(`${base}/notes?storageId=${store.id}${query}`)
    expect((await list()).body).toEqual([second.body, first.body])
    expect((await list(`&substorageId=${store.substorage[0].id}`)).body).toEqual([first.body])
    expect((await list('&limit=1')).body).toEqual([second.body])
    expect((await list('&limit=1&offset=1')).body).toEqual([first.body])
  })

  test('of a bay that is not there are not found, rather than none', async () => {
    const [store, other] = [await makePlace(farm, { substorage: [{ name: 'Bay' }] }), await makePlace(farm)]
    const bayId = store.substorage[0].id
    const list = (storageId: string) =>
      farm.as('viewer').get(`${base}/notes?storageId=${storageId}&substorageId=${bayId}`)
    expect(await list(store.id)).toMatchObject({ status: 200, body: [] })
    expect(await list(other.id)).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: `There is no bay ${bayId} of Long Barn.` },
    })
  })

  test('are answered 200 at a time', async () => {
    const store = await makePlace(farm)
    const note = {
      organisation_id: farm.organisationId,
      storage_id: store.id,
      reason_id: CLEANED,
      note: '',
      file_ids: [],
      created_by_name: 'Ann',
    }
    await service.database.db
      .insertInto('storage_notes')
      .values(Array.from({ length: 201 }, () => ({ ...note, id: newId(), created_at: service.clock.now() })))
      .execute()
    const list = async (query = '') =>
      (await farm.as('viewer').get(`${base}/notes?storageId=${store.id}${query}`)).body.length
    expect([await list(), await list('&offset=200')]).toEqual([200, 1])
  })

  test('refuse what is not there, all at once', async () => {
    const store = await makePlace(farm, { substorage: [{ name: 'Bay' }] })
    const other = await makeOrganisation(service)
    const answer = await farm.as('operator').post(`${base}/notes`, {
      storageId: store.id,
      substorageId: 1,
      reasonId: 1,
      note: 'x',
      files: [{ id: await makeFile(farm) }, { id: await makeFile(other) }, { id: 'none' }],
    })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        validation: [
          { path: 'substorageId' },
          { path: 'reasonId' },
          { path: 'files[1].id' },
          { path: 'files[2].id' },
        ],
      },
    })
    const nowhere = { storageId: newId(), reasonId: 1, note: 'x' }
    expect(await farm.as('operator').post(`${base}/notes`, nowhere)).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'reasonId' }] },
    })
  })
})
