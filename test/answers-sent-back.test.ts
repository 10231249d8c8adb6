import { expect, test } from 'vitest'
import { shareTestApp } from './app.ts'
import { intake, makeBay, makeMovement, makeRecord, oldStock } from './farm.ts'
import { ok, openScene, type Scene } from './scene.ts'

// What GET gave may be sent back as the body of a change, with one field changed or none (docs/api-conventions.md).

const service = await shareTestApp()
const base = '/api/inventory'

/** An answer without what a change moves: when it was changed, and what the timeline tells of it. */
function withoutHistory({ timeline: _timeline, timelineCount: _count, ...rest }: Record<string, unknown>) {
  return rest
}

/** Sends what GET gave back as it is, and expects that nothing changes. Answers what GET gave. */
async function sendBack(scene: Scene, method: 'put' | 'patch', url: string) {
  const owner = scene.farm.as('owner')
  const before = ok(await owner.get(url))
  ok(await owner[method](url, before))
  expect(withoutHistory(ok(await owner.get(url)))).toEqual(withoutHistory(before))
  return before
}

const contract = {
  ownerOrganisationId: 'hill-farm',
  ownerOrganisationName: 'Hill Farm',
  details: {
    reference: 'ST-14',
    startDateISO: '2025-07-01',
    endDateISO: '2026-06-30',
    services: {
      cleaning: { agreed: true },
      drying: {
        agreed: true,
        preAgreedMoistureLevelPercentage: 15,
        intakeSampleLossMatrix: [
          { moistureMinPercentage: 15, moistureMaxPercentage: 25, weightLossPercentage: 3 },
        ],
      },
    },
  },
  inventory: { weightKG: 500_000, commodity: { id: 1, type: 101, grade: 1010101 }, variety: ['Skyfall'] },
}

test('a record, with its harvest year changed', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const url = `${base}/records/${(await makeRecord(scene)).id}`
  const answer = await sendBack(scene, 'patch', url)
  ok(await owner.patch(url, { ...answer, harvestYear: '2024' }))
  expect(ok(await owner.get(url)).harvestYear).toBe('2024')
})

test('a store, with a bay renamed', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const url = `${base}/storage/${(await makeRecord(scene)).bay.storageId}`
  const answer = await sendBack(scene, 'patch', url)
  const [bay] = answer.substorage
  ok(await owner.patch(url, { ...answer, substorage: [{ ...bay, name: 'North' }] }))
  expect(ok(await owner.get(url)).substorage[0]).toMatchObject({ name: 'North', capacity: bay.capacity })
})

test('a storage contract, with its weight changed', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const { id } = ok(await owner.post(`${base}/contracts`, contract))
  const url = `${base}/contracts/${id}`
  const answer = await sendBack(scene, 'put', url)
  ok(await owner.put(url, { ...answer, inventory: { ...answer.inventory, weight: 650_000 } }))
  expect(ok(await owner.get(url)).inventory.weight).toBe(650_000)
})

test('an outbound movement, with its weight changed', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const url = `${base}/movements/${(await makeMovement(scene)).id}`
  const answer = await sendBack(scene, 'put', url)
  answer.inventory.commodity.weight.weight = 12
  ok(await owner.put(url, answer))
  expect(ok(await owner.get(url)).inventory.commodity.weight.weight).toBe(12)
})

test('an intake weighed at the weighbridge, with its driver changed', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const weighed = {
    moveAtUTC: '2025-08-01',
    sender: { id: 'valley-farm', name: 'Valley Farm' },
    weighbridge: { empty: 14_000, full: 24_000 },
  }
  const body = intake(await makeBay(scene), 0, { source: { type: 'intake', intake: weighed } })
  const { movementId } = ok(await owner.post(`${base}/records`, body))
  const url = `${base}/movements/${movementId}`
  const answer = await sendBack(scene, 'put', url)
  ok(await owner.put(url, { ...answer, driver: { ...answer.driver, name: 'Ann' } }))
  expect(ok(await owner.get(url))).toMatchObject({
    driver: { name: 'Ann' },
    inventory: { commodity: { weight: { weight: 10_000 } } },
  })
})

test('a movement between bays', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const { id: recordId } = ok(await owner.post(`${base}/records`, oldStock(await makeBay(scene), 5000)))
  const to = await makeBay(scene)
  const moved = { recordId, weight: 1000, movementDateISO: '2025-08-10', destination: to }
  const { ids } = ok(await owner.post(`${base}/movements`, moved))
  await sendBack(scene, 'put', `${base}/movements/${ids[0]}`)
})

test('what may not be changed is refused where it differs', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const url = `${base}/records/${(await makeRecord(scene)).id}`
  const answer = ok(await owner.get(url))
  const { status, body } = await owner.patch(url, {
    ...answer,
    position: 1,
    owned: false,
    harvestYear: '2024',
  })
  expect([status, body.validation.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    expect.arrayContaining(['position', 'owned']),
  ])
  expect(body.validation).toHaveLength(2)
  expect(ok(await owner.get(url)).harvestYear).toBe('2025')
})
