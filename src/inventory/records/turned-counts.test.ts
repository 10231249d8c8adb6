import { beforeEach, expect, test } from 'vitest'
import { ok } from '../../../test/scene.ts'
import { base, openFarm, type TestFarm } from '../../../test/farm.ts'

// A count for a reason that can only lose, of which late entries show that more was there than the books had.

const THEFT = 16

let farm: TestFarm
let recordId: string

beforeEach(async () => {
  ;({ farm } = await openFarm())
  recordId = await farm.opening(farm.bays[0], 10_000)
  const counted = { records: [{ id: recordId, adjustTo: 9500 }], reasonId: THEFT, countedAtISO: '2026-08-10' }
  ok(await farm.organisation.as('manager').post(`${base}/records/adjustments`, counted))
})

async function toldOfCount() {
  const { timeline } = ok(await farm.organisation.as('viewer').get(`${base}/records/${recordId}`))
  const { details } = timeline.find(({ type }: { type: string }) => type === 'adjustment')
  const { reasonId, reason, difference, payer } = details.adjustment
  return { message: details.statusMessage, reasonId, reason, difference, payer }
}

const stolen = {
  message: 'Set to 9,500 kg: theft; 500 kg lost.',
  reasonId: THEFT,
  reason: 'Theft',
  difference: -500,
  payer: 'storer',
}

test('what turns out to have been found is found by stock taking, and theft again once that is taken back', async () => {
  expect(await toldOfCount()).toEqual(stolen)
  const manager = farm.organisation.as('manager')
  const sale = {
    recordId,
    weight: 3000,
    movementDateISO: '2026-08-05',
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    sold: true,
  }
  const { ids, message } = ok(await manager.post(`${base}/movements`, sale))
  expect(message).toContain(
    'its loss of 500 kg is now a gain of 2,500 kg (found by stock taking, after all; it was entered as theft).',
  )
  expect(await toldOfCount()).toEqual({
    message: 'Set to 9,500 kg: stock take; 2,500 kg found. It was entered as theft.',
    reasonId: 1,
    reason: 'Stock take',
    difference: 2500,
    payer: '',
  })
  const { madeOf } = ok(await manager.get(`${base}/records/${recordId}/trace`))
  expect(JSON.stringify(madeOf)).not.toContain('Theft')
  ok(await manager.delete(`${base}/movements/${ids[0]}`))
  expect(await toldOfCount()).toEqual(stolen)
})
