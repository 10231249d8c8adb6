import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { sizesOfPdf, textOfPdf } from '../../../test/pdf.ts'
import { base, expectSoundLedger, makeFarm, openFarm, type TestFarm } from '../../../test/farm.ts'

// Papers of one farm: what they say is what the service answers.

let service: TestApp
let farm: TestFarm
let blend: string
let out: number
const brook = { id: 'brook', name: 'Brook & Sons' }

beforeAll(async () => {
  ;({ service } = await openFarm())
  farm = await makeFarm(service, { name: 'Hill Farm' })
  const [bay, other] = farm.bays
  const planting = await farm.planting({ variety: 'Extase' })
  await farm.intake(bay, 10_000, { at: '2026-08-10', sender: { id: 'farm-2', name: 'Valley Farm' } })
  await farm.move(planting, bay, 20_000, {
    movementDateISO: '2026-08-11',
    driver: { name: 'Jo', vehicleRegistration: 'AB12 CDE' },
  })
  blend = (await ask(`/storage/${farm.storeId}`)).substorage.find(({ id }: { id: number }) => id === bay)
    .record.id
  const note = { storageId: farm.storeId, substorageId: bay, reasonId: 101, note: 'Swept' }
  expect((await farm.organisation.as('manager').post(`${base}/storage/notes`, note)).status).toBe(200)
  const sample = { fields: [{ name: 'Moisture', value: '14.5', metric: '%' }] }
  await farm.organisation.as('manager').post(`${base}/records/${blend}/samples`, sample)
  out = await farm.move(blend, 'mill-7', 0, {
    driver: { name: 'Sam Carter', vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' },
    weighbridge: { empty: 14_200, full: 22_660 },
    contractReference: 'C-77',
  })
  const counted = { records: [{ id: blend, adjustTo: 21_500 }], reasonId: 8 }
  await farm.organisation.as('manager').post(`${base}/records/adjustments`, counted)
  const stored = await farm.intake(other, 5000, { at: '2026-08-12', sender: brook, owner: brook })
  await farm.move(stored, 'mill-7', 1200, { movementDateISO: '2026-08-13' })
})
afterAll(async () => {
  await expectSoundLedger()
  await service.close()
})

async function ask(url: string) {
  const answer = await farm.organisation.as('viewer').get(base + url)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

/** Issues a paper, if it is one that is kept, and reads it. */
async function print(url: string, language = 'en'): Promise<Buffer> {
  if (!/copy|count-sheet/.test(url))
    expect(
      (await farm.organisation.as('operator').post(base + url.replace('.pdf', '').replace(/\?size=\w+/, '')))
        .status,
    ).toBe(200)
  const answer = await farm.organisation.as('viewer').get(base + url, { 'accept-language': language })
  expect(answer.status, String(answer.body)).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+\.pdf"/),
  })
  return answer.body
}
const said = async (url: string, language?: string) =>
  (await textOfPdf(await print(url, language))).join('\n').replaceAll(/\s+/g, ' ')
const figure = (kilograms: number) => kilograms.toLocaleString('en-GB', { maximumFractionDigits: 3 })
// As these add up, each is rounded by itself.
const whole = (kilograms: number) => figure(Math.round(kilograms))
const tenth = (share: number) => share.toFixed(1)
/** What the code on the newest paper leads to. */
async function pageOfNewest(headers = {}) {
  const { url } = (await ask('/papers')).docs[0]
  expect(url).toMatch(/^https:\/\/granary\.example\/p\/\w{22}$/)
  return service.client().get(new URL(url).pathname, headers)
}

describe('a ticket', () => {
  test('says what the movement says, on each paper and in each language; the second print is a copy', async () => {
    const { documentNumber } = await ask(`/movements/${out}`)
    const first = await print(`/movements/${out}/ticket.pdf`)
    expect(await sizesOfPdf(first)).toEqual([[105, 148]])
    const text = (await textOfPdf(first)).join(' ')
    for (const part of [
      `Weighbridge ticket ${documentNumber}`,
      'Hill Farm',
      'AB12 CDE',
      'Sam Carter',
      'L-204',
      '22,660 kg',
      '14,200 kg',
      '8,460 kg',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('COPY')
    const german = await print(`/movements/${out}/ticket.pdf?size=80`, 'de')
    expect((await sizesOfPdf(german))[0]?.[0]).toBe(80)
    expect((await textOfPdf(german)).join(' ')).toMatch(
      /KOPIE 2: Wiegeschein \d+, zuerst\s+gedruckt\s+am\s.*Weizen.*8\.460 kg/s,
    )
    const french = await print(`/movements/${out}/ticket.pdf?size=58`, 'fr')
    expect((await sizesOfPdf(french))[0]?.[0]).toBe(58)
    expect((await textOfPdf(french)).join(' ')).toMatch(/COPIE 3 : bon de\s+pesée .*Blé.*8 460 kg/s)
  })

  test('a rename changes nothing on a copy; a correction makes another issue, and both say so', async () => {
    const loaded = await farm.move(blend, 'mill-9', 3000, {
      driver: { name: 'Kim', vehicleRegistration: 'KM1' },
    })
    const url = `/movements/${loaded}/ticket.pdf`
    expect(await said(url)).toContain('3,000 kg (stated, NOT WEIGHED)')
    expect((await pageOfNewest()).body).toContain('This paper is the newest one.')
    const manager = farm.organisation.as('manager')
    await manager.patch(`${base}/partners/mill-9`, { name: 'Mill Nine' })
    expect(await said(url)).toMatch(/COPY 2 .*Name of mill-9/)

    const corrected = { recordId: blend, driver: null, weighbridge: { empty: 10_000, full: 13_100 } }
    expect((await manager.put(`${base}/movements/${loaded}/actions`, corrected)).status).toBe(200)
    const page = await pageOfNewest({ 'accept-language': 'de' })
    expect(page.body).toContain('Das Buch wurde berichtigt, seit dieses Papier gedruckt wurde.')
    service.clock.advance({ minutes: 5 })
    expect(await said(url)).toMatch(
      /Replaces the paper that was printed on 14 Aug 2026, 09:30\. .*Mill Nine .*3,100 kg/,
    )

    const { docs } = await ask(`/papers?kind=ticket&subject=movement:${loaded}`)
    expect(docs).toMatchObject([
      { issue: 2, prints: 1, isNewest: true },
      { issue: 1, prints: 2, isNewest: false },
    ])
    expect(await said(`/papers/${docs[1].id}/copy.pdf`)).toMatch(
      /COPY 2 of weighbridge ticket, first printed on 14 Aug 2026, 09:30 REPLACED by a newer paper, printed on 14 Aug 2026, 09:35.*3,000 kg/,
    )
    await manager.delete(`${base}/movements/${loaded}`)
    expect((await pageOfNewest()).body).toContain('This load was taken back')
    expect(await said(url)).toContain('TAKEN BACK')
  })

  test('the page behind its code tells a driver what stands on the paper, and nobody more', async () => {
    await print(`/movements/${out}/ticket.pdf`)
    await print(`/movements/${out}/passport.pdf`)
    const { status, body, headers } = await pageOfNewest()
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const part of ['Hill Farm', 'AB12 CDE', '8,460 kg', 'Name of mill-7']) expect(body).toContain(part)
    for (const hidden of ['Sam Carter', 'C-77', 'Valley Farm', 'Extase', '14.5', 'Swept'])
      expect(body).not.toContain(hidden)
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    await print('/position/report.pdf')
    const report = (await pageOfNewest()).body
    expect(report).toContain('Stock report')
    expect(report).not.toMatch(/\d kg/)
    for (const token of ['x', '1'.repeat(22), '%00'])
      expect((await service.client().get(`/p/${token}`)).status).toBe(404)
  })
})

test('a passport has what the book knows, and lines for the rest', async () => {
  const text = await said(`/movements/${out}/passport.pdf`)
  const { madeOf } = await ask(`/movements/${out}/trace`)
  for (const { weight, share } of madeOf) expect(text).toContain(`${whole(weight)} ${tenth(share)} %`)
  expect(text).toMatch(/Total 8,460 100\.0 %/)
  for (const part of [
    'C-77',
    'Long Barn, Bay 1',
    'AL5 2JQ',
    'Cleaned (Swept)',
    'Moisture 14.5 %',
    'Assurance scheme and number',
    'Last three loads of this vehicle',
    'The last Wheat 11 Aug 2026',
    'Treated after harvest?',
  ])
    expect(text).toContain(part)
})

test('recall sheets say what the traces say, of a load, a record and a field', async () => {
  const { madeOf, wentTo } = await ask(`/records/${blend}/trace`)
  const ofLoad = await said(`/movements/${out}/recall.pdf`)
  const ofRecord = await said(`/records/${blend}/recall.pdf`)
  for (const { weight, share } of [...madeOf, ...wentTo]) {
    expect(ofRecord).toContain(`${whole(weight)} ${tenth(share)} %`)
    expect(ofLoad).toContain(`${whole(weight)} ${tenth(share)} %`)
  }
  expect(ofLoad).toContain('14 Aug 2026 1 AB12 CDE, Sam Carter, L-204')
  expect(ofRecord).toContain('Loads that came in')
  const ofField = await said(`/storage/${farm.fieldId}/recall.pdf`)
  expect(ofField).toContain('The crop: ')
  expect(ofField).toContain('Went to Name of mill-7')
  // The load off the field with its grade, day, number, lorry and driver.
  expect(ofRecord).toMatch(
    /Loads that came in .*Off the field Top Field · Extase · Group 1 11 Aug 2026 \d+ AB12 CDE, Jo 20,000 /,
  )
})

test('an owner’s statement adds up to the position of that day, with each loss and who bears it', async () => {
  const text = await said('/owners/brook/statement.pdf?at=2026-08-12')
  expect(text).toMatch(/Came in 5,000 kg Went out 0 kg Lost 0 kg Found 0 kg Balance 5,000 kg/)
  const { lines } = await ask('/position')
  const now = lines.find(({ ownerId }: { ownerId: string }) => ownerId === 'brook').weight
  expect(now).toBe(3800)
  expect(await said('/owners/brook/statement.pdf')).toMatch(
    new RegExp(
      `Went out 1,200 kg .* Balance ${figure(now)} kg .*Out to Name of mill-7 .*-1,200 ${figure(now)}`,
    ),
  )
  const own = await said(`/owners/${farm.organisation.organisationId}/statement.pdf?from=2026-08-01`)
  expect(own).toMatch(/Lost 40 kg .*Lost: Pest damage -40 21,500/)
  expect((await farm.organisation.as('viewer').get(`${base}/owners/nobody/statement.pdf`)).status).toBe(404)
})

test('the stock report and the count sheet are the position', async () => {
  const { totals, lines } = await ask('/position')
  const report = await said('/position/report.pdf')
  expect(report).toContain(
    `Total ${figure(totals.owned)} ${figure(totals.stored)} ${figure(totals.owned + totals.stored)}`,
  )
  const sheet = await said(`/position/count-sheet.pdf?storageId=${farm.storeId}`)
  for (const { weight, substorageName } of lines) {
    expect(report).toContain(figure(weight))
    expect(sheet).toContain(substorageName)
    expect(sheet).toContain((weight / 1000).toFixed(2))
  }
  expect(sheet).toMatch(/t by the book.*Bay 3 empty 0\.00/)
})

test('another organisation finds none of them', async () => {
  const stranger = (await makeFarm(service)).organisation.as('owner')
  const { docs } = await ask('/papers?kind=ticket')
  for (const url of [
    `/movements/${out}/ticket.pdf`,
    `/movements/${out}/passport.pdf`,
    `/movements/${out}/recall.pdf`,
    `/records/${blend}/recall.pdf`,
    `/storage/${farm.fieldId}/recall.pdf`,
    '/owners/brook/statement.pdf',
    `/papers/${docs[0].id}/copy.pdf`,
    `/position/count-sheet.pdf?storageId=${farm.storeId}`,
  ])
    expect([url, (await stranger.get(base + url)).status]).toEqual([url, 404])
  expect((await stranger.get(`${base}/papers`)).body.totalDocs).toBe(0)
})

test('names in other scripts stand on a ticket', async () => {
  const sender = { id: 'wang', name: '王小麦 农场' }
  const loaded = await farm.move(blend, 'mill-7', 0, {
    driver: { name: 'מנחם', vehicleRegistration: 'AB12 CDE', loadReference: '밀 🌾' },
    weighbridge: { empty: 14_200, full: 14_300 },
  })
  expect(
    (await farm.organisation.as('manager').patch(`${base}/partners/mill-7`, { name: sender.name })).status,
  ).toBe(200)
  const text = await said(`/movements/${loaded}/ticket.pdf?size=58`)
  for (const name of [sender.name, 'מנחם', '밀 🌾']) expect(text).toContain(name)
  await farm.organisation.as('manager').patch(`${base}/partners/mill-7`, { name: 'Name of mill-7' })
  expect((await farm.organisation.as('manager').delete(`${base}/movements/${loaded}`)).status).toBe(200)
})

test('a file is named by what it is, its number, its partner and its day, in the reader’s language', async () => {
  const nameOf = async (url: string, language: string) => {
    const { headers } = await farm.organisation.as('viewer').get(base + url, { 'accept-language': language })
    const [, name = ''] = /filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition'])) ?? []
    return decodeURIComponent(name)
  }
  const { documentNumber } = await ask(`/movements/${out}`)
  expect(await nameOf(`/movements/${out}/ticket.pdf`, 'en')).toBe(
    `Weighbridge-ticket-${documentNumber}-Name-of-mill-7-2026-08-14.pdf`,
  )
  expect(await nameOf(`/movements/${out}/passport.pdf`, 'fr')).toBe(
    `Passeport-céréales-${documentNumber}-Name-of-mill-7-2026-08-14.pdf`,
  )
  expect(await nameOf('/owners/brook/statement.pdf?from=2026-08-01&at=2026-08-12', 'de')).toBe(
    'Auszug-über-eingelagertes-Getreide-Brook-Sons-2026-08-01-2026-08-12.pdf',
  )
  expect(await nameOf('/position/report.pdf?at=2026-08-12', 'en')).toBe('Stock-report-2026-08-12.pdf')
  expect(await nameOf('/position/count-sheet.pdf', 'en')).toBe('Count-sheet-2026-08-14.pdf')
  expect(await nameOf(`/storage/${farm.storeId}/recall.pdf`, 'en')).toBe(
    'Recall-sheet-Long-Barn-2026-08-14.pdf',
  )
})

test('asking whether there is one prints nothing', async () => {
  const before = await ask('/papers')
  const headers = { 'x-api-key': farm.organisation.keys.viewer }
  const url = `${base}/movements/${out}/ticket.pdf`
  const { statusCode, body, headers: told } = await service.app.inject({ method: 'HEAD', url, headers })
  expect([statusCode, body, told['content-type']]).toEqual([200, '', 'application/pdf'])
  expect(await ask('/papers')).toEqual(before)
})

test('papers are in pounds where the scale reads pounds; what was printed stays as it was', async () => {
  await farm.organisation.as('admin').patch('/api/identity/organisation', { units: { scale: 'lb' } })
  const ticket = `/movements/${await farm.move(blend, 'mill-7', 0, {
    driver: { name: 'Kim', vehicleRegistration: 'TX 4711' },
    weighbridge: { empty: 11_947.623, full: 14_515.411 },
  })}/ticket.pdf`
  for (const part of ['32,001 lb', '26,340 lb', '5,661 lb']) expect(await said(ticket)).toContain(part)
  expect(await said(`/movements/${out}/ticket.pdf`)).toContain('8,460 kg')
})
