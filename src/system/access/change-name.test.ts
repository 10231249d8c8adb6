import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'

let app: TestApp
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())

const ME = '/api/identity/me'

test('somebody says what they are called, and all their organisations see it', async () => {
  const [farm, store] = [await makeOrganisation(app), await makeOrganisation(app)]
  const ann = await addPerson(app, farm, 'viewer')
  await addPerson(app, store, 'operator', ann)
  const elsewhere = await makeOrganisation(app)

  const names = { givenName: ' Ann ', familyName: 'Hill' }
  const changed = ok(await ann.client.patch(ME, names))
  expect(changed).toMatchObject({ userName: 'Ann Hill', givenName: 'Ann', familyName: 'Hill' })
  expect(ok(await ann.client.get(ME))).toEqual(changed)
  for (const { as } of [farm, store])
    expect(ok(await as('owner').get(`/api/identity/users/${ann.userId}`))).toMatchObject({
      givenName: 'Ann',
      familyName: 'Hill',
    })

  // The same once more, and nothing, are no news.
  ok(await ann.client.patch(ME, { familyName: 'Hill' }))
  expect(ok(await ann.client.patch(ME, {}))).toEqual(changed)
  const told = await app.database.db
    .selectFrom('events')
    .select(['type', 'organisation_id'])
    .where('subject', '=', ann.userId)
    .execute()
  expect(told).toHaveLength(2)
  expect(new Set(told.map((each) => each.organisation_id))).toEqual(
    new Set([farm.organisationId, store.organisationId]),
  )
  expect(told.every(({ type }) => type === 'user.renamed')).toBe(true)
  expect(told.some((each) => each.organisation_id === elsewhere.organisationId)).toBe(false)
})

test('one of two names may be changed alone; an empty one is a fault, and a key has none', async () => {
  const farm = await makeOrganisation(app)
  const ann = await addPerson(app, farm, 'viewer')
  const { familyName } = ok(await ann.client.get(ME))
  expect(ok(await ann.client.patch(ME, { givenName: 'Anna' }))).toMatchObject({
    givenName: 'Anna',
    familyName,
  })
  const empty = await ann.client.patch(ME, { givenName: ' ', familyName: '' })
  expect(empty.status).toBe(400)
  expect(empty.body.validation.map(({ path }: { path: string }) => path)).toEqual(['givenName', 'familyName'])
  expect((await farm.as('owner').patch(ME, { givenName: 'PC' })).status).toBe(403)
  expect(ok(await farm.as('owner').get(ME))).toMatchObject({ givenName: null, familyName: null })
})

test('what is not seen is left out of the names of people, organisations and keys, as of all others', async () => {
  const farm = await makeOrganisation(app)
  const owner = farm.as('owner')
  const ann = await addPerson(app, farm, 'viewer')
  expect(
    ok(await ann.client.patch(ME, { givenName: 'An\u200bn', familyName: '\u202eHill\u00a0 Top' })),
  ).toMatchObject({
    userName: 'Ann Hill Top',
    givenName: 'Ann',
    familyName: 'Hill Top',
  })
  const organisation = ok(
    await owner.patch('/api/identity/organisation', { name: 'Mill\u200b  \u202eFarm ' }),
  )
  expect(organisation.name).toBe('Mill Farm')
  const key = ok(await owner.post('/api/identity/api-keys', { name: 'Weigh\u00adbridge', role: 'viewer' }))
  expect(key.name).toBe('Weighbridge')
})
