import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBeside, openTestApp, type TestApp } from '../../../test/app.ts'
import { docsRoutes } from './plain-routes.ts'

let service: TestApp
let beside: Awaited<ReturnType<typeof buildBeside>>
let port: number
beforeAll(async () => {
  service = await openTestApp({ routes: [docsRoutes] })
  beside = await buildBeside(service, {})
  port = Number(new URL(await beside.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await beside.close()
  await service.close()
})

async function ask(
  path: string,
  hosts: string[],
): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const socket = connect(port, '127.0.0.1')
  const headers = hosts.map((host) => `Host: ${host}\r\n`).join('')
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
  const answer = await text(socket)
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: /content-type: application\/json/i.test(answer) ? JSON.parse(body) : body,
  }
}

const DOCUMENTED = {
  status: 400,
  body: { status: 'error', code: 'invalid_input', stack: '', body: {}, validation: [] },
}

for (const path of ['/docs/', '/api/identity/me', '/nowhere']) {
  test.for([
    ['a b'],
    ['granary.example/x'],
    ['user@granary.example'],
    ['granary.example:port'],
    ['[::1'],
    ['<script>'],
    ['granary.example', 'evil.example'],
    ['granary.example', 'granary.example'],
  ])(`${path} of %s is refused`, async (hosts) => {
    expect(await ask(path, hosts)).toMatchObject(DOCUMENTED)
  })
}

test.for([
  'granary.example',
  'Granary.Example:8443',
  '127.0.0.1:3000',
  '[::1]:3000',
  'store_1',
  'granary.example.',
])('the host %s is one', async (host) => {
  expect((await ask('/docs/', [host])).status).toBe(200)
  expect((await ask('/api/identity/me', [host])).status).toBe(401)
})
