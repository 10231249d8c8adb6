import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { newId } from '../../kernel/ids.ts'

const URL = '/api/system/conversations'

let service: TestApp
let farm: TestOrganisation
let mill: TestOrganisation
/** Of the farm, of the mill, and of the farm again. */
let ann: TestPerson
let bob: TestPerson
let cat: TestPerson

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
  mill = await makeOrganisation(service)
  ann = await addPerson(service, farm, 'operator')
  bob = await addPerson(service, mill, 'operator')
  cat = await addPerson(service, farm, 'owner')
}, 60_000)
afterAll(() => service.close())

let listing = 0
let listingId: string
beforeEach(() => {
  listing += 1
  listingId = `listing-${listing}`
  service.clock.advance({ seconds: 1 })
})

const write = (from: TestPerson, to: TestPerson, more: object = {}) =>
  from.client.post(URL, { to: to.userId, message: 'Is the wheat still there?', ...more })
const aboutListing = () => ({ listingId, listingType: 'crop' })
const said = ({ messages }: { messages: { message: string }[] }) => messages.map(({ message }) => message)

describe('a conversation', () => {
  test('begins with a message, as documented', async () => {
    const answer = await write(ann, bob, { ...aboutListing(), title: ' Group 1 wheat ' })
    const now = service.clock.now().toISOString()
    expect(ok(answer)).toEqual({
      conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Group 1 wheat',
      listingId,
      listingType: 'crop',
      createdAtUTC: now,
      updatedAtUTC: now,
      totalMessages: 1,
      messages: [
        {
          sentById: ann.userId,
          sentByName: expect.stringMatching(/^Ann Person/),
          sentForName: farm.name,
          message: 'Is the wheat still there?',
          createdAtUTC: now,
          files: [],
        },
      ],
      members: expect.arrayContaining([
        expect.objectContaining({ id: ann.userId, organisationId: farm.organisationId }),
        expect.objectContaining({ id: bob.userId, name: expect.stringMatching(/^Ann Person/) }),
      ]),
    })
    expect(answer.headers['location']).toBe(`${URL}/${answer.body.conversationId}`)
    expect(ok(await bob.client.get(String(answer.headers['location'])))).toEqual(answer.body)
  })

  test('goes both ways, in the order of what was sent', async () => {
    const { conversationId } = ok(await write(ann, bob))
    service.clock.advance({ seconds: 1 })
    ok(
      await bob.client.post(`${URL}/${conversationId}`, {
        to: ann.userId,
        message: 'It is.',
        conversationId,
      }),
    )
    const last = ok(await ann.client.post(`${URL}/${conversationId}`, { to: bob.userId, message: 'Good.' }))
    expect(said(last)).toEqual(['Is the wheat still there?', 'It is.', 'Good.'])
    expect(last).toMatchObject({ title: '', listingId: '', listingType: '', totalMessages: 3 })
    expect(last.messages.map(({ sentById }: { sentById: string }) => sentById)).toEqual([
      ann.userId,
      bob.userId,
      ann.userId,
    ])
  })

  test('about a listing is one for the two of them, whoever writes first', async () => {
    const first = ok(await write(ann, bob, { ...aboutListing(), title: 'Wheat' }))
    const second = ok(await write(bob, ann, { ...aboutListing(), title: 'Other', message: 'Yes.' }))
    expect(second).toMatchObject({ conversationId: first.conversationId, title: 'Wheat', totalMessages: 2 })
    const third = ok(await write(cat, bob, aboutListing()))
    expect(third.conversationId).not.toBe(first.conversationId)
    const fourth = ok(await write(ann, cat, aboutListing()))
    const again = [await write(ann, bob, aboutListing()), await write(bob, cat, aboutListing())]
    again.push(await write(cat, ann, aboutListing()))
    expect(again.map((answer) => ok(answer).conversationId)).toEqual(
      [first, third, fourth].map(({ conversationId }) => conversationId),
    )
    const other = await write(ann, bob, { listingId, listingType: 'livestock' })
    expect(other).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'listingType', code: 'mismatch' }] },
    })
  })

  test('about nothing in particular is another each time, unless it is named', async () => {
    const first = ok(await write(ann, bob))
    const second = ok(await write(ann, bob))
    expect(second.conversationId).not.toBe(first.conversationId)
    const { conversationId } = first
    expect(ok(await write(bob, ann, { conversationId }))).toMatchObject({ conversationId, totalMessages: 2 })
  })

  test('is found by its listing: the latest, or the one with somebody', async () => {
    const withAnn = ok(await write(ann, bob, aboutListing()))
    service.clock.advance({ seconds: 1 })
    const withCat = ok(await write(cat, bob, aboutListing()))
    const of = async (person: TestPerson, query = '') =>
      (await person.client.get(`${URL}/listing/${listingId}${query}`)).body.conversationId
    expect(await of(ann)).toBe(withAnn.conversationId)
    expect(await of(cat)).toBe(withCat.conversationId)
    expect(await of(bob)).toBe(withCat.conversationId)
    expect(await of(bob, `?with=${ann.userId}`)).toBe(withAnn.conversationId)
    for (const nobody of ['nobody', bob.userId])
      expect((await bob.client.get(`${URL}/listing/${listingId}?with=${nobody}`)).status).toBe(404)
    expect((await bob.client.get(`${URL}/listing/other`)).status).toBe(404)
  })
})

test('many who write first at once make one conversation', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_each, index) =>
      index % 2 === 0
        ? write(ann, bob, { ...aboutListing(), message: `${index}` })
        : write(bob, ann, { ...aboutListing(), message: `${index}` }),
    ),
  )
  expect(new Set(answers.map((answer) => ok(answer).conversationId)).size).toBe(1)
  const whole = ok(await ann.client.get(`${URL}/listing/${listingId}`))
  expect(whole.totalMessages).toBe(20)
  expect(new Set(said(whole)).size).toBe(20)
})

test('of those who have read the same and write at once with If-Match, all but one are refused', async () => {
  const { headers } = await write(ann, bob)
  const answer = (from: TestPerson, to: TestPerson) =>
    from.client.post(
      String(headers['location']),
      { to: to.userId, message: 'I would take it.' },
      { 'if-match': String(headers['etag']) },
    )
  const answers = await Promise.all([1, 2, 3].flatMap(() => [answer(ann, bob), answer(bob, ann)]))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412, 412])
})

test('one Idempotency-Key sends one message', async () => {
  const { conversationId } = ok(await write(ann, bob))
  const body = { to: bob.userId, message: 'Once.' }
  const send = () => ann.client.post(`${URL}/${conversationId}`, body, { 'idempotency-key': listingId })
  const answers = await Promise.all(Array.from({ length: 8 }, send))
  expect(new Set(answers.map((answer) => ok(answer).totalMessages))).toEqual(new Set([2]))
})

describe('nobody else', () => {
  test('sees it: not of the same organisation, not its owner, not a key', async () => {
    const { conversationId } = ok(await write(ann, bob, aboutListing()))
    const strangers = [cat.client, farm.as('owner'), mill.as('admin')]
    for (const client of strangers) {
      expect((await client.get(`${URL}/${conversationId}`)).status).toBe(404)
      expect((await client.get(`${URL}/listing/${listingId}`)).status).toBe(404)
      const { docs } = ok(await client.get(URL))
      expect(JSON.stringify(docs)).not.toContain(conversationId)
    }
    for (const to of [ann, bob]) {
      const body = { to: to.userId, message: 'Let me in.' }
      expect((await cat.client.post(`${URL}/${conversationId}`, body)).status).toBe(404)
      expect((await cat.client.post(URL, { ...body, conversationId })).status).toBe(404)
    }
    expect(ok(await ann.client.get(`${URL}/${conversationId}`)).totalMessages).toBe(1)
  })

  test('writes for a person: a key may not', async () => {
    const { conversationId } = ok(await write(ann, bob))
    const body = { to: bob.userId, message: 'From a machine.' }
    for (const url of [URL, `${URL}/${conversationId}`]) {
      for (const sent of [body, { zz: 1 }]) {
        expect(await farm.as('owner').post(url, sent)).toMatchObject({
          status: 403,
          body: { code: 'forbidden', message: expect.stringContaining('people') },
        })
      }
    }
  })

  test('writes from operator on: a viewer reads what they were sent', async () => {
    const viewer = await addPerson(service, farm, 'viewer')
    const { conversationId } = ok(await write(ann, viewer))
    const answer = { to: ann.userId, message: 'Thank you.' }
    for (const url of [URL, `${URL}/${conversationId}`])
      expect((await viewer.client.post(url, answer)).status).toBe(403)
    expect(ok(await viewer.client.get(`${URL}/${conversationId}`)).totalMessages).toBe(1)
  })

  test('knows from their permissions whether they write', async () => {
    const permitted = async (client: Client) => ok(await client.get('/api/identity/me')).permissions
    expect(await permitted(farm.as('owner'))).not.toContain('conversations:write')
    expect(await permitted((await addPerson(service, farm, 'viewer')).client)).not.toContain(
      'conversations:write',
    )
    expect(await permitted((await addPerson(service, farm, 'operator')).client)).toContain(
      'conversations:write',
    )
  })
})

describe('a message', () => {
  const wrong: [string, object | (() => object), string[]][] = [
    ['with nothing in it', { message: '' }, ['message']],
    ['with blanks alone', { message: ' \n\t' }, ['message']],
    ['that is too long', { message: 'x'.repeat(5001) }, ['message']],
    ['to oneself', () => ({ to: ann.userId }), ['to']],
    ['of a type without its listing', { listingType: 'crop' }, ['listingId']],
    ['of a type that there is not', { listingId: '1', listingType: 'fish' }, ['listingType']],
    ['with a field of its own', { cc: 'everybody' }, ['cc']],
  ]
  test.for(wrong)('%s is refused', async ([, change, paths]) => {
    const answer = await write(ann, bob, typeof change === 'function' ? change() : change)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
  })

  test('that says other things of the conversation than are so is refused, with all of them', async () => {
    const { conversationId } = ok(await write(ann, bob, aboutListing()))
    const body = {
      to: cat.userId,
      message: 'Which?',
      conversationId: newId(),
      listingId: 'another',
      listingType: 'livestock',
    }
    const answer = await ann.client.post(`${URL}/${conversationId}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual([
      'conversationId',
      'to',
      'listingId',
      'listingType',
    ])
  })

  test('of 5000 characters, in any script, is kept as it is', async () => {
    const message = '  Weizen: 14,5 % – “trocken”\r\n<b>’; drop table users;--</b> 小麦 🌾'.padEnd(4990, 'ß')
    expect(said(ok(await write(ann, bob, { message })))).toEqual([message])
  })
})

test('somebody without a name goes by their e-mail, as member and as sender', async () => {
  const { userId, email, client } = await addPerson(service, mill, 'operator')
  await service.database.db
    .updateTable('users')
    .set({ given_name: '', family_name: '' })
    .where('id', '=', userId)
    .execute()
  const { members, messages } = ok(await client.post(URL, { to: ann.userId, message: 'Hello.' }))
  expect(members).toContainEqual(expect.objectContaining({ id: userId, name: email }))
  expect(messages[0].sentByName).toBe(email)
})

describe('whoever cannot be written to', () => {
  const unknown: [string, () => string | Promise<string>][] = [
    ['nobody', () => newId()],
    ['no id', () => 'everybody'],
    ['a key', async () => ok(await farm.as('owner').get('/api/identity/me')).userId],
    [
      'somebody suspended',
      async () => {
        const person = await addPerson(service, mill, 'viewer')
        ok(await mill.as('owner').post(`/api/identity/users/${person.userId}/suspend`))
        return person.userId
      },
    ],
    [
      'somebody whose account is suspended',
      async () => {
        const { userId } = await addPerson(service, mill, 'viewer')
        await service.database.db
          .updateTable('users')
          .set({ status: 'suspended' })
          .where('id', '=', userId)
          .execute()
        return userId
      },
    ],
  ]
  test.for(unknown)('is 404: %s', async ([, make]) => {
    const to = await make()
    const answer = await ann.client.post(URL, { to, message: 'Hello?' })
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: `There is no user ${to}.` },
    })
  })

  test('what was said stays, and they see it again when they are back', async () => {
    const dan = await addPerson(service, mill, 'operator')
    const { conversationId } = ok(await write(ann, dan))
    const url = `${URL}/${conversationId}`
    ok(await mill.as('owner').post(`/api/identity/users/${dan.userId}/suspend`))
    expect((await dan.client.get(url)).status).toBe(401)
    expect((await dan.client.post(url, { to: ann.userId, message: 'Still here.' })).status).toBe(401)
    expect((await ann.client.post(url, { to: dan.userId, message: 'Are you there?' })).status).toBe(404)
    expect(ok(await ann.client.get(url)).totalMessages).toBe(1)
    ok(await mill.as('owner').post(`/api/identity/users/${dan.userId}/reinstate`))
    expect(ok(await ann.client.post(url, { to: dan.userId, message: 'Welcome back.' })).totalMessages).toBe(2)
  })
})

describe('a list of conversations', () => {
  let eve: TestPerson
  const ids: string[] = []
  beforeAll(async () => {
    eve = await addPerson(service, mill, 'operator')
    for (const title of ['Oats', 'barley', 'Wheat']) {
      service.clock.advance({ seconds: 1 })
      ids.push(ok(await write(eve, ann, { title })).conversationId)
    }
    service.clock.advance({ seconds: 1 })
    ok(await ann.client.post(`${URL}/${ids[0]}`, { to: eve.userId, message: 'Sold.' }))
  })
  const titles = async (query: string) =>
    ok(await eve.client.get(`${URL}${query}`)).docs.map(({ title }: { title: string }) => title)

  test.for<[string, string[]]>([
    ['', ['Oats', 'Wheat', 'barley']],
    ['?sortBy=updatedAtUTC', ['barley', 'Wheat', 'Oats']],
    ['?sortDesc=false', ['barley', 'Wheat', 'Oats']],
    ['?sortBy=createdAtUTC', ['Oats', 'barley', 'Wheat']],
    ['?sortBy=createdAtUTC&sortDesc=true', ['Wheat', 'barley', 'Oats']],
    ['?sortBy=title', ['barley', 'Oats', 'Wheat']],
    ['?limit=1', ['Oats']],
    ['?limit=2&offset=1', ['Wheat', 'barley']],
    ['?offset=3', []],
  ])('%s is in order', async ([query, expected]) => {
    expect(await titles(query)).toEqual(expected)
  })

  test('says how many there are, and has their messages', async () => {
    const page = ok(await eve.client.get(`${URL}?limit=1`))
    expect(page).toMatchObject({ totalDocs: 3, limit: 1, offset: 0 })
    expect(said(page.docs[0])).toEqual(['Is the wheat still there?', 'Sold.'])
  })

  test.for(['?sortBy=message', '?limit=0', '?limit=201', '?offset=-1', '?title=Oats'])(
    '%s is refused',
    async (query) => {
      expect((await eve.client.get(`${URL}${query}`)).status).toBe(400)
    },
  )
})

test('a long conversation is read page by page, the latest first', async () => {
  const { conversationId } = ok(await write(ann, bob, { message: '0' }))
  await sql`insert into conversation_messages (conversation_id, number, sent_by, sent_by_name, organisation_id, message, sent_at)
    select ${conversationId}, n + 1, ${ann.userId}, 'Ann', ${farm.organisationId}, n::text, now() from generate_series(1, 449) n`.execute(
    service.database.db,
  )
  await sql`update conversations set message_count = 450 where id = ${conversationId}`.execute(
    service.database.db,
  )
  const read = async (query: string) => said(ok(await bob.client.get(`${URL}/${conversationId}${query}`)))
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_each, index) => `${from + index}`)
  expect(await read('')).toEqual(numbers(250, 450))
  expect(await read('?messagesOffset=200')).toEqual(numbers(50, 250))
  expect(await read('?messagesOffset=400')).toEqual(numbers(0, 50))
  expect(await read('?messagesLimit=2&messagesOffset=1')).toEqual(['447', '448'])
  const { docs } = ok(await bob.client.get(`${URL}?limit=1`))
  expect(said(docs[0])).toEqual(numbers(430, 450))
})

test.runIf(inject('databaseSource').engine === 'postgresql')(
  'the database never had to break a deadlock',
  async () => {
    const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(
      service.database.db,
    )
    expect(rows).toEqual([{ deadlocks: 0 }])
  },
)
