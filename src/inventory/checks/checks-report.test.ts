import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { base, openFarm, type TestFarm } from '../../../test/farm.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { ok } from '../../../test/scene.ts'

// Bay checks of a store over a time, as a paper.

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  ;({ service, farm } = await openFarm())
  const limits = { everyDays: 7, temperatureMost: 15, temperatureRiseMost: 2, moistureMost: 14.5 }
  ok(await farm.organisation.as('manager').put(`${base}/storage/${farm.storeId}/check-plan`, limits))
  const enter = async (bay: number, day: string, body: object) => {
    const check = { substorageId: bay, checkedAtISO: `${day}T09:00`, ...body }
    ok(await farm.organisation.as('operator').post(`${base}/storage/${farm.storeId}/checks`, check))
  }
  const [first, second] = farm.bays
  const probes = (...celsius: number[]) =>
    celsius.map((each, index) => ({ probe: `A${index}`, celsius: each }))
  await enter(first, '2026-07-30', { temperatures: probes(12.5), note: 'Before the time asked for.' })
  await enter(first, '2026-08-03', { temperatures: probes(12, 13.5), moisture: 14.1, insects: 'none' })
  await enter(second, '2026-08-04', { note: 'Doors were open.', smell: 'sound' })
  await enter(first, '2026-08-10', { temperatures: probes(14, 15.6), insects: 'few', rodents: 'traces' })
})

const url = (query = '') => `${base}/storage/${farm.storeId}/checks/report.pdf${query}`
async function said(language: string, query = '?from=2026-08-01&at=2026-08-12') {
  const answer = await farm.organisation.as('viewer').get(url(query), { 'accept-language': language })
  expect(answer.status, String(answer.body)).toBe(200)
  return (await textOfPdf(answer.body)).join(' ').replaceAll(/\s+/g, ' ')
}

test('a report says what was found in each bay, when, by whom and what is too much', async () => {
  const text = await said('en')
  expect(text).toMatch(/Bay checks Long Barn 1 Aug 2026 to 12 Aug 2026/)
  expect(text).toContain('Check plan of the store now: every 7 days · at most 15 °C · rise of at most 2 °C')
  expect(text).toContain('Checks: 3, of these with an alarm: 1')
  expect(text).toMatch(/3 Aug 2026, 09:00 Bay 1 13\.5 of 2 probes 14\.1 No insects operator key/)
  expect(text).toMatch(/4 Aug 2026, 09:00 Bay 2 – – Smells sound Doors were open\./)
  expect(text).toMatch(
    /10 Aug.*15\.6.*A few insects · Traces of rodents too hot, warmer than last time, insects, rodents/,
  )
  expect(text).not.toContain('Before the time')
})

test.each([
  ['de', /Lagerkontrollen.*Kontrollen: 3, davon mit Alarm: 1.*13,5 von 2 Messstellen 14,1 Keine Insekten/],
  ['de', /zu warm, wärmer als beim letzten Mal, Insekten, Nager/],
  ['fr', /Contrôles des cellules.*dont avec alarme : 1.*13,5 de 2 sondes 14,1 Pas d’insectes/],
])('it is in the reader’s language: %s', async (language, part) => {
  expect(await said(language)).toMatch(part)
})

test('it is of one bay where that is asked for, and of all time where nothing is', async () => {
  const bay = await said('en', `?substorageId=${farm.bays[1]}`)
  expect(bay).toContain('Up to 14 Aug 2026')
  expect(bay).toContain('Doors were open.')
  expect(bay).not.toContain('Bay 1')
  expect(await said('en', '')).toContain('Before the time asked for.')
  expect(await said('en', '?from=2026-08-13')).toContain('Nobody has checked these bays in this time.')
})

test('it has the name of its store and time, and is nobody else’s', async () => {
  const { headers } = await farm.organisation.as('viewer').get(url('?from=2026-08-01&at=2026-08-12'))
  expect(headers['content-disposition']).toContain('Bay-checks-Long-Barn-2026-08-01-2026-08-12.pdf')
  expect((await farm.organisation.as('viewer').get(url('?from=tomorrow'))).status).toBe(400)
  const stranger = await makeOrganisation(service)
  expect((await stranger.as('owner').get(url())).status).toBe(404)
})
