import { read, utils, type CellObject } from '@e965/xlsx'
import Fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TableCell } from './table.ts'
import { sendWorkbook } from './workbook.ts'

const MANY = 100_000
const heads = ['name', 'day', 'moment', 'kilograms', 'isPlanned']
const cells: TableCell[] = ['=1+1', { wall: '2026-08-14' }, { wall: '2026-08-14 12:15' }, -28_460.567, true]
const odd = ["'007", '_x0041_', 'two\nlines', 'a\u0001b\uFFFE', '1.500', '2026-08-14', '', null, undefined]

async function* given(...all: TableCell[][]): AsyncGenerator<TableCell[]> {
  yield* all
}
async function* many(): AsyncGenerator<TableCell[]> {
  for (let row = 0; row < MANY; row += 1) {
    if (row % 500 === 0) await setImmediate()
    yield [`Load ${row} of Grünfeld & Sons`, ...cells, ...Array.from({ length: 12 }, (_one, at) => row * at)]
  }
}

const app = Fastify()
beforeAll(async () => {
  const columns = heads
  app.get('/cells', (_request, reply) =>
    sendWorkbook(reply, { fileName: 'cells', columns, rows: given(cells) }),
  )
  app.get('/odd', (_request, reply) =>
    sendWorkbook(reply, {
      fileName: 'a-name-that-is-longer-than-a-sheet-may-have',
      columns: odd.map(String),
      rows: given(odd),
    }),
  )
  app.get('/none', (_request, reply) => sendWorkbook(reply, { fileName: 'none', columns, rows: given() }))
  app.get('/many', (_request, reply) => sendWorkbook(reply, { fileName: 'many', columns, rows: many() }))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function sheetAt(url: string) {
  const { rawPayload } = await app.inject(url)
  const book = read(rawPayload, { cellNF: true })
  return book.Sheets[book.SheetNames[0] ?? ''] ?? {}
}

test('numbers, days and times are cells of their kind', async () => {
  const sheet = await sheetAt('/cells')
  const row = heads.map((_head, c) => sheet[utils.encode_cell({ r: 1, c })] as CellObject)
  expect(heads).toEqual(heads.map((_head, c) => sheet[utils.encode_cell({ r: 0, c })]?.v))
  expect(row.map(({ t }) => t)).toEqual(['s', 'n', 'n', 'n', 'b'])
  expect(row.map(({ w, v }) => w ?? v)).toEqual([
    '=1+1',
    '2026-08-14',
    '2026-08-14 12:15',
    '-28460.567',
    'TRUE',
  ])
  expect(row.map(({ f }) => f).filter(Boolean)).toEqual([])
})

test('text stays as it is, whatever it looks like', async () => {
  const sheet = await sheetAt('/odd')
  const row = odd.map((_cell, c) => sheet[utils.encode_cell({ r: 1, c })]?.v)
  expect(row).toEqual([...odd.slice(0, 3), 'a\u0001b', ...odd.slice(4, 6), undefined, undefined, undefined])
})

test('a table of no rows has its heads', async () => {
  const sheet = await sheetAt('/none')
  expect(heads.map((_head, c) => sheet[utils.encode_cell({ r: 0, c })]?.v)).toEqual(heads)
})

test('a hundred thousand rows take no more memory than a few', { timeout: 120_000 }, async () => {
  const before = process.memoryUsage().heapUsed
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 20)
  const address = app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${address.port}/many`)
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.length
  clearInterval(watch)
  expect(bytes).toBeGreaterThan(1_000_000)
  expect((most - before) / 1e6).toBeLessThan(60)
})
