import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/reliability/cluster.ts'
import { openCache, type OpenCache } from './cache.ts'

// Two Redis of the test's own, and a Sentinel that watches them. Runs where TEST_REDIS_URL says that the machine has Redis.

const PATIENCE = 60_000
let directory: string
const programs: ChildProcess[] = []
const caches: OpenCache[] = []

async function startRedis(name: string, lines: string[], args: string[] = []): Promise<ChildProcess> {
  const file = path.join(directory, `${name}.conf`)
  await writeFile(file, [...lines, 'bind 127.0.0.1', `dir ${directory}`, ''].join('\n'))
  const program = spawn('redis-server', [file, ...args], { stdio: 'ignore' })
  programs.push(program)
  return program
}

function openOn(url: string): OpenCache {
  const log = { info: () => undefined, warn: () => undefined }
  const cache = openCache({ redisUrl: url, log, announce: async () => undefined })
  caches.push(cache)
  return cache
}

describe.runIf(process.env['TEST_REDIS_URL'])('Redis Sentinel', () => {
  beforeAll(async () => void (directory = await mkdtemp(path.join(tmpdir(), 'granary-sentinel-'))))
  afterAll(async () => {
    for (const cache of caches) await cache.close()
    for (const program of programs) if (program.kill('SIGKILL')) await once(program, 'exit')
    await rm(directory, { recursive: true, force: true })
  })

  test('leads to the Redis that leads, and to its successor', { timeout: PATIENCE }, async () => {
    const [leaderPort, followerPort, sentinelPort] = [await freePort(), await freePort(), await freePort()]
    const password = ['requirepass secret', 'masterauth secret', 'save ""']
    const leader = await startRedis('leader', [`port ${leaderPort}`, ...password])
    await startRedis('follower', [`port ${followerPort}`, `replicaof 127.0.0.1 ${leaderPort}`, ...password])
    const watched = [
      `sentinel monitor granary 127.0.0.1 ${leaderPort} 1`,
      'sentinel auth-pass granary secret',
      'sentinel down-after-milliseconds granary 1000',
      'sentinel failover-timeout granary 5000',
    ]
    await startRedis('sentinel', [`port ${sentinelPort}`, ...watched], ['--sentinel'])
    // The first one named is away.
    const url = `redis+sentinel://:secret@127.0.0.1:${await freePort()},127.0.0.1:${sentinelPort}/granary/1`
    const [here, there] = [openOn(url), openOn(url)]
    await expectShared(here, there, 'before')
    // Sentinel finds followers by what their leader says of them, every ten seconds.
    await sleep(11_000)
    leader.kill('SIGKILL')
    await expectShared(here, there, 'after')
  })
})

/** What the one has made, the other need not, once both are connected. */
async function expectShared(here: OpenCache, there: OpenCache, time: string): Promise<void> {
  let number = 0
  const isShared = async () => {
    const key = `${time}:${(number += 1)}`
    await here.getOrSet(key, 60, async () => 'made here')
    return there.getOrSet(key, 60, async () => 'made there')
  }
  await expect.poll(isShared, { timeout: 30_000, interval: 200 }).toBe('made here')
}
