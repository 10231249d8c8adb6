import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { picturesOfPdf, textOfPdf } from '../../../test/pdf.ts'
import { base, makeFarm, openFarm, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
let out: number
const LETTERHEAD = `${base}/papers/letterhead`
const ADDRESS = 'Hof am Erlenbruch 1\n88400 Biberach'
const RED = '#ff0000'

beforeAll(async () => {
  ;({ service } = await openFarm())
  farm = await makeFarm(service, { name: 'Hill Farm' })
  const heap = await farm.intake(farm.bays[0], 50_000, {
    at: '2026-08-10',
    sender: { id: 'f', name: 'Farm' },
  })
  out = await farm.move(heap, 'mill-7', 0, {
    driver: { name: 'Sam', vehicleRegistration: 'AB12 CDE' },
    weighbridge: { empty: 14_200, full: 22_660 },
  })
})
afterAll(() => service.close())

/** Issues a paper, if it is one that is kept, and reads it. */
async function print(url: string): Promise<Buffer> {
  if (!url.includes('count-sheet'))
    await farm.organisation.as('operator').post(base + url.replace('.pdf', '').replace(/\?size=\w+/, ''))
  const answer = await farm.organisation.as('viewer').get(base + url)
  expect(answer.status, String(answer.body)).toBe(200)
  return answer.body
}
const said = async (url: string) => (await textOfPdf(await print(url))).join('\n').replaceAll(/\s+/g, ' ')
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
/** How much of a paper is red, as the logo of these tests is and nothing else on paper. */
async function redOf(bytes: Buffer): Promise<number> {
  const [page] = await picturesOfPdf(bytes)
  const { data } = await sharp(page).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) > 240 && (data[at + 1] ?? 0) < 20 && (data[at + 2] ?? 0) < 20) red += 1
  return red
}

test('what is set once stands on papers of all kinds and sizes, and fills the passport; a copy keeps what its first print said', async () => {
  const before = `/movements/${out}/ticket.pdf`
  expect(await said(before)).not.toContain('Biberach')
  const admin = farm.organisation.as('admin')
  const letterhead = {
    address: ADDRESS,
    telephone: '+49 7351 0000',
    registrationNumber: 'HRB 1234 Ulm',
    taxNumber: 'DE123456789',
    assuranceNumbers: 'QS 4031',
    foot: 'Es gelten unsere Bedingungen.',
  }
  const changed = await admin.patch(LETTERHEAD, letterhead)
  expect([changed.status, changed.body]).toEqual([200, { ...letterhead, logo: '' }])
  expect((await farm.organisation.as('viewer').get(LETTERHEAD)).body).toEqual(changed.body)

  const passport = await said(`/movements/${out}/passport.pdf`)
  for (const part of [
    'Hof am Erlenbruch 1, 88400 Biberach',
    'Tel. +49 7351 0000',
    'HRB 1234 Ulm · DE123456789 · QS 4031',
  ])
    expect(passport).toContain(part)
  expect(passport).toContain('Assurance scheme and number QS 4031')
  expect(passport).toContain('Es gelten unsere Bedingungen.')
  for (const url of ['/position/report.pdf', '/position/count-sheet.pdf', `/movements/${out}/recall.pdf`])
    expect(await said(url)).toMatch(/Biberach.*Es gelten unsere Bedingungen\./)
  // Printed before there was any.
  expect(await said(before)).toMatch(/COPY 2 of/)
  expect(await said(before)).not.toContain('Biberach')

  // What is left out stays as it was.
  expect((await admin.patch(LETTERHEAD, { telephone: '' })).body).toEqual({
    ...letterhead,
    telephone: '',
    logo: '',
  })
  const other = await farm.move((await whatLies()).id, 'mill-7', 1000, {})
  for (const size of ['a6', '80', '58'])
    expect(await said(`/movements/${other}/ticket.pdf?size=${size}`)).toMatch(
      /88400\s+Biberach.*HRB 1234.*Bedingungen\./,
    )
})

async function whatLies(): Promise<{ id: string }> {
  const { body } = await farm.organisation.as('viewer').get(`${base}/storage/${farm.storeId}`)
  return body.substorage[0].record
}

test('a logo is printed as dots alone: PNG, JPEG, or SVG without what else is in it', async () => {
  const admin = farm.organisation.as('admin')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="100">
    <script>alert(1)</script><image xlink:href="file:///etc/passwd" width="10" height="10"/><rect width="300" height="100" fill="${RED}"/></svg>`
  const picture = sharp({ create: { width: 300, height: 100, channels: 3, background: RED } })
  const logos = [svg, await picture.clone().png().toBuffer(), await picture.clone().jpeg().toBuffer()]
  for (const logo of logos) {
    const { status, body } = await admin.patch(LETTERHEAD, { logo: base64(logo) })
    expect(status, JSON.stringify(body)).toBe(200)
    const png = Buffer.from(body.logo.replace('data:image/png;base64,', ''), 'base64')
    expect((await sharp(png).metadata()).format).toBe('png')
    expect(png.toString('latin1')).not.toMatch(/script|passwd/)
    expect(await redOf(await print('/position/count-sheet.pdf'))).toBeGreaterThan(1000)
  }
  expect((await admin.patch(LETTERHEAD, { logo: null })).body.logo).toBe('')
  expect(await redOf(await print('/position/count-sheet.pdf'))).toBe(0)
})

test.each([
  ['a text', 'no picture'],
  ['a page', '<html><body>no picture</body></html>'],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=', 'base64')],
])('%s is no logo', async (_what, sent) => {
  const { status, body } = await farm.organisation.as('admin').patch(LETTERHEAD, { logo: base64(sent) })
  expect([status, body.validation]).toMatchObject([400, [{ path: 'logo', code: 'unreadable' }]])
})
