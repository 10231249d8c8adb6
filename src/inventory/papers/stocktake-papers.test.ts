import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { base, enterRecord, makeBays, oldStock, openFarm, type TestFarm } from '../../../test/farm.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { ok } from '../../../test/scene.ts'

// What is printed of a stock-take: the sheet to count with, and the certificate, which stays as it was printed.

let service: TestApp
let farm: TestFarm
let wheat: string
let id: string
beforeAll(async () => {
  ;({ service, farm } = await openFarm())
  wheat = await farm.opening(farm.bays[0], 100_000)
  const body = { name: 'Year end', cutOffISO: '2026-08-12', isBlind: true }
  ;({ id } = ok(await manager().post(`${base}/stocktakes`, body)))
})

/** Of 10 m by 8 m, 1.4 m deep at the walls and 1.8 m under the ridge: 128 cubic metres. */
const ridge = {
  method: 'estimated',
  volume: {
    form: 'rectangle',
    top: 'ridged',
    lengthsMetres: { length: 10, width: 8, height: 1.4, topHeight: 0.4 },
    densityKgPerHl: 76,
    packingFactor: 1,
    spreadPercent: 5,
  },
}

const manager = () => farm.organisation.as('manager')
async function said(url: string, language = 'en', role: 'manager' | 'operator' = 'manager') {
  const answer = await farm.organisation.as(role).get(`${base}${url}`, { 'accept-language': language })
  expect(answer.status).toBe(200)
  return (await textOfPdf(answer.body)).join(' ').replaceAll(/\s+/g, ' ')
}

test('the sheet is blind as the session is, and always for whoever does not see the book', async () => {
  const sheet = `/stocktakes/${id}/count-sheet.pdf`
  expect(await said(sheet)).toMatch(/Count sheet.*Bay 1.*Skyfall.*Bay 2.*empty/)
  expect(await said(sheet)).not.toContain('100.00')
  expect(await said(`${sheet}?blind=false`)).toContain('100.00')
  expect(await said(`${sheet}?blind=false`, 'en', 'operator')).not.toContain('100.00')
})

test('the sheet says of which session it is, and whether that is blind', async () => {
  const sheet = `/stocktakes/${id}/count-sheet.pdf`
  expect(await said(sheet)).toMatch(/Year end Cut-off: 12 Aug 2026, 23:59 Blind: whoever counts does not/)
  expect(await said(`${sheet}?blind=false`)).toContain('This sheet shows the book')
  expect(await said(sheet, 'de')).toMatch(/Year end Stichtag: 12. Aug. 2026, 23:59 Blindzählung: Wer zählt/)
  expect(await said(sheet, 'fr')).toMatch(/Year end Date d’arrêté : 12 août 2026, 23:59 Comptage à l’aveugle/)
})

test('the sheet asks in the unit of stock: tonnes, or what the organisation has set', async () => {
  const sheet = `/stocktakes/${id}/count-sheet.pdf`
  expect(await said(sheet)).toContain('Counted, t ')
  expect(await said(sheet, 'de')).toContain('Gezählt, t ')
  expect(await said(`${sheet}?blind=false`, 'de')).toMatch(/t nach Buch.*100,00/)
  for (const [stock, text] of [
    ['short ton', /ton by the book.*110\.2311/],
    ['kg', /kg by the book.*100,000/],
    ['t', /t by the book.*100\.00/],
  ] as const) {
    ok(await farm.organisation.as('admin').patch('/api/identity/organisation', { units: { stock } }))
    expect(await said(`${sheet}?blind=false`)).toMatch(text)
  }
})

test('a bay that is read in bushels says so, beside what has none', async () => {
  const organisation = await makeOrganisation(service, { countryISO: 'US', timeZone: 'America/Chicago' })
  const [bay] = await makeBays(organisation, 2)
  if (!bay) throw new Error('the store has no bay')
  await enterRecord(organisation, oldStock(bay, 27_215.542))
  const session = ok(await organisation.as('manager').post(`${base}/stocktakes`, { name: 'Bins' }))
  const answer = await organisation.as('manager').get(`${base}/stocktakes/${session.id}/count-sheet.pdf`)
  const text = (await textOfPdf(answer.body)).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/By the book Counted .*1,000\.00 bu bu.*empty 0\.00 ton ton/)
})

test('a certificate is of what was approved, and stays as it was printed', async () => {
  const url = `/stocktakes/${id}/certificate`
  expect(await manager().post(base + url)).toMatchObject({ status: 400, body: { code: 'in_use' } })
  const line = (bay: number, body: object) => manager().patch(`${base}/stocktakes/${id}/lines/${bay}`, body)
  ok(await line(farm.bays[0], { counted: 96_000, countedBy: { name: 'Jim Reed' }, note: 'In a hurry.' }))
  ok(
    await line(farm.bays[0], {
      counted: 97_000,
      countedBy: { name: 'Old Tom' },
      howMeasured: ridge,
      note: 'Swept first.',
    }),
  )
  ok(await line(farm.bays[1], { counted: 0 }))
  ok(await line(farm.bays[2], { leftOut: 'Under fumigation.' }))
  const { ledgerHash } = ok(await manager().post(`${base}/stocktakes/${id}/approve`, {}))
  ok(await manager().post(base + url))
  const text = await said(`${url}.pdf`)
  expect(text).toMatch(/Stock-take certificate.*Year end.*12 Aug.*Old Tom.*Counted blind/)
  expect(text).toMatch(/Stock take 3,000/)
  expect(text).toContain('Under fumigation.')
  expect(text).toMatch(/Jim Reed.*96,000 not stated In a hurry\..*Old Tom.*97,000 Estimated by volume/)
  expect(text).toMatch(
    /Four walls, ridged top Length 10 m · Width 8 m · Depth at the wall 1\.4 m · Top above it 0\.4 m/,
  )
  expect(text).toMatch(/128 m³ × 76 kg\/hl × packing 1 = 97,280 kg ± 5\.0 %.*Swept first\./)
  expect(text.replaceAll(' ', '')).toContain(ledgerHash)
  await farm.move(wheat, 'mill-7', 2500, { movementDateISO: '2026-08-10' })
  expect(await said(`${url}.pdf`)).toBe(text)
  for (const [language, title, measured] of [
    ['de', 'Inventurprotokoll', '128 m³ × 76 kg/hl × Verdichtung 1 = 97.280 kg ± 5,0 %'],
    ['fr', 'Procès-verbal d’inventaire', '128 m³ × 76 kg/hl × tassement 1 = 97 280 kg ± 5,0 %'],
  ] as const) {
    expect(await said(`${url}.pdf`, language)).toContain(title)
    expect(await said(`${url}.pdf`, language)).toContain(measured)
  }
})
