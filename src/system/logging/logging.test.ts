import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makePlatformAdmin, openScene } from '../../../test/scene.ts'
import { makeLogs } from '../../log.ts'

type Line = Record<string, unknown> & { level: number; module: string; msg: string }

const SYSTEM = '/api/system/settings'
const INVENTORY = '/api/inventory/settings'
const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

describe('in one process', () => {
  let service: TestApp
  let farm: TestOrganisation
  let admin: Client
  let text = ''
  const lines = () => linesOf(text)
  const settle = async (url: string, level: string, filter = '') => {
    const answer = await admin.put(url, { logging: { level, filter } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    text = ''
    return answer.body.message
  }

  beforeAll(async () => {
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString()
        done()
      },
    })
    service = await openTestApp({ logs: makeLogs('warn', destination) })
    farm = await makeOrganisation(service)
    admin = (await makePlatformAdmin(await openScene(service))).client
  })
  beforeEach(async () => {
    await settle(SYSTEM, 'default')
    await settle(INVENTORY, 'default')
  })
  afterAll(() => service.close())

  /** Asks both services something, and wrongly; says which modules logged what. */
  async function heard(): Promise<string[]> {
    text = ''
    await farm.as('owner').get('/api/inventory/movements')
    await farm.as('owner').get('/api/inventory/records?limit=none')
    await farm.as('owner').get('/api/system/files/none/info')
    return lines().map(({ module, msg }) => `${module} ${msg}`)
  }
  const requests = ['inventory/movements request', 'inventory/records request', 'system/files request']

  test('each line of a request has the account and the organisation, and nobody’s where nobody has signed in', async () => {
    await settle(SYSTEM, 'info')
    await farm.as('owner').get('/api/inventory/storage')
    await farm.as('owner').get('/api/inventory/storage/none')
    await service.client().get('/api/inventory/storage')
    const [found, missing, nobody] = lines()
    const who = {
      account: expect.stringMatching(/^[\da-f-]{36}$/),
      organisation: farm.organisationId,
      requestId: expect.any(String),
    }
    expect(found).toMatchObject({ ...who, status: 200 })
    expect(missing).toMatchObject({ ...who, status: 404 })
    expect(nobody).toMatchObject({ status: 401 })
    expect(nobody).not.toHaveProperty('account')
  })

  test('it is as it was started', async () => {
    expect(await heard()).toEqual([])
  })

  test('the level is that of every request', async () => {
    expect(await settle(SYSTEM, 'info')).toBe('The program logs at level info.')
    expect(await heard()).toEqual(requests)
  })

  test('the filter is for single modules, and says why requests are refused', async () => {
    const message = await settle(SYSTEM, 'default', ' inventory/records: debug , system:info')
    expect(message).toBe('The program logs as it was started, except inventory/records:debug, system:info.')
    expect(await heard()).toEqual(['inventory/records refused', ...requests.slice(1)])
    expect(lines()[0]).toMatchObject({
      code: 'invalid_input',
      fields: ['limit'],
      requestId: expect.any(String),
    })
  })

  test('a filter that names no module is refused, since it would change nothing and say that it did', async () => {
    const filter = 'inventory/movments:debug,system/files:info,main:warn,identity:debug,https:warn'
    const { status, body } = await admin.put(SYSTEM, { logging: { filter } })
    expect(status).toBe(400)
    expect(body.validation).toMatchObject([{ path: 'logging.filter', code: 'unknown' }])
    const named = body.validation[0].message.matchAll(/: ([a-z/]+)/g)
    expect(Array.from(named, ([, module]) => module)).toEqual(['inventory/movments', 'https'])
    expect((await admin.put(INVENTORY, { logging: { filter: 'inventory/nosuch:debug' } })).status).toBe(400)
  })

  test('what is left out is as it was started', async () => {
    await settle(SYSTEM, 'error', 'http:info')
    const { status, body } = await admin.put(SYSTEM, { logging: { filter: 'inventory/records:debug' } })
    expect([status, body.message]).toEqual([
      200,
      'The program logs as it was started, except inventory/records:debug.',
    ])
    expect(await heard()).toEqual(['inventory/records refused', 'inventory/records request'])
    expect((await admin.put(SYSTEM, { logging: {} })).body.message).toBe(
      'The program logs as it was started.',
    )
    expect(await heard()).toEqual([])
  })

  test('the inventory has its own', async () => {
    expect(await settle(INVENTORY, 'info', 'inventory/movements:error')).toBe(
      'The inventory logs at level info, except inventory/movements:error.',
    )
    expect(await heard()).toEqual(['inventory/records request'])
    await settle(SYSTEM, 'silent')
    expect(await heard()).toEqual(['inventory/records request'])
    expect(await settle(INVENTORY, 'default')).toBe('The inventory logs as the whole program does.')
    expect(await heard()).toEqual([])
  })

  test('faults are all told, and nothing changes', async () => {
    const body = { logging: { level: 'loud', filter: 7, more: true } }
    const shape = await admin.put(SYSTEM, body)
    expect(shape.status).toBe(400)
    expect(shape.body.validation.map(({ path }: { path: string }) => path).sort()).toEqual([
      'logging.filter',
      'logging.level',
      'logging.more',
    ])
    const filter = await admin.put(INVENTORY, {
      logging: { level: 'trace', filter: 'http:warn,inventory/x:loud,inventory:info' },
    })
    expect(filter).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(filter.body.validation).toEqual([
      expect.objectContaining({
        path: 'logging.filter',
        message: expect.stringMatching(/http is none; .* inventory\/x:loud/),
      }),
    ])
    await service.system.hearNotices()
    expect(await heard()).toEqual([])
  })

  test('who has read what is set writes over nothing that somebody else has set since', async () => {
    const { headers } = await admin.get(SYSTEM)
    const condition = { 'if-match': String(headers['etag']) }
    const set = (level: string) => admin.put(SYSTEM, { logging: { level, filter: 'http:info' } }, condition)
    expect((await set('error')).status).toBe(200)
    expect(await set('warn')).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    const { body, headers: after } = await admin.get(SYSTEM, { 'if-none-match': condition['if-match'] })
    expect(body.logging).toEqual({ level: 'error', filter: 'http:info' })
    condition['if-match'] = String(after['etag'])
    expect((await set('warn')).status).toBe(200)
  })

  test('of two that have read the same and set it at once, one wins, whatever organisations they are of', async () => {
    const other = (await makePlatformAdmin(await openScene(service))).client
    for (const levels of Array.from({ length: 10 }, (_each, time) =>
      time % 2 ? ['error', 'warn'] : ['info', 'fatal'],
    )) {
      const { headers } = await admin.get(SYSTEM)
      const answers = await Promise.all(
        [admin, other].map((each, index) =>
          each.put(SYSTEM, { logging: { level: levels[index] } }, { 'if-match': String(headers['etag']) }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    }
  })

  test('what is set is for platform admins to see', async () => {
    const { headers } = await farm.as('owner').get(SYSTEM)
    await settle(SYSTEM, 'error')
    const { status } = await farm.as('owner').get(SYSTEM, { 'if-none-match': String(headers['etag']) })
    expect(status).toBe(304)
    expect((await farm.as('owner').get(`${SYSTEM}/GB`)).body.logging).toBeNull()
    expect((await admin.get(`${SYSTEM}/GB`)).body.logging).toEqual({ level: 'error', filter: '' })
    await settle(SYSTEM, 'default')
    expect((await admin.get(SYSTEM)).body.logging).toEqual({ level: 'default', filter: '' })
  })

  test('whoever changes it is told of as an event', async () => {
    await settle(SYSTEM, 'error', 'http:info')
    const { type, subject, data } = await service.database.db
      .selectFrom('events')
      .select(['type', 'subject', 'data'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect({ type, subject, data }).toEqual({
      type: 'logging.changed',
      subject: 'system',
      data: { level: 'error', filter: 'http:info' },
    })
  })

  test('no secret is ever in it', async () => {
    await settle(SYSTEM, 'trace')
    const SECRET = 'hunter2-hunter2'
    const headers = { cookie: `session=${SECRET}`, 'x-forwarded-for': '10.0.0.1' }
    for (const credential of [{ 'x-api-key': `granary_${SECRET}` }, { authorization: `Bearer ${SECRET}` }]) {
      await service
        .client({ headers: { ...headers, ...credential } })
        .get(`/api/inventory/movements?token=${SECRET}`)
      await service
        .client({ headers: { ...headers, ...credential } })
        .post('/api/identity/api-keys', { name: SECRET })
    }
    const person = { email: farm.owner.email, password: SECRET }
    await service.client({ headers }).post('/api/identity/sign-in', person)
    await service.client({ headers }).post('/api/identity/refresh', { refreshToken: SECRET })
    await service.client({ headers }).post('/api/identity/sign-in', { ...person, password: [SECRET] })
    const key = await farm.as('owner').post('/api/identity/api-keys', { name: 'Screen', role: 'viewer' })
    expect(lines().length).toBeGreaterThanOrEqual(8)
    expect(text).not.toContain(key.body.key)
    expect(text).not.toContain(SECRET)
  })
})
