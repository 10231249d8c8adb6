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
  ['about none', { listingId: '', listingType: '', conversationId: '' }, ''],
])('a message may say any part of what a conversation %s says of itself', async ([, about, expected]) => {
  const { conversationId, listingId, listingType } = await begin(about)
  expect(listingId).toBe(expected)
  const whole = { conversationId, listingId, listingType }
  for (const more of [{ listingId }, { listingType }, whole])
    ok(await bob.client.post(`${URL}/${conversationId}`, { to: ann.userId, message: 'It is.', ...more }))
})

test('the type of a listing may be said later, and once', async () => {
  const listingId = 'listing-4712'
  const { conversationId, listingType } = await begin({ listingId })
  expect(listingType).toBe('')
  const answer = (more: object) =>
    bob.client.post(`${URL}/${conversationId}`, { to: ann.userId, message: 'It is.', ...more })
  expect(ok(await answer({ listingId, listingType: 'livestock' })).listingType).toBe('livestock')
  expect(await begin({ listingId })).toMatchObject({
    conversationId,
    listingType: 'livestock',
    totalMessages: 3,
  })
  expect(await answer({ listingType: 'crop' })).toMatchObject({
    status: 400,
    body: { validation: [{ path: 'listingType', code: 'mismatch' }] },
  })
})

test('one ETag stands for a conversation, however much of it is read, until there is another message', async () => {
  const { conversationId } = await begin()
  const url = `${URL}/${conversationId}`
  const write = (etag: unknown) =>
    bob.client.post(url, { to: ann.userId, message: 'It is.' }, { 'if-match': String(etag) })
  const first = await ann.client.get(url)
  const { headers } = await write(first.headers['etag'])
  const part = await ann.client.get(`${url}?messagesLimit=1`)
  expect(part.headers['etag']).toBe(headers['etag'])
  expect(ok(await write(part.headers['etag'])).totalMessages).toBe(3)
  for (const { headers: old } of [first, part])
    expect(await write(old['etag'])).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  const condition = { 'if-none-match': String(part.headers['etag']) }
  expect((await ann.client.get(`${url}?messagesLimit=1`, condition)).status).toBe(200)
})
