import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { uploadTo } from '../files/test-files.ts'

const URL = '/api/system/conversations'
const PATIENCE = 60_000

let service: TestApp
let farm: TestOrganisation
let mill: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service, { name: 'Talk Farm' })
  mill = await makeOrganisation(service, { name: 'Talk Mill' })
}, PATIENCE)
afterAll(() => service.close())

/** Somebody of the farm, somebody of the mill, and what the first has written to the second. */
async function begin(messages = 2) {
  const ann = await addPerson(service, farm, 'operator')
  const bob = await addPerson(service, mill, 'viewer')
  const { conversationId: id } = ok(await ann.client.post(URL, { to: bob.userId, message: '1' }))
  for (let n = 2; n <= messages; n++)
    ok(await ann.client.post(`${URL}/${id}`, { to: bob.userId, message: `${n}` }))
  return { ann, bob, id }
}
const unreadOf = async ({ client }: TestPerson) => ok(await client.get(`${URL}/unread`))
const read = ({ client }: TestPerson, id: string, messages: number) =>
  client.put(`${URL}/${id}/read`, { messages })

describe('unread messages', () => {
  test('are counted for whoever did not write them, and no more once they are read', async () => {
    const { ann, bob, id } = await begin(3)
    expect(await unreadOf(ann)).toEqual({ totalMessages: 0, conversations: [] })
    expect(await unreadOf(bob)).toEqual({
      totalMessages: 3,
      conversations: [{ conversationId: id, messages: 3 }],
    })
    expect(ok(await read(bob, id, 2))).toEqual({
      totalMessages: 1,
      conversations: [{ conversationId: id, messages: 1 }],
    })
    // Another device, on which less was read, takes nothing back; and nobody reads what is not there.
    expect(ok(await read(bob, id, 1)).totalMessages).toBe(1)
    expect(ok(await read(bob, id, 99)).totalMessages).toBe(0)
    ok(await ann.client.post(`${URL}/${id}`, { to: bob.userId, message: 'More.' }))
    expect((await unreadOf(bob)).totalMessages).toBe(1)
  })

  test('are read by whoever answers', async () => {
    const { ann, id } = await begin()
    const dan = await addPerson(service, farm, 'operator')
    const { conversationId } = ok(await dan.client.post(URL, { to: ann.userId, message: 'And mine?' }))
    expect((await unreadOf(ann)).totalMessages).toBe(1)
    ok(await ann.client.post(`${URL}/${conversationId}`, { to: dan.userId, message: 'Too.' }))
    expect((await unreadOf(ann)).totalMessages).toBe(0)
    expect((await unreadOf(dan)).totalMessages).toBe(1)
    expect(id).not.toBe(conversationId)
  })

  test('of others are nobody’s to mark', async () => {
    const { bob, id } = await begin()
    const stranger = await addPerson(service, mill, 'owner')
    expect((await read(stranger, id, 2)).status).toBe(404)
    expect((await farm.as('owner').put(`${URL}/${id}/read`, { messages: 2 })).status).toBe(404)
    expect((await read(bob, 'none', 2)).status).toBe(404)
    expect((await read(bob, id, -1)).status).toBe(400)
    expect((await unreadOf(bob)).totalMessages).toBe(2)
  })
})

test('a conversation says for whom each of the two acts', async () => {
  const { ann, bob, id } = await begin(1)
  const { members } = ok(await ann.client.get(`${URL}/${id}`))
  expect(
    new Map(
      members.map((each: { id: string; organisationName: string }) => [each.id, each.organisationName]),
    ),
  ).toEqual(
    new Map([
      [ann.userId, 'Talk Farm'],
      [bob.userId, 'Talk Mill'],
    ]),
  )
})

describe('people to write to', () => {
  const found = async ({ client }: TestPerson, query: string) =>
    ok(await client.get(`${URL}/people?query=${encodeURIComponent(query)}&limit=200`)).docs

  test('are colleagues, and those of others with whom one talks, with their organisations', async () => {
    const { ann, bob } = await begin()
    const stranger = await addPerson(service, mill, 'operator')
    const ids = async (person: TestPerson, query = '') =>
      (await found(person, query)).map(({ id }: { id: string }) => id)
    const seen = await ids(ann)
    expect(seen).toContain(bob.userId)
    expect(seen).not.toContain(stranger.userId)
    expect(seen).not.toContain(ann.userId)
    expect(await found(ann, 'talk mill')).toEqual([
      {
        id: bob.userId,
        name: expect.any(String),
        organisationId: mill.organisationId,
        organisationName: 'Talk Mill',
        looksLike: '',
      },
    ])
    expect(await ids(bob)).toContain(stranger.userId)
    expect(await ids(ann, 'nobody is called so')).toEqual([])
  })

  test('are none who cannot be written to, and none for a key', async () => {
    const ann = await addPerson(service, farm, 'operator')
    const gone = await addPerson(service, farm, 'operator')
    ok(await farm.as('owner').post(`/api/identity/users/${gone.userId}/suspend`))
    expect(JSON.stringify(await found(ann, ''))).not.toContain(gone.userId)
    expect(ok(await farm.as('owner').get(`${URL}/people`))).toMatchObject({ docs: [], totalDocs: 0 })
  })
})

describe('files that are sent along', () => {
  const upload = async (person: TestPerson) =>
    ok(await uploadTo(person.client, { bytes: 'plot;tonnes', fields: { name: 'Analysis' } })).id

  test('are there for both, and shared with the organisation of whom they are for', async () => {
    const { ann, bob, id } = await begin(1)
    const file = await upload(ann)
    const sent = ok(
      await ann.client.post(`${URL}/${id}`, { to: bob.userId, message: 'See.', files: [{ id: file }] }),
    )
    expect(sent.messages[1].files).toMatchObject([{ id: file, name: 'Analysis' }])
    const seen = ok(await bob.client.get(`${URL}/${id}`))
    expect(seen.messages[1].files).toMatchObject([{ id: file, name: 'Analysis' }])
    expect((await bob.client.get(`/api/system/files/${file}`)).status).toBe(200)
  })

  test('are the sender’s own', async () => {
    const { ann, bob, id } = await begin(1)
    const foreign = await upload(await addPerson(service, mill, 'operator'))
    const answer = await ann.client.post(`${URL}/${id}`, {
      to: bob.userId,
      message: 'See.',
      files: [{ id: foreign }],
    })
    expect(answer).toMatchObject({ status: 400, body: { validation: [{ path: 'files[0].id' }] } })
    expect(ok(await ann.client.get(`${URL}/${id}`)).totalMessages).toBe(1)
  })
})
