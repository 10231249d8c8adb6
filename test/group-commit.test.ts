import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { openTestApp, type Answer, type TestApp } from './app.ts'
import { makeBays, makeRecord, MOVED_ON, movement, type Bay } from './farm.ts'
import { ok, openScene, type Scene } from './scene.ts'

// Movements of one caller that come at once are stored in one transaction, and nobody can tell but by the time it takes.

let service: TestApp
let scene: Scene

beforeAll(async () => {
  service = await openTestApp()
  scene = await openScene(service)
})
afterAll(() => service.close())

const isOnServer = inject('databaseSource').engine === 'postgresql'
const operator = () => scene.farm.as('operator')

function move(body: object, key: string = newId()): Promise<Answer> {
  return operator().post('/api/inventory/movements', body, { 'idempotency-key': key })
}

const all = (bodies: object[]) => Promise.all(bodies.map((body) => move(body)))

/** In how many transactions movements were stored. */
async function transactionsOf(answers: Answer[]): Promise<number> {
  const ids = answers.map((answer) => ok(answer).ids[0])
  const { rows } = await service.database.pool.query<{ stored: number }>(
    'select count(distinct xmin::text)::int as stored from movements where id = any($1::bigint[])',
    [ids],
  )
  return rows[0]?.stored ?? 0
}

async function weightOf(recordId: string): Promise<number> {
  return ok(await operator().get(`/api/inventory/records/${recordId}`)).commodity.weight.weight
}

async function makeRecords(count: number, weight = 1000) {
  const bays = await makeBays(scene, count)
  const records: { id: string; bay: Bay }[] = []
  for (const bay of bays) records.push(await makeRecord(scene, weight, bay))
  return records
}

const AT_ONCE = 12

test('what comes at once is stored together, and each is answered for itself', async () => {
  const records = await makeRecords(AT_ONCE)
  const bays = await makeBays(scene, AT_ONCE)
  const answers = await all(records.map(({ id }, index) => movement(id, index + 1, bays[index] as Bay)))
  expect(await transactionsOf(answers)).toBeLessThan(AT_ONCE)
  for (const [index, answer] of answers.entries()) {
    const { ids, recordIds, message } = ok(answer)
    expect(answer.headers['location']).toBe(`/api/inventory/movements/${ids[0]}`)
    expect(message).toContain(`${index + 1} kg to`)
    const stored = ok(await operator().get(`/api/inventory/movements/${ids[0]}`))
    expect(stored.inventory.commodity.weight.weight).toBe(index + 1)
    expect(await weightOf(records[index]?.id ?? '')).toBe(1000 - (index + 1))
    expect(await weightOf(recordIds[0])).toBe(index + 1)
  }
  const ids = answers.map(({ body }) => Number(body.ids[0]))
  const { rows } = await service.database.pool.query<{ subject: string }>(
    "select subject from events where type = 'movement.created' and subject = any($1)",
    [ids.map(String)],
  )
  expect(rows.map(({ subject }) => Number(subject)).toSorted()).toEqual(ids.toSorted())
})

test('what several people of an organisation enter at once is stored together, each under its own name', async () => {
  const records = await makeRecords(AT_ONCE)
  const people = ['operator', 'manager', 'admin', 'owner'] as const
  const clients = people.map((role) => scene.farm.as(role))
  const answers = await Promise.all(
    records.map(async ({ id }, index) =>
      clients[index % people.length]?.post('/api/inventory/movements', movement(id, 10, 'mill')),
    ),
  )
  const ids = answers.map((answer) => ok(answer as Answer).ids[0] as string)
  expect(await transactionsOf(answers as Answer[])).toBeLessThan(AT_ONCE)
  const { rows } = await service.database.pool.query<{ id: string; noted: string; told: string }>(
    `select m.id, m.recorded_by as noted, e.user_id as told from movements m
     join events e on e.type = 'movement.created' and e.subject = m.id::text where m.id = any($1::bigint[])`,
    [ids],
  )
  const makers = new Map(rows.map(({ id, noted, told }) => [String(id), [noted, told]]))
  const byPerson = people.map((_role, person) => {
    const own = ids.filter((_id, index) => index % people.length === person)
    return new Set(own.flatMap((id) => makers.get(id) ?? []))
  })
  for (const names of byPerson) expect(names.size).toBe(1)
  expect(new Set(byPerson.flatMap((names) => [...names])).size).toBe(people.length)
})

test('a parcel that one of several people makes is made by that one', async () => {
  const records = await makeRecords(8)
  const bays = await makeBays(scene, 8)
  const people = [scene.farm.as('operator'), scene.farm.as('manager')]
  const answers = await Promise.all(
    records.map(async ({ id }, index) =>
      people[index % 2]?.post('/api/inventory/movements', movement(id, 10, bays[index] as Bay)),
    ),
  )
  const made = answers.map((answer) => ok(answer as Answer).recordIds[0] as string)
  const { rows } = await service.database.pool.query<{ made_by: string; moved_by: string }>(
    `select r.created_by as made_by, m.recorded_by as moved_by from records r
     join movements m on m.destination_record_id = r.id where r.id = any($1::uuid[])`,
    [made],
  )
  expect(rows).toHaveLength(8)
  for (const row of rows) expect(row.made_by).toBe(row.moved_by)
  expect(new Set(rows.map((row) => row.made_by)).size).toBe(2)
})

test('so is what several draw from one record, and more than it has is refused to just those who come too late', async () => {
  const { id } = await makeRecord(scene, 70)
  const answers = await all(Array.from({ length: AT_ONCE }, () => movement(id, 10, 'mill')))
  const stored = answers.filter(({ status }) => status === 200)
  expect(stored).toHaveLength(7)
  for (const { status, body } of answers.filter((answer) => !stored.includes(answer))) {
    expect([status, body.code]).toEqual([400, 'insufficient_stock'])
  }
  expect(await weightOf(id)).toBe(0)
})

test('a fault of one is its own', async () => {
  const records = await makeRecords(AT_ONCE)
  const [bay] = (await makeBays(scene)) as [Bay]
  const bodies = records.map(({ id }, index) => {
    if (index === 3) return movement(newId(), 10, bay)
    if (index === 5) return movement(id, 2000, bay)
    if (index === 7) return movement(id, 10, { ...bay, substorageId: 1_000_000 })
    if (index === 9) return { ...movement(id, 10, bay), weight: 0.0001 }
    return movement(id, 10, bay)
  })
  const answers = await all(bodies)
  const codes = answers.map(({ status, body }) => (status === 200 ? 'stored' : body.code))
  expect(codes).toEqual(
    records.map((_record, index) => {
      if (index === 3) return 'not_found'
      if (index === 5) return 'insufficient_stock'
      return index === 7 || index === 9 ? 'invalid_input' : 'stored'
    }),
  )
  // The same kind from twelve bays is one parcel in the thirteenth.
  const arrived = answers.find(({ status }) => status === 200)?.body.recordIds[0]
  expect(await weightOf(arrived)).toBe(80)
})

test.runIf(isOnServer)(
  'what comes at once out of the order of time, round in few bays, meets in no deadlock',
  async () => {
    const parcels = await makeRecords(6, 1000)
    const round = (index: number, steps: number, at: number) => {
      const [from, to] = [parcels[index % 6], parcels[(index + steps) % 6]]
      return { ...movement(from?.id ?? '', 1, to?.bay as Bay), movementDateISO: new Date(at).toISOString() }
    }
    const start = Date.parse(MOVED_ON)
    for (let index = 0; index < 6; index++) ok(await move(round(index, 1, start)))
    const answers = await all(
      Array.from({ length: 120 }, (_each, index) =>
        round(index, 1 + (index % 5), start + ((index * 7) % 10) * 1000),
      ),
    )
    for (const answer of answers) ok(answer)
    const weights = await Promise.all(parcels.map(({ id }) => weightOf(id)))
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(6000)
    const { rows } = await service.database.pool.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    expect(rows).toEqual([{ deadlocks: 0 }])
  },
)

test.runIf(isOnServer)(
  'what is dated back waits for whoever has a bay that its stock went on to',
  async () => {
    const [source, heap, onward] = await makeRecords(3)
    if (!source || !heap || !onward) throw new Error('three records were made')
    const fields = [{ name: 'Moisture', value: '14', metric: '%' }]
    ok(await scene.farm.as('owner').post(`/api/inventory/records/${source.id}/samples`, { fields }))
    ok(await move(movement(heap.id, 10, onward.bay)))
    const blocker = new pg.Client({ connectionString: service.database.url })
    await blocker.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from bays where id = $1 for update', [onward.bay.substorageId])
      const dayBefore = new Date(Date.parse(MOVED_ON) - 86_400_000).toISOString()
      const late = move({ ...movement(source.id, 10, heap.bay), movementDateISO: dayBefore })
      // Longer than a collision is tried again without waiting.
      await sleep(1000)
      await blocker.query('commit')
      ok(await late)
    } finally {
      await blocker.end()
    }
  },
)

test('one key is one movement, however many come with it at once', async () => {
  const { id } = await makeRecord(scene)
  const others = await makeRecords(4)
  const body = movement(id, 10, 'mill')
  const [same, different] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => move(body, 'the-one'))),
    all(others.map((record) => movement(record.id, 10, 'mill'))),
  ])
  expect(new Set(same.map((answer) => ok(answer).ids[0])).size).toBe(1)
  expect(same.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(new Set(different.map((answer) => ok(answer).ids[0])).size).toBe(4)
  expect(await weightOf(id)).toBe(990)
})

/** What is moved round between three parcels of unlike stock: all into the next one. */
const ROUND = [500, 200, 300]
const MOISTURE = [10, 14, 20]

/**
 * Moves stock round in a circle, in an order or at once, all at one instant or so many minutes apart, and says what the parcels are
 * afterwards.
 */
async function moveRound(
  minutesApart: number,
  inOrder: (moves: (() => Promise<unknown>)[]) => Promise<unknown>,
): Promise<string> {
  const bays = await makeBays(scene, ROUND.length)
  const ids: string[] = []
  for (const [index, value] of MOISTURE.entries()) {
    const { id } = await makeRecord(scene, 1000, bays[index])
    const fields = [{ name: 'Moisture', value: String(value), metric: '%' }]
    ok(await scene.farm.as('owner').post(`/api/inventory/records/${id}/samples`, { fields }))
    ids.push(id)
  }
  // Not before the samples: what was said then would stand.
  const begin = service.clock.now().getTime()
  service.clock.advance({ minutes: minutesApart * ROUND.length })
  const moves = ids.map((id, index) => async () => {
    const movementDateISO = new Date(begin + index * minutesApart * 60_000).toISOString()
    const to = bays[(index + 1) % bays.length] as Bay
    return ok(await move({ ...movement(id, ROUND[index] ?? 0, to), movementDateISO }))
  })
  await inOrder(moves)
  const { rows } = await service.database.pool.query<{ said: string }>(
    "select string_agg(quality::text, ' ' order by array_position($1::uuid[], id)) as said from records where id = any($1)",
    [ids],
  )
  return rows[0]?.said ?? ''
}

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

test.for([
  ['at one instant', 0],
  ['one after another', 1],
] as const)('blends of unlike stock, %s, come out as in some order of the requests', async ([, apart]) => {
  const possible = new Set<string>()
  for (const order of orders) {
    const inOrder = async (moves: (() => Promise<unknown>)[]) => {
      for (const index of order) await moves[index]?.()
    }
    possible.add(await moveRound(apart, inOrder))
  }
  // Of one instant the orders differ: what runs in a circle begins somewhere. Of several, what is entered late comes in its time.
  if (apart === 0) expect(possible.size).toBeGreaterThan(1)
  else expect(possible.size).toBe(1)
  const { id } = await makeRecord(scene)
  for (let time = 1; time <= 6; time++) {
    const described = await moveRound(apart, (moves) =>
      // Others in front keep the line busy, so that the three are tried together.
      Promise.all([
        move(movement(id, 1, 'mill')),
        move(movement(id, 1, 'mill')),
        ...moves.map((each) => each()),
      ]),
    )
    expect([...possible]).toContain(described)
  }
})

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'who waits for a lock keeps nobody waiting who does not need it',
  async () => {
    const held = await makeRecord(scene)
    const free = await makeRecords(6)
    const blocker = new pg.Client({ connectionString: service.database.url })
    await blocker.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from ledger_balances where record_id = $1 for update', [held.id])
      let areHeldAnswered = false
      const waiting: Promise<Answer>[] = []
      // Some among those that are tried together, and then some that others come behind.
      for (let wave = 1; wave <= 3; wave++) {
        const answers = free.map(({ id }) => move(movement(id, 10, 'mill')))
        for (const answer of [1, 2].map(() => move(movement(held.id, 10, 'mill')))) {
          void answer.then(() => (areHeldAnswered = true))
          waiting.push(answer)
        }
        for (const answer of await Promise.all(answers)) ok(answer)
      }
      expect(areHeldAnswered).toBe(false)
      await blocker.query('commit')
      for (const answer of await Promise.all(waiting)) ok(answer)
    } finally {
      await blocker.end()
    }
  },
)
