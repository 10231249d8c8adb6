import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { ok } from '../../../../test/scene.ts'
import { base, imported } from '../test-imports.ts'
import { movementsOf } from './test-loads.ts'

// What the program of a German weighbridge exports: no column for the store, senders nobody has entered yet, and heads in its own words.

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const table = `Schein Nr.;Datum / Uhrzeit;Kennzeichen;Gewichte (kg) Brutto;Gewichte (kg) Tara;Gewichte (kg) Netto;Lieferant;Frucht
4711;13.08.2026 09:30;BC-A 12;40000;15000;25000;Hof Meier;Winterweizen
4712;13.08.2026 10:10;BC-B 7;38500;14500;24000;Hof Braun;Winterweizen
`

test('is imported in one try, with what is the same in all rows and the partners to be made said in its mapping', async () => {
  const manager = (await makeOrganisation(service, { countryISO: 'DE' })).as('manager')
  await imported(manager, 'stores', 'Store,Bay\nHalle,1\n')
  const sent = async (mapping: object) => {
    const form = new FormData()
    form.append('file', new Blob([table], { type: 'text/csv' }), 'waage.csv')
    form.append('mapping', JSON.stringify(mapping))
    return ok(await manager.post(`${base}/inventory/loads`, form))
  }
  const columns = {
    store: { constant: 'Halle' },
    bay: { constant: '1' },
    harvestYear: { constant: '2026' },
  }
  const asked = await sent({ columns })
  expect(asked).toMatchObject({
    success: 0,
    validation: 2,
    missing: [{ what: 'partners' }, { what: 'partners' }],
  })
  const done = await sent({ columns, create: ['partners'] })
  expect(done).toMatchObject({ success: 2, validation: 0, ignoredColumns: [] })
  const loads = await movementsOf(manager)
  expect(
    loads.map(({ driver, weighbridge, inventory: { storage, commodity } }) => [
      driver.loadReference,
      weighbridge.full.weight,
      commodity.weight.weight,
      storage.source.organisationName,
      storage.destination.name,
    ]),
  ).toEqual([
    ['4711', 40_000, 25_000, 'Hof Meier', 'Halle'],
    ['4712', 38_500, 24_000, 'Hof Braun', 'Halle'],
  ])
  // It was said of that run alone: the next file with these heads asks again.
  const next = new FormData()
  next.append(
    'file',
    new Blob([table.replaceAll('Hof ', 'Gut ').replaceAll('471', '481')], { type: 'text/csv' }),
    'w.csv',
  )
  expect(ok(await manager.post(`${base}/inventory/loads`, next))).toMatchObject({ success: 0, validation: 2 })
})
