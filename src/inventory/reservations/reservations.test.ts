import { beforeEach, expect, test } from 'vitest'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf } from '../contracts/test-contracts.ts'
import { openReserver } from './test-reservations.ts'

let trader: Awaited<ReturnType<typeof openReserver>>
let sale: string
beforeEach(async () => {
  trader = await openReserver()
  sale = (await trader.enter({ weight: 600_000 })).id
})

const made = async (more: object = {}) => ok(await trader.reserve(sale, more))
const conflicts = async () => (await trader.position()).conflicts

test('a bay is reserved for a sale, in part; its loads use it up', async () => {
  const { id } = await made({ weight: 100_000, untilISO: '2026-09-30', note: 'For the mill.' })
  expect(await trader.reservation(id)).toMatchObject({
    status: 'standing',
    trade: { id: sale, name: 'S-31', partnerName: 'Valley Mill' },
    store: 'Long Barn',
    bay: 'Bay 1',
    weight: 100_000,
    moved: 0,
    left: 100_000,
    lying: 900_000,
    untilUTC: '2026-09-30T22:59:59.999Z',
    note: 'For the mill.',
  })
  const answer = ok(await trader.sell(30_000, { tradeId: sale }))
  expect(answer.message).not.toMatch(/reserved/)
  ok(await trader.sell(20_000, { tradeId: sale, movementDateISO: '2026-08-20T08:00:00Z' }))
  expect(await trader.reservation(id)).toMatchObject({
    moved: 30_000,
    planned: 20_000,
    left: 70_000,
    lying: 870_000,
  })
  const [wheat] = (await trader.position()).commodities
  // 50 t are reserved and 20 t planned; of the sale's 600 t so much less is to be found elsewhere.
  expect(wheat).toMatchObject({ stock: 870_000, reserved: 50_000 })
  expect(wheat.months[0]).toMatchObject({ month: 'now', available: 820_000 })
  expect(wheat.months[1]).toMatchObject({ plannedOut: 20_000, sales: 500_000, available: 300_000 })
})

test('all of a bay or of a parcel is reserved, and released', async () => {
  const { id } = await made()
  expect(await trader.reservation(id)).toMatchObject({ weight: null, left: null, lying: 900_000 })
  const [wheat] = (await trader.position()).commodities
  expect(wheat).toMatchObject({ stock: 900_000, reserved: 900_000 })
  expect(await trader.release(id)).toMatchObject({
    status: 'ended',
    releasedByName: expect.any(String),
    releaseNote: 'Not needed.',
  })
  expect((await trader.manager().post(`${base}/reservations/${id}/release`, {})).body.code).toBe('in_use')
  const parcel = ok(
    await trader.manager().post(`${base}/reservations`, { tradeId: sale, recordId: trader.heap }),
  )
  expect(parcel).toMatchObject({ recordId: trader.heap, recordName: 'Winter wheat 2026', bay: 'Bay 1' })
  const { docs } = ok(await trader.operator().get(`${base}/reservations?f:tradeId=${sale}&status=standing`))
  expect(docs.map((each: { id: string }) => each.id)).toEqual([parcel.id])
  expect(
    (await trader.operator().post(`${base}/reservations`, { tradeId: sale, ...trader.place() })).status,
  ).toBe(403)
})

test('it ends with its day, and with its contract', async () => {
  const { id } = await made({ untilISO: '2026-08-20' })
  trader.service.clock.set('2026-08-21T08:00:00Z')
  expect(await trader.reservation(id)).toMatchObject({ status: 'ended' })
  const again = await made()
  expect((await trader.position()).commodities[0].reserved).toBe(900_000)
  ok(
    await trader
      .manager()
      .post(`${base}/trades/${sale}/status`, { status: 'closed_short', reason: 'Enough.' }),
  )
  expect(await trader.reservation(again.id)).toMatchObject({ status: 'ended' })
  expect((await trader.position()).commodities[0].reserved).toBe(0)
})

test('what cannot be reserved is said at its field, all at once', async () => {
  const purchase = await trader.enter({ kind: 'purchase' })
  const faults = async (body: object) => faultsOf(await trader.manager().post(`${base}/reservations`, body))
  expect(
    await faults({ tradeId: purchase.id, ...trader.place(), fromISO: '2026-08-20', untilISO: '2026-08-01' }),
  ).toEqual(['tradeId direction', 'untilISO minimum'])
  expect(await faults({ tradeId: sale })).toEqual(['storageId required'])
  expect(await faults({ tradeId: sale, ...trader.place(), recordId: trader.heap })).toEqual([
    'recordId contradiction',
  ])
  expect(await faults({ tradeId: sale, ...trader.place(), weight: 900_001 })).toEqual(['weight maximum'])
  await made({ weight: 500_000 })
  expect(await faults({ tradeId: sale, ...trader.place(), weight: 1000 })).toEqual(['storageId duplicate'])
  const other = (await trader.enter({ reference: 'S-32' })).id
  expect(await faults({ tradeId: other, ...trader.place(), weight: 400_001 })).toEqual(['weight maximum'])
  ok(await trader.reserve(other, { weight: 400_000 }))
})

test('a load to somebody else that cuts into it is told, and shows as a conflict', async () => {
  await made({ weight: 500_000 })
  expect(ok(await trader.sell(400_000)).message).not.toMatch(/reserved/)
  const cut = ok(await trader.sell(30_000))
  expect(cut.message).toMatch(
    /30,000 kg of what is reserved for S-31 in Long Barn, Bay 1 go with this load\./,
  )
  expect(await conflicts()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'reserved',
        month: 'now',
        weight: 30_000,
        tradeIds: [sale],
        place: 'Long Barn, Bay 1',
      }),
    ]),
  )
  // A plan shows in its month.
  ok(await trader.sell(10_000, { movementDateISO: '2026-10-05T08:00:00Z' }))
  const [first] = (await conflicts()).filter(({ kind }: { kind: string }) => kind === 'reserved')
  expect(first).toMatchObject({ worst: { month: '2026-10', weight: 40_000 } })
})

test('where the organisation wants it, such a load is refused, new or changed, and a plan is not', async () => {
  await trader.refuse()
  const { id: reserved } = await made({ weight: 500_000 })
  const refused = await trader.sell(400_001)
  expect(refused.body).toMatchObject({ code: 'reserved', body: { reservationId: reserved } })
  expect(refused.status).toBe(400)
  const [first] = ok(await trader.sell(400_000)).ids
  ok(await trader.sell(500, { movementDateISO: '2026-10-05T08:00:00Z' }))
  expect(
    (
      await trader.farm.organisation.as('operator').post(`${base}/movements`, {
        recordId: trader.heap,
        weight: 1000,
        movementDateISO: trader.service.clock.now().toISOString(),
        destination: trader.place(1),
      })
    ).body.code,
  ).toBe('reserved')
  const change = (weight: number, more: object = {}) =>
    trader.manager().put(`${base}/movements/${first}`, {
      recordId: trader.heap,
      weight,
      destination: { organisationId: trader.mill.id },
      ...more,
    })
  expect((await change(400_001)).body.code).toBe('reserved')
  // Under the contract it uses up what is reserved.
  ok(await change(450_000, { tradeId: sale }))
  expect(await trader.reservation(reserved)).toMatchObject({ moved: 450_000, left: 50_000, lying: 450_000 })
  // Back to nobody, it would take it.
  expect((await change(450_000, { tradeId: null })).body.code).toBe('reserved')
  // What had left before the reservation began did not cut into it.
  ok(await trader.sell(50_000, { movementDateISO: '2026-08-10T08:00:00Z' }))
  ok(await trader.sell(400_000, { tradeId: sale }))
})

test('several loads of one request, and several requests at once, are judged one after the other', async () => {
  await trader.refuse()
  await made({ weight: 500_000 })
  const load = (weight: number) => ({
    from: { recordId: trader.heap },
    to: { organisationId: trader.mill.id, sold: true },
    weight,
  })
  expect(
    (await trader.operator().post(`${base}/loads`, { loads: [load(200_000), load(200_001)] })).body.code,
  ).toBe('reserved')
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => trader.sell(100_000)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 400])
})
