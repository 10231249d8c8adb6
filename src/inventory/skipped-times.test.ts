import { expect, test } from 'vitest'
import { shareTestApp } from '../../test/app.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER } from '../../test/farm.ts'

const service = await shareTestApp()

const SKIPPED = '2026-03-29T01:30'
const told = 'There was no 01:30 on 29 Mar 2026 (Europe/London), as the clocks went forward: 02:30 is taken.'

test('whoever names a time that the clocks went over is told which is taken', async () => {
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const intake = (moveAtUTC: string) => ({
    type: 'crop',
    harvestYear: '2025',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
    storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight: 20_000 }],
    source: { intake: { moveAtUTC } },
  })
  const first = await manager.post(`${base}/records`, intake(SKIPPED))
  expect(first.body).toMatchObject({ message: `Warning: ${told}` })
  expect((await manager.post(`${base}/records`, intake('2026-03-29T02:30'))).body.message).toBeUndefined()
  expect((await manager.post(`${base}/records`, intake('2026-03-29T01:30Z'))).body.message).toBeUndefined()

  const destination = { storageId: farm.storeId, substorageId: farm.bays[1] }
  const body = { recordId: first.body.id, weight: 1000, movementDateISO: SKIPPED, destination }
  const moved = await manager.post(`${base}/movements`, body)
  expect(moved.body.message).toContain(`Warning: ${told}`)
  const edited = await manager.put(`${base}/movements/${moved.body.ids[0]}`, { ...body, weight: 900 })
  expect(edited.body.message).toContain(told)
  const count = { records: [{ id: first.body.id, adjustTo: 58_000 }], countedAtISO: SKIPPED, reasonId: null }
  const counted = await manager.post(`${base}/records/adjustments`, count)
  expect(JSON.stringify(counted.body)).toContain(told)
})
