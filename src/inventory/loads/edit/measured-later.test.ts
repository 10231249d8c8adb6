import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../../test/app.ts'
import { base, FEED, GROUP_1 } from '../../../../test/farm.ts'
import { ok } from '../../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from '../../contracts/test-contracts.ts'

// A sample is taken while the lorry tips: what is measured then is said with its second weighing, and is as good as at the first.

let service: TestApp
let store: TestStore
const operator = () => store.merchant.as('operator')
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
})

const moisture = (value: string) => ({ name: 'Moisture', value, metric: '%' })
const protein = (value: string) => ({ name: 'Protein', value, metric: '%' })

/** A lorry comes over the bridge full. */
async function comes(bay: number, sample?: object, terms: object = {}) {
  const body = store.intakeBody(0, { bay }) as { source: { intake: object } }
  const intake = { ...body.source.intake, ...terms, weighbridgeRecord: { full: 34_000 } }
  const source = { ...body.source, intake: { ...intake, ...(sample && { sample }) } }
  const { id, movementId } = ok(await operator().post(`${base}/records`, { ...body, source }))
  return { recordId: id as string, url: `${base}/movements/${movementId}` }
}
const finish = async ({ recordId, url }: Awaited<ReturnType<typeof comes>>, more: object = {}) =>
  operator().put(`${url}/actions`, { recordId, weighbridge: { empty: 14_000 }, ...more })

/** What the load and its parcel say in the end, without what tells one load from another. */
async function saidOf({ recordId, url }: Awaited<ReturnType<typeof comes>>) {
  const movement = ok(await operator().get(url))
  const { yield: figures, quality, commodity } = ok(await operator().get(`${base}/records/${recordId}`))
  const { drying, samples, inventory, weightRemaining } = movement
  return {
    drying,
    fields: samples.map(({ fields }: { fields: object }) => fields),
    grade: [inventory.commodity.grade.id, commodity.grade.id],
    weightRemaining,
    current: figures.current,
    quality,
  }
}

test.each([
  ['nothing was measured before', undefined, { fields: [moisture('20'), protein('12.5')] }],
  [
    'something was measured wrong',
    { fields: [moisture('16'), protein('12.5')] },
    { fields: [moisture('20')] },
  ],
  ['it was of another grade', { fields: [moisture('20'), protein('12.5')] }, { commodityGradeId: FEED }],
])('is as if it had been measured at first, where %s', async (_what, before, later) => {
  const contract = await store.contract()
  const terms = { storageContract: { id: contract.id } }
  const all = { fields: [moisture('20'), protein('12.5')], ...('commodityGradeId' in later && later) }
  const first = await comes(store.bays[0], all, terms)
  ok(await finish(first))
  const second = await comes(store.bays[1], before, terms)
  ok(await finish(second, { sample: later }))
  const [wanted, got] = [await saidOf(first), await saidOf(second)]
  expect(got.fields.map((each: object[]) => new Set(each))).toEqual(
    wanted.fields.map((each: object[]) => new Set(each)),
  )
  expect({ ...got, fields: [] }).toEqual({ ...wanted, fields: [] })
  expect(got.drying).toMatchObject({
    measuredMoisturePercentage: 20,
    lossWeight: 1176.471,
    netWeight: 18_823.529,
  })
  expect(got.grade).toEqual('commodityGradeId' in later ? [FEED, FEED] : [GROUP_1, GROUP_1])
})

test('what was measured is held to the grade that the load came in as', async () => {
  const load = await comes(store.bays[0], { fields: [moisture('14'), protein('11.5')] })
  const limitsOf = async () => ok(await operator().get(load.url)).brokenLimits
  expect(await limitsOf()).toEqual([
    { name: 'Protein', unit: '%', value: 11.5, min: 13, max: 100, moistureBasis: 0 },
  ])
  ok(await finish(load, { sample: { fields: [protein('13')] } }))
  expect(await limitsOf()).toEqual([])
})

test('a load that was taken in undried stays so', async () => {
  const contract = await store.contract()
  const terms = { storageContract: { id: contract.id, dryingAgreed: false } }
  const load = await comes(store.bays[0], { fields: [moisture('20')] }, terms)
  ok(await finish(load, { sample: { fields: [moisture('21')] } }))
  expect(await saidOf(load)).toMatchObject({ drying: undefined, current: 20_000 })
})

test('is refused of a load that is in the book, of one that leaves, and where it cannot be read; nothing changes by that', async () => {
  const load = await comes(store.bays[0])
  const wet = await finish(load, { sample: { fields: [moisture('wet')] }, weighbridge: { empty: 34_000 } })
  expect(faultsOf(wet)).toEqual(['sample.fields[0].value moisture', 'weighbridge.full full_not_above_empty'])
  ok(await finish(load))
  const before = await saidOf(load)
  expect(faultsOf(await finish(load, { sample: { fields: [moisture('20')] } }))).toEqual([
    'sample contradiction',
  ])
  const { ids } = ok(
    await operator().post(`${base}/movements`, {
      recordId: load.recordId,
      weighbridge: { empty: 14_000 },
      driver: { name: 'Sam' },
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
      sold: true,
    }),
  )
  const out = { recordId: load.recordId, sample: { fields: [moisture('20')] } }
  expect(faultsOf(await operator().put(`${base}/movements/${ids[0]}/actions`, out))).toEqual([
    'sample contradiction',
  ])
  expect(await saidOf(load)).toEqual(before)
})
