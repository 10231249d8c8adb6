import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { doJobs, QUESTIONS } from '../experts/test-experts.ts'
import { openS3Store } from './store.ts'
import { film, filesIn, picture, uploadTo } from './test-files.ts'
import { ACCESS_KEY, openTestS3 } from './test-s3.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'granary-s3-test-'))
const s3 = await openTestS3()
const service = await openTestApp({
  settings: { files: { directory, s3: s3.settings, quotaBytes: 1024 ** 3 } },
})
afterAll(async () => {
  await service.close()
  await s3.close()
  await rm(directory, { recursive: true, force: true })
})
beforeEach(() => {
  s3.failWith(undefined)
  s3.breakOffAfter(undefined)
})

const large = Buffer.concat([film(), Buffer.alloc(3 * 1024 * 1024, 'grain')])

describe('files in S3', () => {
  test('go there and come back, whole and in parts', async () => {
    const farm = await makeOrganisation(service)
    const { info, id } = ok(
      await uploadTo(farm.as('operator'), { bytes: large, fields: { bucket: 'videos', name: '../évil' } }),
    )
    expect(s3.objects.get(`granary-files/videos/${id.slice(-2)}/${id}`)).toEqual(large)
    expect(info.hash).toBe(createHash('sha256').update(large).digest('hex'))

    const get = (headers: Record<string, string> = {}) =>
      service.app.inject({ url: info.url, headers: { 'x-api-key': farm.keys.viewer, ...headers } })
    expect((await get()).rawPayload).toEqual(large)
    const part = await get({ range: 'bytes=1000000-2000000' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(large.subarray(1_000_000, 2_000_001))
    expect(await filesIn(directory)).toEqual([])
    expect(s3.refused).toEqual([])
  })

  test('keep images as they were encoded', async () => {
    const farm = await makeOrganisation(service)
    const { info } = ok(
      await uploadTo(farm.as('operator'), { bytes: await picture('jpeg'), fields: { bucket: 'images' } }),
    )
    const kept = s3.objects.get(`granary-files/${info.path}`)
    expect(
      createHash('sha256')
        .update(kept ?? '')
        .digest('hex'),
    ).toBe(info.hash)
  })

  test.each([500, 503])(
    'are refused for now while it answers %i, and leave nothing that housekeeping does not find',
    async (status) => {
      const farm = await makeOrganisation(service)
      const { info } = ok(await uploadTo(farm.as('operator'), { bytes: 'kept' }))
      const before = s3.objects.size
      s3.failWith(status)
      const sent = await uploadTo(farm.as('operator'), { bytes: 'lost' })
      expect({ status: sent.status, code: sent.body.code }).toEqual({ status: 503, code: 'unavailable' })
      expect(JSON.stringify(sent.body.message)).not.toContain('SlowDown')
      const got = await farm.as('viewer').get(info.url)
      expect({ status: got.status, code: got.body.code }).toEqual({ status: 503, code: 'unavailable' })

      service.clock.advance({ hours: 2 })
      await expect(service.system.sweepFiles()).rejects.toThrow('cannot be reached')
      s3.failWith(undefined)
      await service.system.sweepFiles()
      const { db } = service.database
      expect(await db.selectFrom('unfinished_files').selectAll().execute()).toEqual([])
      expect(s3.objects.size).toBe(before)
      expect((await farm.as('viewer').get(info.url)).body).toBe('kept')
    },
  )

  test.each(['gone', 'shorter'])('whose bytes are %s are said to be lost', async (how) => {
    const farm = await makeOrganisation(service)
    const { info } = ok(await uploadTo(farm.as('operator'), { bytes: 'x'.repeat(100) }))
    const key = `granary-files/${info.path}`
    if (how === 'gone') s3.objects.delete(key)
    else s3.objects.set(key, Buffer.from('x'.repeat(99)))
    expectError(await farm.as('viewer').get(info.url), 500, 'file_lost')
    const end = { range: 'bytes=99-' }
    expectError(await farm.as('viewer').get(info.url, end), 500, 'file_lost')
    const head = { method: 'HEAD', url: info.url, headers: { 'x-api-key': farm.keys.viewer } } as const
    expect((await service.app.inject(head)).statusCode).toBe(500)
    s3.failWith(503)
    const away = await service.app.inject(head)
    s3.failWith(undefined)
    expect(away.statusCode).toBe(503)
  })

  test('that it breaks off half-way are broken off for the caller', async () => {
    const farm = await makeOrganisation(service)
    const { info } = ok(await uploadTo(farm.as('operator'), { bytes: large, fields: { bucket: 'videos' } }))
    const url = service.app.server.listening
      ? `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
      : await service.app.listen({ port: 0, host: '127.0.0.1' })
    s3.breakOffAfter(100_000)
    const answer = await fetch(url + info.url, { headers: { 'x-api-key': farm.keys.viewer } })
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  })

  test('are swept up beside the requests, however long it takes to answer', async () => {
    const farm = await makeOrganisation(service)
    s3.failWith(503)
    expect((await uploadTo(farm.as('operator'), { bytes: 'lost' })).status).toBe(503)
    s3.failWith(undefined)
    service.clock.advance({ hours: 2 })
    const before = s3.requests()
    const release = s3.hold()
    const sweeping = service.system.sweepFiles()
    try {
      await expect.poll(() => s3.requests()).toBe(before + 1)
      const question = { question: 'Is it late?', files: null }
      ok(await farm.as('operator').post(QUESTIONS, question))
    } finally {
      release()
    }
    await sweeping
    expect(await service.database.db.selectFrom('unfinished_files').selectAll().execute()).toEqual([])
  })

  test('that go with a question are waited for while it cannot be reached', async () => {
    const farm = await makeOrganisation(service)
    const { id } = ok(await uploadTo(farm.as('operator'), { bytes: 'kept' }))
    const ask = async (files: { id: string }[]): Promise<string> =>
      ok(await farm.as('operator').post(QUESTIONS, { question: 'What has eaten this?', files })).ids[0]
    const [plain, withFile] = [await ask([]), await ask([{ id }])]
    s3.failWith(503)
    await doJobs(service)
    expect(ok(await farm.as('viewer').get(`${QUESTIONS}/${plain}`)).status).toBe('sent')
    expect(ok(await farm.as('viewer').get(`${QUESTIONS}/${withFile}`))).toMatchObject({
      status: 'queued',
      lastProblem: 'The store of files could not be reached.',
    })
  })

  test('that are done twice are taken back', async () => {
    const farm = await makeOrganisation(service)
    const before = s3.objects.size
    for (const _twice of [1, 2])
      ok(await uploadTo(farm.as('operator'), { bytes: 'once' }, { 'idempotency-key': 'once' }))
    expect(s3.objects.size).toBe(before + 1)
  })
})

describe('the store', () => {
  const local = path.join(directory, 'local')

  async function localFile(content: string) {
    await writeFile(local, content)
    return { path: local, sizeBytes: content.length, sha256: createHash('sha256').update(content).digest() }
  }

  test('is refused with a wrong secret, and says so to nobody but the log', async () => {
    const store = openS3Store({
      ...s3.settings,
      credentials: {
        kind: 'fixed',
        accessKeyId: ACCESS_KEY,
        secretAccessKey: 'wrong',
        sessionToken: undefined,
      },
    })
    await expect(store.put('files/a', await localFile('a'))).rejects.toThrow('answered 403')
    expect(s3.refused.splice(0)).toEqual(['SignatureDoesNotMatch'])
  })

  test('refuses what reached it damaged', async () => {
    const store = openS3Store(s3.settings)
    const file = await localFile('a')
    await writeFile(local, 'b')
    await expect(store.put('files/a', file)).rejects.toThrow('XAmzContentSHA256Mismatch')
    s3.refused.splice(0)
  })

  test('throws for what is not there, and removes it without a word', async () => {
    const store = openS3Store(s3.settings)
    await expect(store.read('files/none', { first: 0, last: 1 })).rejects.toMatchObject({
      code: 'file_lost',
      cause: { message: expect.stringContaining('answered 404') },
    })
    await store.remove('files/none')
  })

  test('that nobody listens at is unavailable', async () => {
    const store = openS3Store({ ...s3.settings, endpoint: 'http://127.0.0.1:9' })
    await expect(store.read('files/a', { first: 0, last: 1 })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('may lie below a path', async () => {
    const store = openS3Store({ ...s3.settings, endpoint: `${s3.settings.endpoint}below` })
    await store.put('files/ab/c', await localFile('below'))
    expect(s3.objects.get('below/granary-files/files/ab/c')?.toString()).toBe('below')
    expect(
      (
        await buffer(
          await openS3Store({ ...s3.settings, endpoint: `${s3.settings.endpoint}below/` }).read(
            'files/ab/c',
            { first: 1, last: 3 },
          ),
        )
      ).toString(),
    ).toBe('elo')
  })
})
