import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Client } from './app.ts'
import type { TestOrganisation } from './factories.ts'
import { CLEANED, intake, STOCK_TAKE, WINTER_WHEAT, type Bay } from './farm.ts'
import { ok } from './scene.ts'
import { base, move, of, openSharedStore, planned, readingsOf, type World } from './shared-store.ts'

// One store, and the grain of several: what the keeper does with one owner's shows another nothing, be it by a figure, a count, an order,
// an ETag or a conflict (rules.md §8). All that an owner can ask is asked before and after.

/** What somebody was answered, by what was asked. */
type Answers = Record<string, unknown>
type Reader = 'keeper' | 'owner' | 'stranger'

let world: World
let known: Record<Reader, Answers>

beforeAll(async () => {
  world = await openSharedStore(await shareTestApp())
  known = await readAll()
})
afterAll(() => world.service.close())

async function readAll(): Promise<Record<Reader, Answers>> {
  const { keeper, owner, stranger } = world
  return { keeper: await readAs(keeper), owner: await readAs(owner), stranger: await readAs(stranger) }
}

/** What somebody is answered to everything, and how many events they have had. */
async function readAs(organisation: TestOrganisation): Promise<Answers> {
  const answers: Answers = {}
  for (const url of readingsOf(world)) {
    const { status, body, headers } = await organisation.as('owner').get(url)
    expect([200, 404], url).toContain(status)
    answers[url] = {
      status,
      body: typeof body === 'object' ? { ...body, stack: '' } : body,
      etag: headers['etag'],
    }
  }
  const { db } = world.service.database
  const events = db
    .selectFrom('events')
    .select('id')
    .where('organisation_id', '=', organisation.organisationId)
  return { ...answers, events: (await events.execute()).length }
}

type Step = [what: string, step: (client: Client, all: World) => Promise<unknown>]

const steps: Step[] = [
  [
    'more of the neighbour’s comes in, of a variety of its own',
    async (client, { bays: [, second], neighbour }) =>
      ok(
        await client.post(
          `${base}/records`,
          intake(second as Bay, 700, {
            ...of(neighbour),
            commodity: { ...WINTER_WHEAT, variety: 'Zyzzyva' },
          }),
        ),
      ),
  ],
  [
    'its stock is sampled, graded and counted',
    async (client, { records: { neighbours: id } }) => {
      const fields = [{ name: 'Moisture', value: '14.7', metric: '%' }]
      ok(await client.post(`${base}/records/${id}/samples`, { fields }))
      ok(await client.patch(`${base}/records/${id}`, { commodityGrade: 1010106 }))
      ok(
        await client.post(`${base}/records/adjustments`, {
          records: [{ id, adjustTo: 29_000 }],
          reasonId: STOCK_TAKE,
        }),
      )
    },
  ],
  [
    'a load of it leaves, and is taken back',
    async (client, { records: { neighbours } }) => {
      const id = await move(client, neighbours, 200)
      ok(await client.delete(`${base}/movements/${id}`, { recordId: neighbours }))
    },
  ],
  [
    'its crop is fetched off the field',
    async (client, { records: { neighboursCrop }, bays: [, second] }) =>
      move(client, neighboursCrop, 3000, '2025-08-12', second),
  ],
  [
    'its contract is changed, and what is attached to the owner’s is attached to it',
    async (client, { contracts, fileId }) =>
      ok(
        await client.put(`${base}/contracts/${contracts.neighbours}`, {
          details: { reference: 'ST 2', files: [{ id: fileId }] },
          inventory: { weight: 999 },
        }),
      ),
  ],
  [
    'more of it than the bay takes is planned to lie with the owner’s',
    async (client, { bays: [first], neighbour }) =>
      ok(await client.post(`${base}/records`, planned(first as Bay, 75_000, neighbour))),
  ],
  [
    'the neighbour has another name',
    async (_client, { neighbour }) =>
      ok(await neighbour.as('owner').patch('/api/identity/organisation', { name: 'Neighbours & Sons' })),
  ],
  [
    'the keeper says more of the store, and adds a bay',
    async (client, { bays: [first, second], unitId }) => {
      const { storageId, substorageId } = first as Bay
      ok(
        await client.post(`${base}/storage/notes`, {
          storageId,
          substorageId,
          reasonId: CLEANED,
          note: 'Weevils',
        }),
      )
      const renamed = {
        id: second?.substorageId,
        name: 'Bay of weevils',
        capacity: [{ commodityId: WINTER_WHEAT.id, weight: 5 }],
      }
      ok(
        await client.patch(`${base}/storage/${storageId}`, {
          tags: ['dry'],
          businessUnitIds: [unitId],
          substorage: [renamed, { name: 'Bay 9' }],
        }),
      )
    },
  ],
  [
    'the keeper’s own stock comes to where the owner’s has been',
    async (client, { left }) =>
      ok(
        await client.post(
          `${base}/records`,
          intake(left, 800, {
            source: {
              intake: { moveAtUTC: '2025-09-01', driverName: 'Sam', sender: { id: 'x', name: 'X' } },
            },
          }),
        ),
      ),
  ],
]

test.each(steps)('%s: the keeper sees it, and nobody else whose it is not', async (_what, step) => {
  await step(world.keeper.as('owner'), world)
  const before = known
  known = await readAll()
  expect(known.owner).toEqual(before.owner)
  expect(known.stranger).toEqual(before.stranger)
  expect(known.keeper).not.toEqual(before.keeper)
})

test('what is told of the grain of one owner names no other', () => {
  const secrets = ['Neighbour', 'Zyzzyva', 'eevils', 'Malting', 'Bay 9']
  const findIn = (answers: Answers) => secrets.filter((secret) => JSON.stringify(answers).includes(secret))
  expect(findIn(known.keeper)).toEqual(secrets)
  expect([findIn(known.owner), findIn(known.stranger)]).toEqual([[], []])
})
