import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

const services = ['/api/system', '/api/inventory']

describe.each(services)('%s/commodities', (base) => {
  const get = (query: string, headers?: Record<string, string>) =>
    service.client().get(`${base}/commodities${query}`, headers)

  test('of one country, without a credential, crops first', async () => {
    const answer = await get('?countryISO=gb')
    expect(answer).toMatchObject({
      status: 200,
      body: [{ countryISO: 'GB', type: 'crop' }, { type: 'produce' }],
    })
    const again = await get('?countryISO=GB', { 'if-none-match': String(answer.headers['etag']) })
    expect(again).toMatchObject({ status: 304 })
  })

  test.each(['', '?countryISO='])('of every country in use%s', async (query) => {
    const { body } = await get(query)
    const countries = new Set(body.map(({ countryISO }: { countryISO: string }) => countryISO))
    expect([...countries].sort()).toEqual(['AU', 'CA', 'DE', 'FR', 'GB', 'IE', 'NZ', 'US'])
  })

  interface Lists {
    items: { name: string; types: { name: string; grades: { name: string }[] }[] }[]
  }

  test.each([
    ['GB', 'OSR', ['Oilseed rape'], undefined],
    ['DE', 'Winterweizen', ['Wheat'], ['Winter']],
    ['FR', 'blé tendre', ['Wheat'], undefined],
    ['DE', 'Flachs', ['Linseed'], undefined],
    ['GB', 'qqqq', [], []],
  ])('of %s called %s', async (country, words, items, types) => {
    const { status, body } = await get(`?countryISO=${country}&query=${encodeURIComponent(words)}`)
    const found = (body as Lists[]).flatMap((list) => list.items)
    expect([status, found.map(({ name }) => name)]).toEqual([200, items])
    if (types) expect(found.flatMap((item) => item.types.map(({ name }) => name))).toEqual(types)
  })

  test('a word that tells the grade leaves that grade alone', async () => {
    const { body } = await get('?countryISO=GB&query=feed%20wheat')
    const grades = (body as Lists[]).flatMap(({ items }) =>
      items.flatMap(({ types }) => types.flatMap((type) => type.grades.map(({ name }) => name))),
    )
    expect(new Set(grades)).toEqual(new Set(['Feed']))
  })

  test.each(['?countryISO=ZZ', '?countryISO=GBR', '?country=GB'])('%s is refused', async (query) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })
})

describe('specifications', () => {
  const BREAD_WHEAT = 1010101
  const get = (base: string, path: string) => farm.as('viewer').get(`${base}/commodities/${path}`)

  test('the system service answers one, the inventory service all', async () => {
    const one = await get('/api/system', `1/specifications?commodityGrade=${BREAD_WHEAT}`)
    expect(one).toMatchObject({
      status: 200,
      body: { commodity: { id: 1, name: 'Wheat', grade: { id: BREAD_WHEAT } } },
    })
    expect(await get('/api/inventory', `1/specifications?commodityGrade=${BREAD_WHEAT}`)).toMatchObject({
      status: 200,
      body: [one.body],
    })
    const all = await get('/api/inventory', '1/specifications')
    expect(all.body.length).toBeGreaterThan(1)
    expect((await get('/api/system', '1/specifications')).body).toEqual(all.body[0])
  })

  test('of a grade of another country', async () => {
    const { body } = await service.client().get('/api/system/commodities?countryISO=US')
    const [type] = body[0].items.find(({ id }: { id: number }) => id === 1).types
    const answer = await get('/api/system', `1/specifications?commodityGrade=${type.grades[0].id}`)
    expect(answer).toMatchObject({ status: 200, body: { commodity: { grade: { id: type.grades[0].id } } } })
  })

  const none = [
    '999999/specifications',
    'wheat/specifications',
    '1e0/specifications',
    '1/specifications?commodityGrade=2',
  ]
  test.each(services.flatMap((base) => none.map((path) => [base, path] as const)))(
    '%s %s is not there',
    async (base, path) => {
      expect(await get(base, path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  test('need a credential', async () => {
    expect(await service.client().get('/api/system/commodities/1/specifications')).toMatchObject({
      status: 401,
    })
  })
})

test('the country list is a map, without a credential', async () => {
  const answer = await service.client().get('/api/system/countries')
  expect(answer).toMatchObject({
    status: 200,
    body: {
      GB: { iso: 'GB', iso3: 'GBR', enabled: 'true', currency: 'GBP', callingCode: '+44', locale: 'en-GB' },
    },
  })
  expect(answer.headers['etag']).toBeTruthy()
})

test('managed reasons by what they are for', async () => {
  const answer = await service.client().get('/api/inventory/reasons')
  expect(answer.body.adjustment).toContainEqual({ id: 1, description: 'Stock take', direction: 'either' })
  expect(answer.body.storageNote).toContainEqual({ id: 101, description: 'Cleaned' })
})
