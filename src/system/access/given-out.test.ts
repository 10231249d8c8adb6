import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Client, type TestApp } from '../../../test/app.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { inTransaction } from '../../db/transaction.ts'
import { makeResetCode } from './password-resets.ts'

let app: TestApp
let farm: TestOrganisation
let ann: TestPerson
let made: { kind: string; id: string; name: string; organisation: string }[]
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  farm = await makeOrganisation(app)
  ann = await addPerson(app, farm, 'admin')
  const organisation = (await ann.client.get('/api/identity/organisation')).body.name
  const post = async (client: Client, url: string, body: object) => {
    const answer = await client.post(url, body)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const key = await post(ann.client, '/api/identity/api-keys', { name: 'Weighbridge', role: 'admin' })
  const byKey = app.client({ apiKey: key.key })
  const keyOfKey = await post(byKey, '/api/identity/api-keys', { name: 'Yard', role: 'viewer' })
  const webhook = await post(byKey, '/api/system/webhooks', { url: 'https://erp.example/hook?s=hidden' })
  const invitation = await post(ann.client, '/api/identity/invitations', {
    email: 'ben@hill.example',
    role: 'viewer',
  })
  made = [
    { kind: 'api_key', id: key.id, name: 'Weighbridge', organisation },
    { kind: 'api_key', id: keyOfKey.id, name: 'Yard', organisation },
    { kind: 'invitation', id: invitation.id, name: 'ben@hill.example', organisation },
    { kind: 'webhook', id: webhook.id, name: 'erp.example', organisation },
  ]
  // Of somebody else, and no concern of hers.
  await post(farm.as('owner'), '/api/identity/api-keys', { name: 'Office', role: 'viewer' })
})

const left = async () => {
  const owner = farm.as('owner')
  const [keys, hooks, invitations] = await Promise.all(
    ['/api/identity/api-keys', '/api/system/webhooks', '/api/identity/invitations'].map((url) =>
      owner.get(url),
    ),
  )
  return [keys?.body, hooks?.body, invitations?.body].flat().map((each: { id: string }) => each.id)
}
const ids = () => made.map(({ id }) => id)

describe.each([
  [
    'changed',
    (more: object) =>
      ann.client.post('/api/identity/me/password', {
        currentPassword: ann.password,
        newPassword: 'nine grey wagons',
        ...more,
      }),
  ],
  [
    'set by a code',
    async (more: object) =>
      app.client().post('/api/identity/password-resets/redeem', {
        token: await inTransaction(app.database.db, (trx) =>
          makeResetCode(trx, { email: ann.email, now: app.clock.now() }),
        ),
        password: 'nine grey wagons',
        ...more,
      }),
  ],
])('a password that is %s', (_how, change) => {
  test('names what goes on without it', async () => {
    const { status, body } = await change({})
    expect([status, body.givenOut]).toEqual([200, made.map((each) => ({ ...each, isEnded: false }))])
    expect(await left()).toEqual(expect.arrayContaining(ids()))
  })

  test('ends all of it if that is wanted, and nothing of others', async () => {
    const before = await left()
    const { status, body } = await change({ endGivenOut: true })
    expect([status, body.givenOut]).toEqual([200, made.map((each) => ({ ...each, isEnded: true }))])
    expect((await left()).toSorted()).toEqual(before.filter((id) => !ids().includes(id)).toSorted())
    const events = await app.database.db
      .selectFrom('events')
      .select(['type', 'subject'])
      .where('organisation_id', '=', farm.organisationId)
      .where('subject', 'in', ids())
      .where('type', 'in', ['api_key.revoked', 'user.invitation_revoked', 'webhook.deleted'])
      .execute()
    expect(events.map(({ subject }) => subject).toSorted()).toEqual(ids().toSorted())
  })
})

test('says so in words, and a refused change ends nothing', async () => {
  const change = (currentPassword: string) =>
    ann.client.post('/api/identity/me/password', {
      currentPassword,
      newPassword: 'nine grey wagons',
      endGivenOut: currentPassword !== ann.password,
    })
  expect((await change('not this one, surely')).status).toBe(400)
  expect(await left()).toEqual(expect.arrayContaining(ids()))
  expect((await change(ann.password)).body.message).toBe(
    'Your password is changed. Other devices have to sign in again. What you gave out goes on: 2 API keys, 1 invitation and 1 webhook.',
  )
})
