import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Answer } from './app.ts'
import { isOnServer, openArena, openArenaOfTwoProcesses, type Arena } from './arena.ts'
import { base, intake, makeBay, makeRecord, movement } from './farm.ts'
import { ok } from './scene.ts'

// Books are closed while late tickets are on their way (rules.md §14): each is in the statement, or refused.

vi.setConfig({ testTimeout: 240_000 })

describe.skipIf(!isOnServer)('two processes on PostgreSQL', () => races(openArenaOfTwoProcesses, 24))
describe('one process', () => races(openArena, 6))

const DAY_OF_LOADS = '2025-08-10'

function races(open: () => Promise<Arena>, clients: number): void {
  let arena: Arena
  beforeAll(async () => {
    arena = await open()
  })
  afterAll(() => arena.close())

  const owner = () => arena.farm.as('owner')
  const totalAt = async (day: string) =>
    ok(await owner().get(`${base}/position?at=${day}`)).totals.owned as number

  test('a late ticket in flight is in the statement or refused, and nothing is half', async () => {
    const { id } = await makeRecord(arena, 100_000)
    const into = await makeBay(arena)
    const answers = await Promise.all(
      arena.crowd(clients).map(async (client, index): Promise<Answer> => {
        if (index === Math.floor(clients / 2)) return client.post(`${base}/periods`, { upTo: DAY_OF_LOADS })
        if (index % 3 === 0) return client.post(`${base}/records`, intake(into, 7, { harvestYear: '2025' }))
        return client.post(`${base}/movements`, movement(id, 1, 'mill'))
      }),
    )
    expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
    const closing = ok(answers[Math.floor(clients / 2)] as Answer)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(
      new Set(refused.length === 0 ? [] : ['period_closed']),
    )
    const period = ok(await owner().get(`${base}/periods/${closing.ids[0]}`))
    const [{ closing: signed }] = period.totals
    expect(await totalAt(DAY_OF_LOADS)).toBe(signed)
    expect(ok(await owner().get(`${base}/periods/${closing.ids[0]}/check`)).isAsClosed).toBe(true)
    expect((await owner().post(`${base}/movements`, movement(id, 1, 'mill'))).body.code).toBe('period_closed')
    expect(await arena.examine()).toEqual([])
    ok(await owner().post(`${base}/periods/${closing.ids[0]}/reopen`, { reason: 'Another round' }))
  })

  test('of two closings of one day one wins', async () => {
    const answers = await Promise.all(
      arena.crowd(4).map((client) => client.post(`${base}/periods`, { upTo: '2025-08-11' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })
}
