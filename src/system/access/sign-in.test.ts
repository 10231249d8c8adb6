import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hashPassword, inHashingTurn } from './passwords.ts'
import { purgeSignIns } from './sign-in-limits.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const SIGN_IN = '/api/identity/sign-in'

describe('signing in', () => {
  test('gives tokens that act for the one organisation', async () => {
    const farm = await makeOrganisation(app, { name: 'Hill Farm' })
    const { email, password } = farm.owner
    const signedIn = await app.client().post(SIGN_IN, { email: ` ${email.toUpperCase()} `, password })
    expect(signedIn).toMatchObject({ status: 200, body: { tokenType: 'Bearer', expiresIn: 600 } })
    expect(signedIn.body.organisations).toEqual([
      { id: farm.organisationId, name: 'Hill Farm', role: 'owner' },
    ])

    const me = await app.client({ token: signedIn.body.accessToken }).get('/api/identity/me')
    expect(me.body).toMatchObject({
      kind: 'person',
      email,
      role: 'owner',
      organisation: { id: farm.organisationId },
    })
  })

  test('knows an e-mail in whichever Unicode form it comes', async () => {
    const { owner } = await makeOrganisation(app, { email: `jo\u0308rg-${process.pid}@farm.example` })
    const { password } = owner
    for (const email of [`jo\u0308rg-${process.pid}@farm.example`, `J\u00d6RG-${process.pid}@farm.example`])
      expect((await app.client().post(SIGN_IN, { email, password })).status).toBe(200)
  })

  test('answers alike for an unknown e-mail and a wrong password', async () => {
    const { owner } = await makeOrganisation(app)
    const wrong = await app.client().post(SIGN_IN, { email: owner.email, password: 'not the password' })
    const unknown = await app
      .client()
      .post(SIGN_IN, { email: 'nobody@farm.example', password: 'not the password' })
    expect(wrong.status).toBe(401)
    expect({ ...wrong.body, stack: '' }).toEqual({ ...unknown.body, stack: '' })
    expect(JSON.stringify(wrong.body)).not.toContain('not the password')
  })

  test.each([
    ['no e-mail', { password: 'x' }, ['email']],
    ['what is no e-mail', { email: 'ann', password: 'x' }, ['email']],
    ['nothing at all', {}, ['email', 'password']],
    ['fields that are not ours', { email: 'a@b.example', password: 'x', remember: true }, ['remember']],
    [
      'a password of a thousand and one letters',
      { email: 'a@b.example', password: 'x'.repeat(1001) },
      ['password'],
    ],
  ])('refuses %s, every fault at once', async (_what, body, paths) => {
    const answer = await app.client().post(SIGN_IN, body)
    expect(answer.status).toBe(400)
    expect(answer.body.validation.map((each: { path: string }) => each.path).sort()).toEqual(paths)
  })

  test('a suspended account is refused, and so is everybody of a suspended organisation', async () => {
    const { owner, organisationId } = await makeOrganisation(app)
    const { userId, email, password } = owner
    const statusIn = async () => (await app.client().post(SIGN_IN, { email, password })).status
    const accountIs = (status: string) =>
      app.database.db.updateTable('users').set({ status }).where('id', '=', userId).execute()
    await accountIs('suspended')
    expect(await statusIn()).toBe(401)
    await accountIs('active')
    expect(await statusIn()).toBe(200)
    await app.database.db
      .updateTable('organisations')
      .set({ status: 'suspended' })
      .where('id', '=', organisationId)
      .execute()
    expect(await statusIn()).toBe(401)
  })
})

describe('somebody in several organisations', () => {
  async function inTwo() {
    const home = await makeOrganisation(app, { name: 'Home Farm' })
    const other = await makeOrganisation(app, { name: 'Other Farm' })
    await addPerson(app, other, 'viewer', home.owner)
    const { email, password } = home.owner
    return { home, other, email, password }
  }

  test('is answered the list, picks one, and switches', async () => {
    const { home, other, email, password } = await inTwo()
    const list = await app.client().post(SIGN_IN, { email, password })
    expect(list.body).toMatchObject({ accessToken: null, refreshToken: null, organisationId: null })
    expect(list.body.organisations.map((each: { name: string }) => each.name)).toEqual([
      'Home Farm',
      'Other Farm',
    ])

    const picked = await app.client().post(SIGN_IN, { email, password, organisationId: other.organisationId })
    const client = app.client({ token: picked.body.accessToken })
    expect((await client.get('/api/identity/me')).body).toMatchObject({
      role: 'viewer',
      organisation: { name: 'Other Farm' },
    })

    const switched = await client.post('/api/identity/switch-organisation', {
      organisationId: home.organisationId,
    })
    const atHome = app.client({ token: switched.body.accessToken })
    expect((await atHome.get('/api/identity/me')).body).toMatchObject({
      role: 'owner',
      organisation: { name: 'Home Farm' },
    })
    const refreshed = await app
      .client()
      .post('/api/identity/refresh', { refreshToken: picked.body.refreshToken })
    const later = app.client({ token: refreshed.body.accessToken })
    expect((await later.get('/api/identity/me')).body.organisation.name).toBe('Home Farm')
  })

  test('X-Organisation-Id switches one request; another’s organisation is forbidden', async () => {
    const { home, other, email, password } = await inTwo()
    const stranger = await makeOrganisation(app)
    const { body } = await app
      .client()
      .post(SIGN_IN, { email, password, organisationId: home.organisationId })
    const roleAt = async (organisationId: string) => {
      const answer = await app.client({ token: body.accessToken, organisationId }).get('/api/identity/me')
      return answer.status === 200 ? answer.body.role : answer.status
    }
    expect(await roleAt(other.organisationId)).toBe('viewer')
    expect(await roleAt(home.organisationId)).toBe('owner')
    expect(await roleAt(stranger.organisationId)).toBe(403)
    expect(await roleAt('not-an-id')).toBe(403)

    const elsewhere = await app
      .client()
      .post(SIGN_IN, { email, password, organisationId: stranger.organisationId })
    expect(elsewhere.status).toBe(403)
    const client = app.client({ token: body.accessToken })
    const switched = await client.post('/api/identity/switch-organisation', {
      organisationId: stranger.organisationId,
    })
    expect(switched.status).toBe(403)
  })
})

describe('guessing', () => {
  const guess = (email: string, headers?: Record<string, string>) =>
    app.client().post(SIGN_IN, { email, password: 'a wrong guess' }, headers)

  test('five failures make the sixth attempt wait, even with the right password; waiting helps', async () => {
    app.clock.set(TEST_START)
    const { owner } = await makeOrganisation(app)
    for (let each = 0; each < 5; each += 1) expect((await guess(owner.email)).status).toBe(401)
    const { email, password } = owner
    const refused = await app.client().post(SIGN_IN, { email, password })
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', body: { retryAfterSeconds: 1 } },
    })

    app.clock.advance({ seconds: 1 })
    expect((await guess(owner.email)).status).toBe(401)
    expect((await guess(owner.email)).body.body).toEqual({ retryAfterSeconds: 2 })
    app.clock.advance({ seconds: 2 })
    expect((await app.client().post(SIGN_IN, { email, password })).status).toBe(200)
    for (let each = 0; each < 5; each += 1) expect((await guess(owner.email)).status).toBe(401)
    expect((await guess(owner.email)).status).toBe(429)
  })

  describe('from elsewhere keeps nobody out of their own office', () => {
    const OFFICE = '192.0.2.7'
    const ELSEWHERE = '198.51.100.9'
    const signIn = async (
      remoteAddress: string,
      { email, password }: { email: string; password: string },
    ) => {
      const payload = { email, password }
      return (await app.app.inject({ method: 'POST', url: SIGN_IN, remoteAddress, payload })).statusCode
    }
    const guesses = async (remoteAddress: string, email: string) => {
      const statuses = []
      for (let each = 0; each < 6; each += 1)
        statuses.push(await signIn(remoteAddress, { email, password: 'a wrong guess' }))
      return statuses
    }
    const KEPT_OUT = [401, 401, 401, 401, 401, 429]

    test('where they have signed in before, whoever guesses goes on being kept out', async () => {
      app.clock.advance({ days: 2 })
      const { owner } = await makeOrganisation(app)
      expect(await signIn(OFFICE, owner)).toBe(200)
      expect(await guesses(ELSEWHERE, owner.email)).toEqual(KEPT_OUT)
      expect(await signIn(OFFICE, owner)).toBe(200)
      expect(await signIn(ELSEWHERE, owner)).toBe(429)
      // Nor is it a way to guess more often in the office itself.
      expect(await guesses(OFFICE, owner.email)).toEqual(KEPT_OUT)
      expect(await signIn(OFFICE, owner)).toBe(429)
    })

    test('but not where they have not been for 200 days', async () => {
      app.clock.advance({ days: 2 })
      const { owner } = await makeOrganisation(app)
      expect(await signIn(OFFICE, owner)).toBe(200)
      app.clock.advance({ days: 201 })
      expect(await guesses(ELSEWHERE, owner.email)).toEqual(KEPT_OUT)
      expect(await signIn(OFFICE, owner)).toBe(429)
      await purgeSignIns(app.database.db, app.clock.now())
      expect(await app.database.db.selectFrom('known_networks').selectAll().execute()).toEqual([])
    })

    test('nor do wrong passwords for other e-mails, from that very office', async () => {
      app.clock.advance({ days: 2 })
      const [{ owner }, stranger] = [await makeOrganisation(app), await makeOrganisation(app)]
      expect(await signIn(OFFICE, owner)).toBe(200)
      for (let each = 0; each < 25; each += 1)
        await signIn(OFFICE, { email: `nobody-${each}@farm.example`, password: 'a wrong guess' })
      expect(await signIn(OFFICE, owner)).toBe(200)
      expect(await signIn(OFFICE, stranger.owner)).toBe(429)
    })

    test('and what failed elsewhere does not keep them from another password', async () => {
      app.clock.advance({ days: 2 })
      const { owner } = await makeOrganisation(app)
      const { email, password } = owner
      const { body } = await app.client().post(SIGN_IN, { email, password })
      expect(await guesses(ELSEWHERE, owner.email)).toEqual(KEPT_OUT)
      const changed = await app.client({ token: body.accessToken }).post('/api/identity/me/password', {
        currentPassword: password,
        newPassword: 'another good password 7',
      })
      expect(changed.status).toBe(200)
    })
  })

  test('housekeeping forgets failures after a day, and not before', async () => {
    app.clock.advance({ days: 2 })
    const { owner } = await makeOrganisation(app)
    for (let each = 0; each < 5; each += 1) expect((await guess(owner.email)).status).toBe(401)
    const statusAfter = async (ms: number) => {
      const later = new Date(app.clock.now().getTime() + ms)
      await purgeSignIns(app.database.db, later)
      return (await guess(owner.email)).status
    }
    const day = 86_400_000
    expect([await statusAfter(day), await statusAfter(day + 1)]).toEqual([429, 401])
  })

  test('nobody waits for days where the clock was ahead and has been set right', async () => {
    app.clock.advance({ days: 2 })
    const { owner } = await makeOrganisation(app)
    app.clock.advance({ days: 30 })
    for (let each = 0; each < 6; each += 1) await guess(owner.email)
    expect((await guess(owner.email)).status).toBe(429)
    app.clock.advance({ days: -30 })
    const answers = [await guess(owner.email), await guess(owner.email)]
    expect(answers.map(({ status }) => status)).toEqual([401, 429])
  })

  test('failures of an unknown e-mail are counted alike', async () => {
    app.clock.advance({ days: 2 })
    const statuses = []
    for (let each = 0; each < 7; each += 1) statuses.push((await guess('nobody-at-all@farm.example')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('many e-mails from one address make the address wait', async () => {
    app.clock.advance({ days: 2 })
    const statuses = []
    for (let each = 0; each < 22; each += 1)
      statuses.push((await guess(`nobody-${each}@farm.example`)).status)
    expect(statuses.filter((each) => each === 401)).toHaveLength(20)
    expect(statuses.slice(20)).toEqual([429, 429])
  })

  test('twenty guesses at once are not more guesses', async () => {
    app.clock.advance({ days: 2 })
    const { owner } = await makeOrganisation(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(owner.email)))
    const tried = answers.filter(({ status }) => status === 401)
    expect(answers.every(({ status }) => [401, 429, 503].includes(status))).toBe(true)
    expect(tried.length).toBeLessThanOrEqual(6)
  })

  test('several devices at once are no guesses: the right password is right for all of them', async () => {
    app.clock.advance({ days: 2 })
    const { owner } = await makeOrganisation(app)
    const { email, password } = owner
    const answers = await Promise.all([1, 2, 3].map(() => app.client().post(SIGN_IN, { email, password })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('an office that signs in beyond its free failures waits no longer for it', async () => {
    app.clock.advance({ days: 2 })
    const { owner } = await makeOrganisation(app)
    const { email, password } = owner
    for (let each = 0; each < 20; each += 1) await guess(`nobody-${each}@farm.example`)
    app.clock.advance({ seconds: 1 })
    for (let each = 0; each < 3; each += 1)
      expect((await app.client().post(SIGN_IN, { email, password })).status).toBe(200)
    // The guesses are still counted.
    expect((await guess('nobody-20@farm.example')).status).toBe(401)
    expect((await guess('nobody-21@farm.example')).body.body).toEqual({ retryAfterSeconds: 2 })
  })

  test('while a password is checked, nothing waits for the database', async () => {
    app.clock.advance({ days: 2 })
    const { owner } = await makeOrganisation(app)
    const { email, password } = owner
    const release = Promise.withResolvers<void>()
    // Whoever is in front has the turn for as long as this test wants.
    const inFront = [0, 1].map(() => inHashingTurn(() => release.promise))
    const waiting = app.client().post(SIGN_IN, { email, password })
    const { status } = await app
      .client({ apiKey: (await makeOrganisation(app)).keys.viewer })
      .get('/api/identity/me')
    expect(status).toBe(200)
    release.resolve()
    await Promise.all(inFront)
    expect((await waiting).status).toBe(200)
  })

  test('a flood of sign-ins, invitations and changes of passwords is told to come again, and is not counted', async () => {
    await app.database.db.deleteFrom('sign_in_failures').execute()
    const { owner } = await makeOrganisation(app)
    const { email, password } = owner
    const { body } = await app.client().post(SIGN_IN, { email, password })
    const invitation = await app
      .client({ token: body.accessToken })
      .post('/api/identity/invitations', { email: 'flooded@farm.example', role: 'viewer' })
    const release = Promise.withResolvers<void>()
    const held = Array.from({ length: 18 }, () => inHashingTurn(() => release.promise).catch(() => undefined))
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => guess(email)),
      app.client({ token: body.accessToken }).post('/api/identity/me/password', {
        currentPassword: password,
        newPassword: 'narrow green trailer',
      }),
      app.client().post('/api/identity/invitations/accept', {
        token: invitation.body.token,
        password: 'narrow green trailer',
        givenName: 'Flo',
        familyName: 'Od',
      }),
    ])
    release.resolve()
    await Promise.all(held)
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      answers.map(() => [429, '2']),
    )
    expect(await app.database.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
    expect((await app.client().post(SIGN_IN, { email, password })).status).toBe(200)
  })

  test('passwords are not hashed within a transaction', async () => {
    const hashing = inTransaction(app.database.db, () => hashPassword('narrow green trailer'))
    await expect(hashing).rejects.toThrow('before a transaction')
  })

  test('a refused sign-in leaves no claim on its Idempotency-Key', async () => {
    app.clock.advance({ days: 2 })
    const { owner } = await makeOrganisation(app)
    const headers = { 'idempotency-key': 'sign-in-1' }
    expect((await guess(owner.email, headers)).status).toBe(401)
    const { email, password } = owner
    expect((await app.client().post(SIGN_IN, { email, password }, headers)).status).toBe(200)
  })

  test('an answer that was kept under a key is no way to guess on', async () => {
    app.clock.advance({ days: 2 })
    const { email, password } = (await makeOrganisation(app)).owner
    const headers = { 'idempotency-key': 'login-1' }
    const signIn = (with_: string) => app.client().post(SIGN_IN, { email, password: with_ }, headers)
    const first = await signIn(password)
    const again = await signIn(password)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    // Behind the same address, by the same key.
    for (let failure = 0; failure < 5; failure++) expect((await signIn(`guess ${failure}`)).status).toBe(401)
    expect((await signIn('guess 5')).status).toBe(429)
    const right = await signIn(password)
    expect(right).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    app.clock.advance({ seconds: 1 })
    expect((await signIn(password)).body).toEqual(first.body)
  })

  test('keeps no e-mail and no password of a failure', async () => {
    app.clock.advance({ days: 2 })
    await guess('typed-the-password-here@farm.example')
    const rows = await app.database.db.selectFrom('sign_in_failures').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('typed-the-password-here')
  })
})
