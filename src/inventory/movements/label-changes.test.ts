import { beforeEach, expect, test } from 'vitest'
import { ok } from '../../../test/scene.ts'
import { base, GROUP_1, GROUP_2, openFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

// Of two grades all of it has the lower one: a dry run says so of what lies there and of what comes, before the lorry tips.

let farm: TestFarm
beforeEach(async () => {
  ;({ farm } = await openFarm())
})
const manager = () => farm.organisation.as('manager')
const FEED = 1010104

const intake = (weight: number, { grade = GROUP_1, at = '2026-08-14T08:00', variety = 'Skyfall' } = {}) => ({
  type: 'crop',
  harvestYear: '2026',
  owned: true,
  commodity: { id: WHEAT, type: WINTER, grade, variety },
  storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight }],
  source: { intake: { moveAtUTC: at, driverName: 'Sam', vehicleRegistration: 'AB12' } },
})
const rehearsed = async (body: object) => ok(await manager().post(`${base}/records?dryRun=true`, body)).dryRun

test('a load of a lower grade: the heap loses its grade, and so it is told', async () => {
  const id = await farm.opening(farm.bays[0], 300_000)
  const { labels } = await rehearsed(intake(28_000, { grade: FEED }))
  expect(labels).toMatchObject([
    {
      recordId: id,
      isThere: true,
      weight: 300_000,
      what: 'grade',
      before: { id: GROUP_1, name: 'Group 1' },
      after: { id: FEED },
      isLoss: true,
    },
  ])
})

test('a load of a better grade loses its own', async () => {
  await farm.opening(farm.bays[0], 300_000, { grade: GROUP_2 })
  const { labels } = await rehearsed(intake(28_000))
  expect(labels).toMatchObject([
    { isThere: false, weight: 28_000, before: { id: GROUP_1 }, after: { id: GROUP_2 }, isLoss: true },
  ])
  expect(labels).toHaveLength(1)
})

test('like to like, and into an empty bay, nothing is called otherwise', async () => {
  await farm.opening(farm.bays[0], 300_000)
  expect((await rehearsed(intake(28_000, { variety: 'KWS Extase' }))).labels).toEqual([])
  const empty = { ...intake(28_000, { grade: FEED }) }
  empty.storage = [{ storageId: farm.storeId, substorageId: farm.bays[1], weight: 28_000 }]
  expect((await rehearsed(empty)).labels).toEqual([])
})

test('a lorry that was weighed once says it at its second weighing', async () => {
  await farm.opening(farm.bays[0], 300_000)
  const first = intake(0, { grade: GROUP_2 })
  Object.assign(first.source.intake, { weighbridgeRecord: { full: 42_000 } })
  const record = ok(await manager().post(`${base}/records`, first))
  const { docs } = ok(await manager().get(`${base}/movements?type=intake&limit=1`))
  const body = { recordId: record.id, weighbridge: { empty: 14_000 } }
  const { dryRun } = ok(await manager().put(`${base}/movements/${docs[0].id}/actions?dryRun=true`, body))
  expect(dryRun.labels).toMatchObject([
    { isThere: true, weight: 300_000, before: { id: GROUP_1 }, after: { id: GROUP_2 }, isLoss: true },
  ])
})

test('a late load into a bay that was counted afterwards: the count stands, and its loss grows', async () => {
  const id = await farm.opening(farm.bays[0], 22_700)
  const records = [{ id, adjustTo: 22_550 }]
  const countedAtISO = '2026-08-13T10:00:00Z'
  ok(await manager().post(`${base}/records/adjustments`, { records, countedAtISO, reasonId: null }))
  const { balances, counts } = await rehearsed(intake(20_000, { at: '2026-08-12T09:00' }))
  expect(balances).toMatchObject([{ recordId: id, before: 22_550, after: 22_550 }])
  expect(counts).toEqual([
    {
      recordId: id,
      name: 'Winter wheat 2026',
      place: 'Long Barn, Bay 1',
      countedAtUTC: '2026-08-13T10:00:00.000Z',
      before: -150,
      after: -20_150,
    },
  ])
})
