import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { openTestSecrets } from '../../../test/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Vault } from '../../kernel/vault.ts'
import { changeSecretKey } from '../vault/vault.ts'
import { codeAt } from './code-app-codes.ts'
import { emailChangeCodes, setEmailOf } from './email-changes.ts'
import { resetFactorsOf } from './factor-resets.ts'
import { unsealCodeSecret } from './seal-codes.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const I = '/api/identity'

async function withCodeApp(farm: TestOrganisation): Promise<TestPerson & { secret: string }> {
  const person = await addPerson(app, farm, 'operator')
  const { secret } = (await person.client.post(`${I}/me/code-app`)).body
  await person.client.post(`${I}/me/code-app/confirm`, { code: codeAt(secret, app.clock.now()) })
  return { ...person, secret }
}

const isAsked = async ({ email, password }: TestPerson) =>
  (await app.client().post(`${I}/sign-in`, { email, password })).body.secondFactor !== null
const redeem = (token: string) => app.client().post(`${I}/factor-resets/redeem`, { token })

describe('an admin’s one-time link', () => {
  test('is good a day later, once, and ends the sessions', async () => {
    const farm = await makeOrganisation(app)
    const [owner, tom] = [await addPerson(app, farm, 'owner'), await withCodeApp(farm)]
    const made = (await owner.client.post(`${I}/users/${tom.userId}/factor-reset`)).body
    expect(made.token).toMatch(/^factors_/)
    expect((await redeem(made.token)).body.messageId).toBe('factorResetIsGoodLater')
    expect(await isAsked(tom)).toBe(true)
    app.clock.advance({ hours: 24 })
    expect((await redeem(made.token)).status).toBe(200)
    expect((await redeem(made.token)).status).toBe(404)
    expect(await isAsked(tom)).toBe(false)
    expect((await app.client().post(`${I}/refresh`, { refreshToken: tom.refreshToken })).status).toBe(401)
  })

  test('is good at once where another admin agrees, and nobody else', async () => {
    const farm = await makeOrganisation(app)
    const [one, two] = [await addPerson(app, farm, 'owner'), await addPerson(app, farm, 'admin')]
    const tom = await withCodeApp(farm)
    const { id, token } = (await one.client.post(`${I}/users/${tom.userId}/factor-reset`)).body
    const confirm = (by: Pick<TestPerson, 'client'>) => by.client.post(`${I}/factor-resets/${id}/confirm`)
    expect((await confirm(one)).status).toBe(403)
    expect((await confirm({ client: farm.as('owner') })).status).toBe(400)
    const stranger = await addPerson(app, await makeOrganisation(app), 'owner')
    expect((await confirm(stranger)).status).toBe(404)
    expect((await confirm(two)).status).toBe(200)
    expect((await two.client.get(`${I}/factor-resets`)).body).toMatchObject([
      { id, isMine: false, userId: tom.userId },
    ])
    expect((await redeem(token)).status).toBe(200)
  })

  test('is taken back, and expires', async () => {
    const farm = await makeOrganisation(app)
    const [owner, tom] = [await addPerson(app, farm, 'owner'), await withCodeApp(farm)]
    const make = async () => (await owner.client.post(`${I}/users/${tom.userId}/factor-reset`)).body
    const first = await make()
    const second = await make()
    expect((await owner.client.get(`${I}/factor-resets`)).body).toHaveLength(1)
    expect((await owner.client.delete(`${I}/factor-resets/${second.id}`)).status).toBe(200)
    const third = await make()
    app.clock.advance({ hours: 25 })
    expect((await redeem(first.token)).status).toBe(404)
    expect((await redeem(second.token)).status).toBe(404)
    app.clock.advance({ days: 3 })
    expect((await redeem(third.token)).status).toBe(404)
    expect(await isAsked(tom)).toBe(true)
  })

  test('is not for those above, oneself, or somebody whom another organisation relies on', async () => {
    const farm = await makeOrganisation(app)
    const admin = await addPerson(app, farm, 'admin')
    const tom = await withCodeApp(farm)
    const reset = (id: string) => admin.client.post(`${I}/users/${id}/factor-reset`)
    expect((await reset(farm.owner.userId)).status).toBe(403)
    expect((await reset(admin.userId)).status).toBe(403)
    await addPerson(app, await makeOrganisation(app), 'viewer', tom)
    expect((await reset(tom.userId)).body.messageId).toBe('belongsElsewhereToo')
  })
})

test('whoever runs the service takes the factors of somebody away', async () => {
  const tom = await withCodeApp(await makeOrganisation(app))
  const { email } = tom
  await inTransaction(app.database.db, (trx) => resetFactorsOf(trx, { email, now: app.clock.now() }))
  expect(await isAsked(tom)).toBe(false)
})

describe('another e-mail address', () => {
  async function begin() {
    const ann = await addPerson(app, await makeOrganisation(app), 'owner')
    const email = `new-${ann.userId}@farm.example`
    expect((await ann.client.post(`${I}/me/email`, { email })).status).toBe(200)
    const { id } = await app.database.db
      .selectFrom('email_changes')
      .select('id')
      .where('user_id', '=', ann.userId)
      .executeTakeFirstOrThrow()
    const { vault } = await openTestSecrets(app.database)
    const codes = emailChangeCodes(vault, id)
    const confirm = (oldCode: string, newCode: string) =>
      ann.client.post(`${I}/me/email/confirm`, { oldCode, newCode })
    return { ann, email, codes, confirm }
  }

  test('takes the code of each', async () => {
    const { ann, email, codes, confirm } = await begin()
    expect((await confirm(codes.old, codes.old)).body.validation).toMatchObject([
      { path: 'newCode', code: 'wrong' },
    ])
    expect((await confirm(codes.new, codes.new)).body.validation).toMatchObject([{ path: 'oldCode' }])
    expect((await confirm(codes.old.toLowerCase(), codes.new)).status).toBe(200)
    const { password } = ann
    expect((await app.client().post(`${I}/sign-in`, { email, password })).status).toBe(200)
    expect((await app.client().post(`${I}/sign-in`, { email: ann.email, password })).status).toBe(401)
    expect((await confirm(codes.old, codes.new)).status).toBe(404)
  })

  test('that has an account, or whose codes are old, changes nothing', async () => {
    const first = await begin()
    const { email } = first
    await addPerson(app, await makeOrganisation(app), 'viewer')
    const other = await addPerson(app, await makeOrganisation(app), 'viewer')
    await inTransaction(app.database.db, (trx) =>
      setEmailOf(trx, { email: other.email, newEmail: email, now: app.clock.now() }),
    )
    expect((await first.confirm(first.codes.old, first.codes.new)).status).toBe(409)
    const second = await begin()
    app.clock.advance({ minutes: 61 })
    const { refreshToken } = second.ann
    const { body } = await app.client().post(`${I}/refresh`, { refreshToken })
    const late = await app
      .client({ token: body.accessToken })
      .post(`${I}/me/email/confirm`, { oldCode: second.codes.old, newCode: second.codes.new })
    expect(late.status).toBe(404)
  })
})

test('secrets are sealed, and stay readable when the SECRET_KEY changes', async () => {
  const { userId, secret } = await withCodeApp(await makeOrganisation(app))
  const stored = async () =>
    (
      await app.database.db
        .selectFrom('code_apps')
        .select('sealed_secret')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).sealed_secret
  expect(await stored()).not.toContain(secret)
  const secrets = await openTestSecrets(app.database)
  const next = new Vault('another-secret-key-of-many-characters')
  await inTransaction(app.database.db, (trx) => changeSecretKey(trx, secrets, next, app.clock.now()))
  expect(unsealCodeSecret(next, userId, await stored())).toBe(secret)
  await inTransaction(app.database.db, (trx) =>
    changeSecretKey(trx, { ...secrets, vault: next }, secrets.vault, app.clock.now()),
  )
})
