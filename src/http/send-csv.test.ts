import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCsv } from './csv.ts'
import type { TableCell } from './table.ts'

const app = Fastify()
let closed = 0
async function* rows(...given: (TableCell | Error)[]): AsyncGenerator<TableCell[]> {
  try {
    for (const each of given) {
      if (each instanceof Error) throw each
      yield [each]
    }
  } finally {
    closed += 1
  }
}
beforeAll(async () => {
  app.get('/cells', (_request, reply) =>
    sendCsv(reply, { fileName: 'cells', columns: ['cell'], rows: rows('x;=1+1', '=1', 'y;z') }),
  )
  app.get('/wrong', (_request, reply) =>
    sendCsv(reply, {
      fileName: 'wrong',
      columns: ['cell'],
      rows: rows(Object.assign(new Error('none'), { statusCode: 404 })),
    }),
  )
  await app.ready()
})
afterAll(() => app.close())

test('what would be a formula stands in quotation marks, whatever parts the cells', async () => {
  const { body } = await app.inject('/cells')
  expect(body.slice(1)).toBe(`cell\r\n"x;'=1+1"\r\n"'=1"\r\ny;z\r\n`)
})

test('what is wrong before the first row is answered with its own status', async () => {
  closed = 0
  const { statusCode, headers } = await app.inject('/wrong')
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toContain('application/json')
  expect(closed).toBe(1)
})
