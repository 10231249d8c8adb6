import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import {
  commandLineActor,
  createUser,
  listAccounts,
  resetPassword,
  setAccountStatus,
  setPlatformAdmin,
} from './command-line.ts'
import { ensureSoundOrganisation, initFromCommandLine } from './new-organisation.ts'
import { newPassword } from './passwords.ts'
import { createApiKey } from './api-keys.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const run = <Result>(work: (trx: Transaction) => Promise<Result>) => inTransaction(app.database.db, work)
const now = () => app.clock.now()
const signIn = (email: string, password: string) =>
  app.client().post('/api/identity/sign-in', { email, password })
const init = async ({ password, ...input }: { password?: string; [field: string]: unknown }) => {
  const ready = await newPassword(password)
  const owner = { organisation: 'Mill Farm', countryISO: 'IE', email: 'a@mill.example', now: now(), ...input }
  await ensureSoundOrganisation({ ...owner, password: ready.text })
  return run((trx) => initFromCommandLine(trx, { ...owner, password: ready }))
}
const reset = async (email: string, given?: string) => {
  const password = await newPassword(given)
  return run((trx) => resetPassword(trx, { email, password, now: now() }))
}

test('the first organisation: its country’s zone, an owner who is platform admin, a key and a password that work', async () => {
  const made = await init({})
  const { body } = await signIn('a@mill.example', made.password)
  const me = await app.client({ token: body.accessToken }).get('/api/identity/me')
  expect(me.body).toMatchObject({
    role: 'owner',
    isPlatformAdmin: true,
    userName: 'a@mill.example',
    organisation: { timeZone: 'Europe/Dublin' },
  })
  expect((await app.client({ apiKey: made.apiKey }).get('/api/identity/users')).status).toBe(200)

  const named = { givenName: ' Ann ', familyName: 'Lake' }
  const second = await init({ organisation: 'Lake Farm', email: 'b@lake.example', ...named })
  const owner = await signIn('b@lake.example', second.password)
  const said = await app.client({ token: owner.body.accessToken }).get('/api/identity/me')
  expect(said.body).toMatchObject({ userName: 'Ann Lake', isPlatformAdmin: false })
  const key = await app.client({ apiKey: second.apiKey }).get('/api/identity/me')
  expect(key.body.organisation.name).toBe('Lake Farm')
  const accounts = await listAccounts(app.database.db)
  expect(accounts.map(({ email, isPlatformAdmin }) => [email, isPlatformAdmin])).toEqual([
    ['a@mill.example', true],
    ['b@lake.example', false],
  ])
  await expect(init({})).rejects.toMatchObject({ code: 'already_exists' })
})

test('every fault is told at once', async () => {
  const givenName = 'x'.repeat(201)
  const wrong = init({ organisation: ' ', countryISO: 'XX', email: 'nobody', givenName, password: 'short' })
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid_input',
    faults: [
      { path: 'name' },
      { path: 'countryISO' },
      { path: 'email' },
      { path: 'givenName' },
      { path: 'password' },
    ],
  })
})

test('users are made, suspended, reinstated, made platform admin, and given a new password', async () => {
  const { organisationId } = await init({ organisation: 'Wood Farm', email: 'c@wood.example' })
  const actor = await commandLineActor(app.database.db, organisationId, now())
  const person = {
    email: 'D@wood.example',
    givenName: 'Dee',
    familyName: 'Wood',
    role: 'operator' as const,
    password: await newPassword(),
  }
  const { userId, password = '' } = await run((trx) => createUser(trx, actor, person))
  await expect(run((trx) => createUser(trx, actor, person))).rejects.toMatchObject({ code: 'already_exists' })
  const told = app.database.db.selectFrom('events').select(['type', 'data'])
  expect(await told.where('subject', '=', userId).execute()).toEqual([
    { type: 'user.joined', data: { role: 'operator' } },
  ])
  const first = await signIn('d@wood.example', password)
  const me = () => app.client({ token: first.body.accessToken }).get('/api/identity/me')
  expect((await me()).body).toMatchObject({ role: 'operator', isPlatformAdmin: false })

  await run((trx) => setPlatformAdmin(trx, { email: 'd@wood.example', isPlatformAdmin: true }))
  expect((await me()).body.isPlatformAdmin).toBe(true)
  await run((trx) => setAccountStatus(trx, { email: 'd@wood.example', status: 'suspended', now: now() }))
  expect((await me()).status).toBe(401)
  await run((trx) => setAccountStatus(trx, { email: 'd@wood.example', status: 'active', now: now() }))
  expect((await me()).status).toBe(200)
  const again = await reset('d@wood.example')
  expect((await me()).status).toBe(401)
  expect((await signIn('d@wood.example', password)).status).toBe(401)
  expect((await signIn('d@wood.example', again.password)).status).toBe(200)
  await expect(reset('z@z.example')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a new password ends what is being begun with the old one', async () => {
  const email = 'c@weir.example'
  let { password } = await init({ organisation: 'Weir Farm', email })
  // Several times over and ever later, so that some really meet.
  for (let round = 0; round < 10; round += 1) {
    const resetting = sleep(round * 10).then(() => reset(email, `sentence of round ${round}`))
    const [signedIn] = await Promise.all([signIn(email, password), resetting])
    const me = await app.client({ token: signedIn.body.accessToken ?? 'none' }).get('/api/identity/me')
    expect(me.status).toBe(401)
    password = `sentence of round ${round}`
    await app.database.db.deleteFrom('sign_in_failures').execute()
  }
})

test('who is suspended everywhere leaves no invitation behind, by their own hand or a key of theirs', async () => {
  const email = 'f@fen.example'
  const { password, apiKey } = await init({ organisation: 'Fen Farm', email })
  const { body } = await signIn(email, password)
  const invited = await Promise.all(
    [{ token: body.accessToken }, { apiKey }].map((credential, index) =>
      app
        .client(credential)
        .post('/api/identity/invitations', { email: `friend${index}@fen.example`, role: 'owner' }),
    ),
  )
  expect(await reset(email)).toMatchObject({
    isSuspended: false,
    givenOut: [{ kind: 'api_key' }, { kind: 'invitation' }, { kind: 'invitation' }],
  })
  await run((trx) => setAccountStatus(trx, { email, status: 'suspended', now: now() }))
  for (const { status, body: invitation } of invited) {
    expect(status).toBe(200)
    const newcomer = {
      token: invitation.token,
      password: 'wide yellow combine',
      givenName: 'F',
      familyName: 'G',
    }
    expect((await app.client().post('/api/identity/invitations/accept', newcomer)).status).toBe(404)
  }
  expect(await reset(email)).toMatchObject({
    isSuspended: true,
    givenOut: [{ kind: 'api_key' }],
  })
})

test('a key made at the command line answers to nobody, so nobody’s leaving stops it', async () => {
  const { organisationId } = await init({ organisation: 'Moor Farm', email: 'e@moor.example' })
  const actor = await commandLineActor(app.database.db, organisationId, now())
  const { key } = await run((trx) => createApiKey(trx, actor, { name: 'Weighbridge', role: 'operator' }))
  await run((trx) => setAccountStatus(trx, { email: 'e@moor.example', status: 'suspended', now: now() }))
  expect((await app.client({ apiKey: key }).get('/api/identity/me')).body.role).toBe('operator')
  await expect(commandLineActor(app.database.db, 'nonsense', now())).rejects.toMatchObject({
    code: 'not_found',
  })
})
