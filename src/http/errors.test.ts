import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app.ts'
import { makeOrganisation } from '../../test/factories.ts'

let service: TestApp
let code: string

beforeAll(async () => {
  service = await openTestApp({
    routes: [
      async (app) =>
        void app.get('/fails', { schema: { hide: true } }, () => {
          throw Object.assign(new Error('from the database'), { code })
        }),
    ],
  })
})
afterAll(() => service.close())

test.each([
  ['a deadlock, each time it was run', '40P01'],
  ['transactions that collide, each time', '40001'],
  ['a lock not had in time', '55P03'],
  ['too many connections', '53300'],
  ['a server that shuts down', '57P01'],
  ['a full disk', 'ENOSPC'],
])('%s passes: 503, to be sent again', async (_what, given) => {
  code = given
  const { status, headers, body } = await service.client().get('/fails')
  expect({ status, code: body.code, after: headers['retry-after'] }).toEqual({
    status: 503,
    code: 'unavailable',
    after: '5',
  })
})

test('what the database should never have been asked is our fault: 500, with the number of the request', async () => {
  code = '42601'
  const { status, headers, body } = await service.client().get('/fails')
  expect({ status, code: body.code, retry: headers['retry-after'] }).toEqual({
    status: 500,
    code: 'internal_error',
  })
  expect(body.message).toContain(headers['x-request-id'])
})

test.each([
  ['the shape of a body', { name: 5 }, 'name: must be text'],
  ['a rule', { timeZone: 'Mars/Olympus' }, 'timeZone: is not a time zone, such as Europe/London'],
  ['the shape, of several', { name: 5, colour: 'red' }, '2 fields need attention: colour, name.'],
  [
    'a name of any length',
    { ['x'.repeat(9000)]: 1 },
    `${'x'.repeat(100)}…: is not a field of this operation`,
  ],
  [
    'many names',
    Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`f${n + 10}`, 1])),
    `24 fields need attention: ${Array.from({ length: 5 }, (_, n) => `f${n + 10}`).join(', ')} and 19 more.`,
  ],
  ['a rule, of several', { timeZone: 'Mars', locale: 'en_GB' }, '2 fields need attention: timeZone, locale.'],
])('the message says what is wrong by %s', async (_what, body, message) => {
  const farm = await makeOrganisation(service)
  const answer = await farm.as('owner').patch('/api/identity/organisation', body)
  expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 400, message })
})

test('letters in another encoding than UTF-8 are refused, for they would be kept as something else', async () => {
  const farm = await makeOrganisation(service)
  const send = (payload: string | Buffer, type = 'application/json') =>
    service.app.inject({
      method: 'PATCH',
      url: '/api/identity/organisation',
      headers: { 'x-api-key': farm.keys.owner, 'content-type': type },
      payload,
    })
  const text = JSON.stringify({ name: 'Mühle Gröben' })
  for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
    const answer = await send(Buffer.from(text, 'latin1'), type)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      message: 'The body is not in UTF-8, as JSON has to be.',
    })
  }
  for (const payload of [text, `\ufeff${text}`])
    expect((await send(payload)).json()).toMatchObject({ name: 'Mühle Gröben' })
})

test('a body that is packed is refused as such, and not as text in another encoding', async () => {
  const farm = await makeOrganisation(service)
  const text = JSON.stringify({ name: 'Hill Farm' })
  const send = (encoding: string, payload: string | Buffer) =>
    service.app.inject({
      method: 'PATCH',
      url: '/api/identity/organisation',
      headers: {
        'x-api-key': farm.keys.owner,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      payload,
    })
  const packed = await send('gzip', gzipSync(text))
  expect([packed.statusCode, packed.json().message]).toEqual([
    415,
    'Send the body as it is, not packed as gzip.',
  ])
  expect((await send('identity', text)).json()).toMatchObject({ name: 'Hill Farm' })
})

test.each(['/api/inventory/storage', '/api/inventory/records', '/api/system/countries', '/api/identity/me'])(
  '%s with a slash behind it is the same',
  async (url) => {
    const viewer = (await makeOrganisation(service)).as('viewer')
    const { status, body } = await viewer.get(`${url}/`)
    expect(status).toBe(200)
    expect(body).toEqual((await viewer.get(url)).body)
  },
)
