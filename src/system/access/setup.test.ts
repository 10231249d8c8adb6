import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildBeside, openTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { makeSetupCode } from './setup-code.ts'

const URL = '/api/identity/setup'
const farm = {
  organisation: 'Hill Farm',
  countryISO: 'gb',
  givenName: 'Ann',
  familyName: 'Hill',
  email: 'Ann@HillFarm.example',
  password: 'a long sentence nobody knows',
}

let service: TestApp
let code: string
beforeEach(async () => {
  service = await openTestApp()
  code = await makeSetupCode(service.database.db, service.clock.now())
})
afterEach(() => service.close())

const setup = (changes: object = {}): Promise<Answer> =>
  service.client().post(URL, { code, ...farm, ...changes })

test('whoever has the code makes the first organisation, and is signed in as its owner and platform admin', async () => {
  expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){6}$/)
  expect(ok(await service.client().get(URL))).toEqual({ isOpen: true })
  const { accessToken, me } = ok(await setup({ code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` }))
  expect(me).toMatchObject({
    role: 'owner',
    isPlatformAdmin: true,
    email: 'ann@hillfarm.example',
    organisation: {
      name: 'Hill Farm',
      countryISO: 'GB',
      timeZone: 'Europe/London',
      units: { scale: 'kg', stock: 't', besides: null, area: 'ha' },
    },
  })
  const person = service.client({ token: accessToken })
  expect(ok(await person.get('/api/identity/api-keys'))).toEqual([])
  expect(ok(await person.get('/api/inventory/storage')).docs).toEqual([])
})

test('a code is good once, and no code once there is an organisation', async () => {
  ok(await setup())
  const answer = await setup({ email: 'two@hillfarm.example' })
  expect([answer.status, answer.body.validation[0].path]).toEqual([400, 'code'])
  expect(ok(await service.client().get(URL))).toEqual({ isOpen: false })
})

test('of several starts the code of the newest alone is good', async () => {
  const newest = await makeSetupCode(service.database.db, service.clock.now())
  expect((await setup()).body.validation).toMatchObject([{ path: 'code', code: 'wrong' }])
  ok(await setup({ code: newest }))
})

test('a code is good for a day', async () => {
  service.clock.advance({ hours: 24, seconds: 1 })
  expect((await setup()).body.validation).toMatchObject([{ path: 'code', code: 'too_late' }])
})

test('two at once make one organisation', async () => {
  const answers = await Promise.all([setup(), setup({ email: 'two@hillfarm.example' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('what is refused leaves the code good', async () => {
  const wrong = await setup({ code: 'AAAA-BBBB-CCCC-DDDD' })
  expect(wrong.body.validation).toMatchObject([{ path: 'code', code: 'wrong' }])
  const faults = await setup({ password: 'hill farm', countryISO: 'ZZ' })
  expect(faults.body.validation.map((each: { path: string }) => each.path)).toEqual(
    expect.arrayContaining(['countryISO', 'password']),
  )
  ok(await setup())
})

test('the sample farm comes with it where it is asked for', async () => {
  const { accessToken } = ok(await setup({ demo: true }))
  const stores = ok(await service.client({ token: accessToken }).get('/api/inventory/storage?type=store'))
  expect(stores.docs.length).toBeGreaterThan(1)
})

test('one network tries ten codes a minute', async () => {
  const limited = await buildBeside(service, { rateLimitPerMinute: 1000 })
  try {
    const statuses: number[] = []
    for (let attempt = 1; attempt <= 11; attempt++) {
      const payload = { ...farm, code: '2222-3333-4444-5555' }
      statuses.push((await limited.inject({ method: 'POST', url: URL, payload })).statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  } finally {
    await limited.close()
  }
})
