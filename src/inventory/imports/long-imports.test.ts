import { watchQueries } from '../../../test/asked.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, send } from './test-imports.ts'

// Long files: one of an organisation at a time, and none for whoever has left.

let service: TestApp
let farm: TestOrganisation
let manager: Client
let url: string
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service)
  manager = farm.as('manager')
  url = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => service.close())

function fields(count: number, name: string): string {
  return `Field,Area (ha)\n${Array.from({ length: count }, (_each, index) => `${name} ${index},${index % 30}`).join('\n')}\n`
}

test('of two long files of one organisation the second waits, and says so', async () => {
  const statusOf = async (key: string) => {
    const { body } = await manager.get(`/api/inventory/imports?idempotencyKey=${key}`)
    return body[0] && `${body[0].status} ${body[0].rowsDone} of ${body[0].totalRows}`
  }
  const first = send(manager, 'fields', fields(5000, 'One'), { 'idempotency-key': 'long-1' })
  await expect.poll(() => statusOf('long-1'), { interval: 5 }).toMatch(/^running/)
  const second = send(manager, 'fields', fields(2500, 'Two'), { 'idempotency-key': 'long-2' })
  await expect.poll(() => statusOf('long-2'), { interval: 5 }).toBe('waiting 0 of 2500')
  // Until the first is done. Asked in this order, the first may have ended meanwhile, never begun.
  let together = ''
  for (;;) {
    const [two, one] = [await statusOf('long-2'), await statusOf('long-1')]
    if (one.startsWith('running') && two.startsWith('running')) together = `${one}, ${two}`
    if (one.startsWith('done')) break
    await sleep(5)
  }
  expect(together).toBe('')
  for (const { status } of await Promise.all([first, second])) expect(status).toBe(200)
  expect(await statusOf('long-2')).toBe('done 2500 of 2500')
})

test('a dry run ends with whoever asked for it', async () => {
  let queries = 0
  watchQueries(service.database.pool, () => (queries += 1))
  const file = fields(6000, 'Three')
  await send(manager, `${base}/fields?dryRun=true`, file)
  const whole = queries
  const form = new FormData()
  form.append('file', new Blob([file]), 'farm.csv')
  const leaving = new AbortController()
  const left = fetch(`${url}${base}/fields?dryRun=true`, {
    method: 'POST',
    body: form,
    headers: { 'x-api-key': farm.keys.manager },
    signal: leaving.signal,
  }).catch(() => 'left')
  await expect.poll(() => queries, { interval: 1 }).toBeGreaterThan(whole * 1.2)
  leaving.abort()
  expect(await left).toBe('left')
  let before = 0
  while (before < queries) {
    before = queries
    await sleep(300)
  }
  expect(queries - whole).toBeLessThan(whole / 2)
})
