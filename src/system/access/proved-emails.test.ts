import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { workOff } from '../jobs/worker.ts'
import { openMailApp, type TestMailApp } from '../mail/test-mail-app.ts'
import type { TestSmtp } from '../mail/test-smtp.ts'
import { commandLineActor, createUser, resetPassword, setPlatformAdmin } from './command-line.ts'
import { newPassword } from './passwords.ts'

const ACCEPT = '/api/identity/invitations/accept'
const NEWCOMER = { password: 'wide yellow combine', givenName: 'Tom', familyName: 'New' }

let withoutMail: TestApp
let withMail: TestApp
let mail: TestMailApp
let smtp: TestSmtp
beforeAll(async () => {
  withoutMail = await openTestApp()
  mail = await openMailApp()
  ;({ service: withMail, smtp } = mail)
})
afterAll(async () => {
  await withoutMail.close()
  await mail.close()
})

let made = 0
let email: string
let alpha: TestOrganisation
let beta: TestOrganisation
async function begin(app: TestApp): Promise<void> {
  made += 1
  email = `manager-${made}@alpha.example`
  alpha = await makeOrganisation(app, { name: 'Alpha' })
  beta = await makeOrganisation(app, { name: 'Beta' })
}

async function invite(by: TestOrganisation): Promise<string> {
  return ok(await by.as('admin').post('/api/identity/invitations', { email, role: 'admin' })).token
}

async function inviteByMail(by: TestOrganisation): Promise<string> {
  expect(await invite(by)).toBe('')
  await workOff(withMail.system.background.jobs)
  return /invitation_\S+/.exec(smtp.mails.at(-1)?.text ?? '')?.[0] ?? ''
}

describe('an account that came from an invitation handed over', () => {
  const app = () => withoutMail
  const run = <Result>(work: (trx: Transaction) => Promise<Result>) => inTransaction(app().database.db, work)
  const accept = (token: string, body: object = NEWCOMER) =>
    app()
      .client()
      .post(ACCEPT, { token, ...body })
  const signIn = (password: string) => app().client().post('/api/identity/sign-in', { email, password })
  const join = async () => {
    const actor = await commandLineActor(app().database.db, alpha.organisationId, app().clock.now())
    const person = {
      email,
      givenName: '',
      familyName: '',
      role: 'admin' as const,
      password: await newPassword(),
    }
    return run((trx) => createUser(trx, actor, person))
  }

  beforeEach(async () => {
    await begin(app())
    ok(await accept(await invite(beta)))
  })

  test('is added to no other organisation by the operator, until it has a new password', async () => {
    await expect(join()).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(`user set-password --email ${email}`),
    })
    const ready = await newPassword()
    const { password } = await run((trx) =>
      resetPassword(trx, { email, password: ready, now: app().clock.now() }),
    )
    await join()
    expect((await signIn(NEWCOMER.password)).status).toBe(401)
    expect(ok(await signIn(password)).organisations).toHaveLength(2)
  })

  test('joins no other organisation by a token handed over, until it has a new password', async () => {
    const token = await invite(alpha)
    expect(await accept(token)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(ok(await signIn(NEWCOMER.password)).organisations).toHaveLength(1)
    const ready = await newPassword()
    const { password } = await run((trx) =>
      resetPassword(trx, { email, password: ready, now: app().clock.now() }),
    )
    ok(await accept(token, { password }))
    expect(ok(await signIn(password)).organisations).toHaveLength(2)
  })

  test('becomes no platform admin', async () => {
    const grant = (isPlatformAdmin: boolean) =>
      run((trx) => setPlatformAdmin(trx, { email, isPlatformAdmin }))
    await expect(grant(true)).rejects.toMatchObject({ code: 'forbidden' })
    await grant(false)
  })
})

describe('with a mail server', () => {
  const app = () => withMail
  const accept = (token: string, body: object = NEWCOMER) =>
    app()
      .client()
      .post(ACCEPT, { token, ...body })
  beforeEach(() => begin(app()))

  test('whoever accepts by mail has proved the address, and joins the next organisation with the password', async () => {
    ok(await accept(await inviteByMail(beta)))
    const token = await inviteByMail(alpha)
    expect((await accept(token, { password: 'another sentence nobody knows' })).status).toBe(401)
    ok(await accept(token))
  })

  test('a mailed invitation hands an account that nobody has proved to whoever reads the mail', async () => {
    const taken = ok(await accept(await inviteByMail(beta)))
    await app()
      .database.db.updateTable('users')
      .set({ email_proved_at: null })
      .where('email', '=', email)
      .execute()
    const token = await inviteByMail(alpha)
    expect((await accept(token, { password: 'short' })).status).toBe(400)
    ok(await accept(token, { password: 'another sentence nobody knows' }))
    const before = app().client({ token: taken.accessToken })
    expect((await before.get('/api/identity/me')).status).toBe(401)
    const signIn = (password: string) => app().client().post('/api/identity/sign-in', { email, password })
    expect((await signIn(NEWCOMER.password)).status).toBe(401)
    expect(ok(await signIn('another sentence nobody knows')).organisations).toHaveLength(2)
  })
})
