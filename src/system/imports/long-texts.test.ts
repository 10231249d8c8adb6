import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { area, text } from './columns.ts'
import { openTable } from './table.ts'

const columns = { name: text('Field', { isRequired: true }), area: area('Area (ha)') }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'granary-long-texts-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** The longest that anybody else waited while something was done, as a part of the time that it took. */
async function longestWaitIn(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  let isDone = false
  let longest = 0
  const others = (async () => {
    while (!isDone) {
      const before = performance.now()
      await endOfTurn()
      longest = Math.max(longest, performance.now() - before)
    }
  })()
  await work()
  const took = performance.now() - begun
  isDone = true
  await others
  return longest / took
}

test.each<[what: string, body: string, rows: number]>([
  ['20 MB of line feeds', '\n'.repeat(20_000_000), 1],
  ['9 MB of empty cells in quotation marks', '"",'.repeat(3_000_000), 2],
  ['20 MB after a quotation mark that nobody closed', `"${'x'.repeat(20_000_000)}`, 3],
  ['rows after a quotation mark that nobody closed', `"${'xxxxxxx,\n'.repeat(600_000)}`, 600_001],
  // A machine that has others at work may hold this thread up once.
])('%s keep nobody else waiting', { retry: 2 }, async (_what, body, rows) => {
  const file = path.join(directory, 'long.csv')
  await writeFile(file, `Field,Area (ha)\nTop,12\n${body}`)
  let read = 0
  const waited = await longestWaitIn(async () => {
    const table = await openTable(file, columns, {
      organisationId: 'farm',
      countryISO: 'GB',
      language: 'en',
      order: 'day first',
      mark: '.',
    })
    for await (const some of table.rows(500)) read += some.length
    expect(table.totalRows).toBe(read)
    await table.close()
  })
  expect(waited).toBeLessThan(0.1)
  expect(read).toBe(rows)
  expect(await readdir(directory)).toEqual(['long.csv'])
})
