import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Answer, Client } from './app.ts'
import { isOnServer, openArena, openArenaOfTwoProcesses, type Arena } from './arena.ts'
import {
  intake,
  makeBay,
  makeBays,
  makeField,
  makePlan,
  makeRecord,
  MOVED_ON,
  movement,
  oldStock,
  STOCK_TAKE,
  STORED_ON,
  WINTER_BARLEY,
  type Bay,
} from './farm.ts'
import { ok } from './scene.ts'

// Many callers want the same kilograms at the same moment (rules.md §2: no kilogram is spent twice). Against two
// processes of the program on PostgreSQL where there is a server; smaller in this process.

// Hundreds of requests at once take their time where other tests run beside them.
vi.setConfig({ testTimeout: 120_000 })

const MOVEMENTS = '/api/inventory/movements'
const RECORDS = '/api/inventory/records'
const MILL = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

describe.skipIf(!isOnServer)('two processes on PostgreSQL', () =>
  races(openArenaOfTwoProcesses, { clients: 100, kilograms: 10, rounds: 5 }),
)
describe('one process', () => races(openArena, { clients: 8, kilograms: 3, rounds: 2 }))

interface Size {
  clients: number
  /** What there is to take, a kilogram each. */
  kilograms: number
  rounds: number
}

function races(open: () => Promise<Arena>, { clients, kilograms, rounds }: Size): void {
  let arena: Arena
  beforeAll(async () => {
    arena = await open()
  })
  afterAll(() => arena.close())
  afterEach(async () => {
    expect(await arena.examine()).toEqual([])
  })

  const owner = () => arena.farm.as('owner')

  /** All at once, each client with its own request. */
  async function all(
    count: number,
    ask: (client: Client, index: number) => Promise<Answer>,
  ): Promise<Answer[]> {
    const answers = await Promise.all(arena.crowd(count).map((client, index) => ask(client, index)))
    expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
    return answers
  }

  /** As one of those tells it who moved it: what they count is counted at their moment, which is not that of this process. */
  async function kilogramsIn(recordId: string): Promise<number> {
    const [reader = owner()] = arena.crowd(1)
    return ok(await reader.get(`${RECORDS}/${recordId}`)).yield.current
  }

  /** As many moves of one kilogram as clients, made one after another in one request. */
  async function moveOneByOne(recordId: string): Promise<string[]> {
    const records = Array.from({ length: clients }, () => ({ id: recordId, weight: 1 }))
    const body = { records, movementDateISO: MOVED_ON, destination: MILL, sold: true }
    return ok(await owner().post(`${MOVEMENTS}/bulk`, body)).ids
  }

  describe('as many as there are kilograms succeed, each taking one', () => {
    function expectAsManyAsThereAre(answers: Answer[]): void {
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(kilograms)
      const refused = answers.filter(({ status }) => status !== 200)
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
        new Set(['400 insufficient_stock']),
      )
    }

    test('by moving to a bay', async () => {
      const { id } = await makeRecord(arena, kilograms)
      const to = await makeBay(arena)
      expectAsManyAsThereAre(await all(clients, (client) => client.post(MOVEMENTS, movement(id, 1, to))))
      expect(await kilogramsIn(id)).toBe(0)
    })

    test('by moving to an organisation', async () => {
      const { id } = await makeRecord(arena, kilograms)
      expectAsManyAsThereAre(await all(clients, (client) => client.post(MOVEMENTS, movement(id, 1, 'mill'))))
      expect(await kilogramsIn(id)).toBe(0)
    })

    test('from stock that lies in no bay', async () => {
      const source = { type: 'existing', importWeight: kilograms, importDateUTC: STORED_ON }
      const { id } = ok(
        await owner().post(RECORDS, { ...oldStock(await makeBay(arena), 0), storage: [], source }),
      )
      expectAsManyAsThereAre(await all(clients, (client) => client.post(MOVEMENTS, movement(id, 1, 'mill'))))
      expect(await kilogramsIn(id)).toBe(0)
    })

    test('by moving in bulk', async () => {
      const { id } = await makeRecord(arena, kilograms)
      const { id: plenty } = await makeRecord(arena, clients)
      const body = {
        records: [
          { id: plenty, weight: 1 },
          { id, weight: 1 },
        ],
        movementDateISO: MOVED_ON,
        destination: await makeBay(arena),
      }
      expectAsManyAsThereAre(await all(clients, (client) => client.post(`${MOVEMENTS}/bulk`, body)))
      expect(await kilogramsIn(id)).toBe(0)
      expect(await kilogramsIn(plenty)).toBe(clients - kilograms)
    })

    test('by editing a movement to one kilogram more', async () => {
      const { id: recordId } = await makeRecord(arena, clients + kilograms)
      const ids = await moveOneByOne(recordId)
      const body = movement(recordId, 2, 'mill')
      expectAsManyAsThereAre(
        await all(clients, (client, index) => client.put(`${MOVEMENTS}/${ids[index]}`, body)),
      )
      expect(await kilogramsIn(recordId)).toBe(0)
    })

    test('by weighing one kilogram more', async () => {
      const { id: recordId } = await makeRecord(arena, clients + kilograms)
      const ids = await moveOneByOne(recordId)
      const body = { recordId, weighbridge: { empty: 14_200, full: 14_202 } }
      expectAsManyAsThereAre(
        await all(clients, (client, index) => client.put(`${MOVEMENTS}/${ids[index]}/actions`, body)),
      )
      expect(await kilogramsIn(recordId)).toBe(0)
    })

    test('by duplicating a movement', async () => {
      const { id: recordId } = await makeRecord(arena, kilograms + 1)
      const [id] = ok(await owner().post(MOVEMENTS, movement(recordId, 1, 'mill'))).ids
      const body = { recordId, count: 1 }
      expectAsManyAsThereAre(
        await all(clients, (client) => client.post(`${MOVEMENTS}/${id}/duplicate`, body)),
      )
      expect(await kilogramsIn(recordId)).toBe(0)
    })

    test('by correcting the source of a movement', async () => {
      const { id } = await makeRecord(arena, kilograms)
      const body = {
        ...movement(id, 0.4, 'mill'),
        adjustment: { weight: -0.6, reason: STOCK_TAKE },
      }
      expectAsManyAsThereAre(await all(clients, (client) => client.post(MOVEMENTS, body)))
      expect(await kilogramsIn(id)).toBe(0)
    })
  })

  test('an intake is deleted, or its grain moves on: never both', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = ok(await owner().post(RECORDS, intake(await makeBay(arena), kilograms)))
      const { docs } = ok(
        await owner().get(`${MOVEMENTS}?f:type=intake&f:storageDestinationId=${await storeOf(id)}`),
      )
      const deleted: Answer[] = []
      const moved: Answer[] = []
      const when = Math.floor((clients * round) / rounds / 2)
      await all(clients, async (client, index) => {
        const answer =
          index === when
            ? await client.delete(`${MOVEMENTS}/${docs[0].id}`, {})
            : await client.post(MOVEMENTS, movement(id, 1, 'mill'))
        ;(index === when ? deleted : moved).push(answer)
        return answer
      })
      const isDeleted = deleted[0]?.status === 200
      expect(moved.filter(({ status }) => status === 200)).toHaveLength(isDeleted ? 0 : kilograms)
      expect(await kilogramsIn(id)).toBe(0)
    }
  })

  async function storeOf(recordId: string): Promise<string> {
    return ok(await owner().get(`${RECORDS}/${recordId}`)).storage.id
  }

  test('a movement is deleted once', async () => {
    const { id: recordId } = await makeRecord(arena, 10)
    const [id] = ok(await owner().post(MOVEMENTS, movement(recordId, 4, 'mill'))).ids
    const answers = await all(clients, (client) => client.delete(`${MOVEMENTS}/${id}`, { recordId }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['already_deleted']),
    )
    expect(await kilogramsIn(recordId)).toBe(10)
  })

  test('of many who have read the same version, one changes it', async () => {
    const { id } = await makeRecord(arena, 1000)
    const { ids } = ok(await owner().post(MOVEMENTS, movement(id, 1, 'mill')))
    const url = `${MOVEMENTS}/${ids[0]}`
    const { headers } = await owner().get(url)
    const ifMatch = { 'if-match': String(headers['etag']) }
    const answers = await all(clients, (client, index) =>
      client.put(url, movement(id, 10 + index, 'mill'), ifMatch),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(clients - 1).fill(412)])
  })

  test('a movement edited, weighed and deleted at once ends deleted, with its stock back', async () => {
    const { id: recordId } = await makeRecord(arena, 100)
    const [id] = ok(await owner().post(MOVEMENTS, movement(recordId, 4, 'mill'))).ids
    const bays = await makeBays(arena, 3)
    await all(clients, (client, index) => {
      if (index === Math.floor(clients / 2)) return client.delete(`${MOVEMENTS}/${id}`, { recordId })
      const to = bays[index % bays.length] ?? 'mill'
      return client.put(`${MOVEMENTS}/${id}`, movement(recordId, 1 + (index % 7), to))
    })
    expect(await kilogramsIn(recordId)).toBe(100)
  })

  test('counts stay as counted while grain is moved before them', async () => {
    const { id } = await makeRecord(arena, kilograms)
    const count = { records: [{ id, adjustTo: 1.5 }], reasonId: STOCK_TAKE }
    const moved: Answer[] = []
    await all(clients, async (client, index) => {
      if (index % 4 === 0) return client.post(`${RECORDS}/adjustments`, count)
      const answer = await client.post(MOVEMENTS, movement(id, 1, 'mill'))
      moved.push(answer)
      return answer
    })
    expect(await kilogramsIn(id)).toBe(1.5)
    expect(moved.filter(({ status }) => status === 200)).toHaveLength(kilograms)
  })

  test('a bay is emptied while grain is taken from it', async () => {
    const { id } = await makeRecord(arena, kilograms)
    const answers = await all(clients, (client, index) =>
      client.post(MOVEMENTS, { ...movement(id, 1, 'mill'), adjustToZero: index % 3 === 0 }),
    )
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await kilogramsIn(id)).toBeGreaterThanOrEqual(0)
  })

  test('grain goes both ways between two bays, and round in threes, and none is lost', async () => {
    const bays = await makeBays(arena, 3)
    const made: { id: string; bay: Bay }[] = []
    for (const bay of bays) made.push(await makeRecord(arena, 1000, bay))
    const answers = await all(clients, (client, index) => {
      const from = made[index % 2]
      const to = bays[(index + 1) % 2]
      if (index % 5 !== 0 || !from || !to)
        return client.post(MOVEMENTS, movement(from?.id ?? '', 1, to ?? 'mill'))
      const turn = index % 3
      const records = [made[turn], made[(turn + 1) % 3]].map((record) => ({ id: record?.id, weight: 1 }))
      return client.post(`${MOVEMENTS}/bulk`, {
        records,
        movementDateISO: MOVED_ON,
        destination: bays[(turn + 2) % 3],
      })
    })
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([])
    const left = await Promise.all(made.map(({ id }) => kilogramsIn(id)))
    expect(left.reduce((sum, each) => sum + each, 0)).toBe(3000)
  })

  test('of two kinds that come to one empty bay at once, one gets in', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [wheatBay, barleyBay, to] = await makeBays(arena, 3)
      if (!wheatBay || !barleyBay || !to) throw new Error('there are three bays')
      const wheat = ok(await owner().post(RECORDS, oldStock(wheatBay, clients)))
      const barley = ok(
        await owner().post(RECORDS, oldStock(barleyBay, clients, { commodity: WINTER_BARLEY })),
      )
      const kinds: Record<string, Answer[]> = { wheat: [], barley: [] }
      await all(clients, async (client, index) => {
        const [name, { id }] = index % 2 === 0 ? ['wheat', wheat] : ['barley', barley]
        const answer = await client.post(MOVEMENTS, movement(id, 1, to))
        kinds[name]?.push(answer)
        return answer
      })
      const statuses = Object.values(kinds).map((answers) => [
        ...new Set(answers.map(({ status, body }) => body.code ?? status)),
      ])
      expect(statuses.sort()).toEqual([[200], ['incompatible_stock']])
      expect((await recordsIn(to)).map(({ weight }) => weight)).toEqual([clients / 2])
    }
  })

  test('of two owners whose intakes come to one empty bay at once, one gets in', async () => {
    const bay = await makeBay(arena)
    const answers = await all(clients, (client, index) =>
      client.post(RECORDS, intake(bay, 1, index % 2 === 0 ? {} : ownedBy('Valley Farm'))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(clients / 2)
    expect((await recordsIn(bay)).map(({ weight }) => weight)).toEqual([clients / 2])
  })

  function ownedBy(name: string): object {
    const owner = { id: 'valley-farm', name }
    return {
      owned: false,
      source: { type: 'intake', owner, intake: { moveAtUTC: STORED_ON, sender: owner, driverName: 'Sam' } },
    }
  }

  test('of one kind that comes to one empty bay at once, one record is made', async () => {
    const bay = await makeBay(arena)
    const taken = await all(clients, (client) => client.post(RECORDS, intake(bay, 1)))
    expect(new Set(taken.map((answer) => ok(answer).id)).size).toBe(1)
    expect((await recordsIn(bay)).map(({ weight }) => weight)).toEqual([clients])

    const [from, to] = await makeBays(arena, 2)
    if (!from || !to) throw new Error('there are two bays')
    const { id } = ok(await owner().post(RECORDS, oldStock(from, clients)))
    const moved = await all(clients, (client) => client.post(MOVEMENTS, movement(id, 1, to)))
    for (const answer of moved) ok(answer)
    expect((await recordsIn(to)).map(({ weight }) => weight)).toEqual([clients])
  })

  /** Every record that ever was in a bay, with its kilograms. */
  async function recordsIn({ substorageId }: Bay): Promise<{ id: string; weight: number }[]> {
    const rows = await arena.service.database.db
      .selectFrom('records')
      .select('id')
      .where('bay_id', '=', substorageId)
      .execute()
    return Promise.all(rows.map(async ({ id }) => ({ id, weight: await kilogramsIn(id) })))
  }

  test('loads come off one field at once, and the planting counts each', async () => {
    const planting = { plantingAtUTC: '2024-10-02', expectedYield: 8000 }
    const field = { ...oldStock(await makeBay(arena), 0), storage: [{ storageId: await makeField(arena) }] }
    const { id } = ok(await owner().post(RECORDS, { ...field, source: { type: 'planting', planting } }))
    const bays = await makeBays(arena, 2)
    for (const answer of await all(clients, (client, index) =>
      client.post(MOVEMENTS, movement(id, 100, bays[index % 2] ?? 'mill')),
    )) {
      ok(answer)
    }
    expect(ok(await owner().get(`${RECORDS}/${id}`)).yield.harvested).toBe(clients * 100)
  })

  test('loads come, are weighed and deleted while their field is split, and nobody gives way', async () => {
    const { planId, fieldId } = await makePlan(arena)
    const bays = await makeBays(arena, 2)
    const plan = `/api/inventory/harvest-plans/${planId}`
    const { commodity, summary: before } = ok(await owner().get(plan))
    const load = {
      fieldId,
      commodityId: commodity.commodity.id,
      commodityGroupId: commodity.type.id,
      dateISO: MOVED_ON,
      weightNet: 1000,
      moisture: null,
      temperature: null,
      driverName: null,
      driverRegistration: null,
      sample: null,
    }
    const comes = (client: Client, index: number) =>
      client.post(`${plan}/loads`, [{ ...load, ...bays[index % 2] }])
    const stays = (await all(clients, comes)).map((answer) => ok(answer))
    const goes = (await all(clients, comes)).map((answer) => ok(answer))
    const weighbridge = { empty: 10_000, full: 12_000 }
    const [field, ...others] = await all(3 * clients + 1, (client, index) => {
      if (index === 0)
        return client.post('/api/inventory/storage/fields/split', [
          { source: fieldId, name: 'Half', hectares: 5 },
        ])
      const turn = Math.floor((index - 1) / 3)
      if (index % 3 === 0) return comes(client, index)
      if (index % 3 === 1) return client.delete(`${plan}/loads`, [{ loadId: goes[turn].id }])
      const { movementId, plantingId } = stays[turn]
      return client.put(`${MOVEMENTS}/${movementId}/actions`, { recordId: plantingId, weighbridge })
    })
    for (const answer of [field as Answer, ...others]) ok(answer)
    const { summary } = ok(await owner().get(plan))
    // Fields of other tests are in the plan too.
    expect(summary).toMatchObject({
      totalHarvestedYield: before.totalHarvestedYield + clients * (1000 + 2000),
      totalSize: before.totalSize,
    })
  })

  test.runIf(isOnServer)('the database never had to break a deadlock', async () => {
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::int from pg_stat_database where datname = current_database()`.execute(
      arena.service.database.db,
    )
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
}
