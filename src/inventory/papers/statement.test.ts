import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { acceptForGood } from '../../../test/factories.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { ok } from '../../../test/scene.ts'
import { dryingTo15, makeStore } from '../contracts/test-contracts.ts'
import { base, expectSoundLedger, makeFarm, openFarm, type TestFarm } from '../../../test/farm.ts'

// Grain of one organisation in another's store: what both read of it is what is printed.

let service: TestApp
let store: TestFarm
let owner: TestFarm
let url: string

beforeAll(async () => {
  ;({ service } = await openFarm())
  store = await makeFarm(service, { name: 'River Store' })
  owner = await makeFarm(service, { name: 'Green Lane Farm' })
  const id = owner.organisation.organisationId
  url = `${base}/owners/${id}/statement`
  await acceptForGood(owner.organisation, store.organisation)
  const theirs = { id, name: 'ignored' }
  await store.opening(store.bays[0], 9_000)
  const stored = await store.intake(store.bays[1], 20_000.5, {
    at: '2026-08-10T08:00:00Z',
    sender: theirs,
    owner: theirs,
  })
  await store.move(stored, 'mill-7', 5_000, {
    movementDateISO: '2026-08-12T08:00:00Z',
    driver: { vehicleRegistration: 'AB12 CDE', loadReference: 'L-9' },
  })
  const manager = store.organisation.as('manager')
  const counted = { records: [{ id: stored, adjustTo: 14_900.5 }], reasonId: 8 }
  ok(await manager.post(`${base}/records/adjustments`, counted))
  await owner.opening(owner.bays[0], 700)
})
afterAll(async () => {
  await expectSoundLedger()
  await service.close()
})

const read = async (of: TestFarm, query = '') => ok(await of.organisation.as('viewer').get(`${url}${query}`))

test('owner and storer read the same of what lies in the store, to the gram, and who bears each loss', async () => {
  const { groups, owner: name } = await read(store)
  expect(name).toBe('Green Lane Farm')
  expect(groups).toMatchObject([
    {
      commodity: { name: 'Wheat' },
      storerId: store.organisation.organisationId,
      storerName: 'River Store',
      opening: 0,
      cameIn: 20_000.5,
      wentOut: 5_000,
      lost: 100,
      found: 0,
      closing: 14_900.5,
      lines: [
        { kind: 'in', change: 20_000.5, balance: 20_000.5, payer: '' },
        {
          kind: 'out',
          change: -5_000,
          balance: 15_000.5,
          party: 'Name of mill-7',
          vehicle: 'AB12 CDE',
          reference: 'L-9',
        },
        { kind: 'loss', change: -100, balance: 14_900.5, reason: 'Pest damage', payer: 'storer' },
      ],
    },
  ])
  const mine = await read(owner)
  expect(
    mine.groups.filter(({ storerName }: { storerName: string }) => storerName === 'River Store'),
  ).toEqual(groups)
  const alone = await read(owner, `?storerId=${store.organisation.organisationId}`)
  expect(alone.groups).toEqual(groups)
  // And its own, where nobody else could bear a loss.
  expect(mine.groups).toHaveLength(2)
})

test('of a part of the time it begins with what lay there before, and ends with the position of that day', async () => {
  const query = '?from=2026-08-11&at=2026-08-12'
  const { groups } = await read(store, query)
  expect(groups).toMatchObject([
    { opening: 20_000.5, wentOut: 5_000, closing: 15_000.5, lines: [{ kind: 'out' }] },
  ])
  const { lines } = ok(await owner.organisation.as('viewer').get(`${base}/position?at=2026-08-12`))
  const there = lines.find(({ storerName }: { storerName: string }) => storerName === 'River Store')
  expect(there.weight).toBe(groups[0].closing)
  const refused = await store.organisation.as('viewer').get(`${url}?from=2026-08-13&at=2026-08-12`)
  expect(refused).toMatchObject({ status: 400, body: { validation: [{ path: 'from' }] } })
})

test('as CSV it has every line between the balance before and after; the paper has the same figures', async () => {
  const { groups } = await read(store)
  const answer = await store.organisation.as('viewer').get(`${url}?format=csv`)
  const rows = String(answer.body).trim().split('\r\n')
  expect(rows).toHaveLength(1 + 2 + groups[0].lines.length)
  expect(rows[1]).toContain('brought-forward')
  expect(rows.at(-1)).toMatch(/carried-forward,.*,14900\.5,,$/)
  expect(rows[4]).toMatch(/,loss,.*,Pest damage,storer,,,-100,14900\.5,,$/)
  const pdf = await store.organisation.as('viewer').get(`${url}.pdf`)
  const text = (await textOfPdf(pdf.body)).join('\n').replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/Came in 20,000.5 kg Went out 5,000 kg Lost 100 kg Found 0 kg Balance 14,900.5 kg/)
})

test('a load comes before what drying takes of it', async () => {
  const { farm, contract, intake } = await makeStore(service)
  const { id } = await contract({ services: { drying: dryingTo15 } })
  await intake(10_000, { moisture: 20, contract: { id } })
  const own = `${base}/owners/${farm.organisationId}/statement`
  expect(ok(await farm.as('viewer').get(own)).groups[0].lines).toMatchObject([
    { kind: 'in', change: 10_000, balance: 10_000 },
    { kind: 'loss', change: -588.235, balance: 9411.765, reason: 'Drying loss', payer: 'owner' },
  ])
})

test('nobody else reads it', async () => {
  const other = await makeFarm(service)
  expect((await other.organisation.as('owner').get(url)).status).toBe(404)
  expect((await store.organisation.as('owner').get(`${base}/owners/nobody/statement`)).status).toBe(404)
})
