import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../test/app.ts'
import { base, expectSoundLedger, makeFarm, type TestFarm } from '../../test/farm.ts'

// Half past midnight on 28 November at the farm is another day somewhere: whatever sentence names a day names the farm's (rules.md §1).

const BARLEY = { id: 2, type: 201 }

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(async () => {
  service.clock.set(TEST_START)
  await expectSoundLedger()
})

interface Said {
  farm: TestFarm
  /** The moment, half past midnight there. */
  now: string
  /** Half an hour earlier, still on that day. */
  earlier: string
}

const manager = ({ farm }: Said) => farm.organisation.as('manager')
const intake = ({ farm, now }: Said, commodity: object) => ({
  type: 'crop',
  harvestYear: '2026',
  owned: true,
  commodity,
  storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight: 1000 }],
  source: { intake: { moveAtUTC: now, sender: { id: 'brook', name: 'Brook Farm' } } },
})
const outbound = (recordId: string, weight: number, movementDateISO: string) => ({
  recordId,
  weight,
  movementDateISO,
  destination: { organisationId: 'mill', organisationName: 'Mill' },
  sold: true,
})

/** Requests whose answers name the day in a sentence. */
const sentences: [string, (said: Said) => Promise<{ body: { message?: string } }>][] = [
  [
    'what may not be mixed',
    async (said) => {
      await said.farm.opening(said.farm.bays[0], 5000)
      return manager(said).post(`${base}/records`, intake(said, BARLEY))
    },
  ],
  [
    'a shortage',
    async (said) => {
      const recordId = await said.farm.opening(said.farm.bays[0], 5000)
      return manager(said).post(`${base}/movements`, outbound(recordId, 6000, said.now))
    },
  ],
  [
    'a late load before a count',
    async (said) => {
      const recordId = await said.farm.opening(said.farm.bays[0], 5000)
      const counted = { records: [{ id: recordId, adjustTo: 4900 }], reasonId: 1 }
      await manager(said).post(`${base}/records/adjustments`, { ...counted, countedAtISO: said.now })
      return manager(said).post(`${base}/movements`, outbound(recordId, 100, said.earlier))
    },
  ],
  [
    'a shortage by plan',
    async (said) => {
      const recordId = await said.farm.opening(said.farm.bays[0], 5000)
      const soon = new Date(Date.parse(said.now) + 60 * 60_000).toISOString()
      return manager(said).post(`${base}/movements`, outbound(recordId, 6000, soon))
    },
  ],
  [
    'a load that is deleted',
    async (said) => {
      const recordId = await said.farm.opening(said.farm.bays[0], 5000)
      const counted = { records: [{ id: recordId, adjustTo: 4900 }], reasonId: 1 }
      const { body } = await manager(said).post(`${base}/movements`, outbound(recordId, 100, said.earlier))
      await manager(said).post(`${base}/records/adjustments`, { ...counted, countedAtISO: said.now })
      return manager(said).delete(`${base}/movements/${body.ids[0]}`, { recordId })
    },
  ],
]

describe.each([
  ['Australia/Sydney', '2026-11-27T13:30:00Z'],
  ['Europe/Berlin', '2026-11-27T23:30:00Z'],
  ['America/Chicago', '2026-11-28T06:30:00Z'],
])('at half past midnight in %s', (timeZone, now) => {
  test.each(sentences)('%s is told of the 28th', async (_what, ask) => {
    service.clock.set(now)
    const farm = await makeFarm(service, { timeZone })
    const earlier = new Date(Date.parse(now) - 20 * 60_000).toISOString()
    const { body } = await ask({ farm, now, earlier })
    const said = JSON.stringify([body.message, body])
    const days = [...(body.message ?? '').matchAll(/\b(?:(\d{1,2}) Nov|Nov (\d{1,2}),) 2026/g)]
    expect(new Set(days.map(([, day, american]) => day ?? american)), said).toEqual(new Set(['28']))
  })
})
