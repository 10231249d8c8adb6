import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Answer, Client } from './app.ts'
import { isOnServer, openArena, openArenaOfTwoProcesses, type Arena } from './arena.ts'
import { makeRecord, MOVED_ON, type Bay } from './farm.ts'
import { ok } from './scene.ts'

// A stock-take is approved once, and whole, whatever leaves the bays at that moment (rules.md §12). Against two processes of the program on
// PostgreSQL where there is a server; in this process otherwise.

vi.setConfig({ testTimeout: 120_000 })

const SESSIONS = '/api/inventory/stocktakes'
const CUT_OFF = '2025-08-20'
const COUNTED = 990

describe.skipIf(!isOnServer)('two processes on PostgreSQL', () => races(openArenaOfTwoProcesses, 24))
describe('one process', () => races(openArena, 6))

function races(open: () => Promise<Arena>, clients: number): void {
  let arena: Arena
  beforeAll(async () => {
    arena = await open()
  })
  afterAll(() => arena.close())
  afterEach(async () => {
    expect(await arena.examine()).toEqual([])
  })

  /** Three bays of 1000 kg, in each of which 990 were counted. */
  async function counted(): Promise<{ id: string; records: { id: string; bay: Bay }[] }> {
    const [client = arena.as('owner')] = arena.crowd(1)
    const records = [await makeRecord(arena), await makeRecord(arena), await makeRecord(arena)]
    const substorageIds = records.map(({ bay }) => bay.substorageId)
    const { id } = ok(await client.post(SESSIONS, { name: 'Race', cutOffISO: CUT_OFF, substorageIds }))
    for (const bay of substorageIds) {
      const body = { counted: COUNTED, countedAtISO: CUT_OFF }
      ok(await client.patch(`${SESSIONS}/${id}/lines/${bay}`, body))
    }
    return { id, records }
  }
  const approve = (client: Client, id: string) => client.post(`${SESSIONS}/${id}/approve`, {})
  /** As one of those tells it who count: their clock is not that of this process. */
  const read = async (url: string) => {
    const [reader = arena.as('owner')] = arena.crowd(1)
    return ok(await reader.get(url))
  }
  const lossOf = async (recordId: string) => (await read(`/api/inventory/records/${recordId}`)).yield.loss

  test('of many approvals one is stored', async () => {
    const { id, records } = await counted()
    const answers = await Promise.all(arena.crowd(clients).map((client) => approve(client, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(clients - 1).fill(400)])
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.code)
    expect(new Set(refused)).toEqual(new Set(['in_use']))
    for (const { id: recordId } of records) expect(await lossOf(recordId)).toBe(10)
  })

  test('what leaves for before the cut-off while it is approved is in its book, or moves its count', async () => {
    const { id, records } = await counted()
    const leave = (client: Client, index: number): Promise<Answer> =>
      client.post('/api/inventory/movements', {
        recordId: records[index % records.length]?.id,
        movementDateISO: MOVED_ON,
        weight: 1,
        destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
        sold: true,
      })
    const half = clients / 2
    const answers = await Promise.all(
      arena
        .crowd(clients)
        .map((client, index) => (index === half ? approve(client, id) : leave(client, index))),
    )
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([])
    const session = await read(`${SESSIONS}/${id}`)
    expect(session.status).toBe('approved')
    for (const { substorageId, book, counted, variance, varianceNow, late } of session.lines) {
      expect(counted).toBe(COUNTED)
      expect(variance).toBe(COUNTED - book)
      // What was entered after the approval is told by the line, and by nothing else.
      const entered = late.reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0)
      expect(varianceNow, String(substorageId)).toBe(variance - entered)
    }
    const { lines } = await read(`/api/inventory/position?at=${CUT_OFF}`)
    const lying = new Map(
      lines.map((line: { recordId: string; weight: number }) => [line.recordId, line.weight]),
    )
    for (const { id: recordId } of records) expect(lying.get(recordId)).toBe(COUNTED)
  })
}
