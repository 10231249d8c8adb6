import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBeside, type TestApp } from '../../../test/app.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { base, makeFarm, openFarm, type TestFarm } from '../../../test/farm.ts'

// A paper is issued by those who may, and read by those who may read.

let service: TestApp
let farm: TestFarm
let load: number
let stock: string
beforeAll(async () => {
  ;({ service } = await openFarm())
  farm = await makeFarm(service, { name: 'Hill Farm' })
  stock = await farm.intake(farm.bays[0], 30_000, { at: '2026-08-10' })
  load = await farm.move(stock, 'mill-7', 0, { weighbridge: { empty: 14_200, full: 22_660 } })
})
afterAll(() => service.close())

const as = (role: 'viewer' | 'operator' | 'manager') => farm.organisation.as(role)
const register = async () => (await as('viewer').get(`${base}/papers`)).body
async function said(url: string, language = 'en') {
  const answer = await as('viewer').get(base + url, { 'accept-language': language })
  expect(answer.status).toBe(200)
  return (await textOfPdf(answer.body)).join(' ').replaceAll(/\s+/g, ' ')
}
async function issue(url: string) {
  const answer = await as('operator').post(base + url)
  expect([answer.status, answer.headers['location']]).toEqual([
    200,
    `${base}/papers/${answer.body.ids[0]}/copy.pdf`,
  ])
  return answer.body
}

const PREVIEWS = { en: 'PREVIEW: not issued', de: 'VORSCHAU: nicht ausgestellt', fr: 'APERÇU : non délivré' }

test('whoever may only read sees previews that say so, and writes nothing', async () => {
  for (const url of [
    '/position/report.pdf',
    `/movements/${load}/ticket.pdf?size=58`,
    `/movements/${load}/passport.pdf`,
    `/movements/${load}/recall.pdf`,
    `/owners/${farm.organisation.organisationId}/statement.pdf`,
    `/storage/${farm.storeId}/recall.pdf`,
  ])
    for (const [language, preview] of Object.entries(PREVIEWS))
      expect(await said(url, language)).toContain(preview)
  expect((await register()).totalDocs).toBe(0)
  for (const url of ['/position/report', `/movements/${load}/passport`])
    expect(await as('viewer').post(base + url)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await register()).totalDocs).toBe(0)
})

test('what was issued is shown as it is, and goes on holding whatever is read after a correction', async () => {
  const url = `/movements/${load}/passport`
  const { message, ids } = await issue(url)
  expect(message).toBe('The paper is issued.')
  const text = await said(`${url}.pdf`)
  expect(text).not.toMatch(/PREVIEW|COPY/)
  expect(await said(`/papers/${ids[0]}/copy.pdf`)).toBe(text)
  expect((await register()).docs).toMatchObject([{ id: ids[0], kind: 'passport', issue: 1, prints: 1 }])

  const corrected = { recordId: stock, driver: null, weighbridge: { empty: 14_200, full: 22_700 } }
  const answer = await as('manager').put(`${base}/movements/${load}/actions`, corrected)
  expect(answer.status).toBe(200)
  expect(await said(`${url}.pdf`)).toMatch(/PREVIEW: not issued.*8,500/)
  const page = () => service.client().get(new URL(issued.url).pathname)
  const [issued] = (await register()).docs
  expect(issued).toMatchObject({ id: ids[0], isNewest: true })
  expect((await page()).body).not.toContain('replaced')
  await issue(url)
  expect((await page()).body).toContain('replaced')
  expect((await issue(url)).message).toBe('The paper says what it said: this is copy 2.')
  expect(await said(`${url}.pdf`)).toMatch(/COPY 2 .*8,500/)
})

test('one network issues 120 papers of a kind a minute', async () => {
  const limited = await buildBeside(service, { rateLimitPerMinute: 1000 })
  try {
    const { headers } = await limited.inject({
      method: 'POST',
      url: `${base}/movements/${load}/ticket`,
      headers: { 'x-api-key': farm.organisation.keys.operator },
    })
    expect(headers['x-ratelimit-limit']).toBe('120')
  } finally {
    await limited.close()
  }
})
