import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { enterRecord, makeBays, stock } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

let app: TestApp
let farm: TestOrganisation
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())
beforeEach(async () => void (farm = await makeOrganisation(app, { name: 'Hill Farm' })))

const UNITS = '/api/identity/business-units'
const ORGANISATION = '/api/identity/organisation'

describe('business units', () => {
  test('are made, renamed, archived, and their names are unique while in use', async () => {
    const made = await farm.as('admin').post(UNITS, { name: ' North ', type: 'store' })
    expect(made).toMatchObject({ status: 200, body: { name: 'North', type: 'store', isArchived: false } })
    expect(made.headers['location']).toBe(`${UNITS}/${made.body.id}`)
    const path = `${UNITS}/${made.body.id}`
    const taken = { code: 'already_exists', message: 'There is a business unit called NORTH already.' }
    const again = await farm.as('admin').post(UNITS, { name: 'NORTH' })
    expect(again).toMatchObject({ status: 409, body: taken })
    const renamed = await farm.as('admin').patch(`${UNITS}/${farm.businessUnitId}`, { name: 'NORTH' })
    expect(renamed).toMatchObject({ status: 409, body: taken })

    expect((await farm.as('admin').patch(path, { name: 'Upper North' })).body.name).toBe('Upper North')
    expect((await farm.as('admin').post(`${path}/archive`)).status).toBe(200)
    expect((await farm.as('admin').post(`${path}/archive`)).status).toBe(200)
    expect((await farm.as('viewer').get(UNITS)).body.map((each: { name: string }) => each.name)).toEqual([
      'Hill Farm',
    ])
    expect((await farm.as('viewer').get(`${UNITS}?archived=true`)).body).toMatchObject([
      { name: 'Upper North', isArchived: true },
    ])
    expect((await farm.as('admin').post(UNITS, { name: 'Upper North' })).status).toBe(200)
  })

  test('of another organisation are not found', async () => {
    const stranger = await makeOrganisation(app)
    for (const id of [stranger.businessUnitId, 'nonsense']) {
      expect((await farm.as('owner').get(`${UNITS}/${id}`)).status).toBe(404)
      expect((await farm.as('owner').patch(`${UNITS}/${id}`, { name: 'Mine' })).status).toBe(404)
      expect((await farm.as('owner').post(`${UNITS}/${id}/archive`)).status).toBe(404)
    }
  })

  test('If-Match guards a change', async () => {
    const path = `${UNITS}/${farm.businessUnitId}`
    const { headers } = await farm.as('viewer').get(path)
    const rename = (name: string) =>
      farm.as('owner').patch(path, { name }, { 'if-match': String(headers['etag']) })
    expect((await rename('A')).status).toBe(200)
    expect((await rename('B')).status).toBe(412)
  })
})

describe('the organisation', () => {
  test('is changed by an admin and seen by all', async () => {
    const changes = { name: 'Hill Farm Ltd', timeZone: 'Europe/Dublin', locale: 'en-IE' }
    expect((await farm.as('admin').patch(ORGANISATION, changes)).body).toMatchObject(changes)
    expect((await farm.as('viewer').get(ORGANISATION)).body).toMatchObject({
      ...changes,
      countryISO: 'GB',
      status: 'active',
    })
    expect((await farm.as('manager').patch(ORGANISATION, changes)).status).toBe(403)
    expect((await farm.as('viewer').get('/api/identity/me')).body.organisation.timeZone).toBe('Europe/Dublin')
  })

  test('reads and types in the units that it says, and all its screens learn of them', async () => {
    const units = async () => (await farm.as('viewer').get('/api/identity/me')).body.organisation.units
    const metric = { scale: 'kg', stock: 't', besides: null, area: 'ha' }
    expect(await units()).toEqual(metric)
    expect((await farm.as('admin').patch(ORGANISATION, { units: { stock: 'stone' } })).status).toBe(400)
    const changed = { stock: 'lb', area: 'ac' }
    expect((await farm.as('admin').patch(ORGANISATION, { units: changed })).body.units).toEqual({
      ...metric,
      ...changed,
    })
    expect(await units()).toEqual({ ...metric, ...changed })
    await farm.as('admin').patch(ORGANISATION, { units: metric })
  })

  test.each([
    ['US', { scale: 'lb', stock: 'bu', besides: null, area: 'ac' }],
    ['CA', { scale: 'kg', stock: 't', besides: 'bu', area: 'ac' }],
    ['AU', { scale: 'kg', stock: 't', besides: null, area: 'ha' }],
    ['DE', { scale: 'kg', stock: 't', besides: null, area: 'ha' }],
  ])('in %s an organisation begins with the units of its country', async (countryISO, units) => {
    const there = await makeOrganisation(app, { countryISO })
    expect((await there.as('viewer').get('/api/identity/me')).body.organisation.units).toEqual(units)
  })

  test.each([
    ['US', { usualFullWeight: 58_967.008, usualNetWeight: 45_359.237 }],
    ['CA', { usualFullWeight: 65_000, usualNetWeight: 50_000 }],
    ['AU', { usualFullWeight: 85_000, usualNetWeight: 60_000 }],
    ['DE', { usualFullWeight: 60_000, usualNetWeight: 45_000 }],
  ])('in %s an organisation begins with what lorries weigh there', async (countryISO, usual) => {
    const there = await makeOrganisation(app, { countryISO })
    expect((await there.as('viewer').get(ORGANISATION)).body).toMatchObject(usual)
  })

  test('says what lorries weigh at most, and no lorry weighs more than 200 t', async () => {
    const usual = { usualFullWeight: 60_000, usualNetWeight: 45_000 }
    expect((await farm.as('viewer').get(ORGANISATION)).body).toMatchObject(usual)
    const trains = { usualFullWeight: 120_000, usualNetWeight: 90_000.5 }
    expect((await farm.as('manager').patch(ORGANISATION, trains)).status).toBe(403)
    expect((await farm.as('admin').patch(ORGANISATION, trains)).body).toMatchObject(trains)
    const odd = { usualFullWeight: 200_000.001, usualNetWeight: 0 }
    expect(await farm.as('admin').patch(ORGANISATION, odd)).toMatchObject({
      status: 400,
      body: {
        validation: [
          { path: 'usualFullWeight', code: 'maximum' },
          { path: 'usualNetWeight', code: 'minimum' },
        ],
      },
    })
    expect((await farm.as('viewer').get(ORGANISATION)).body).toMatchObject(trains)
  })

  test('is called by its new name wherever its stock and contracts are told, by its keeper too', async () => {
    const keeper = await makeOrganisation(app, { name: 'Keeper' })
    const [bay] = await makeBays(keeper)
    await acceptForGood(farm, keeper)
    const owner = { id: farm.organisationId, name: 'ignored' }
    await enterRecord(keeper, stock(bay, 1000, { owned: false, source: { type: 'existing', owner } }))
    const contract = await keeper.as('manager').post('/api/inventory/contracts', {
      ownerOrganisationId: owner.id,
      ownerOrganisationName: owner.name,
      details: { startDateISO: '2026-07-01', endDateISO: '2027-06-30' },
      inventory: { weightKG: 5000, commodity: { id: 1, type: 101 } },
    })
    expect(contract.status).toBe(200)
    const get = async (url: string, seenBy = keeper) =>
      (await seenBy.as('viewer').get(`/api/inventory/${url}`)).body
    // Read before as well: searches keep what they have read.
    expect((await get('records')).docs).toMatchObject([{ organisationName: 'Hill Farm' }])
    expect((await farm.as('admin').patch(ORGANISATION, { name: 'Dale Farm' })).status).toBe(200)
    for (const seenBy of [keeper, farm]) {
      expect((await get('records', seenBy)).docs).toMatchObject([{ organisationName: 'Dale Farm' }])
      expect((await get('position', seenBy)).lines).toMatchObject([{ ownerName: 'Dale Farm' }])
      expect(await get('commodities/organisation', seenBy)).toMatchObject([{ organisationName: 'Dale Farm' }])
      for (const search of ['records', 'storage/search', 'contracts'])
        expect((await get(search, seenBy)).facets).toContainEqual(
          expect.objectContaining({
            terms: [expect.objectContaining({ id: farm.organisationId, name: 'Dale Farm' })],
          }),
        )
      expect((await get('contracts?query=dale', seenBy)).totalDocs).toBe(1)
    }
  })

  test('is refused wrong settings, every fault at once', async () => {
    const { status, body } = await farm
      .as('admin')
      .patch(ORGANISATION, { timeZone: 'Mars/Olympus', locale: '!!' })
    expect(status).toBe(400)
    expect(body.validation.map((each: { path: string }) => each.path)).toEqual(['timeZone', 'locale'])
    expect((await farm.as('viewer').get(ORGANISATION)).body.timeZone).toBe('Europe/London')
  })
})

describe('a platform admin', () => {
  test('lists organisations, suspends one with all its people and keys, and lets it in again', async () => {
    const home = await makeOrganisation(app)
    const boss = await addPerson(app, home, 'viewer')
    await app.database.db
      .updateTable('users')
      .set({ is_platform_admin: true })
      .where('id', '=', boss.userId)
      .execute()
    const ann = await addPerson(app, farm, 'owner')
    const suspend = `/api/identity/organisations/${farm.organisationId}/suspend`

    expect((await home.as('owner').post(suspend)).status).toBe(403)
    expect((await home.as('owner').get('/api/identity/organisations')).status).toBe(403)
    expect((await boss.client.get('/api/identity/organisations')).body.totalDocs).toBeGreaterThan(1)
    expect((await boss.client.post(suspend)).body.message).toContain('is suspended: its people')
    expect((await boss.client.post(suspend)).body.message).toContain('is suspended already.')
    expect((await ann.client.get('/api/identity/me')).status).toBe(401)
    expect((await farm.as('viewer').get('/api/identity/me')).status).toBe(401)
    const { refreshToken } = ann
    expect((await app.client().post('/api/identity/refresh', { refreshToken })).status).toBe(401)
    const reinstate = `/api/identity/organisations/${farm.organisationId}/reinstate`
    expect((await boss.client.post(reinstate)).body.message).toContain('is let in again.')
    expect((await boss.client.post(reinstate)).body.message).toContain('is not suspended.')
    const told = await app.database.db
      .selectFrom('events')
      .select('type')
      .where('subject', '=', farm.organisationId)
      .orderBy('id')
      .execute()
    expect(told.map(({ type }) => type)).toEqual(['organisation.suspended', 'organisation.reinstated'])
    expect((await ann.client.get('/api/identity/me')).status).toBe(200)
    expect((await farm.as('viewer').get('/api/identity/me')).status).toBe(200)

    expect(
      (await boss.client.post(`/api/identity/organisations/${home.organisationId}/suspend`)).status,
    ).toBe(403)
    expect((await boss.client.post('/api/identity/organisations/nonsense/suspend')).status).toBe(404)
  })
})

test('what is said again as it is already is not told', async () => {
  const owner = farm.as('owner')
  const unit = ok(await owner.post(UNITS, { name: 'North', type: 'store' }))
  const { name, timeZone, locale } = ok(await owner.get(ORGANISATION))
  ok(await owner.patch(ORGANISATION, { name, timeZone, locale }))
  ok(await owner.patch(`${UNITS}/${unit.id}`, { name: ' North ', type: 'store' }))
  const told = await app.database.db
    .selectFrom('events')
    .select('type')
    .where('organisation_id', '=', farm.organisationId)
    .execute()
  expect(told).toEqual([{ type: 'business_unit.created' }])
})

test('what happened is told in events, in the organisation, without secrets', async () => {
  const key = await farm.as('owner').post('/api/identity/api-keys', { name: 'PC', role: 'viewer' })
  const invite = (email: string) =>
    farm.as('owner').post('/api/identity/invitations', { email, role: 'viewer' })
  const invited = await invite('tom@farm.example')
  await farm.as('owner').post(UNITS, { name: 'Yard' })
  const { token } = (await invite('ann@farm.example')).body
  const ann = { token, password: 'wide yellow combine', givenName: 'Ann', familyName: 'Field' }
  expect((await app.client().post('/api/identity/invitations/accept', ann)).status).toBe(200)
  const events = await app.database.db
    .selectFrom('events')
    .selectAll()
    .where('organisation_id', '=', farm.organisationId)
    .orderBy('id')
    .execute()
  expect(events.map(({ type }) => type)).toEqual([
    'api_key.created',
    'user.invited',
    'business_unit.created',
    'user.invited',
    'user.joined',
  ])
  const text = JSON.stringify(events)
  expect(text).not.toContain(key.body.key)
  expect(text).not.toContain(invited.body.token)
})
