import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, TEST_URL, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { makePlatformAdmin, ok, openScene } from '../../../test/scene.ts'
import { openLinks, purgeLinks } from './links.ts'
import { redirectRoutes } from './routes.ts'
import { builtInTemplates } from './rules.ts'

const LINKS = '/api/system/links'

let service: TestApp
beforeAll(async () => {
  const offer = { name: 'offer', medium: 'email', path: '/offers/' }
  service = await openTestApp({
    settings: {
      links: {
        publicUrl: () => TEST_URL,
        hosts: ['granary.example', 'shop.example'],
        templates: [...builtInTemplates, offer],
        makers: 'anybody',
        perMinute: 5,
      },
    },
  })
})
afterAll(() => service.close())

/** Every test from a network of its own, so that only one of them meets the limit. */
let networks = 0
const from = () => {
  networks += 1
  return `192.0.2.${networks}`
}

async function make(body: object, address = from()) {
  const answer = await service.app.inject({
    method: 'POST',
    url: LINKS,
    payload: body,
    remoteAddress: address,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

async function follow(shortUrl: string, method: 'GET' | 'HEAD' = 'GET') {
  expect(shortUrl).toMatch(/^https:\/\/granary\.example\/s\/[1-9A-HJ-NP-Za-km-z]{11}$/)
  const {
    statusCode: status,
    headers,
    payload,
  } = await service.app.inject({ method, url: new URL(shortUrl).pathname })
  return { status, headers, payload }
}

async function infoOf(code: string) {
  const { client } = await makePlatformAdmin(await openScene(service))
  return ok(await client.get(`${LINKS}/${code}`))
}

describe('a short link', () => {
  test('is the answer’s message, and leads where it was told, counted', async () => {
    const made = await make({
      template: 'email',
      source: 'newsletter',
      campaign: 'harvest 2026',
      url: '/offers/4711?lot=7',
    })
    expect(made).toMatchObject({ status: 200, body: { status: 'success', ids: [expect.any(String)] } })
    const { message, ids } = made.body
    expect(message).toBe(`${TEST_URL}/s/${ids[0]}`)
    expect(made.headers['location']).toBe(`${LINKS}/${ids[0]}`)
    const followed = await follow(message)
    expect(followed.status).toBe(302)
    expect(followed.headers).toMatchObject({
      location: `${TEST_URL}/offers/4711?lot=7&utm_source=newsletter&utm_campaign=harvest%202026&utm_medium=email`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    await follow(message)
    await follow(message, 'HEAD')
    expect(await infoOf(ids[0])).toEqual({
      code: ids[0],
      shortUrl: message,
      url: followed.headers.location,
      template: 'email',
      source: 'newsletter',
      campaign: 'harvest 2026',
      hits: 2,
      createdAtUTC: service.clock.now().toISOString(),
      lastHitAtUTC: service.clock.now().toISOString(),
    })
  })

  test('of a template in capitals is one of that template', async () => {
    const { body } = await make({ template: 'Email', url: '/' })
    expect((await follow(body.message)).headers.location).toContain('utm_medium=email')
  })

  test('of a template of the installation’s own leads below its path', async () => {
    const { body } = await make({ template: 'offer', url: '4711', source: null, campaign: null })
    expect((await follow(body.message)).headers.location).toBe(`${TEST_URL}/offers/4711?utm_medium=email`)
    const refused = await make({ template: 'offer', url: '/records' })
    expect(refused).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'url', code: 'not_allowed' }] },
    })
  })

  test('is another each time, and cannot be guessed', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => make({ template: 'plain', url: '/' })))
    const codes = new Set(made.map(({ body }) => body.ids[0]))
    expect(codes.size).toBe(5)
    for (const code of codes) expect(code.length * Math.log2(58)).toBeGreaterThan(60)
  })

  test('that is followed by many at once counts them all', async () => {
    const { body } = await make({ template: 'qr', url: '/' })
    await Promise.all(Array.from({ length: 30 }, () => follow(body.message)))
    expect((await infoOf(body.ids[0])).hits).toBe(30)
  })

  test('leads no longer to a host that was taken off the list', async () => {
    const { body } = await make({ template: 'plain', url: 'https://shop.example/wheat' })
    expect((await follow(body.message)).headers.location).toBe('https://shop.example/wheat')
    const later = await openLater()
    const { statusCode } = await later.inject({ url: new URL(body.message).pathname })
    expect(statusCode).toBe(404)
    await later.close()
  })
})

test('where only members may make links, it takes a credential, and each of them makes so many', async () => {
  const settings = { publicUrl: () => TEST_URL, hosts: undefined, templates: builtInTemplates }
  const closed = await openTestApp({ settings: { links: { ...settings, makers: 'members', perMinute: 2 } } })
  const farm = await makeOrganisation(closed)
  const body = { template: 'plain', url: '/offers/4711' }
  expect((await closed.client().post('/api/system/links', body)).status).toBe(401)
  expect((await farm.as('viewer').post('/api/system/links', body)).status).toBe(403)
  const made = []
  for (let link = 0; link < 3; link++)
    made.push((await farm.as('operator').post('/api/system/links', body)).status)
  expect(made).toEqual([200, 200, 429])
  expect((await farm.as('manager').post('/api/system/links', body)).status).toBe(200)
  await closed.close()
})

/** Short links of the same database, as another process has them whose settings allow the one host alone. */
async function openLater() {
  const links = openLinks({
    publicUrl: () => TEST_URL,
    hosts: undefined,
    templates: builtInTemplates,
    makers: 'anybody',
    perMinute: 0,
  })
  const app = Fastify()
  await redirectRoutes(links)(app, {
    database: service.database,
    clock: service.clock.now,
    authenticate: () => Promise.reject(new Error('nobody is asked')),
    answersKey: service.system.answersKey,
  })
  return app
}

describe('what is not there', () => {
  test.for([
    '/s/11111111111',
    '/s/brief',
    `/s/${'x'.repeat(150)}`,
    '/s/%00',
    '/s/..%2fapi',
    "/s/'",
    '/s/0OIl0OIl0OI',
  ])('%s is a page that says so', async (url) => {
    const { statusCode, headers, payload } = await service.app.inject({
      url,
      headers: { accept: 'text/html' },
    })
    expect(statusCode).toBe(404)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers.location).toBeUndefined()
    expect(payload).toContain('No such link')
    expect(payload).not.toContain(url.slice(3))
  })
})

describe('a link is refused', () => {
  test('with every fault at once', async () => {
    const { status, body } = await make({ template: 'emial', url: 'https://evil.example/' })
    expect(status).toBe(400)
    expect(body.validation).toMatchObject([
      { path: 'template', message: 'must be plain, email, sms, qr, social or offer', code: 'enum' },
      { path: 'url', message: expect.stringContaining('leads to evil.example') },
    ])
  })

  test.for<[object, string]>([
    [{ url: '/' }, 'template'],
    [{ template: 'plain' }, 'url'],
    [{ template: 'plain', url: `/${'x'.repeat(2000)}` }, 'url'],
    [{ template: 'plain', url: '/', source: 'x'.repeat(101) }, 'source'],
    [{ template: 'plain', url: '/', medium: 'own' }, 'medium'],
    [{ template: 'plain', url: '/\u0000' }, 'url'],
  ])('%j', async ([sent, path]) => {
    const { status, body } = await make(sent)
    expect({ status, paths: body.validation.map((each: { path: string }) => each.path) }).toEqual({
      status: 400,
      paths: [path],
    })
  })
})

describe('one network makes only so many', () => {
  test('in a minute, however many ask at once', async () => {
    const address = from()
    const body = { template: 'plain', url: '/' }
    const answers = await Promise.all(Array.from({ length: 12 }, () => make(body, address)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused).toMatchObject({ body: { code: 'rate_limited' }, headers: { 'retry-after': '60' } })
    expect((await make(body)).status).toBe(200)
    service.clock.advance({ seconds: 61 })
    expect((await make(body, address)).status).toBe(200)
  })

  test('and one that is refused for what it says is not counted', async () => {
    const address = from()
    for (let count = 0; count < 8; count++)
      await make({ template: 'plain', url: 'javascript:alert(1)' }, address)
    expect((await make({ template: 'plain', url: '/' }, address)).status).toBe(200)
  })
})

test('unused links are forgotten after two years, and where they came from after a day', async () => {
  const { db } = service.database
  const [used, unused] = [
    (await make({ template: 'plain', url: '/' })).body,
    (await make({ template: 'plain', url: '/' })).body,
  ]
  const purge = () => purgeLinks(db, service.clock.now())
  const rows = async () =>
    db
      .selectFrom('short_links')
      .select(['code', 'made_from'])
      .where('code', 'in', [used.ids[0], unused.ids[0]])
      .execute()
  await purge()
  expect((await rows()).map(({ made_from }) => made_from !== null)).toEqual([true, true])
  service.clock.advance({ days: 2 })
  await purge()
  expect((await rows()).map(({ made_from }) => made_from)).toEqual([null, null])
  service.clock.advance({ days: 700 })
  await follow(used.message)
  service.clock.advance({ days: 100 })
  await purge()
  expect((await rows()).map(({ code }) => code)).toEqual([used.ids[0]])
})
