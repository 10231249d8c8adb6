import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { preferredLanguage } from '../../http/serve/preferred-language.ts'

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

const wheatOf = (body: { items: { id: number }[] }[]) =>
  body.flatMap(({ items }) => items).find(({ id }) => id === 1)

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['fr-CH, de;q=0.8', 'fr'],
  ['en-GB,de;q=0.5', 'en'],
  ['it, fr;q=0.1', 'fr'],
  ['de;q=0, fr;q=0.2', 'fr'],
  ['*', 'en'],
  ['xx;q=nonsense', 'en'],
])('of %s, %s is preferred', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each([
  ['de', 'Weizen', 'Winter'],
  ['fr', 'Blé', 'Hiver'],
])('commodities have their names in %s besides, with an ETag of their own', async (language, name, type) => {
  const url = '/api/system/commodities?countryISO=DE'
  const english = await service.client().get(url)
  expect(wheatOf(english.body)).not.toHaveProperty('names')
  expect(wheatOf(english.body)).toMatchObject({ name: 'Wheat', codes: { EPPO: 'TRZAX', HS: '1001' } })
  const answer = await service.client().get(url, { 'accept-language': language })
  expect(answer.headers['vary']).toContain('Accept-Language')
  expect(wheatOf(answer.body)).toMatchObject({
    name: 'Wheat',
    names: { [language]: name },
    types: expect.arrayContaining([expect.objectContaining({ name: 'Winter', names: { [language]: type } })]),
  })
  expect(answer.headers['etag']).not.toBe(english.headers['etag'])
  const again = await service
    .client()
    .get(url, { 'accept-language': language, 'if-none-match': String(answer.headers['etag']) })
  expect(again.status).toBe(304)
})

test('settings have names in German, where their data is from, and whom to name', async () => {
  const { body } = await farm.as('viewer').get('/api/system/settings/DE', { 'accept-language': 'de' })
  expect(wheatOf(body.commodities)).toMatchObject({ names: { de: 'Weizen' } })
  expect(body.lists.map(({ countryISO }: { countryISO: string }) => countryISO)).toContain('DE')
  expect(body.attribution.join(' ')).toMatch(/GeoNames.*CC BY 4\.0.*Open Government Licence/)
})

/** What they were before names, codes, lists and the crops that were missing, in characters. */
const BEFORE = 217_100

test('commodities are not much larger than they were', async () => {
  const { body } = await service.client().get('/api/system/commodities')
  expect(JSON.stringify(body).length).toBeLessThan(BEFORE * 1.2)
})
