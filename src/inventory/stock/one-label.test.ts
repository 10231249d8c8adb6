import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { ok } from '../../../test/scene.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

// What a parcel is shown as is what it is joined by, also after somebody has corrected that (rules.md §3).

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const [ORGANIC, HEAR, SEED] = [1, 13, 27]
const manager = () => farm.organisation.as('manager')
const wheat = { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' }
const rape = { id: 7, type: 701 }

interface Case {
  commodity: object
  said: number[]
  corrected: number[]
}

function load(
  commodity: object,
  tags: number[],
  { day, weight, bay }: { day: string; weight: number; bay: number },
) {
  return manager().post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { ...commodity, tags },
    storage: [{ storageId: farm.storeId, substorageId: farm.bays[bay], weight }],
    source: { intake: { moveAtUTC: day, driverName: 'Sam' } },
  })
}

const shown = async (recordId: string) =>
  ok(await manager().get(`${base}/records/${recordId}`)).commodity.tags.map(({ id }: { id: number }) => id)
const destination = (bay: number) => ({ storageId: farm.storeId, substorageId: farm.bays[bay] })

/** A parcel that turns out, after 20 October, to be something else than was said. */
async function correct({ commodity, said, corrected }: Case): Promise<string> {
  service.clock.set('2026-10-13T08:00:00Z')
  farm = await makeFarm(service)
  const { id } = ok(await load(commodity, said, { day: '2026-10-13T08:00:00Z', weight: 4000, bay: 0 }))
  service.clock.set('2026-10-25T08:00:00Z')
  ok(await manager().patch(`${base}/records/${id}`, { tags: corrected }))
  return id
}

/** In the second bay lies what it is shown as, and nothing else may come there. */
async function expectOneLabel({ commodity, said, corrected }: Case): Promise<void> {
  service.clock.set('2026-11-01T09:00:00Z')
  const { docs } = ok(await manager().get(`${base}/records`))
  const [there] = docs.filter(
    (doc: { storage: { substorageId: number } }) => doc.storage.substorageId === farm.bays[1],
  )
  expect(await shown(there.id)).toEqual(corrected)
  const more = { day: '2026-11-01T08:00:00Z', weight: 100, bay: 1 }
  expect(ok(await load(commodity, corrected, more)).id).toBe(there.id)
  expectError(await load(commodity, said, more), 400, 'incompatible_stock')
  expect(await shown(there.id)).toEqual(corrected)
}

describe.each<[what: string, said: Case]>([
  ['organic wheat that is none', { commodity: wheat, said: [ORGANIC], corrected: [] }],
  ['wheat that turns out to be organic', { commodity: wheat, said: [], corrected: [ORGANIC] }],
  ['HEAR rape that is 00', { commodity: rape, said: [HEAR], corrected: [] }],
  ['rape that turns out to be HEAR', { commodity: rape, said: [], corrected: [HEAR] }],
  ['with another tag', { commodity: wheat, said: [ORGANIC, SEED], corrected: [SEED] }],
])('%s', (_what, said) => {
  test('that left before it was corrected, by a late ticket', async () => {
    const source = await correct(said)
    const late = { recordId: source, weight: 1000, movementDateISO: '2026-10-20T10:00:00Z' }
    const { ids } = ok(await manager().post(`${base}/movements`, { ...late, destination: destination(1) }))
    const { inventory } = ok(await manager().get(`${base}/movements/${ids[0]}`))
    expect(inventory.commodity.tags.map(({ id }: { id: number }) => id)).toEqual(said.corrected)
    await expectOneLabel(said)
    expect(await shown(source)).toEqual(said.corrected)
  })

  test('that left before it was corrected, and was sent to another bay afterwards', async () => {
    service.clock.set('2026-10-13T08:00:00Z')
    farm = await makeFarm(service)
    const { commodity, said: tags, corrected } = said
    const { id } = ok(await load(commodity, tags, { day: '2026-10-13T07:00:00Z', weight: 4000, bay: 0 }))
    const early = { recordId: id, weight: 1000, movementDateISO: '2026-10-13T08:00:00Z' }
    const { ids } = ok(await manager().post(`${base}/movements`, { ...early, destination: destination(2) }))
    service.clock.set('2026-10-25T08:00:00Z')
    ok(await manager().patch(`${base}/records/${id}`, { tags: corrected }))
    ok(await manager().put(`${base}/movements/${ids[0]}`, { ...early, destination: destination(1) }))
    await expectOneLabel(said)
  })

  test('as it came in, and went to another bay afterwards', async () => {
    const source = await correct(said)
    const { timeline } = ok(await manager().get(`${base}/records/${source}`))
    const { id } = timeline.find(({ type }: { type: string }) => type === 'movement').details
    const edit = { recordId: source, weight: 4000, destination: destination(1) }
    ok(await manager().put(`${base}/movements/${id}`, edit))
    await expectOneLabel(said)
  })
})
