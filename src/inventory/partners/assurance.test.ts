import { parse } from 'csv-parse/sync'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { base, makeFarm, openFarm, type TestFarm } from '../../../test/farm.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf } from '../contracts/test-contracts.ts'

// The clock of these tests stands on 14 August 2026.

let service: Awaited<ReturnType<typeof openFarm>>['service']
let farm: TestFarm
let heap: string
beforeAll(async () => void ({ service } = await openFarm()))
beforeEach(async () => {
  farm = await makeFarm(service, { name: 'Quay Store' })
  heap = await farm.intake(farm.bays[0], 100_000, { at: '2026-08-10', sender: { id: 'hill', name: 'Hill' } })
})

const manager = () => farm.organisation.as('manager')
const known = async (name: string, more: object) =>
  ok(await manager().post(`${base}/partners`, { name, ...more }))
const day = (offset: number) =>
  new Date(service.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)
const haulage = (untilISO: string) => ({ scheme: 'TASCC', number: '4711', covers: 'haulier', untilISO })

/** 1 t to the mill by a lorry. */
const sell = (vehicleRegistration: string, more: object = {}) =>
  farm.organisation.as('operator').post(`${base}/movements`, {
    recordId: heap,
    movementDateISO: service.clock.now().toISOString(),
    weight: 1000,
    sold: true,
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    driver: { name: 'Sam', vehicleRegistration },
    ...more,
  })

test('a partner has numbers, lorries, assurances and declarations, which are changed by themselves', async () => {
  const made = await known('Brook Haulage', {
    taxNumber: 'GB123456789',
    vehicles: ['AB12 CDE', 'ab12cde'],
    assurances: [haulage(day(100))],
  })
  expect(made).toMatchObject({
    taxNumber: 'GB123456789',
    ngrNumber: '',
    vehicles: ['AB12 CDE'],
    assurances: [{ scheme: 'TASCC', number: '4711', covers: 'haulier', untilISO: day(100) }],
    declarations: [],
    expiries: [],
  })
  const declarations = [{ name: 'VendorDec', dayISO: day(-300), untilISO: day(20) }]
  const patched = await manager().patch(`${base}/partners/${made.id}`, {
    ngrNumber: '10012345',
    declarations,
  })
  expect(ok(patched)).toMatchObject({
    name: 'Brook Haulage',
    ngrNumber: '10012345',
    taxNumber: 'GB123456789',
    assurances: made.assurances,
    expiries: [{ scheme: 'VendorDec', covers: null, untilISO: day(20), isExpired: false }],
  })
  const events = await service.database.db
    .selectFrom('events')
    .select('type')
    .where('subject', '=', made.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ type }) => type)).toEqual(['partner.created', 'partner.updated'])
})

test('every fault of it is told at once', async () => {
  const body = {
    name: 'Brook',
    assurances: [{ scheme: 'QS', untilISO: '2026-02-31' }],
    declarations: [{ name: 'VendorDec', dayISO: '2026-08-02', untilISO: '2026-08-01' }],
  }
  const refused = await manager().post(`${base}/partners`, body)
  expect(faultsOf(refused)).toEqual(['assurances[0].untilISO date', 'declarations[0].untilISO minimum'])
})

test('a load says what has ended, or ends soon, of its partner and its haulier; it is never refused for it', async () => {
  const { id: brook } = await known('Brook Haulage', {
    vehicles: ['AB12 CDE'],
    assurances: [haulage(day(-3)), { scheme: 'GMP+', covers: 'farm', untilISO: day(-9) }],
  })
  await known('Valley Mill', { id: 'mill-7', assurances: [{ scheme: 'QS', untilISO: day(12) }] })
  const { message, expiries } = ok(await sell('ab12-cde'))
  expect(expiries).toMatchObject([
    { partnerId: brook, isHaulier: true, scheme: 'TASCC', untilISO: day(-3), isExpired: true },
    { partnerId: 'mill-7', isHaulier: false, scheme: 'QS', untilISO: day(12), isExpired: false },
  ])
  expect(message).toContain('TASCC of Brook Haulage, the haulier, ended on')
  expect(message).toContain('QS of Valley Mill ends on')
  const dry = ok(
    await farm.organisation.as('operator').post(`${base}/movements?dryRun=true`, {
      recordId: heap,
      weight: 1000,
      sold: true,
      movementDateISO: service.clock.now().toISOString(),
      destination: { organisationId: 'mill-7' },
    }),
  )
  expect(dry.expiries).toMatchObject([{ partnerId: 'mill-7', scheme: 'QS' }])
  // What held on the day of a late ticket is not said of it.
  const late = ok(await sell('AB12 CDE', { movementDateISO: `${day(-3)}T08:00:00Z` }))
  expect(late.expiries).toMatchObject([{ scheme: 'QS' }])
  const renewed = [haulage(day(-3)), haulage(day(300))]
  ok(await manager().patch(`${base}/partners/${brook}`, { assurances: renewed }))
  ok(await manager().patch(`${base}/partners/mill-7`, { assurances: [] }))
  expect(ok(await sell('AB12 CDE')).expiries).toBeUndefined()
})

test('an order names the haulier where the lorry is nobody’s; a load that is changed says it again where it matters', async () => {
  await known('Brook Haulage', { assurances: [haulage(day(-3))] })
  const order = ok(
    await manager().post(`${base}/orders`, {
      kind: 'sale',
      partner: { id: 'mill-7', name: 'Valley Mill' },
      commodity: { id: 1 },
      weight: 50_000,
      haulier: 'brook haulage',
    }),
  )
  const { ids, expiries } = ok(await sell('XY99 ZZZ', { orderId: order.id }))
  expect(expiries).toMatchObject([{ isHaulier: true, scheme: 'TASCC' }])
  const edit = async (vehicleRegistration: string, name: string) =>
    ok(
      await manager().put(`${base}/movements/${ids[0]}`, {
        recordId: heap,
        movementDateISO: service.clock.now().toISOString(),
        weight: 1000,
        sold: true,
        destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
        driver: { name, vehicleRegistration },
        orderId: order.id,
      }),
    )
  expect((await edit('XY99 ZZZ', 'Jo')).expiries).toBeUndefined()
  expect((await edit('XY99 AAA', 'Jo')).expiries).toMatchObject([{ isHaulier: true, scheme: 'TASCC' }])
})

test('a list of loads says it of each, in a dry run too, whichever way the load goes', async () => {
  await known('Brook Haulage', { vehicles: ['AB12 CDE'], assurances: [haulage(day(-3))] })
  const shared = {
    weight: 1000,
    dateISO: service.clock.now().toISOString(),
    driver: { vehicleRegistration: 'AB12 CDE' },
  }
  const crop = { commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' }, harvestYear: '2026' }
  const bay = { storageId: farm.storeId, substorageId: farm.bays[0] }
  const loads = [
    { ...shared, from: { sender: { id: 'hill', name: 'Hill' }, owned: true, ...crop }, to: bay },
    {
      ...shared,
      from: { recordId: heap },
      to: { organisationId: 'mill-7', organisationName: 'Valley Mill', sold: true },
    },
  ]
  for (const load of loads) {
    const operator = farm.organisation.as('operator')
    const dry = ok(await operator.post(`${base}/loads?dryRun=true`, { loads: [load] }))
    expect(dry.expiries).toMatchObject([{ scheme: 'TASCC', isHaulier: true }])
    const entered = ok(await operator.post(`${base}/loads`, { loads: [load] }))
    expect(entered.loads[0].expiries).toMatchObject([{ scheme: 'TASCC', isHaulier: true }])
  }
})

test('Today, a filter and a table have what ends', async () => {
  const { id } = await known('Brook Haulage', { vehicles: ['AB12 CDE'], assurances: [haulage(day(-3))] })
  await known('Dale', { assurances: [{ scheme: 'QS', untilISO: day(31) }] })
  const { assurance } = ok(await farm.organisation.as('viewer').get(`${base}/today`))
  expect(assurance).toMatchObject({
    count: 1,
    first: [{ partnerId: id, partnerName: 'Brook Haulage', scheme: 'TASCC', isExpired: true }],
  })
  const viewer = farm.organisation.as('viewer')
  expect(ok(await viewer.get(`${base}/partners?expiring=true`)).docs).toMatchObject([{ id }])
  const csv = await viewer.get(`${base}/partners`, { accept: 'text/csv' })
  const rows = parse<Record<string, string>>(csv.body, { columns: true, bom: true })
  expect(rows.find((row) => row.id === id)).toMatchObject({
    partner: 'Brook Haulage',
    vehicles: 'AB12 CDE',
    assurances: expect.stringMatching(/^TASCC 4711 \(haulier\) until /),
    firstExpiry: day(-3),
  })
})

test('a passport names the haulier with the number that holds on the day, and what the lorry carried before', async () => {
  const { id } = await known('Brook Haulage', { vehicles: ['AB12 CDE'], assurances: [haulage(day(3))] })
  const first = ok(await sell('AB12 CDE', { movementDateISO: `${day(-2)}T08:00:00Z` })).ids[0]
  const second = ok(await sell('AB12 CDE')).ids[0]
  const said = async (movementId: string) => {
    const pdf = await farm.organisation.as('viewer').get(`${base}/movements/${movementId}/passport.pdf`)
    return (await textOfPdf(pdf.body)).join('\n').replaceAll(/\s+/g, ' ')
  }
  expect(await said(second)).toContain('Haulier Brook Haulage Haulier’s assurance number TASCC 4711')
  expect(await said(second)).toMatch(/The last Wheat \d+ Aug 2026/)
  expect(await said(first)).toContain('Brook Haulage')
  expect(await said(first)).not.toContain('The last Wheat')
  ok(await manager().patch(`${base}/partners/${id}`, { assurances: [haulage(day(-1))] }))
  expect(await said(second)).not.toContain('4711')
})

test('partners that become one have all of it', async () => {
  const one = await known('Brook', { ngrNumber: '1', assurances: [haulage(day(9))] })
  const other = await known('Brook Ltd', { ngrNumber: '2', taxNumber: 'GB1', vehicles: ['AB12 CDE'] })
  ok(await manager().post(`${base}/partners/${one.id}/merge`, { ids: [other.id] }))
  expect(ok(await manager().get(`${base}/partners/${one.id}`))).toMatchObject({
    ngrNumber: '1',
    taxNumber: 'GB1',
    vehicles: ['AB12 CDE'],
    expiries: [{ scheme: 'TASCC' }],
  })
})
