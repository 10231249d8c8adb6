import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { film, filesIn, FILES, formOf, PDF, picture, uploadTo, type TestUpload } from './test-files.ts'

const QUOTA_BYTES = 4 * 1024 * 1024
const directory = await mkdtemp(path.join(tmpdir(), 'granary-files-test-'))
const kept = path.join(directory, 'kept')
const service = await openTestApp({
  settings: { files: { directory, s3: undefined, quotaBytes: QUOTA_BYTES } },
})
afterAll(async () => {
  await service.close()
  await rm(directory, { recursive: true, force: true })
})

const text = (content = 'plot;tonnes\nA;12.4\n'): TestUpload => ({
  bytes: content,
  fileName: 'a.csv',
  mimeType: 'text/csv',
})

async function upload(farm: TestOrganisation, given: TestUpload = text()) {
  return ok(await uploadTo(farm.as('operator'), given))
}

describe('an upload', () => {
  test('answers the stored file as it is documented, and its Location', async () => {
    const farm = await makeOrganisation(service)
    const answer = await uploadTo(farm.as('operator'), {
      ...text(),
      fields: {
        bucket: 'files',
        type: 'rt-certificate',
        name: ' Certificate 12/2026 ',
        organisationId: farm.organisationId,
      },
    })
    const { id, userId } = ok(answer)
    const url = `${FILES}/${id}`
    expect(answer.body).toEqual({
      id,
      tags: [],
      info: {
        bucket: 'files',
        type: 'rt-certificate',
        organisationId: farm.organisationId,
        name: 'Certificate 12/2026',
        path: `files/${id.slice(-2)}/${id}`,
        hash: createHash('sha256').update('plot;tonnes\nA;12.4\n').digest('hex'),
        contentType: 'text/plain; charset=utf-8',
        url,
        urlStream: url,
        userId,
        userName: 'operator key',
        organisations: [],
        mayTellPosition: false,
        createdAtUTC: service.clock.now().toISOString(),
        status: 'active',
      },
      organisationId: farm.organisationId,
      userId,
      type: 'rt-certificate',
      status: 'active',
    })
    expect(answer.headers['location']).toBe(`${url}/info`)
    expect(ok(await farm.as('viewer').get(`${url}/info`))).toEqual(answer.body.info)
    const events = await service.database.db
      .selectFrom('events')
      .select(['type', 'subject'])
      .where('organisation_id', '=', farm.organisationId)
      .where('type', 'like', 'file.%')
      .execute()
    expect(events).toEqual([{ type: 'file.uploaded', subject: id }])
  })

  test('turns a photograph the right way up and forgets where it was taken', async () => {
    const farm = await makeOrganisation(service)
    const upright = await picture('jpeg', { width: 60, height: 20 })
    const bytes = await sharp(upright)
      .withExif({ IFD0: { Model: 'Telephone' }, IFD3: { GPSLatitude: '51/1 48/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { info } = await upload(farm, { bytes, fields: { bucket: 'images', type: 'sample' } })
    const { rawPayload } = await service.app.inject({
      url: info.url,
      headers: { 'x-api-key': farm.keys.viewer },
    })
    const { format, width, height, exif, orientation } = await sharp(rawPayload).metadata()
    expect({ format, width, height, exif, orientation }).toEqual({
      format: 'jpeg',
      width: 20,
      height: 60,
      exif: undefined,
      orientation: undefined,
    })
    expect(info.hash).toBe(createHash('sha256').update(rawPayload).digest('hex'))
  })

  test.each(['png', 'webp', 'gif'] as const)('takes a picture as %s', async (format) => {
    const farm = await makeOrganisation(service)
    const { info } = await upload(farm, {
      bytes: await picture(format),
      fields: { bucket: 'images', type: 'logo' },
    })
    expect(info.contentType).toBe(`image/${format}`)
  })

  test.each([
    ['isom', 'video/mp4'],
    ['qt  ', 'video/quicktime'],
    ['M4V ', 'video/x-m4v'],
  ])('takes a film of the brand %s', async (brand, contentType) => {
    const farm = await makeOrganisation(service)
    const { info } = await upload(farm, { bytes: film(brand), fields: { bucket: 'videos', type: 'misc' } })
    expect(info.contentType).toBe(contentType)
  })

  test('is done once for one Idempotency-Key, and keeps no bytes twice', async () => {
    const farm = await makeOrganisation(service)
    const before = (await filesIn(kept)).length
    const key = { 'idempotency-key': 'ticket-4711' }
    const send = (given: TestUpload) => uploadTo(farm.as('operator'), given, key)
    const answers = await Promise.all([1, 2, 3].map(() => send(text())))
    expect(new Set(answers.map((answer) => ok(answer).id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(2)
    expect((await send(text('other bytes'))).status).toBe(422)
    expect((await send({ ...text(), fields: { name: 'Another name' } })).status).toBe(422)
    expect((await filesIn(kept)).length).toBe(before + 1)
    expect(await unfinished()).toEqual([])
  })

  test('needs an operator', async () => {
    const farm = await makeOrganisation(service)
    expect((await uploadTo(farm.as('viewer'), text())).status).toBe(403)
    expect((await uploadTo(service.client(), text())).status).toBe(401)
  })

  test('that names another organisation is 403', async () => {
    const [farm, other] = [await makeOrganisation(service), await makeOrganisation(service)]
    const fields = { organisationId: other.organisationId }
    expect((await uploadTo(farm.as('owner'), { ...text(), fields })).status).toBe(403)
  })

  test('is documented as a form', async () => {
    const { paths } = ok(await service.client().get('/api/system/openapi.json'))
    const { content } = paths[FILES].post.requestBody
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    const { schema } = content['multipart/form-data']
    expect(schema.properties.file).toMatchObject({ type: 'string', format: 'binary' })
    expect(schema.required).toEqual(['bucket', 'type', 'file', 'name'])
    const { responses } = paths[`${FILES}/{id}`].get
    expect(Object.keys(responses['206'].content)).toEqual(['application/octet-stream'])
    expect(responses['416'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Error',
    })
  })
})

const unfinished = () => service.database.db.selectFrom('unfinished_files').selectAll().execute()

describe('who sees a file', () => {
  test('is its owner and those it is shared with, and nobody else', async () => {
    const farm = await makeOrganisation(service)
    const [mill, stranger] = [await makeOrganisation(service), await makeOrganisation(service)]
    const organisations = ` ${mill.organisationId}, ${farm.organisationId},${mill.organisationId},`
    const { id, info } = await upload(farm, { ...text(), fields: { organisations } })
    expect(info.organisations).toEqual([mill.organisationId])
    for (const url of [`${FILES}/${id}`, `${FILES}/${id}/info`]) {
      expect((await farm.as('viewer').get(url)).status).toBe(200)
      expect((await mill.as('viewer').get(url)).status).toBe(200)
      expect((await stranger.as('owner').get(url)).status).toBe(404)
      expect((await service.client().get(url)).status).toBe(401)
    }
    expect((await mill.as('owner').delete(`${FILES}/${id}`)).status).toBe(403)
    expect((await stranger.as('owner').delete(`${FILES}/${id}`)).status).toBe(404)
  })

  test('is not told to those it is shared with, beyond themselves', async () => {
    const farm = await makeOrganisation(service)
    const [mill, rival] = [await makeOrganisation(service), await makeOrganisation(service)]
    const shared = [mill.organisationId, rival.organisationId]
    const { id } = await upload(farm, { ...text(), fields: { organisations: shared.join() } })
    const url = `${FILES}/${id}`
    const seen = await mill.as('viewer').get(`${url}/info`)
    expect(ok(seen).organisations).toEqual([mill.organisationId])
    expect((await mill.as('viewer').get(url)).headers['etag']).toBe(seen.headers['etag'])
    expect(ok(await farm.as('viewer').get(`${url}/info`)).organisations).toEqual(shared)
  })

  test('changes when it is archived: only its owner still sees what it was', async () => {
    const [farm, mill] = [await makeOrganisation(service), await makeOrganisation(service)]
    const { id, info } = await upload(farm, { ...text(), fields: { organisations: mill.organisationId } })
    const url = `${FILES}/${id}`
    expect(info.status).toBe('active')
    const archived = { ...info, status: 'archived' }
    const answer = ok(await farm.as('operator').delete(url))
    expect(answer).toMatchObject({ id, status: 'archived', info: archived })
    const again = await farm.as('operator').delete(url)
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
    expect(ok(await farm.as('viewer').get(`${url}/info`))).toEqual(archived)
    expect((await farm.as('owner').get(url)).status).toBe(404)
    expect((await mill.as('owner').get(url)).status).toBe(404)
    expect((await mill.as('owner').get(`${url}/info`)).status).toBe(404)
    expect(await filesIn(kept)).toContain(path.join(kept, info.path))
  })

  test('an archived file can no longer be referred to', async () => {
    const farm = await makeOrganisation(service)
    const { id } = await upload(farm)
    const store = { name: 'Barn', type: 'store', location: null, substorage: [{ name: 'Bay 1' }] }
    const { id: storageId } = ok(await farm.as('owner').post('/api/inventory/storage', store))
    const note = { storageId, reasonId: 101, note: 'Swept.', files: [{ id }] }
    expect(ok(await farm.as('operator').post('/api/inventory/storage/notes', note)).files).toMatchObject([
      { id, url: `${FILES}/${id}` },
    ])
    ok(await farm.as('operator').delete(`${FILES}/${id}`))
    expect((await farm.as('operator').post('/api/inventory/storage/notes', note)).status).toBe(400)
  })
})

describe('a download', () => {
  const content = '0123456789'.repeat(100)

  test('in parts', async () => {
    const farm = await makeOrganisation(service)
    const { info } = await upload(farm, text(content))
    const get = (headers: Record<string, string>) => farm.as('viewer').get(info.urlStream, headers)
    const whole = await get({})
    expect(whole).toMatchObject({
      status: 200,
      body: content,
      headers: { 'content-length': '1000', 'accept-ranges': 'bytes' },
    })
    const etag = String(whole.headers['etag'])

    for (const [range, first, last] of [
      ['bytes=0-9', 0, 9],
      ['bytes=990-', 990, 999],
      ['bytes=-5', 995, 999],
      ['bytes=998-5000', 998, 999],
      ['bytes=1-99999999999999999999', 1, 999],
      ['bytes=-5000', 0, 999],
    ] as const) {
      const { status, body, headers } = await get({ range })
      expect({ range, status, body }).toEqual({ range, status: 206, body: content.slice(first, last + 1) })
      expect(headers).toMatchObject({
        'content-range': `bytes ${first}-${last}/1000`,
        'content-length': String(last - first + 1),
        etag,
      })
    }
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
      const { status, body, headers } = await get({ range })
      expect({ range, status, code: body.code }).toEqual({
        range,
        status: 416,
        code: 'range_not_satisfiable',
      })
      expect(headers['content-range']).toBe('bytes */1000')
      expect(headers['content-disposition']).toBeUndefined()
    }
    for (const range of ['bytes=9-0', 'bytes=-', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b']) {
      expect((await get({ range })).status, range).toBe(200)
    }
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200)
  })

  test('is not sent twice, and is one with its description', async () => {
    const farm = await makeOrganisation(service)
    const { info, id } = await upload(farm)
    const { headers } = await farm.as('viewer').get(info.url)
    const etag = String(headers['etag'])
    expect(await farm.as('viewer').get(info.url, { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: undefined,
    })
    const infoUnless = (known: string) =>
      farm.as('viewer').get(`${info.url}/info`, { 'if-none-match': known })
    expect(await infoUnless('"another"')).toMatchObject({ status: 200, headers: { etag } })
    expect((await infoUnless(etag)).status).toBe(304)
    expect(
      (await farm.as('operator').delete(`${FILES}/${id}`, undefined, { 'if-match': '"another"' })).status,
    ).toBe(412)
    expect((await farm.as('operator').delete(`${FILES}/${id}`, undefined, { 'if-match': etag })).status).toBe(
      200,
    )
    expect(await infoUnless(etag)).toMatchObject({ status: 200, body: { status: 'archived' } })
  })

  test('can be asked for without its bytes', async () => {
    const farm = await makeOrganisation(service)
    const { info } = await upload(farm, text(content))
    const answer = await service.app.inject({
      method: 'HEAD',
      url: info.url,
      headers: { 'x-api-key': farm.keys.viewer, range: 'bytes=2000-' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-length': '1000',
      'content-disposition': expect.stringContaining('attachment'),
    })
    expect(answer.payload).toBe('')
  })

  test.each(['gone', 'cut off'])(
    'whose bytes are %s is said to be lost, and not half an answer',
    async (how) => {
      const farm = await makeOrganisation(service)
      const { info } = await upload(farm, text('x'.repeat(100)))
      const there = path.join(kept, info.path)
      await (how === 'gone' ? rm(there) : truncate(there, 99))
      const answer = await farm.as('viewer').get(info.url)
      expectError(answer, 500, 'file_lost')
      expect(answer.body.message).toBe(
        'The file was stored here, and now its content is missing. Ask whoever runs the service: a backup may have it.',
      )
      expect(answer.body.body).toEqual({ path: info.path, requestId: answer.headers['x-request-id'] })
      expect(answer.headers['content-disposition']).toBeUndefined()
      const head = await service.app.inject({
        method: 'HEAD',
        url: info.url,
        headers: { 'x-api-key': farm.keys.viewer },
      })
      expect([head.statusCode, head.payload]).toEqual([500, ''])
    },
  )
})

describe('the quota', () => {
  const megabytes = (count: number) => text('x'.repeat(count * 1024 * 1024))

  test('is for all files of an organisation, archived ones too', async () => {
    const farm = await makeOrganisation(service)
    const { id } = await upload(farm, megabytes(3))
    ok(await farm.as('operator').delete(`${FILES}/${id}`))
    const { status, body } = await uploadTo(farm.as('operator'), megabytes(2))
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'quota_exceeded' })
    expect(body.body).toEqual({
      usedBytes: 3 * 1024 * 1024,
      quotaBytes: QUOTA_BYTES,
      sizeBytes: 2 * 1024 * 1024,
    })
    await upload(farm, megabytes(1))
    await upload(await makeOrganisation(service), megabytes(2))
  })

  test('cannot be used up twice by two at once', async () => {
    const farm = await makeOrganisation(service)
    const answers = await Promise.all([1, 2, 3].map(() => uploadTo(farm.as('operator'), megabytes(2.5))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 413, 413])
    expect(await unfinished()).toEqual([])
  })
})

test('a document goes in and comes out unchanged', async () => {
  const farm = await makeOrganisation(service)
  const form = formOf({ bytes: PDF, fields: { type: 'contract', name: 'Vertrag Müller' } })
  const { info } = ok(await farm.as('operator').post(FILES, form))
  const { body, headers } = await farm.as('viewer').get(info.url)
  expect(String(body)).toBe(PDF)
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Vertrag M_ller.pdf"; filename*=UTF-8''Vertrag%20M%C3%BCller.pdf`,
  )
  expect(headers['cache-control']).toBe('private, no-cache')
})
