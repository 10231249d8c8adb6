import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { makeFile, ok } from '../../../test/scene.ts'
import { base, FEED, GROUP_1, SPRING, WHEAT, WINTER, WINTER_BARLEY } from '../../../test/farm.ts'
import { dryingTo15, faultsOf, makeStore, type ContractOverrides, type TestStore } from './test-contracts.ts'

let service: TestApp
let store: TestStore
const contracts = `${base}/contracts`
const manager = () => store.merchant.as('manager')
const viewer = () => store.merchant.as('viewer')

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
})

const row = (from: number, to: number, loss: number) => ({
  moistureMinPercentage: from,
  moistureMaxPercentage: to,
  weightLossPercentage: loss,
})
const partner = { id: 'valley-farm', name: 'Valley Farm' }

describe('entering a contract', () => {
  test('answers it as documented, and where to find it', async () => {
    const fileId = await makeFile({ service, farm: store.merchant })
    const matrix = [row(17, 20, 5.9), row(15, 17, 2.4)]
    const services = { cleaning: { agreed: true }, drying: { ...dryingTo15, intakeSampleLossMatrix: matrix } }
    const body = store.contractBody({
      services,
      details: { files: [{ id: fileId }] },
      inventory: { variety: ['Skyfall', ' Extase', 'Skyfall'] },
    })
    const answer = await manager().post(contracts, body)
    const contract = ok(answer)
    expect(answer.headers['location']).toBe(`${contracts}/${contract.id}`)
    expect(contract).toMatchObject({
      status: 'active',
      owner: { id: store.farm.organisationId, name: 'Hill Farm', countryISO: 'GB' },
      storer: { id: store.merchant.organisationId, name: 'Vale Merchants' },
      details: {
        reference: 'ST-1',
        // The farm's days: London is an hour ahead of UTC in summer.
        startDateUTC: '2026-07-31T23:00:00.000Z',
        endDateUTC: '2027-07-31T22:59:59.999Z',
        files: [{ id: fileId, name: 'ticket.pdf' }],
        services: {
          cleaning: { agreed: true },
          drying: { ...dryingTo15, intakeSampleLossMatrix: [matrix[1], matrix[0]] },
        },
      },
      inventory: {
        weight: 100_000,
        type: 'crop',
        commodity: {
          commodity: { id: WHEAT, name: 'Wheat' },
          type: { id: WINTER, name: 'Winter' },
          grade: { id: 0, name: '' },
          variety: 'Skyfall, Extase',
          tags: [],
          weight: { weight: 100_000 },
        },
      },
      usage: { intake: 0, used: 0, remaining: 100_000, exceeded: 0, planned: 0, losses: [] },
    })
    expect(ok(await viewer().get(`${contracts}/${contract.id}`))).toEqual(contract)
  })

  test.each<{ what: string; overrides: ContractOverrides; faults: string[] }>([
    {
      what: 'every fault at once',
      overrides: {
        details: { startDateISO: 'soon', endDateISO: '2027-13-01', files: [{ id: 'nobody' }] },
        services: { drying: { agreed: true, intakeSampleLossMatrix: [row(15, 16, 3), row(17, 18, 2)] } },
        commodity: { type: 999, grade: 3, tags: [77] },
      },
      faults: [
        'details.startDateISO date',
        'details.endDateISO date',
        'details.files[0].id unknown',
        'details.services.drying.preAgreedMoistureLevelPercentage required',
        'details.services.drying.intakeSampleLossMatrix[1].moistureMinPercentage gap',
        'details.services.drying.intakeSampleLossMatrix[1].weightLossPercentage falling',
        'inventory.commodity.type unknown',
        'inventory.commodity.grade unknown',
        'inventory.commodity.tags unknown',
      ],
    },
    {
      what: 'the other way round',
      overrides: { details: { endDateISO: '2026-07-31' } },
      faults: ['details.endDateISO minimum'],
    },
    {
      what: 'no weight, and the other way round',
      overrides: { inventory: { weightKG: 0 }, details: { endDateISO: '2026-07-31' } },
      faults: ['details.endDateISO minimum', 'inventory.weightKG minimum'],
    },
    {
      what: 'a nameless partner',
      overrides: { owner: { id: 'valley-farm', name: ' ' } },
      faults: ['ownerOrganisationName required'],
    },
    {
      what: 'a level that rounds to all of it',
      overrides: { services: { drying: { agreed: true, preAgreedMoistureLevelPercentage: 99.9999 } } },
      faults: ['details.services.drying.preAgreedMoistureLevelPercentage maximum'],
    },
  ])('is refused with $what', async ({ overrides, faults }) => {
    const answer = await manager().post(contracts, store.contractBody({ ...overrides }))
    expect(faultsOf(answer)).toEqual(faults)
  })

  test('is refused for the caller’s own grain', async () => {
    const own = { id: store.merchant.organisationId, name: 'Vale Merchants' }
    const answer = await manager().post(contracts, store.contractBody({ owner: own }))
    expect(faultsOf(answer)).toEqual(['ownerOrganisationId own_organisation'])
  })

  test('takes a trading partner, of whom the id and the name are known', async () => {
    const { owner } = await store.contract({ owner: partner })
    expect(owner).toMatchObject({
      ...partner,
      createdAtUTC: '',
      countryISO: '',
      status: '',
      ownerContact: { email: '' },
    })
  })

  test.each([
    { now: '2026-07-31T22:59:59Z', status: 'upcoming' },
    { now: '2026-07-31T23:00:00Z', status: 'active' },
    { now: '2027-07-31T22:59:59Z', status: 'active' },
    { now: '2027-07-31T23:00:00Z', status: 'expired' },
  ])('at $now it is $status, and found as such', async ({ now, status }) => {
    const { id } = await store.contract()
    const before = service.clock.now()
    service.clock.set(now)
    const found = ok(await viewer().get(`${contracts}?status=${status}`))
    service.clock.set(before)
    expect(found.docs).toMatchObject([{ id, status }])
    expect(found.facets[0]).toMatchObject({ name: 'status', terms: [{ id: status, hits: '1' }] })
  })
})

describe('who sees what', () => {
  test('owner and storer see a contract, only the storer changes it, and others have never heard of it', async () => {
    const { id } = await store.contract()
    const stranger = await makeOrganisation(service)
    const body = { details: { reference: 'ST-2' }, inventory: {} }
    const ask = async (organisation: typeof stranger) => {
      const as = organisation.as('manager')
      const listed = ok(await as.get(contracts)).docs.map((doc: { id: string }) => doc.id)
      return [
        (await as.get(`${contracts}/${id}`)).status,
        (await as.put(`${contracts}/${id}`, body)).status,
        listed.includes(id),
      ]
    }
    expect(await ask(store.merchant)).toEqual([200, 200, true])
    expect(await ask(store.farm)).toEqual([200, 404, true])
    expect(await ask(stranger)).toEqual([404, 404, false])
    expect((await viewer().get(`${contracts}/none`)).status).toBe(404)
  })

  test('contact, bank and push fields are for the owner itself and platform admins', async () => {
    const { id } = await store.contract()
    const contactIn = async (client: ReturnType<typeof viewer>) =>
      ok(await client.get(`${contracts}/${id}`)).owner.ownerContact
    const { email, userId } = store.farm.owner
    const shown = {
      id: userId,
      email,
      givenName: 'Test',
      familyName: 'Owner',
      organisationId: store.farm.organisationId,
      countryISO: 'GB',
    }
    expect(await contactIn(store.farm.as('viewer'))).toMatchObject(shown)
    expect(await contactIn(store.merchant.as('owner'))).toMatchObject({
      id: '',
      email: '',
      givenName: '',
      familyName: '',
    })

    const person = await addPerson(service, store.merchant, 'viewer')
    const { database } = service
    await database.db
      .updateTable('users')
      .set({ is_platform_admin: true })
      .where('id', '=', person.userId)
      .execute()
    expect(await contactIn(person.client)).toMatchObject(shown)
    const setStatus = (status: string) =>
      database.db.updateTable('users').set({ status }).where('id', '=', userId).execute()
    await setStatus('suspended')
    expect(await contactIn(person.client), 'nobody answers who is kept out').toMatchObject({ id: '' })
    await setStatus('active')
    const listed = ok(await store.merchant.as('owner').get(contracts)).docs[0].owner
    expect(listed).toMatchObject({
      ownerContact: { email: '' },
      settlementContacts: [],
      advancePay: { accountNumber: '' },
    })
  })
})

describe('changing a contract', () => {
  test('changes what the body gives, and nothing else', async () => {
    const made = await store.contract({ inventory: { variety: ['Skyfall'] } })
    const body = { details: { endDateUTC: '2027-06-30' }, inventory: { weight: 120_000.5 } }
    const changed = ok(await manager().put(`${contracts}/${made.id}`, body))
    expect(changed).toEqual({
      ...made,
      details: { ...made.details, endDateUTC: '2027-06-30T22:59:59.999Z' },
      inventory: {
        ...made.inventory,
        weight: 120_000.5,
        commodity: {
          ...made.inventory.commodity,
          weight: { ...made.inventory.commodity.weight, weight: 120_000.5 },
        },
      },
      usage: { ...made.usage, remaining: 120_000.5 },
    })
  })

  test('takes back what it answers, a file that has been archived since too', async () => {
    const files = [{ id: await makeFile({ service, farm: store.merchant }) }]
    const made = await store.contract({ commodity: { grade: GROUP_1 }, details: { files } })
    expect((await manager().delete(`/api/system/files/${files[0]?.id}`)).status).toBe(200)
    const { commodity, type, grade } = made.inventory.commodity
    const body = {
      details: made.details,
      inventory: {
        weight: made.inventory.weight,
        commodity: { id: commodity.id, type: type.id, grade: grade.id, variety: made.varieties },
      },
    }
    expect(ok(await manager().put(`${contracts}/${made.id}`, body))).toEqual(made)
  })

  test('honours If-Match', async () => {
    const { id } = await store.contract()
    const { headers } = await viewer().get(`${contracts}/${id}`)
    const send = (reference: string) =>
      manager().put(
        `${contracts}/${id}`,
        { details: { reference }, inventory: {} },
        { 'if-match': String(headers['etag']) },
      )
    expect((await send('ST-2')).status).toBe(200)
    expect((await send('ST-3')).status).toBe(412)
  })

  test('takes another type only while no movement names it, and forgets the grade', async () => {
    const { id } = await store.contract({
      commodity: { grade: GROUP_1 },
      inventory: { variety: ['Skyfall'] },
    })
    const toSpring = { details: {}, inventory: { commodity: { id: WHEAT, type: SPRING } } }
    const changed = ok(await manager().put(`${contracts}/${id}`, toSpring))
    expect(changed.inventory.commodity).toMatchObject({ type: { id: SPRING }, grade: { id: 0 }, variety: '' })
    ok(
      await manager().put(`${contracts}/${id}`, {
        details: {},
        inventory: { commodity: { id: WHEAT, type: WINTER } },
      }),
    )
    const load = await store.intake(1000, { contract: { id } })
    expect((await manager().put(`${contracts}/${id}`, toSpring)).body.code).toBe('in_use')
    const { recordId } = load.inventory
    ok(await store.merchant.as('operator').delete(`${base}/movements/${load.id}`, { recordId }))
    ok(await manager().put(`${contracts}/${id}`, toSpring))
  })
})

describe('the look-up for an intake', () => {
  const lookup = (query: object, as = viewer()) =>
    as.get(
      `${contracts}/lookup?${new URLSearchParams({
        commodity: String(WHEAT),
        commodityType: String(WINTER),
        dateISO: '2026-08-14',
        ownerOrganisationId: store.farm.organisationId,
        ...query,
      }).toString()}`,
    )

  test('takes the one that names the grade, then the latest start', async () => {
    const any = await store.contract()
    const later = await store.contract({ details: { startDateISO: '2026-08-10' } })
    const feed = await store.contract({ commodity: { grade: FEED }, details: { startDateISO: '2026-08-02' } })
    await store.contract({ commodity: { type: SPRING }, details: { startDateISO: '2026-08-12' } })
    await store.contract({ owner: partner, details: { startDateISO: '2026-08-12' } })
    const found = async (query: object) => (await lookup(query)).body.id
    expect(await found({})).toBe(later.id)
    expect(await found({ dateISO: '2026-08-09' })).toBe(any.id)
    expect(await found({ commodityGrade: String(FEED) })).toBe(feed.id)
    expect(await found({ commodityGrade: String(GROUP_1) })).toBe(later.id)
  })

  test('takes none that is for another grade', async () => {
    await store.contract({ commodity: { grade: FEED } })
    expect((await lookup({ commodityGrade: String(GROUP_1) })).status).toBe(404)
    expect((await lookup({})).status).toBe(200)
  })

  test.each([
    { dateISO: '2026-07-31', status: 404 },
    { dateISO: '2026-07-31T23:59:59+01:00', status: 404 },
    { dateISO: '2026-08-01', status: 200 },
    { dateISO: '2026-08-01T00:00', status: 200 },
    { dateISO: '2027-07-31', status: 200 },
    { dateISO: '2027-07-31T23:59:59.999', status: 200 },
    { dateISO: '2027-08-01', status: 404 },
    { dateISO: 'tomorrow', status: 400 },
  ])('on $dateISO answers $status', async ({ dateISO, status }) => {
    await store.contract()
    expect((await lookup({ dateISO })).status).toBe(status)
  })

  test('finds a contract of the caller’s own store alone', async () => {
    await store.contract()
    expect((await lookup({}, store.farm.as('viewer'))).status).toBe(404)
    expect((await lookup({ ownerOrganisationId: 'valley-farm' })).status).toBe(404)
    expect(
      (await lookup({ commodity: String(WINTER_BARLEY.id), commodityType: String(WINTER_BARLEY.type) }))
        .status,
    ).toBe(404)
  })
})

describe('searching', () => {
  test('filters, counts, adds up, and says the same as CSV', async () => {
    await store.contract({ details: { reference: '=wheat 1' } })
    await store.contract({
      commodity: { grade: GROUP_1, tags: [1] },
      details: { reference: 'wheat 2' },
      inventory: { weightKG: 50_000 },
    })
    await store.contract({
      owner: partner,
      commodity: WINTER_BARLEY,
      details: { reference: 'barley', startDateISO: '2026-09-01' },
    })
    const find = async (query: string) => {
      const { docs } = ok(await viewer().get(`${contracts}?sortBy=reference${query}`))
      return docs.map((doc: { details: { reference: string } }) => doc.details.reference)
    }
    expect(await find('')).toEqual(['=wheat 1', 'barley', 'wheat 2'])
    expect(await find(`&f:commodity=${WHEAT}`)).toEqual(['=wheat 1', 'wheat 2'])
    expect(await find(`&f:commodityType=${WINTER_BARLEY.type}`)).toEqual(['barley'])
    expect(await find(`&f:commodityGrade=${GROUP_1}`)).toEqual(['wheat 2'])
    expect(await find('&f:commodityGrade=0')).toEqual(['=wheat 1', 'barley'])
    expect(await find('&f:tags=1')).toEqual(['wheat 2'])
    expect(await find('&f:ownerOrganisationId=valley-farm')).toEqual(['barley'])
    expect(await find('&status=upcoming')).toEqual(['barley'])
    expect(await find('&query=valley')).toEqual(['barley'])
    expect(await find('&query=WHEAT')).toEqual(['=wheat 1', 'wheat 2'])

    const page = ok(await viewer().get(`${contracts}?f:commodity=${WHEAT}&limit=1`))
    expect(page).toMatchObject({
      totalDocs: 2,
      custom: {},
      aggregations: [{ name: 'weight', sum: 150_000, unit: 'kg' }],
    })
    const owners = page.facets.find(({ name }: { name: string }) => name === 'f:ownerOrganisationId')
    expect(owners.terms).toMatchObject([{ name: 'Hill Farm', hits: '2' }])

    const csv = await viewer().get(`${contracts}?format=csv&sortBy=reference`)
    const lines = parse(csv.body, { bom: true, columns: true }) as Record<string, string>[]
    expect(lines.map(({ reference, weight, owner, type }) => [reference, weight, owner, type])).toEqual([
      ["'=wheat 1", '100000', 'Hill Farm', 'Winter'],
      ['barley', '100000', 'Valley Farm', 'Winter'],
      ['wheat 2', '50000', 'Hill Farm', 'Winter'],
    ])
    // The days of the office, which in summer begin an hour before those of UTC.
    expect(lines[0]).toMatchObject({
      startDate: '2026-08-01',
      startDateUTC: '2026-07-31T23:00:00.000Z',
      endDate: '2027-07-31',
      endDateUTC: '2027-07-31T22:59:59.999Z',
    })
  })
})
