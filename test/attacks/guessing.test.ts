import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EventFeed } from '../../src/system/events/event-feed.ts'
import { eventRoutes } from '../../src/system/events/routes.ts'
import { buildBeside, openTestApp, TEST_START, type TestApp } from '../app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../factories.ts'
import { quietLog } from '../quiet-log.ts'

// Guessing for hours, from many places and under many names, beyond what src/system/access/sign-in.test.ts proves.

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp({
    routes: [
      (app, serve) => eventRoutes(new EventFeed({ db: serve.database.db, log: quietLog }))(app, serve),
    ],
  })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  await service.database.db.deleteFrom('sign_in_failures').execute()
  farm = await makeOrganisation(service)
})

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  service.client({ headers }).post('/api/identity/sign-in', { email, password })

describe('whoever waits as long as they are told', () => {
  test('has few guesses in a day, and the right password still works', async () => {
    const { email, password } = farm.owner
    const day = service.clock.now().getTime() + 24 * 3_600_000
    let guesses = 0
    // A long wait is the same each time, so the rest of the day is counted and not tried.
    let wait = 0
    while (service.clock.now().getTime() < day && wait < 900) {
      const { status, body, headers } = await signIn(email, `guess ${guesses}`)
      if (status === 401) guesses += 1
      else {
        expect(status).toBe(429)
        wait = body.body.retryAfterSeconds
        expect(headers['retry-after']).toBe(String(wait))
        service.clock.advance({ seconds: wait })
      }
    }
    expect(wait).toBe(900)
    const left = (day - service.clock.now().getTime()) / 1000 / wait
    expect(guesses + left).toBeLessThan(120)
    expect((await signIn(email, password)).status).toBe(200)
  })
})

describe('a new count is not begun by', () => {
  const spellings = [
    (email: string) => email.toUpperCase(),
    (email: string) => ` ${email}`,
    (email: string) => `${email}\t`,
    (email: string) => email.replace('owner', 'Owner'),
    (email: string) => `\n${email} `,
    (email: string) => email,
    (email: string) => email.toUpperCase(),
  ]

  test('another spelling of the e-mail', async () => {
    const statuses = []
    for (const spell of spellings)
      statuses.push((await signIn(spell(farm.owner.email), 'a wrong guess')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('an address that is made up', async () => {
    const statuses = []
    for (let each = 0; each < 22; each += 1) {
      const made = `203.0.113.${each}`
      const headers = {
        'x-forwarded-for': made,
        forwarded: `for=${made}`,
        'x-real-ip': made,
        'x-client-ip': made,
        'true-client-ip': made,
        'cf-connecting-ip': made,
        'user-agent': `agent ${each}`,
      }
      statuses.push((await signIn(`nobody-${each}@farm.example`, 'a wrong guess', headers)).status)
    }
    expect(statuses.slice(20)).toEqual([429, 429])
  })

  test('an Idempotency-Key for each', async () => {
    const statuses = []
    for (let each = 0; each < 7; each += 1)
      statuses.push(
        (await signIn(farm.owner.email, 'a wrong guess', { 'idempotency-key': `try-${each}` })).status,
      )
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('signing in as somebody else in between', async () => {
    const mine = await makeOrganisation(service)
    const statuses = []
    for (let each = 0; each < 21; each += 1) {
      statuses.push((await signIn(`victim-${each}@farm.example`, 'a wrong guess')).status)
      if (each % 5 === 0 && each < 20)
        expect((await signIn(mine.owner.email, mine.owner.password)).status).toBe(200)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the limit of requests', () => {
  const limited = () => buildBeside(service, { rateLimitPerMinute: 5 })
  type App = Awaited<ReturnType<typeof limited>>
  const ask = async (app: App, url: string, headers: Record<string, string>) =>
    (await app.inject({ url, headers })).statusCode
  const asked = async (app: App, url: string, headersOf: (each: number) => Record<string, string>) => {
    const statuses: number[] = []
    for (let each = 0; each < 7; each += 1) statuses.push(await ask(app, url, headersOf(each)))
    return statuses
  }

  test('is not got around by a key made up for each', async () => {
    const app = await limited()
    const made = await asked(app, '/api/system/countries', (each) => ({ 'x-api-key': `granary_${each}` }))
    // A key that is none is refused where none is needed, too.
    expect(made).toEqual([401, 401, 401, 401, 401, 429, 429])
    const elsewhere = { headers: { 'x-api-key': 'granary_8' }, remoteAddress: '192.0.2.2' }
    expect((await app.inject({ url: '/api/system/countries', ...elsewhere })).statusCode).toBe(401)
    // Whoever has a good one is counted for themselves.
    const good = await asked(app, '/api/identity/me', () => ({ 'x-api-key': farm.keys.owner }))
    expect(good).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await ask(app, '/api/identity/me', { 'x-api-key': farm.keys.viewer })).toBe(200)
    await app.close()
  })

  test('is not got around by writing the same credential in another way, or by another token', async () => {
    const app = await limited()
    const words = ['Bearer', 'bearer', 'BEARER', 'bEARER', 'Bearer ', 'Bearer  ', 'Bearer   ']
    const key = await asked(app, '/api/identity/me', (each) => ({
      authorization: `${words[each]} ${farm.keys.viewer}`,
    }))
    expect(key).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await ask(app, '/api/identity/me', { 'x-api-key': farm.keys.viewer })).toBe(429)
    const { email, password } = farm.owner
    const tokens: string[] = []
    for (let each = 0; each < 7; each += 1) tokens.push((await signIn(email, password)).body.accessToken)
    const signedIn = await asked(app, '/api/identity/me', (each) => ({
      authorization: `Bearer ${tokens[each]}`,
    }))
    expect(signedIn).toEqual([200, 200, 200, 200, 200, 429, 429])
    await app.close()
  })

  const bad: Record<string, (each: number) => Record<string, string>> = {
    'API keys': (each) => ({ 'x-api-key': `granary_${each}` }),
    tokens: (each) => ({ authorization: `Bearer ${each}` }),
    'no credential': () => ({}),
  }
  test.each(Object.entries(bad))(
    'counts bad %s by address, and harms no good one there',
    async (_, headers) => {
      for (const url of ['/api/identity/me', '/api/events', '/api/inventory/records']) {
        const app = await limited()
        expect(await asked(app, url, headers)).toEqual([401, 401, 401, 401, 401, 429, 429])
        expect(await ask(app, '/api/identity/me', { 'x-api-key': farm.keys.viewer })).toBe(200)
        await app.close()
      }
    },
  )

  test('is not got around by the many addresses that one subscriber has', async () => {
    const app = await limited()
    const from = async (remoteAddress: string) =>
      (await app.inject({ url: '/api/system/countries', remoteAddress })).statusCode
    const statuses = []
    for (let each = 0; each < 7; each += 1) statuses.push(await from(`2001:db8:1:2::${each}`))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await from('2001:db8:1:3::1')).toBe(200)
    await app.close()
  })

  test('counts what a role may not do', async () => {
    const app = await limited()
    const may = await asked(app, '/api/identity/api-keys', () => ({ 'x-api-key': farm.keys.viewer }))
    expect(may).toEqual([403, 403, 403, 403, 403, 429, 429])
    expect(await ask(app, '/api/identity/me', { 'x-api-key': farm.keys.owner })).toBe(200)
    await app.close()
  })
})

test('an answer takes as long for nobody as for somebody', async () => {
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const timed = async (email: string) => {
    await service.database.db.deleteFrom('sign_in_failures').execute()
    const begun = performance.now()
    expect((await signIn(email, 'a wrong guess')).status).toBe(401)
    return performance.now() - begun
  }
  // In turns, and again where the machine was busy with something else just then.
  const ratios: number[] = []
  while (ratios.length < 5 && !ratios.some((ratio) => ratio > 0.6 && ratio < 1.7)) {
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let each = 0; each < 5; each += 1) {
      known.push(await timed(farm.owner.email))
      unknown.push(await timed(`nobody-${each}@farm.example`))
    }
    ratios.push(middle(unknown) / middle(known))
  }
  expect(ratios.at(-1)).toBeGreaterThan(0.6)
  expect(ratios.at(-1)).toBeLessThan(1.7)
})

describe('what is given out once', () => {
  test('is not guessed from what is like it', async () => {
    const ann = await addPerson(service, farm, 'viewer')
    const [id, secret = ''] = ann.refreshToken.split('.')
    const near = [
      `${id}.${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      `${id}.`,
      `${id}.${'A'.repeat(secret.length)}`,
      `.${secret}`,
      `${id}.${secret}.${secret}`,
      `${id}%.${secret}`,
    ]
    for (const refreshToken of near) {
      const { status } = await service.client().post('/api/identity/refresh', { refreshToken })
      expect([400, 401]).toContain(status)
    }
  })

  test('of an invitation is good once, for one, and not for long', async () => {
    const invite = async () => {
      const body = { email: `new-${Math.trunc(performance.now() * 1000)}@farm.example`, role: 'viewer' }
      const answer = await farm.as('owner').post('/api/identity/invitations', body)
      return { id: answer.body.id, token: answer.body.token }
    }
    const accept = async (token: string) => {
      const person = { password: 'wide yellow combine', givenName: 'Ann', familyName: 'Field' }
      return (await service.client().post('/api/identity/invitations/accept', { ...person, token })).status
    }
    const { token } = await invite()
    for (const wrong of [
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      '%',
      "' or '1'='1",
      'x'.repeat(200),
    ])
      expect([400, 404]).toContain(await accept(wrong))
    const both = await Promise.all([accept(token), accept(token), accept(token)])
    expect(both.filter((status) => status === 200)).toHaveLength(1)
    const revoked = await invite()
    expect((await farm.as('owner').delete(`/api/identity/invitations/${revoked.id}`)).status).toBe(200)
    expect(await accept(revoked.token)).toBe(404)
    const late = await invite()
    service.clock.advance({ days: 60 })
    expect(await accept(late.token)).toBe(404)
  })
})
