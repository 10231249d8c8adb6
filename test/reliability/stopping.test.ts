import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { makeBare, type Bare } from '../bare-database.ts'
import { placeEmptyDatabase } from '../database.ts'
import { serve, type RunningProgram } from '../program.ts'
import { runHere } from '../run-here.ts'

// How the program stops when it is told to. What is stored of a writer's work then is in reliability/restarts.test.ts.

const PATIENCE = 240_000
/** On Ctrl-C the program hears of it twice, from the terminal and from npm: what comes later is somebody who insists. */
const LATER_MS = 1000

let bare: Bare
let apiKey: string
let program: RunningProgram
beforeEach(async () => {
  bare = await makeBare(inject('databaseSource').engine)
  await placeEmptyDatabase(bare.dataDir)
  const who = ['--organisation', 'Hill Farm', '--country', 'GB', '--email', 'owner@hill.example']
  apiKey = JSON.parse((await runHere(['init', ...who, '--json'], bare.env)).stdout).apiKey
  program = await serve({ cwd: path.dirname(bare.dataDir), env: bare.env })
}, PATIENCE)
afterEach(async () => {
  program.kill('SIGKILL')
  await program.ended
  await bare.remove()
})

const READY = 'GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n'

/** Sends the beginning of something. */
function send(bytes: string): Socket {
  const { hostname, port } = new URL(program.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined).write(bytes)
  return socket
}

/** Begins an upload that goes on for as long as nobody ends it. */
async function beginUpload(): Promise<void> {
  const head = `POST /api/system/files HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\nExpect: 100-continue`
  const socket = send(
    `${head}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n`,
  )
  // The program has seen the request once it asks for the body.
  await once(socket, 'data')
  socket.write('--x\r\n')
}

test('on SIGTERM it is not ready, and serves on until balancers know', { timeout: PATIENCE }, async () => {
  program.kill('SIGKILL')
  await program.ended
  program = await serve({ cwd: path.dirname(bare.dataDir), env: { ...bare.env, DRAIN_SECONDS: '3' } })
  const statusOf = async (at: string, headers: Record<string, string> = {}) =>
    (await fetch(`${program.url}${at}`, { headers })).status
  expect(await statusOf('/readyz')).toBe(200)
  program.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  // As a balancer sees it that asks every second.
  await sleep(LATER_MS)
  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/api/inventory/records', { 'X-Api-Key': apiKey })).toBe(200)
  expect(await program.ended).toMatchObject({ code: 0 })
})

test('Ctrl-C, heard twice at once, ends it with 0', { timeout: PATIENCE }, async () => {
  program.kill('SIGINT')
  program.kill('SIGINT')
  expect(await program.ended).toMatchObject({ code: 0 })
})

test(
  'while it waits for those at work it is not ready, and whoever insists does not wait',
  { timeout: PATIENCE },
  async () => {
    await beginUpload()
    const asking = send(`${READY}GET /readyz HTTP/1.1\r\n`)
    const [ready] = await once(asking, 'data')
    expect(String(ready)).toMatch(/^HTTP\/1.1 200 /)
    program.kill('SIGTERM')
    const first = await Promise.race([program.ended, sleep(LATER_MS, 'still at work')])
    expect(first).toBe('still at work')
    asking.write('Host: a\r\n\r\n')
    expect(await text(asking)).toMatch(/^HTTP\/1.1 503 /)
    program.kill('SIGTERM')
    expect(await program.ended).toMatchObject({ code: 1 })
  },
)
