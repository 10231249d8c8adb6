import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../test/scene.ts'
import { base, expectSoundLedger, openFarm, type TestFarm } from '../../../../test/farm.ts'

// The same ticket entered twice by hand: stored, and told.

let farm: TestFarm
beforeEach(async () => void ({ farm } = await openFarm()))
afterAll(expectSoundLedger)

const manager = () => farm.organisation.as('manager')
const AT = '2026-08-12T09:30:00Z'

const intake = (
  more: { ticket?: string; at?: string; full?: number; lorry?: string; bay?: number } = {},
) => ({
  type: 'crop',
  harvestYear: '2026',
  commodity: { id: 1, type: 101 },
  storage: [{ storageId: farm.storeId, substorageId: more.bay ?? farm.bays[0] }],
  source: {
    intake: {
      driverName: 'Sam',
      moveAtUTC: more.at ?? AT,
      vehicleRegistration: more.lorry ?? 'AB12 CDE',
      loadReference: more.ticket ?? '0012',
      weighbridgeRecord: { full: more.full ?? 42_660, empty: 14_200 },
    },
  },
})

describe('an intake whose ticket was entered before', () => {
  test.each([
    ['the same in all', {}],
    ['with its number written otherwise', { ticket: 'No. 12.0' }],
    ['in another bay', { bay: 2 }],
    ['with another weight', { full: 42_000 }],
    ['on another day', { at: '2026-08-13T09:30:00Z' }],
  ])('%s is stored with a warning, and its dry run says it', async (_name, more) => {
    const bay = 'bay' in more ? { bay: farm.bays[1] } : {}
    const first = ok(await manager().post(`${base}/records`, intake()))
    expect(first.message ?? '').not.toContain('entered before')
    expect(first.sameTickets).toBeUndefined()
    const body = intake({ ...more, ...bay })
    const told = [
      {
        reference: body.source.intake.loadReference,
        movementId: first.movementId,
        movementDateISO: '2026-08-12T09:30:00.000Z',
      },
    ]
    const dry = ok(await manager().post(`${base}/records?dryRun=true`, body))
    expect(dry.sameTickets).toEqual(told)
    const second = ok(await manager().post(`${base}/records`, body))
    expect(second.sameTickets).toEqual(told)
    expect(second.message).toContain(
      `Warning: Ticket ${body.source.intake.loadReference} was entered before (our number 1, 12 Aug 2026 10:30).`,
    )
    expect(ok(await manager().get(`${base}/movements`)).totalDocs).toBe(2)
  })

  test.each<[string, Parameters<typeof intake>[0] & object]>([
    ['of another lorry, day and weight', { lorry: 'ZZ99 ZZZ', at: '2026-08-13T09:30:00Z', full: 40_000 }],
    ['of last year', { at: '2025-08-12T09:30:00Z' }],
    ['with another number', { ticket: '120' }],
    ['without a number', { ticket: '-' }],
  ])('%s is another load without a word', async (_name, more) => {
    ok(await manager().post(`${base}/records`, intake(more.ticket === '-' ? more : {})))
    const second = ok(await manager().post(`${base}/records`, intake(more)))
    expect(second.sameTickets).toBeUndefined()
    expect(second.message ?? '').not.toContain('entered before')
  })
})

test('a load that leaves, or goes to another bay, is told alike; what left is no ticket of what came in', async () => {
  const record = await farm.opening(farm.bays[0], 200_000)
  ok(await manager().post(`${base}/records`, intake({ bay: farm.bays[1] })))
  const body = (destination: object) => ({
    recordId: record,
    weight: 8000,
    movementDateISO: AT,
    driver: { name: 'Sam', vehicleRegistration: 'AB12 CDE', loadReference: '12' },
    destination,
  })
  const out = { ...body({ organisationId: 'mill-7', organisationName: 'Mill' }), sold: true }
  const between = body({ storageId: farm.storeId, substorageId: farm.bays[2] })
  for (const each of [out, between]) {
    const first = ok(await manager().post(`${base}/movements`, each))
    expect(first.message).not.toContain('entered before')
    const second = ok(await manager().post(`${base}/movements`, each))
    expect(second.sameTickets).toMatchObject([{ reference: '12', movementId: Number(first.ids[0]) }])
    expect(second.message).toMatch(/Ticket 12 was entered before \((our number 1, )?12 Aug 2026/)
  }
})

test('the parts of one lorry, of one request, are no two tickets', async () => {
  const { bays, storeId } = farm
  const body = intake()
  const places = bays.map((substorageId) => ({ storageId: storeId, substorageId, share: 1 }))
  const { loadReference: reference, weighbridgeRecord: scales, ...rest } = body.source.intake
  const source = { intake: { ...rest, ticket: { reference, ...scales } } }
  const parts = ok(await manager().post(`${base}/records`, { ...body, storage: places, source }))
  expect(parts.flatMap(({ sameTickets = [] }: { sameTickets?: object[] }) => sameTickets)).toEqual([])
  const again = ok(await manager().post(`${base}/records`, { ...body, storage: places, source }))
  expect(again[0].sameTickets).toHaveLength(3)
})
