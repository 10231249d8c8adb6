import { expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { makeBay, makeRecord, oldStock } from '../../../test/farm.ts'
import { ok, openScene } from '../../../test/scene.ts'

const service = await shareTestApp()
const DAY = '2025-08-12'
const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }

async function filledThatMorning() {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const source = { type: 'existing', importDateUTC: `${DAY}T08:00` }
  const { id: recordId } = ok(
    await owner.post('/api/inventory/records', { ...oldStock(await makeBay(scene), 10_000), source }),
  )
  return { scene, owner, recordId }
}

test('a load dated by the day alone, out of a bay filled that morning, is told what the date means', async () => {
  const { owner, recordId } = await filledThatMorning()
  const load = { recordId, weight: 1000, ...MILL }
  const { status, body } = await owner.post('/api/inventory/movements', { ...load, movementDateISO: DAY })
  expect([status, body.code]).toEqual([400, 'insufficient_stock'])
  expect(body.message).toContain(
    '12 Aug 2025 without a time is the start of that day: if the stock left later, give the time.',
  )
  const later = { ...load, movementDateISO: `${DAY}T11:00` }
  expect((await owner.post('/api/inventory/movements', later)).status).toBe(200)
})

test('so is an edit, and not a load that is short at another time', async () => {
  const { scene, owner, recordId } = await filledThatMorning()
  const load = { recordId, weight: 1000, ...MILL }
  const { ids } = ok(
    await owner.post('/api/inventory/movements', { ...load, movementDateISO: `${DAY}T11:00` }),
  )
  const edited = await owner.put(`/api/inventory/movements/${ids[0]}`, { ...load, movementDateISO: DAY })
  expect(edited.body.message).toContain('without a time is the start of that day')

  const old = await makeRecord(scene, 500)
  const tooMuch = { ...load, recordId: old.id, movementDateISO: `${DAY}T11:00` }
  const { body } = await owner.post('/api/inventory/movements', tooMuch)
  expect(body.code).toBe('insufficient_stock')
  expect(body.message).not.toContain('without a time')
})
