import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gramsOf, readSeasons, sumOf } from '../examples/broadbalk/file.ts'
import { run } from '../examples/broadbalk/run.ts'
import { openTestApp, type TestApp } from './app.ts'
import { makeOrganisation } from './factories.ts'

// Enough for every kind of slip to be made and found; BROADBALK_SEASONS=74 for all of them.
const SEASONS = Number(process.env['BROADBALK_SEASONS'] ?? 8)
const SECONDS_PER_SEASON = 10

let service: TestApp
let url: string

beforeAll(async () => {
  service = await openTestApp({ now: '2026-11-20T09:00:00Z' })
  url = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => service.close())

/** Runs the example, and answers what it printed and what it found to differ. */
async function enterBroadbalk(key: string, seasons: number) {
  const lines: string[] = []
  const differences = await run({ url, key, seasons, print: (line) => lines.push(line) })
  return { lines, differences }
}

/** How many rows each table has that a second run could add to. */
async function countRows() {
  const tables = [
    'storages',
    'records',
    'movements',
    'adjustments',
    'ledger_entries',
    'ledger_counts',
    'events',
  ]
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(
      service.database.db,
    )
    counts[table] = rows[0]?.rows ?? 0
  }
  return counts
}

test('the file has 74 seasons of 17 plots, and tonnes become grams without rounding', () => {
  const seasons = readSeasons()
  expect(seasons.map(({ year }) => year)).toEqual(Array.from({ length: 74 }, (_, index) => 1852 + index))
  expect(new Set(seasons.map(({ plots }) => plots.length))).toEqual(new Set([17]))
  const totals = (['grain', 'straw'] as const).map((crop) =>
    seasons.reduce((sum, { plots }) => sum + sumOf(plots, crop), 0),
  )
  expect(totals).toEqual([2_254_070_000, 3_965_580_000])
  expect(['1.92', '1.6', '1', '0.07'].map(gramsOf)).toEqual([1_920_000, 1_600_000, 1_000_000, 70_000])
  expect(() => gramsOf('')).toThrow('not a weight')
})

test(
  'every season end agrees with the file to the gram, also when more seasons follow later',
  async () => {
    const farm = await makeOrganisation(service)
    const some = await enterBroadbalk(farm.keys.manager, 3)
    expect(some.differences).toEqual([])

    const all = await enterBroadbalk(farm.keys.manager, SEASONS)
    expect(all.differences).toEqual([])
    expect(all.lines.filter((line) => /^\d{4} .* OK$/.test(line))).toHaveLength(SEASONS)
    expect(all.lines.filter((line) => line.includes('no other end changed')).length).toBeGreaterThanOrEqual(1)
    expect(all.lines.at(-1)).toMatch(new RegExp(`^all .* OK  ${SEASONS} seasons`))
  },
  (SEASONS + 5) * SECONDS_PER_SEASON * 1000,
)

test('run a second time it adds nothing', { timeout: 120_000 }, async () => {
  const farm = await makeOrganisation(service)
  const first = await enterBroadbalk(farm.keys.manager, 6)
  expect(first.lines.filter((line) => line.includes('no other end changed'))).toHaveLength(3)
  const before = await countRows()
  const again = await enterBroadbalk(farm.keys.manager, 6)
  expect([...first.differences, ...again.differences]).toEqual([])
  expect(again.lines.filter((line) => line.includes('was corrected before'))).toHaveLength(3)
  expect(await countRows()).toEqual(before)
})

test('a kilogram too much in 1852 is found, and the command fails', { timeout: 120_000 }, async () => {
  const farm = await makeOrganisation(service)
  const key = farm.keys.manager
  expect(await command(['--url', url, '--key', key, '--seasons', '1'])).toMatchObject({ code: 0 })

  const manager = farm.as('manager')
  const { body: stores } = await manager.get('/api/inventory/storage?type=store&query=Grain')
  const [store] = stores.docs
  const added = await manager.post('/api/inventory/records', {
    type: 'crop',
    harvestYear: '1852',
    owned: true,
    commodity: { id: 1, type: 101 },
    storage: [{ storageId: store.id, substorageId: store.substorage[0].id, weight: 1 }],
    source: { type: 'existing', importDateUTC: '1852-12-24' },
  })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const { code, output } = await command(['--url', url, '--key', key, '--seasons', '1'])
  expect(code).toBe(1)
  expect(output).toContain('at 1853-07-01, Bay 1, harvest 1852: ')
})

test('what the service refuses is said, and the command fails', async () => {
  const viewer = (await makeOrganisation(service)).keys.viewer
  const refused = await command(['--url', url, '--key', viewer, '--seasons', '1'])
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('POST /storage answered 403: ') })
  const nowhere = await command(['--url', 'http://127.0.0.1:1', '--key', viewer])
  expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining('was not answered') })
})

test('without a key the command says how it is used', async () => {
  expect(await command([])).toMatchObject({ code: 2, errors: expect.stringContaining('Usage: ') })
})

/** The example as a person runs it. */
async function command(args: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const script = fileURLToPath(new URL('../examples/broadbalk/run.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env['PATH'] } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output, errors }
}
