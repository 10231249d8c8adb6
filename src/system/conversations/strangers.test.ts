import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import {
  acceptForGood,
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { makeBay, stock } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// Who writes to whom: names that can be taken for others, strangers, blocks and reports.

const URL = '/api/system/conversations'

let service: TestApp
let farm: TestOrganisation
let beta: TestOrganisation
let ann: TestPerson
let bob: TestPerson

beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service, { name: 'Hill Farm' })
  beta = await makeOrganisation(service, { name: '\u0410lpha Farm' })
  ann = await addPerson(service, farm, 'manager')
  bob = await addPerson(service, beta, 'operator')
})

const write = (from: TestPerson, to: TestPerson, more: object = {}) =>
  from.client.post(URL, { to: to.userId, message: 'Send me your password.', ...more })
const memberOf = (conversation: { members: { id: string }[] }, { userId }: TestPerson) =>
  conversation.members.find(({ id }) => id === userId)

describe('names', () => {
  test('an organisation that calls itself like a partner is marked, and named beside the person', async () => {
    ok(await farm.as('manager').post('/api/inventory/partners', { name: 'Alpha Farm' }))
    const { conversationId } = ok(await write(bob, ann))
    const seen = ok(await ann.client.get(`${URL}/${conversationId}`))
    expect(memberOf(seen, bob)).toMatchObject({
      organisationName: '\u0410lpha Farm',
      looksLike: 'Alpha Farm',
    })
    expect(memberOf(seen, ann)).toMatchObject({ organisationName: 'Hill Farm', looksLike: '' })
    expect(seen.messages).toMatchObject([{ sentForName: '\u0410lpha Farm' }])
    const { docs } = ok(await ann.client.get(`${URL}/people?query=lpha`))
    expect(docs).toMatchObject([{ looksLike: 'Alpha Farm' }])
  })

  test('also as a storer that books in a partner’s look', async () => {
    ok(await farm.as('manager').post('/api/inventory/partners', { name: 'Alpha Farm' }))
    const source = { type: 'existing', owner: { id: farm.organisationId } }
    ok(
      await beta
        .as('manager')
        .post('/api/inventory/records', stock(await makeBay(beta), 10, { owned: false, source })),
    )
    const { docs } = ok(await farm.as('viewer').get('/api/inventory/confirmations'))
    expect(docs).toMatchObject([{ storer: { looksLike: 'Alpha Farm' }, owner: { looksLike: '' } }])
  })
})

describe('strangers', () => {
  test('are written to twenty times a day, until they answer', async () => {
    const asked: string[] = []
    for (let time = 0; time < 20; time++) asked.push(ok(await write(bob, ann)).conversationId)
    const refused = await write(bob, ann)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    const french = await bob.client.post(URL, { to: ann.userId, message: 'x' }, { 'accept-language': 'fr' })
    expect(french.body.message).toMatch(/^Votre organisation a commencé aujourd’hui 20 conversations/)
    // In one that was begun they may go on, and with whom they deal.
    ok(await bob.client.post(`${URL}/${asked[0]}`, { to: ann.userId, message: 'Hello?' }))
    const colleague = await addPerson(service, beta, 'operator')
    ok(await write(bob, colleague))
    ok(await ann.client.post(`${URL}/${asked[0]}`, { to: bob.userId, message: 'Who are you?' }))
    ok(await write(bob, ann))
    expect((await write(bob, await addPerson(service, farm, 'operator'))).status).toBe(200)
  })

  test('nobody makes somebody an acquaintance by their own decision', async () => {
    await acceptForGood(beta, farm)
    for (let time = 0; time < 20; time++) ok(await write(bob, ann))
    expect((await write(bob, ann)).status).toBe(429)
    await acceptForGood(farm, beta)
    ok(await write(bob, ann))
  })

  test('a day later they may write again', async () => {
    for (let time = 0; time < 20; time++) ok(await write(bob, ann))
    const before = service.clock.now()
    service.clock.advance({ days: 1, seconds: 1 })
    const later = await write(await addPerson(service, beta, 'operator'), ann)
    service.clock.set(before)
    expect(later.status).toBe(200)
  })
})

describe('a block', () => {
  test('keeps either side from writing to the other, and what was written stays', async () => {
    const { conversationId } = ok(await write(bob, ann))
    const path = `/api/inventory/counterparties/${beta.organisationId}`
    ok(await ann.client.put(path, { stance: 'blocked' }))
    expect(await write(bob, ann)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'Hill Farm takes no messages from your organisation.' },
    })
    expect((await bob.client.post(`${URL}/${conversationId}`, { to: ann.userId, message: 'x' })).status).toBe(
      403,
    )
    const german = await ann.client.post(
      `${URL}/${conversationId}`,
      { to: bob.userId, message: 'x' },
      { 'accept-language': 'de' },
    )
    expect(german).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Ihr Betrieb hat/) },
    })
    expect(ok(await ann.client.get(`${URL}/${conversationId}`)).totalMessages).toBe(1)
    ok(await ann.client.delete(path))
    ok(await write(bob, ann))
  })
})

describe('a report', () => {
  test('brings the messages of the other to whoever runs the service', async () => {
    const { conversationId } = ok(await write(bob, ann))
    const report = (by: TestPerson, reason: string) =>
      by.client.post(`${URL}/${conversationId}/report`, { reason })
    expect(ok(await report(ann, 'Asks for a password.')).message).toMatch(/^Reported to those/)
    ok(await report(ann, 'Asks for our password.'))
    expect(await report(bob, 'Does not answer.')).toMatchObject({ status: 400, body: { code: 'in_use' } })
    const stranger = await addPerson(service, await makeOrganisation(service), 'operator')
    expect((await report(stranger, 'What is this?')).status).toBe(404)
    const admin = await addPerson(service, await makeOrganisation(service), 'viewer')
    await service.database.db
      .updateTable('users')
      .set({ is_platform_admin: true })
      .where('id', '=', admin.userId)
      .execute()
    const { docs } = ok(await admin.client.get('/api/system/conversations/reports?limit=1'))
    expect(docs).toMatchObject([
      {
        conversationId,
        reportedBy: { id: ann.userId, organisationName: 'Hill Farm' },
        against: { id: bob.userId, organisationName: '\u0410lpha Farm' },
        reason: 'Asks for our password.',
        messages: [{ message: 'Send me your password.' }],
      },
    ])
    expect((await ann.client.get('/api/system/conversations/reports')).status).toBe(403)
  })
})
