import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'

const SESSION = '/api/identity/browser-session'
const REFRESH = `${SESSION}/refresh`

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
})

/** A browser: it keeps the cookie that it is given, and says where the page is from. */
function openBrowser(headers: Record<string, string> = {}) {
  let cookie = ''
  const send = async (method: 'POST' | 'DELETE', url: string, payload?: object, sent = cookie) => {
    const answer = await service.app.inject({
      method,
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...(sent && { cookie: sent }), ...headers },
      ...(payload && { payload }),
    })
    const given = answer.headers['set-cookie']
    if (typeof given === 'string') cookie = given.split(';')[0]?.replace(/=$/, '') ?? ''
    if (cookie === 'granary_session') cookie = ''
    return { status: answer.statusCode, body: answer.body && answer.json(), given, headers: answer.headers }
  }
  const { email, password } = farm.owner
  return {
    cookie: () => cookie,
    signIn: () => send('POST', SESSION, { email, password }),
    refresh: (sent?: string) => send('POST', REFRESH, undefined, sent),
    leave: () => send('DELETE', SESSION),
    accept: (token: string) =>
      send('POST', `${SESSION}/invitation`, {
        token,
        password: 'wide yellow combine',
        givenName: 'Tom',
        familyName: 'New',
      }),
  }
}

const me = (token: string) => service.client({ token }).get('/api/identity/me')

describe('a session in a browser', () => {
  test('has its refresh token in a cookie that no script sees, and says who it is', async () => {
    const { body, given, headers } = await openBrowser().signIn()
    expect(body).not.toHaveProperty('refreshToken')
    expect(given).toMatch(
      /^granary_session=refresh_[\w-]+\.[\w-]+; Path=\/api\/identity\/browser-session; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(body.me).toEqual(ok(await me(body.accessToken)))
  })

  test('is only sent over TLS where it was opened over TLS, and below the path of the service', async () => {
    const { buildBeside } = await import('../../../test/app.ts')
    const app = await buildBeside(service, { trustedProxies: ['127.0.0.1'], basePath: '/from-url' })
    const signIn = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: SESSION,
        headers,
        payload: { email: farm.owner.email, password: farm.owner.password },
      })
    const proxied = await signIn({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/granary',
    })
    expect(proxied.headers['set-cookie']).toMatch(
      /^__Secure-granary_session=.*Path=\/granary\/api\/identity\/browser-session;.*; Secure$/,
    )
    const cookie = String(proxied.headers['set-cookie']).split(';')[0] ?? ''
    const refresh = (sent: string) =>
      app.inject({
        method: 'POST',
        url: REFRESH,
        headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', cookie: sent },
      })
    // Whatever may set a cookie without TLS can set one of the plain name, and before ours.
    expect((await refresh(cookie.replace('__Secure-', ''))).statusCode).toBe(204)
    expect((await refresh(`granary_session=refresh_of_somebody.else; ${cookie}`)).statusCode).toBe(200)
    const direct = await signIn({ 'x-forwarded-prefix': '/elsewhere' })
    expect(direct.headers['set-cookie']).toMatch(/Path=\/from-url\/api\/identity\/browser-session;.*=Strict$/)
    await app.close()
  })

  test('begins with an invitation, and goes on by its cookie', async () => {
    const email = `tom-${farm.organisationId}@farm.example`
    const invited = ok(await farm.as('owner').post('/api/identity/invitations', { email, role: 'operator' }))
    const browser = openBrowser()
    const accepted = await browser.accept(invited.token)
    expect(accepted.body).not.toHaveProperty('refreshToken')
    expect(accepted.body.me).toMatchObject({ email, role: 'operator' })
    expect((await browser.refresh()).body.me.email).toBe(email)
    expect((await browser.accept(invited.token)).status).toBe(404)
  })

  test('goes on by its cookie, and is told to sign in where there is none', async () => {
    const browser = openBrowser()
    expect((await browser.refresh()).status).toBe(204)
    await browser.signIn()
    const { status, body } = await browser.refresh()
    expect(status).toBe(200)
    expect(ok(await me(body.accessToken)).userId).toBe(farm.owner.userId)
    expect(body.me.organisation.id).toBe(farm.organisationId)
  })

  test('ends where its browser signs in anew', async () => {
    const browser = openBrowser()
    const before = await browser.signIn()
    const cookie = browser.cookie()
    const after = await browser.signIn()
    expect((await me(before.body.accessToken)).status).toBe(401)
    expect((await me(after.body.accessToken)).status).toBe(200)
    expect((await browser.refresh()).status).toBe(200)
    expect((await browser.refresh(cookie)).status).toBe(401)
  })

  test('gives two tabs that refresh at once the same pair, and stays open', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const cookie = browser.cookie()
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.refresh(cookie)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.accessToken)).size).toBe(1)
    expect(new Set(answers.map(({ given }) => given)).size).toBe(1)
    expect((await browser.refresh()).status).toBe(200)
  })

  test('gives an answer that was lost once more for two minutes, and ends after that', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const cookie = browser.cookie()
    await browser.refresh(cookie)
    service.clock.advance({ seconds: 119 })
    const again = await browser.refresh(cookie)
    expect(again.status).toBe(200)
    service.clock.advance({ seconds: 2 })
    expect((await browser.refresh(cookie)).status).toBe(401)
    expect((await me(again.body.accessToken)).status).toBe(401)
  })

  test('ends when an old cookie comes back after its successor was used', async () => {
    const browser = openBrowser()
    await browser.signIn()
    const stolen = browser.cookie()
    await browser.refresh()
    await browser.refresh()
    expect((await browser.refresh(stolen)).status).toBe(401)
    expect((await browser.refresh()).status).toBe(401)
  })

  test('ends for good when its person signs out', async () => {
    const browser = openBrowser()
    const { body } = await browser.signIn()
    const cookie = browser.cookie()
    const left = await browser.leave()
    expect(left.given).toMatch(/^granary_session=; .*Max-Age=0/)
    expect((await me(body.accessToken)).status).toBe(401)
    expect((await browser.refresh(cookie)).status).toBe(401)
    expect((await browser.leave()).status).toBe(200)
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour below the same name', { 'sec-fetch-site': 'same-site' }, 403],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }, 403],
    ['another page on plain HTTP', { 'sec-fetch-site': '', origin: 'http://evil.example' }, 403],
    ['its own page on plain HTTP', { origin: 'http://localhost:80' }, 200],
    ['a program', {}, 200],
  ])('asked for by %s', async (_who, given, status) => {
    const { 'sec-fetch-site': site, ...rest } = given as Record<string, string>
    const answer = await service.app.inject({
      method: 'POST',
      url: SESSION,
      headers: { ...(site && { 'sec-fetch-site': site }), ...rest },
      payload: { email: farm.owner.email, password: farm.owner.password },
    })
    expect(answer.statusCode).toBe(status)
  })
})

describe('preferences', () => {
  const URL = '/api/identity/me/preferences'
  const signedIn = async () => service.client({ token: (await openBrowser().signIn()).body.accessToken })

  test('are a person’s own, in each organisation, and replaced as a whole', async () => {
    const person = await signedIn()
    expect(ok(await person.get(URL))).toEqual({ entries: [] })
    const entries = [
      { name: 'a', value: '{"x":1}' },
      { name: 'b', value: '2' },
    ]
    expect(ok(await person.put(URL, { entries: entries.toReversed() }))).toEqual({ entries })
    expect(ok(await person.get(URL))).toEqual({ entries })
    farm = await makeOrganisation(service)
    expect(ok(await (await signedIn()).get(URL))).toEqual({ entries: [] })
  })

  test('are not overwritten by a device that has not seen them', async () => {
    const person = await signedIn()
    const etag = String((await person.get(URL)).headers['etag'])
    ok(await person.put(URL, { entries: [{ name: 'a', value: '1' }] }, { 'if-match': etag }))
    expect((await person.put(URL, { entries: [] }, { 'if-match': etag })).status).toBe(412)
  })

  test('have 64 kB, one of each name, and no API key has any', async () => {
    const person = await signedIn()
    const large = ['a', 'b', 'c'].map((name) => ({ name, value: 'x'.repeat(30_000) }))
    const twice = { name: 'a', value: '1' }
    expect((await person.put(URL, { entries: large })).body.validation[0].path).toBe('entries')
    expect((await person.put(URL, { entries: [twice, twice] })).body.validation[0].path).toBe(
      'entries[1].name',
    )
    expect((await farm.as('owner').get(URL)).status).toBe(403)
  })
})
