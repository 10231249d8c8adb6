import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestPerson } from '../../../test/factories.ts'
import { TEST_ORIGIN as origin } from '../../../test/factor-requests.ts'
import { SoftPasskey } from '../../../test/soft-passkey.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

const I = '/api/identity'

async function makePerson(): Promise<TestPerson> {
  return addPerson(app, await makeOrganisation(app), 'owner')
}

type Oddities = Parameters<SoftPasskey['sign']>[1]

async function add({ client }: TestPerson, device: SoftPasskey, odd: Oddities & { origin?: string } = {}) {
  const { challenge, passkey } = (await client.post(`${I}/me/passkeys/options`)).body
  const made = device.register({ challenge: passkey.challenge, origin: odd.origin ?? origin }, odd)
  return client.post(`${I}/me/passkeys`, { challenge, name: 'Office PC', passkey: made })
}

/** Somebody with a passkey. */
async function withPasskey(device = new SoftPasskey()) {
  const person = await makePerson()
  expect((await add(person, device)).status).toBe(200)
  return { person, device }
}

const beginAlone = async () => (await app.client().post(`${I}/sign-in/passkey`)).body
const beginSecond = async ({ email, password }: TestPerson) =>
  (await app.client().post(`${I}/sign-in`, { email, password })).body.secondFactor
const answer = (challenge: string, passkey: object) =>
  app.client().post(`${I}/sign-in/factor`, { challenge, passkey })

describe('a passkey', () => {
  test('signs in alone, without e-mail and password', async () => {
    const { person, device } = await withPasskey()
    const { challenge, passkey } = await beginAlone()
    expect(passkey).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: 'localhost' })
    const entered = await answer(challenge, device.sign({ challenge: passkey.challenge, origin }))
    expect(entered.status).toBe(200)
    const me = await app.client({ token: entered.body.accessToken }).get(`${I}/me`)
    expect(me.body).toMatchObject({ email: person.email, secondFactor: { has: ['passkey'] } })
  })

  test('alone only where its device was unlocked; behind the password in any case', async () => {
    const { person, device } = await withPasskey()
    const alone = await beginAlone()
    const odd = { isVerified: false }
    const signed = device.sign({ challenge: alone.passkey.challenge, origin }, odd)
    expect((await answer(alone.challenge, signed)).status).toBe(401)
    const second = await beginSecond(person)
    expect(second.passkey.allowCredentials).toEqual([
      { type: 'public-key', id: device.id.toString('base64url'), transports: ['internal'] },
    ])
    expect(
      (await answer(second.challenge, device.sign({ challenge: second.passkey.challenge, origin }, odd)))
        .status,
    ).toBe(200)
  })

  test('an answer is taken once', async () => {
    const { device } = await withPasskey()
    const { challenge, passkey } = await beginAlone()
    const signed = device.sign({ challenge: passkey.challenge, origin })
    const both = await Promise.all([answer(challenge, signed), answer(challenge, signed)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await answer(challenge, signed)).status).toBe(401)
  })

  test('an answer to one challenge is none to another', async () => {
    const { person, device } = await withPasskey()
    const [one, two] = [await beginAlone(), await beginAlone()]
    const signed = device.sign({ challenge: one.passkey.challenge, origin })
    expect((await answer(two.challenge, signed)).status).toBe(401)
    expect((await answer((await beginSecond(person)).challenge, signed)).status).toBe(401)
  })

  test('of one person answers nothing that another is asked', async () => {
    const [ann, tom] = [await withPasskey(), await withPasskey()]
    const { challenge, passkey } = await beginSecond(ann.person)
    const signed = tom.device.sign({ challenge: passkey.challenge, origin })
    expect((await answer(challenge, signed)).status).toBe(401)
  })

  test.each([
    ['another address', { origin: 'https://granary.example.evil' }, {}],
    ['another port', { origin: 'http://localhost:8080' }, {}],
    ['another host', {}, { host: 'granary.evil' }],
    ['another ceremony', {}, { type: 'webauthn.create' }],
  ])('that signed for %s is refused', async (_what, where, odd) => {
    const { device } = await withPasskey()
    const { challenge, passkey } = await beginAlone()
    const signed = device.sign({ challenge: passkey.challenge, origin, ...where }, odd)
    expect((await answer(challenge, signed)).status).toBe(401)
  })

  test('whose count goes back may be a copy, and is refused', async () => {
    const device = new SoftPasskey({ isCounting: true })
    await withPasskey(device)
    for (const status of [200, 200]) {
      const { challenge, passkey } = await beginAlone()
      const signed = device.sign({ challenge: passkey.challenge, origin })
      expect((await answer(challenge, signed)).status).toBe(status)
    }
    device.counter = 0
    const { challenge, passkey } = await beginAlone()
    expect((await answer(challenge, device.sign({ challenge: passkey.challenge, origin }))).status).toBe(401)
  })

  test('with a signature of another is refused', async () => {
    const { device } = await withPasskey()
    const { challenge, passkey } = await beginAlone()
    const signed = device.sign({ challenge: passkey.challenge, origin })
    const { signature } = new SoftPasskey().sign({ challenge: passkey.challenge, origin })
    expect((await answer(challenge, { ...signed, signature })).status).toBe(401)
  })

  test('is shown again for what takes it', async () => {
    const { person, device } = await withPasskey()
    const asked = (await person.client.post(`${I}/me/step-up/challenge`)).body
    const signed = device.sign({ challenge: asked.passkey.challenge, origin })
    // A challenge of signing in is none of this, and the other way round.
    expect((await answer(asked.challenge, signed)).status).toBe(401)
    const body = { challenge: asked.challenge, passkey: signed }
    expect((await person.client.post(`${I}/me/step-up`, body)).status).toBe(200)
    expect((await person.client.post(`${I}/me/step-up`, body)).status).toBe(400)
  })
})

describe('adding one', () => {
  test('is refused for another address, and for a challenge of another', async () => {
    const person = await makePerson()
    expect((await add(person, new SoftPasskey(), { origin: 'https://evil.example' })).status).toBe(400)
    const other = await makePerson()
    const { challenge, passkey } = (await other.client.post(`${I}/me/passkeys/options`)).body
    const made = new SoftPasskey().register({ challenge: passkey.challenge, origin })
    const body = { challenge, name: 'Office PC', passkey: made }
    expect((await person.client.post(`${I}/me/passkeys`, body)).status).toBe(400)
    expect((await other.client.post(`${I}/me/passkeys`, body)).status).toBe(200)
  })

  test('that another has is refused', async () => {
    const { device } = await withPasskey()
    expect((await add(await makePerson(), device)).status).toBe(409)
  })

  test('and taking it away again is nobody else’s business', async () => {
    const { person, device } = await withPasskey()
    const [{ id }] = (await person.client.get(`${I}/me/factors`)).body.passkeys
    const other = await makePerson()
    expect((await other.client.delete(`${I}/me/passkeys/${id}`)).status).toBe(404)
    expect((await person.client.delete(`${I}/me/passkeys/${id}`)).status).toBe(200)
    const { challenge, passkey } = await beginAlone()
    expect((await answer(challenge, device.sign({ challenge: passkey.challenge, origin }))).status).toBe(401)
    expect(await beginSecond(person)).toBeNull()
  })
})
