import { afterAll, expect, test } from 'vitest'
import { openTestApp } from '../../test/app.ts'
import { makeOrganisation } from '../../test/factories.ts'
import { enterRecord, makeBay, ORGANIC, records, stock } from '../../test/farm.ts'
import { ok } from '../../test/scene.ts'
import { settlePlans } from './stock/due-plans.ts'

const service = await openTestApp()
afterAll(() => service.close())

const movements = '/api/inventory/movements'

/** 100 kg that were planned to join 2,000 in another bay, which turned out to be organic before they came. */
async function openMixed() {
  const farm = await makeOrganisation(service)
  const manager = farm.as('manager')
  const [bay, destination, spare] = [await makeBay(farm), await makeBay(farm), await makeBay(farm)]
  const source = await enterRecord(farm, stock(bay, 1000))
  const joined = await enterRecord(farm, stock(destination, 2000))
  const soon = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
  const move = { recordId: source.id, weight: 100, movementDateISO: soon, destination }
  const id = Number(ok(await manager.post(movements, move)).ids[0])
  const label = async (recordId: string, change: object) =>
    ok(await manager.patch(`${records}/${recordId}`, change))
  await label(joined.id, { tags: [ORGANIC] })
  const conflicts = async () =>
    ok(await manager.get(`/api/inventory/storage/${destination.storageId}/conflicts`)).conflicts
  expect(await conflicts()).toMatchObject([{ movementId: id, weight: 100 }])
  service.clock.advance({ hours: 2 })
  return { manager, source, joined, spare, move, id, label, conflicts }
}

test('what was planned and comes to stock that it may not be mixed with stays a conflict, taken in or not', async () => {
  const { manager, joined, move, id, conflicts } = await openMixed()
  const conflict = { kind: 'incompatible', recordId: joined.id, movementId: id, weight: 100 }
  expect(await conflicts()).toMatchObject([conflict])
  await settlePlans(service.database, service.clock.now())
  expect(await conflicts()).toMatchObject([{ ...conflict, movementDateUTC: move.movementDateISO }])
  const { docs } = ok(await manager.get(`${movements}?conflicts=true`))
  expect(docs).toMatchObject([{ id, conflicts: [conflict] }])
  const store = ok(await manager.get(`/api/inventory/storage/${move.destination.storageId}`))
  expect(store).toMatchObject({ isConflicted: true })
  // Nothing of it is refused, and what leaves takes its part of it along.
  const sale = {
    recordId: joined.id,
    weight: 1050,
    destination: { organisationId: 'm', organisationName: 'M' },
  }
  const movementDateISO = service.clock.now().toISOString()
  expect(ok(await manager.post(movements, { ...sale, movementDateISO, sold: true })).conflicts).toBe(
    undefined,
  )
  expect(await conflicts()).toMatchObject([{ ...conflict, weight: 50 }])
  ok(await manager.post(movements, { ...sale, movementDateISO, sold: true }))
  expect(await conflicts()).toEqual([])
})

test('until both are alike, which later corrections do not undo', async () => {
  const { source, joined, id, label, conflicts } = await openMixed()
  expect((await label(joined.id, { harvestYear: '2025' })).conflicts).toBe(undefined)
  expect(await conflicts()).toMatchObject([{ movementId: id }])
  await label(joined.id, { harvestYear: '2026' })
  await label(source.id, { tags: [ORGANIC] })
  expect(await conflicts()).toEqual([])
  await label(source.id, { tags: [] })
  expect(await conflicts()).toEqual([])
})

test('or until the movement goes elsewhere or is taken back', async () => {
  const { manager, spare, move, id, conflicts } = await openMixed()
  const url = `${movements}/${id}`
  ok(await manager.put(url, { ...move, weight: 60 }))
  expect(await conflicts()).toMatchObject([{ movementId: id, weight: 60 }])
  ok(await manager.put(url, { ...move, destination: spare }))
  expect(await conflicts()).toEqual([])
  const again = await openMixed()
  ok(await again.manager.delete(`${movements}/${again.id}`, { recordId: again.source.id }))
  expect(await again.conflicts()).toEqual([])
})

test('what had come alike is a conflict once it is planned again for stock that was corrected since', async () => {
  const { manager, source, joined, move, id, label, conflicts } = await openMixed()
  await label(joined.id, { tags: [] })
  await label(source.id, { harvestYear: '2025' })
  expect(await conflicts()).toEqual([])
  const later = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
  const { conflicts: told } = ok(await manager.put(`${movements}/${id}`, { ...move, movementDateISO: later }))
  expect(told).toMatchObject([{ kind: 'incompatible', movementId: id, weight: 100 }])
})

test('stock that comes to a record with nothing but unlike stock is told that it lies with that', async () => {
  const { manager, source, joined, spare, move, id, label, conflicts } = await openMixed()
  const movementDateISO = service.clock.now().toISOString()
  const mill = { organisationId: 'm', organisationName: 'M' }
  const load = { movementDateISO, weight: 50 }
  // All that had been there leaves before the plan's day, and what came then lies there alone.
  const early = { movementDateISO: new Date(service.clock.now().getTime() - 7_200_000).toISOString() }
  ok(
    await manager.post(movements, {
      recordId: joined.id,
      ...early,
      weight: 2000,
      destination: mill,
      sold: true,
    }),
  )
  expect(await conflicts()).toEqual([])
  const brought = ok(await manager.post(movements, { recordId: source.id, ...load, destination: spare }))
  const [otherId] = brought.recordIds
  await label(otherId, { tags: [ORGANIC] })
  const { conflicts: told } = ok(
    await manager.post(movements, { recordId: otherId, ...load, destination: move.destination }),
  )
  expect(told).toMatchObject([{ kind: 'incompatible', recordId: joined.id, movementId: id, weight: 100 }])
  expect(await conflicts()).toEqual(told)
})
