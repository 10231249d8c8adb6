import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { inTransaction } from '../../db/transaction.ts'
import { workOff } from '../jobs/worker.ts'
import { openMailApp, type TestMailApp } from '../mail/test-mail-app.ts'
import type { TestSmtp } from '../mail/test-smtp.ts'
import { resetPassword } from './command-line.ts'
import { newPassword } from './passwords.ts'
import { makeResetCode, purgePasswordResets } from './password-resets.ts'

const RESETS = '/api/identity/password-resets'
const NEW = 'another sentence nobody knows'

let app: TestApp
let mail: TestMailApp
let smtp: TestSmtp
let farm: TestOrganisation
beforeAll(async () => {
  mail = await openMailApp()
  ;({ service: app, smtp } = mail)
})
afterAll(() => mail.close())
beforeEach(async () => {
  farm = await makeOrganisation(app)
  smtp.mails.length = 0
  app.clock.advance({ hours: 2 })
})

/** From an address, such as an office's. */
const post = async (url: string, payload: object, remoteAddress = '203.0.113.7') => {
  const answer = await app.app.inject({ method: 'POST', url, payload, remoteAddress })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const ask = (email: string, from?: string) => post(RESETS, { email }, from)
const signIn = (password: string, from?: string) =>
  post('/api/identity/sign-in', { email: farm.owner.email, password }, from)
const redeem = (token: string, password: string, from?: string) =>
  post(`${RESETS}/redeem`, { token, password }, from)
const doJobs = () => workOff(app.system.background.jobs)

async function mailedCode(): Promise<string> {
  expect((await ask(farm.owner.email)).status).toBe(200)
  await doJobs()
  const mail = smtp.mails.at(-1)
  expect(mail?.envelope.to).toEqual([farm.owner.email])
  return /reset_\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function guess(times: number, from: string): Promise<void> {
  for (let guesses = 0; guesses < times; guesses++) await signIn('no such sentence at all', from)
}

describe('a mailed code', () => {
  test('lets the owner in while others guess, sets the password and ends what was begun with the old one', async () => {
    const before = ok(await signIn(farm.owner.password, '203.0.113.200'))
    await guess(6, '198.51.100.4')
    expect((await signIn(farm.owner.password)).status).toBe(429)
    const token = await mailedCode()
    await guess(3, '198.51.100.4')
    const { accessToken } = ok(await redeem(token, NEW))
    const me = await app.client({ token: accessToken }).get('/api/identity/me')
    expect(me).toMatchObject({ status: 200, body: { email: farm.owner.email } })
    expect((await app.client({ token: before.accessToken }).get('/api/identity/me')).status).toBe(401)
    // Whatever is guessed from now on elsewhere.
    await guess(6, '198.51.100.4')
    expect((await signIn(NEW)).status).toBe(200)
    expect((await signIn(farm.owner.password)).status).toBe(401)
  })

  test('is good once, for an hour, and others of the account end with it', async () => {
    const [first, second] = [await mailedCode(), await mailedCode()]
    expect((await redeem(second, 'short')).status).toBe(400)
    expect((await redeem(second, NEW)).status).toBe(200)
    for (const token of [first, second, 'reset_made-up']) expect((await redeem(token, NEW)).status).toBe(404)
    app.clock.advance({ hours: 2 })
    const late = await mailedCode()
    app.clock.advance({ minutes: 61 })
    expect((await redeem(late, NEW)).status).toBe(404)
    expect((await signIn(NEW)).status).toBe(200)
  })

  test('gets nobody in who is suspended', async () => {
    const token = await mailedCode()
    await app.database.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', farm.owner.userId)
      .execute()
    expect((await redeem(token, NEW)).status).toBe(401)
  })
})

test('an unknown address is answered alike, and gets no mail', async () => {
  const [known, unknown] = [await ask(farm.owner.email), await ask('stranger@nowhere.example')]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  const jobs = app.database.db.selectFrom('jobs').select('id').where('kind', '=', 'password-reset')
  const waiting = await jobs.where('status', '=', 'queued').execute()
  expect(waiting).toHaveLength(2)
  await doJobs()
  expect(smtp.mails.map(({ envelope }) => envelope.to)).toEqual([[farm.owner.email]])
})

test('an address is asked for three times an hour, known or not, and a network asks twenty times', async () => {
  const statuses = async (count: number, email: (index: number) => string, from: string) => {
    const answers: number[] = []
    for (let index = 0; index < count; index++) answers.push((await ask(email(index), from)).status)
    return answers
  }
  for (const email of [farm.owner.email, `stranger-${farm.organisationId}@nowhere.example`])
    expect(await statuses(4, () => email, '192.0.2.1')).toEqual([200, 200, 200, 429])
  const many = await statuses(21, (index) => `${index}-${farm.organisationId}@nowhere.example`, '192.0.2.2')
  expect(many).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  app.clock.advance({ hours: 1, seconds: 1 })
  expect((await ask(farm.owner.email, '192.0.2.2')).status).toBe(200)
})

describe('without mail', () => {
  test('a new password from the operator clears the wrong ones, also where the owner signed in before', async () => {
    expect((await signIn(farm.owner.password)).status).toBe(200)
    await guess(6, '203.0.113.7')
    await guess(6, '198.51.100.4')
    expect((await signIn(farm.owner.password)).status).toBe(429)
    expect((await signIn(farm.owner.password, '192.0.2.9')).status).toBe(429)
    const ready = await newPassword()
    const { password, forgiven } = await inTransaction(app.database.db, (trx) =>
      resetPassword(trx, { email: farm.owner.email, password: ready, now: app.clock.now() }),
    )
    expect(forgiven).toBe(10)
    expect((await signIn(password)).status).toBe(200)
    expect((await signIn(password, '192.0.2.9')).status).toBe(200)
  })

  test('a code from the operator gets the owner in while somebody guesses', async () => {
    const email = farm.owner.email
    const token = await inTransaction(app.database.db, (trx) =>
      makeResetCode(trx, { email, now: app.clock.now() }),
    )
    await guess(6, '198.51.100.4')
    expect((await signIn(farm.owner.password, '192.0.2.77')).status).toBe(429)
    expect((await redeem(token, NEW, '192.0.2.77')).status).toBe(200)
    await guess(1, '198.51.100.4')
    expect((await signIn(NEW, '192.0.2.77')).status).toBe(200)
  })
})

test('codes are forgotten after a day', async () => {
  await ask(farm.owner.email)
  app.clock.advance({ hours: 25 })
  await purgePasswordResets(app.database.db, app.clock.now())
  expect(await app.database.db.selectFrom('password_resets').select('id').execute()).toEqual([])
})
