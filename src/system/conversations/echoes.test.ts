import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestPerson } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'

// What somebody has read of a conversation, sent back with the next message.

const URL = '/api/system/conversations'

let service: TestApp
let ann: TestPerson
let bob: TestPerson

beforeAll(async () => {
  service = await shareTestApp()
  ann = await addPerson(service, await makeOrganisation(service), 'operator')
  bob = await addPerson(service, await makeOrganisation(service), 'operator')
})
afterAll(() => service.close())

const begin = async (more: object = {}) =>
  ok(await ann.client.post(URL, { to: bob.userId, message: 'Is the wheat still there?', ...more }))

test.for<[string, object, string]>([
  ['about a listing', { listingId: 'listing-4711', listingType: 'crop' }, 'listing-4711'],
  ['about none', { listingId: '', listingType: '' }, ''],
])('a message may say any part of what a conversation %s says of itself', async ([, about, expected]) => {
  const { conversationId, listingId, listingType } = await begin(about)
  expect(listingId).toBe(expected)
  const whole = { conversationId, listingId, listingType }
  for (const more of [{ listingId }, { listingType }, whole])
    ok(await bob.client.post(`${URL}/${conversationId}`, { to: ann.userId, message: 'It is.', ...more }))
})
