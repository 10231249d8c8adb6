import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { FILES, picture, uploadTo } from './test-files.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

async function uploaded(bytes: Buffer | string, fileName: string, mimeType: string) {
  const farm = await makeOrganisation(service)
  const { id } = ok(await uploadTo(farm.as('operator'), { bytes, fileName, mimeType }))
  const ask = (query: string, headers: Record<string, string> = {}) =>
    service.app.inject({
      url: `${FILES}/${id}${query}`,
      headers: { 'x-api-key': farm.keys.viewer, ...headers },
    })
  return { farm, id, ask }
}

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s is made smaller, with an ETag of its own',
  async (format) => {
    const { ask } = await uploaded(
      await picture(format, { width: 640, height: 480 }),
      `grain.${format}`,
      `image/${format}`,
    )
    const whole = await ask('')
    const small = await ask('?width=64')
    expect(small.statusCode).toBe(200)
    expect(small.headers['content-type']).toBe('image/webp')
    expect(small.headers['content-disposition']).toContain('.webp')
    const { width, height, format: kind } = await sharp(small.rawPayload).metadata()
    expect({ width, height, kind }).toEqual({ width: 64, height: 48, kind: 'webp' })
    expect(small.rawPayload.length).toBeLessThan(whole.rawPayload.length)
    const { etag } = small.headers
    expect(etag).not.toBe(whole.headers.etag)
    expect((await ask('?width=64', { 'if-none-match': String(etag) })).statusCode).toBe(304)
    expect((await ask('?width=65', { 'if-none-match': String(etag) })).statusCode).toBe(200)
    const part = await ask('?width=64', { range: 'bytes=0-3' })
    expect([part.statusCode, part.rawPayload.toString('latin1')]).toEqual([206, 'RIFF'])
  },
)

test('a picture that is small already stays as it is', async () => {
  const { ask } = await uploaded(await picture('png'), 'a.png', 'image/png')
  expect((await sharp((await ask('?width=500')).rawPayload).metadata()).width).toBe(64)
})

test('what is no picture has none, and an archived one is gone', async () => {
  const { ask } = await uploaded('plot;tonnes\nA;12.4\n', 'a.csv', 'text/csv')
  const refused = await ask('?width=64')
  expect([refused.statusCode, refused.json().validation]).toMatchObject([
    400,
    [{ path: 'width', code: 'wrong_kind' }],
  ])
  expect((await ask('?width=5')).statusCode).toBe(400)
  const photo = await uploaded(await picture('jpeg'), 'a.jpg', 'image/jpeg')
  expect((await photo.ask('?width=32')).statusCode).toBe(200)
  ok(await photo.farm.as('operator').delete(`${FILES}/${photo.id}`))
  expect((await photo.ask('?width=32')).statusCode).toBe(404)
})
