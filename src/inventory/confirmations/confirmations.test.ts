import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import {
  base,
  expectSoundLedger,
  harvestLoad,
  makeBays,
  makeFarm,
  stock,
  type TestFarm,
} from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// What somebody else books in an organisation's name is in the storer's book at once, and in the owner's when the owner accepts it.

let service: TestApp
let store: TestFarm
let owner: TestOrganisation

beforeAll(async () => void (service = await shareTestApp()))
afterAll(async () => {
  await expectSoundLedger()
  await service.close()
})
beforeEach(async () => {
  store = await makeFarm(service)
  owner = await makeOrganisation(service, { name: 'Hill Farm' })
})

const BARLEY = { id: 2, type: 201, variety: 'Laureate' }
const CONFIRMATIONS = `${base}/confirmations`

const inNameOf = ({ organisationId, name }: TestOrganisation) => ({ owner: { id: organisationId, name } })
const waiting = async (who = owner, query = '') =>
  ok(await who.as('viewer').get(`${CONFIRMATIONS}${query}`)).docs
const decide = async (decision: 'accept' | 'decline', ids?: string[], who = owner) =>
  who.as('manager').post(`${CONFIRMATIONS}/${decision}`, {
    ids: ids ?? (await waiting()).map(({ id }: { id: string }) => id),
  })

/** All figures that an organisation sees of its own stock, in kilograms: they are one and the same, or the test fails. */
async function ownFigures(who: TestOrganisation): Promise<number> {
  const viewer = who.as('viewer')
  const { totals, lines } = ok(await viewer.get(`${base}/position`))
  const { aggregations, docs } = ok(
    await viewer.get(`${base}/records?ownerStatus=owned%20by&f:storageType=store&limit=200`),
  )
  const { stock } = ok(await viewer.get(`${base}/today`))
  const series = ok(await viewer.get(`${base}/position/series?from=2026-08-31&to=2026-08-31`))
  const kilograms = totals.owned
  expect(lines.reduce((sum: number, line: { weight: number }) => sum + line.weight, 0)).toBe(kilograms)
  expect(stock.reduce((sum: number, line: { owned: number }) => sum + line.owned, 0)).toBe(kilograms)
  expect(docs.reduce((sum: number, doc: { yield: { current: number } }) => sum + doc.yield.current, 0)).toBe(
    kilograms,
  )
  expect(aggregations.find(({ name }: { name: string }) => name === 'weight')?.sum ?? 0).toBe(kilograms)
  expect(series.totals.owned.at(-1)).toBe(kilograms)
  return kilograms
}

const storedBy = async ({ organisation }: TestFarm) =>
  ok(await organisation.as('viewer').get(`${base}/position`)).totals.stored

describe('stock that somebody else books in my name', () => {
  test('is the storer’s figure at once, and mine when I accept it', async () => {
    const id = await store.opening(store.bays[0], 500, inNameOf(owner))
    expect([await storedBy(store), await ownFigures(owner)]).toEqual([500, 0])
    expect((await owner.as('viewer').get(`${base}/records/${id}`)).status).toBe(404)
    expect(ok(await store.organisation.as('viewer').get(`${base}/records/${id}`)).confirmation).toBe(
      'pending',
    )
    const [asked] = await waiting()
    expect(asked).toMatchObject({
      kind: 'stock',
      status: 'pending',
      storer: { id: store.organisation.organisationId, name: store.organisation.name, looksLike: '' },
      commodity: { id: 1 },
      weight: 500,
      records: 1,
    })
    expect(ok(await owner.as('viewer').get(`${base}/today`)).toConfirm).toEqual({
      stock: 1,
      contracts: 0,
      weight: 500,
      declined: 0,
      accepted: 0,
    })
    const accepted = ok(await decide('accept'))
    expect(accepted).toMatchObject({ message: 'One entry was accepted.', ids: [asked.id] })
    expect([await storedBy(store), await ownFigures(owner), await waiting()]).toEqual([500, 500, []])
    const seen = ok(await owner.as('viewer').get(`${base}/records/${id}`))
    expect(seen).not.toHaveProperty('confirmation')
    expect(ok(await decide('accept', [asked.id])).message).toBe(
      'Nothing has changed: it was decided so already.',
    )
  })

  test('sixty entries in a stranger’s name are one line to decline, and stay out of every figure', async () => {
    const as = store.organisation.as('manager')
    const bays = await makeBays(store.organisation, 60)
    const enter = (bay: number, weight: number) =>
      as.post(
        `${base}/records`,
        stock(bays[bay], weight, { owned: false, source: { type: 'existing', ...inNameOf(owner) } }),
      )
    for (let bay = 0; bay < 60; bay++) ok(await enter(bay, 1_000_000))
    expect(await waiting()).toMatchObject([{ records: 60, weight: 60_000_000 }])
    expect(await ownFigures(owner)).toBe(0)
    expect(ok(await decide('decline')).message).toBe('One entry was declined.')
    // For good, and the storer keeps what is there, and hears of it.
    ok(await enter(0, 40))
    expect([await ownFigures(owner), await waiting(), await storedBy(store)]).toEqual([0, [], 60_000_040])
    const declined = await waiting(store.organisation, '?as=storer&status=declined')
    expect(declined).toMatchObject([{ owner: { name: 'Hill Farm' }, status: 'declined', decidedByName: '' }])
    expect(ok(await store.organisation.as('viewer').get(`${base}/today`)).toConfirm.declined).toBe(1)
    const { docs } = ok(await store.organisation.as('viewer').get(`${base}/records?limit=1`))
    expect(docs[0].confirmation).toBe('declined')
  })

  test('asks again for another commodity or year, and not for what is moved or brought later', async () => {
    const [first, second, third] = store.bays
    const wheat = await store.opening(first, 500, inNameOf(owner))
    ok(await decide('accept'))
    await store.move(wheat, second, 500)
    await store.intake(second, 50, inNameOf(owner))
    expect([await ownFigures(owner), await waiting()]).toEqual([550, []])
    const barley = await store.opening(third, 70, { ...inNameOf(owner), commodity: BARLEY })
    // What is pending stays so, wherever it is moved.
    await store.move(barley, first, 20)
    expect([await ownFigures(owner), await waiting()]).toMatchObject([550, [{ weight: 70, records: 2 }]])
  })

  test('a correction of its year leaves accepted stock accepted', async () => {
    const id = await store.opening(store.bays[0], 500, inNameOf(owner))
    ok(await decide('accept'))
    ok(await store.organisation.as('manager').patch(`${base}/records/${id}`, { harvestYear: '2025' }))
    expect([await ownFigures(owner), await waiting()]).toEqual([500, []])
  })

  test('a crop in somebody’s field, and what is harvested of it, is one thing to confirm', async () => {
    const crop = await store.planting(inNameOf(owner))
    expect(await waiting()).toMatchObject([{ records: 1, area: 10, weight: 0 }])
    const planId = ok(await store.organisation.as('viewer').get(`${base}/records/${crop}`)).harvest
      .harvestPlanId
    const load = harvestLoad({
      fieldId: store.fieldId,
      storageId: store.storeId,
      substorageId: store.bays[0],
      dateISO: '2026-08-14',
      weightNet: 9000,
    })
    ok(await store.organisation.as('operator').post(`${base}/harvest-plans/${planId}/loads`, [load]))
    expect(await waiting()).toMatchObject([{ records: 2, weight: 9000 }])
    expect(ok(await owner.as('viewer').get(`${base}/movements`)).totalDocs).toBe(0)
    ok(await decide('accept'))
    expect(await ownFigures(owner)).toBe(9000)
    expect(ok(await owner.as('viewer').get(`${base}/movements`)).totalDocs).toBe(1)
  })

  test('is in no paper, place, trace or bank statement of its owner until then', async () => {
    const id = await store.opening(store.bays[0], 500, inNameOf(owner))
    const viewer = owner.as('viewer')
    const looks = async () => [
      (await viewer.get(`${base}/records/${id}/trace`)).status,
      (await viewer.get(`${base}/owners/${owner.organisationId}/statement?from=2026-08-01&at=2026-08-31`))
        .status,
      ok(await viewer.get(`${base}/storage`)).totalDocs,
      ok(await viewer.get(`${base}/commodities/organisation`)).length,
    ]
    expect(await looks()).toEqual([404, 404, 0, 0])
    ok(await decide('accept'))
    expect((await looks()).slice(0, 3)).toEqual([200, 200, 1])
  })
})

describe('for good', () => {
  const stanceOf = async (body: object, who = owner) =>
    who.as('manager').put(`${base}/counterparties/${store.organisation.organisationId}`, body)

  test('a storer is accepted from now on, and with what is open if that is asked', async () => {
    await store.opening(store.bays[0], 500, inNameOf(owner))
    expect(ok(await stanceOf({ stance: 'accepted' }))).toMatchObject({ stance: 'accepted', pending: 1 })
    await store.opening(store.bays[1], 70, { ...inNameOf(owner), commodity: BARLEY })
    expect([await ownFigures(owner), (await waiting()).length]).toEqual([70, 1])
    expect(ok(await stanceOf({ stance: 'accepted', includesOpen: true }))).toMatchObject({ pending: 0 })
    expect(await ownFigures(owner)).toBe(570)
    const path = `${base}/counterparties/${store.organisation.organisationId}`
    expect(ok(await owner.as('manager').delete(path))).toMatchObject({ stance: 'asked' })
    await store.opening(store.bays[2], 5, { ...inNameOf(owner), harvestYear: '2025', at: '2025-08-01' })
    expect([await ownFigures(owner), (await waiting()).length]).toEqual([570, 1])
  })

  test('a storer is blocked: what it books is declined, and nobody is asked', async () => {
    expect(ok(await stanceOf({ stance: 'blocked' }))).toMatchObject({
      stance: 'blocked',
      name: store.organisation.name,
    })
    await store.opening(store.bays[0], 500, inNameOf(owner))
    expect([await ownFigures(owner), await waiting(), await storedBy(store)]).toEqual([0, [], 500])
    expect(await waiting(store.organisation, '?as=storer&status=declined')).toHaveLength(1)
  })

  test('is for the office, about another organisation that there is', async () => {
    const path = `${base}/counterparties/${owner.organisationId}`
    const own = await owner.as('manager').put(path, { stance: 'blocked' })
    expect(own).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'id', code: 'own_organisation' }] },
    })
    expect((await owner.as('operator').put(path, { stance: 'blocked' })).status).toBe(403)
    const unknown = `${base}/counterparties/0198c0de-0000-7000-8000-000000000001`
    expect((await owner.as('manager').put(unknown, { stance: 'blocked' })).status).toBe(404)
  })
})

describe('a contract that names me', () => {
  const contractBody = () => ({
    ownerOrganisationId: owner.organisationId,
    ownerOrganisationName: owner.name,
    details: { reference: 'ST-7', startDateISO: '2026-08-01', endDateISO: '2027-07-31', services: {} },
    inventory: { weightKG: 100_000, commodity: { id: 1, type: 101 } },
  })

  test('binds the storer at once, and is mine to see when I accept it', async () => {
    const made = ok(await store.organisation.as('manager').post(`${base}/contracts`, contractBody()))
    expect(made.confirmation).toBe('pending')
    const path = `${base}/contracts/${made.id}`
    expect((await owner.as('viewer').get(path)).status).toBe(404)
    expect(ok(await owner.as('viewer').get(`${base}/contracts`)).totalDocs).toBe(0)
    expect(await waiting()).toMatchObject([
      { kind: 'contract', weight: 100_000, contract: { reference: 'ST-7' } },
    ])
    ok(await decide('accept'))
    expect(ok(await owner.as('viewer').get(path))).not.toHaveProperty('confirmation')
    // Decided otherwise later.
    const [accepted] = await waiting(owner, '?status=accepted')
    ok(await decide('decline', [accepted.id]))
    expect((await owner.as('viewer').get(path)).status).toBe(404)
    expect(ok(await store.organisation.as('viewer').get(path)).confirmation).toBe('declined')
  })
})

describe('what is decided', () => {
  test('is told both sides, and nothing when it is sent again', async () => {
    await store.opening(store.bays[0], 500, inNameOf(owner))
    const [{ id }] = await waiting()
    ok(await decide('accept'))
    ok(await decide('accept', [id]))
    const told = async ({ organisationId }: TestOrganisation) =>
      service.database.db
        .selectFrom('events')
        .select('type')
        .where('organisation_id', '=', organisationId)
        .where('type', 'like', 'confirmation.%')
        .orderBy('id')
        .execute()
    expect(await told(owner)).toEqual([{ type: 'confirmation.asked' }, { type: 'confirmation.accepted' }])
    expect(await told(store.organisation)).toEqual([{ type: 'confirmation.accepted' }])
  })

  test('is rehearsed, and refused for what one is not asked', async () => {
    await store.opening(store.bays[0], 500, inNameOf(owner))
    const ids = (await waiting()).map(({ id }: { id: string }) => id)
    ok(await owner.as('manager').post(`${CONFIRMATIONS}/accept?dryRun=true`, { ids }))
    expect(await waiting()).toHaveLength(1)
    expect((await decide('accept', ids, store.organisation)).status).toBe(404)
    expect((await owner.as('operator').post(`${CONFIRMATIONS}/accept`, { ids })).status).toBe(403)
    const german = await owner
      .as('manager')
      .post(`${CONFIRMATIONS}/accept`, { ids: ['nothing'] }, { 'accept-language': 'de' })
    expect(german.body.message).toBe('Hier gibt es keine Bestätigung nothing.')
  })
})

test('the views of two organisations add up, whatever is booked, moved, accepted and declined', async () => {
  const [first, second, third] = store.bays
  const other = await makeOrganisation(service, { name: 'Far Farm' })
  await acceptForGood(other, store.organisation)
  const wheat = await store.opening(first, 500, inNameOf(owner))
  await store.opening(second, 300, inNameOf(other))
  const sums = async () => [await storedBy(store), await ownFigures(owner), await ownFigures(other)]
  expect(await sums()).toEqual([800, 0, 300])
  await store.move(wheat, third, 120)
  expect(await sums()).toEqual([800, 0, 300])
  ok(await decide('accept'))
  expect(await sums()).toEqual([800, 500, 300])
  await store.move(wheat, 'mill-7', 80)
  expect(await sums()).toEqual([720, 420, 300])
  const [accepted] = await waiting(owner, '?status=accepted')
  ok(await decide('decline', [accepted.id]))
  expect(await sums()).toEqual([720, 0, 300])
})

test('what is booked while it is accepted is accepted as well', async () => {
  const [first, second, third] = store.bays
  await store.opening(first, 500, inNameOf(owner))
  const ids = (await waiting()).map(({ id }: { id: string }) => id)
  await Promise.all([
    decide('accept', ids),
    store.opening(second, 200, inNameOf(owner)),
    store.opening(third, 100, inNameOf(owner)),
  ])
  expect([await ownFigures(owner), await waiting()]).toEqual([800, []])
})

test('of two who book the first of a kind at once, one asks', async () => {
  const [first, second, third] = store.bays
  await Promise.all([first, second, third].map((bay) => store.opening(bay, 100, inNameOf(owner))))
  expect(await waiting()).toMatchObject([{ records: 3, weight: 300 }])
})
