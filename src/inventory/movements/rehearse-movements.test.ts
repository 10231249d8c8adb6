import { beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, GROUP_1, GROUP_2, openFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
beforeEach(async () => {
  ;({ service, farm } = await openFarm())
})

const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
const bulk = `${base}/movements/bulk`

/** Stock that was measured; answers its record. */
async function measured(bay: 0 | 1 | 2, weight: number, figures: Record<string, number>, given = {}) {
  const id = await farm.opening(farm.bays[bay], weight, given)
  const metric = { Moisture: '%', Protein: '%', 'Specific weight': 'kg/hl', 'Hagberg falling number': 's' }
  const fields = Object.entries(figures).map(([name, value]) => ({
    name,
    value: String(value),
    metric: new Map(Object.entries(metric)).get(name) ?? '',
  }))
  ok(await farm.organisation.as('manager').post(`${base}/records/${id}/samples`, { fields }))
  return id
}

const rehearsed = async (body: object, query = '?dryRun=true') =>
  ok(await farm.organisation.as('manager').post(bulk + query, body))
const toBay = (bay: 0 | 1 | 2) => ({
  destination: { storageId: farm.storeId, substorageId: farm.bays[bay], type: 'store' },
})
const GOOD = { Moisture: 14, Protein: 13.2, 'Specific weight': 78, 'Hagberg falling number': 300 }
const POOR = { Moisture: 15, Protein: 12, 'Specific weight': 75, 'Hagberg falling number': 240 }

test('two bays on a lorry: the mean by weight, whose it is, and which grade it makes', async () => {
  const good = await measured(0, 50_000, GOOD)
  const poor = await measured(1, 50_000, POOR, { grade: GROUP_2, variety: 'KWS Extase' })
  const { dryRun } = await rehearsed({
    records: [
      { id: good, weight: 20_000 },
      { id: poor, weight: 10_000 },
    ],
    ...MILL,
  })
  expect(dryRun.blend).toMatchObject({
    place: 'lorry',
    weight: 30_000,
    commodity: { id: WHEAT, name: 'Wheat' },
    type: { id: WINTER },
    grade: { id: GROUP_2 },
    variety: 'Mixed',
    quality: [
      { name: 'Protein', value: 12.8, metric: '%' },
      { name: 'Moisture', value: 14.333, metric: '%' },
      { name: 'Specific weight', value: 77, metric: 'kg/hl' },
      { name: 'Hagberg falling number', value: 280, metric: 's' },
    ],
    parts: [
      { recordId: good, place: 'Long Barn, Bay 1', weight: 20_000, share: 66.667, isThere: false },
      { recordId: poor, place: 'Long Barn, Bay 2', weight: 10_000, share: 33.333, isThere: false },
    ],
    owners: [{ id: farm.organisation.organisationId, weight: 30_000 }],
    contracts: [],
  })
  const [first, second] = dryRun.blend.judgements
  expect(first).toMatchObject({ grade: { id: GROUP_1 }, verdict: 'failed' })
  const failed = first.measures.filter(({ verdict }: { verdict: string }) => verdict === 'failed')
  expect(failed).toMatchObject([{ name: 'Protein', min: 13, value: 12.8, moistureBasis: 0 }])
  expect(second).toMatchObject({ grade: { id: GROUP_2 }, verdict: 'unmeasured' })
  const open = second.measures.filter(({ verdict }: { verdict: string }) => verdict === 'unmeasured')
  expect(open).toMatchObject([{ name: 'Admixture', value: null }])
  expect(dryRun.balances).toMatchObject([
    { recordId: good, after: 30_000 },
    { recordId: poor, after: 40_000 },
  ])
})

test('into a bay it says what the record says when it is done, with what lay there', async () => {
  const good = await measured(0, 50_000, GOOD)
  const poor = await measured(1, 50_000, POOR)
  const there = await measured(2, 7_000, { Moisture: 13, Protein: 12.5 })
  const body = {
    records: [
      { id: good, weight: 20_000 },
      { id: poor, weight: 10_000.5 },
    ],
    ...toBay(2),
  }
  const { blend } = (await rehearsed(body)).dryRun
  expect(blend).toMatchObject({ place: 'bay', weight: 37_000.5 })
  expect(blend.parts).toMatchObject([
    { recordId: there, weight: 7_000, isThere: true, place: 'Long Barn, Bay 3' },
    { recordId: good, weight: 20_000, isThere: false },
    { recordId: poor, weight: 10_000.5, isThere: false },
  ])
  await rehearsed(body, '')
  const record = ok(await farm.organisation.as('viewer').get(`${base}/records/${there}`))
  expect(record.yield.current).toBe(blend.weight)
  expect(
    blend.quality.map(({ name, value }: { name: string; value: number }) => [name, String(value)]),
  ).toEqual(record.quality.map(({ name, value }: { name: string; value: string }) => [name, value]))
  expect(record.commodity).toMatchObject({ variety: blend.variety, grade: blend.grade })
})

test('a plan says what would lie there then, and does not call it so yet', async () => {
  const good = await measured(0, 50_000, GOOD)
  const there = await measured(2, 10_000, { Moisture: 12 })
  const at = new Date(service.clock.now().getTime() + 86_400_000).toISOString()
  const body = { records: [{ id: good, weight: 30_000 }], movementDateISO: at, ...toBay(2) }
  const { blend } = (await rehearsed(body)).dryRun
  expect(blend).toMatchObject({ weight: 40_000, quality: [{ name: 'Moisture', value: 13.5 }] })
  const record = ok(await farm.organisation.as('viewer').get(`${base}/records/${there}`))
  expect(record.quality).toMatchObject([{ value: '12' }])
})

test('two owners on one lorry, with the contract under which one stores', async () => {
  const owner = { id: 'green-lane', name: 'Green Lane Farm' }
  const own = await measured(0, 20_000, GOOD)
  const theirs = await measured(1, 20_000, POOR, { owner })
  const contract = ok(
    await farm.organisation.as('manager').post(`${base}/contracts`, {
      ownerOrganisationId: owner.id,
      ownerOrganisationName: owner.name,
      details: { reference: 'ST-7', startDateISO: '2026-07-01', endDateISO: '2027-06-30' },
      inventory: { weightKG: 100_000, commodity: { id: WHEAT, type: WINTER } },
    }),
  )
  const records = [
    { id: own, weight: 3_000 },
    { id: theirs, weight: 1_000 },
  ]
  const { blend } = (await rehearsed({ records, ...MILL })).dryRun
  expect(blend.owners).toMatchObject([{ weight: 3_000 }, { id: owner.id, name: owner.name, weight: 1_000 }])
  expect(blend.contracts).toEqual([
    { id: contract.id, reference: 'ST-7', ownerId: owner.id, ownerName: owner.name },
  ])
  // Into one bay they may not go.
  const refused = await farm.organisation.as('manager').post(`${bulk}?dryRun=true`, { records, ...toBay(2) })
  expect(refused).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
  // Neither lies there yet: both are named, and where they lie.
  const { message } = refused.body
  expect(message).toMatch(/of Green Lane Farm from Long Barn, Bay 2/)
  expect(message).toMatch(/from Long Barn, Bay 1 /)
  expect(message).toMatch(
    /^Not the same owner\. .* may not be mixed in Long Barn, Bay 3\. Nothing was changed\.$/,
  )
})

test('two commodities are no blend, and a load that nobody weighed is none', async () => {
  const wheat = await measured(0, 20_000, GOOD)
  const barley = await farm.opening(farm.bays[1], 20_000, { commodity: { id: 2, type: 201 } })
  const lorry = (records: object[]) => rehearsed({ records, ...MILL })
  const { blend } = (
    await lorry([
      { id: wheat, weight: 1_000 },
      { id: barley, weight: 1_000 },
    ])
  ).dryRun
  expect(blend).toMatchObject({ weight: 2_000, commodity: { id: 0, name: '' }, quality: [], judgements: [] })
  expect((await lorry([{ id: wheat, weight: 0 }])).dryRun).not.toHaveProperty('blend')
})
