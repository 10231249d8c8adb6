import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { TEST_ORIGIN } from '../../../test/factor-requests.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { SoftPasskey } from '../../../test/soft-passkey.ts'
import { codeAt } from './code-app-codes.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const I = '/api/identity'

const toldIn = ({ organisationId }: TestOrganisation) =>
  app.database.db
    .selectFrom('events')
    .select(['type', 'subject', 'data'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()

test('a change of factors is told in every organisation of the person, without any secret', async () => {
  const [farm, mill] = [await makeOrganisation(app), await makeOrganisation(app)]
  const ann = await addPerson(app, farm, 'operator')
  await addPerson(app, mill, 'viewer', ann)
  const { secret } = ok(await ann.client.post(`${I}/me/code-app`))
  const code = codeAt(secret, app.clock.now())
  const { recoveryCodes } = ok(await ann.client.post(`${I}/me/code-app/confirm`, { code }))
  const { challenge, passkey: asked } = ok(await ann.client.post(`${I}/me/passkeys/options`))
  const passkey = new SoftPasskey().register({ challenge: asked.challenge, origin: TEST_ORIGIN })
  ok(await ann.client.post(`${I}/me/passkeys`, { challenge, name: 'Office PC', passkey }))
  ok(await ann.client.post(`${I}/me/recovery-codes`))
  const { passkeys } = ok(await ann.client.get(`${I}/me/factors`))
  ok(await ann.client.delete(`${I}/me/passkeys/${passkeys[0].id}`))
  ok(await ann.client.delete(`${I}/me/code-app`))
  const expected = [
    { type: 'user.factor_added', data: { factor: 'code' } },
    { type: 'user.factor_added', data: { factor: 'passkey' } },
    { type: 'user.recovery_codes_renewed', data: {} },
    { type: 'user.factor_removed', data: { factor: 'passkey' } },
    { type: 'user.factor_removed', data: { factor: 'code' } },
  ].map((each) => ({ ...each, subject: ann.userId }))
  for (const each of [farm, mill]) {
    const told = await toldIn(each)
    expect(told).toEqual(expected)
    for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify(told)).not.toContain(hidden)
  }
})

test('sessions that somebody else ended are told, and nothing where there were none', async () => {
  const farm = await makeOrganisation(app)
  const [owner, tom] = [await addPerson(app, farm, 'owner'), await addPerson(app, farm, 'operator')]
  const sessions = `${I}/users/${tom.userId}/sessions`
  const [{ id }] = ok(await owner.client.get(sessions))
  ok(await owner.client.delete(`${sessions}/${id}`))
  ok(await owner.client.delete(sessions))
  const { email, password } = tom
  ok(await app.client().post(`${I}/sign-in`, { email, password }))
  ok(await app.client().post(`${I}/sign-in`, { email, password }))
  ok(await owner.client.delete(sessions))
  expect(await toldIn(farm)).toEqual([
    { type: 'user.sessions_ended', subject: tom.userId, data: { count: 1 } },
    { type: 'user.sessions_ended', subject: tom.userId, data: { count: 2 } },
  ])
})

test('the rules for signing in are told where they change', async () => {
  const farm = await makeOrganisation(app)
  const owner = await addPerson(app, farm, 'owner')
  const rules = { secondFactor: 'optional', sessionDays: 20, idleMinutes: 600 }
  ok(await owner.client.put(`${I}/organisation/sign-in-rules`, rules))
  ok(await owner.client.put(`${I}/organisation/sign-in-rules`, rules))
  expect(await toldIn(farm)).toMatchObject([
    { type: 'organisation.sign_in_rules_changed', subject: farm.organisationId, data: { sessionDays: 20 } },
  ])
})

test('a one-time link is told when it is asked for, confirmed, taken back and used', async () => {
  const farm = await makeOrganisation(app)
  const [one, two] = [await addPerson(app, farm, 'owner'), await addPerson(app, farm, 'admin')]
  const tom = await addPerson(app, farm, 'operator')
  const { secret } = ok(await tom.client.post(`${I}/me/code-app`))
  ok(await tom.client.post(`${I}/me/code-app/confirm`, { code: codeAt(secret, app.clock.now()) }))
  const ask = async () => ok(await one.client.post(`${I}/users/${tom.userId}/factor-reset`))
  const first = await ask()
  ok(await two.client.delete(`${I}/factor-resets/${first.id}`))
  const { id, token } = await ask()
  ok(await two.client.post(`${I}/factor-resets/${id}/confirm`))
  ok(await app.client().post(`${I}/factor-resets/redeem`, { token }))
  const told = await toldIn(farm)
  expect(told.map(({ type }) => type)).toEqual([
    'user.factor_added',
    'user.factor_reset_asked',
    'user.factor_reset_revoked',
    'user.factor_reset_asked',
    'user.factor_reset_confirmed',
    'user.factors_reset',
  ])
  expect(JSON.stringify(told)).not.toContain(token)
})
