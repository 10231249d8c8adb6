import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../../test/event-listener.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { Refusal } from '../../kernel/errors.ts'
import { openCache, type CacheClearing, type OpenCache } from './cache.ts'

const open: OpenCache[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((cache) => cache.close()))
})

function makeCache(redisUrl?: string, announced: CacheClearing[] = []): OpenCache {
  const cache = openCache({
    redisUrl,
    log: quietLog,
    announce: async (clearing) => void announced.push(clearing),
  })
  open.push(cache)
  return cache
}

/** Asks for a key, and counts how often it had to be made. */
function counting(cache: OpenCache) {
  let made = 0
  return {
    made: () => made,
    get: (key: string, ttlSeconds = 60) =>
      cache.getOrSet(key, ttlSeconds, async () => ({ key, number: (made += 1) })),
  }
}

describe('in memory', () => {
  test('an answer is made once, and given as it was', async () => {
    const { get, made } = counting(makeCache())
    expect([await get('a'), await get('a'), await get('b')]).toEqual([
      { key: 'a', number: 1 },
      { key: 'a', number: 1 },
      { key: 'b', number: 2 },
    ])
    expect(made()).toBe(2)
  })

  test('many who come at once wait for one', async () => {
    const cache = makeCache()
    let made = 0
    const make = async () => {
      made += 1
      await sleep(30)
      return made
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.getOrSet('slow', 60, make)))
    expect({ made, answers: new Set(answers) }).toEqual({ made: 1, answers: new Set([1]) })
  })

  test('nothing, empty and null are answers too', async () => {
    const cache = makeCache()
    const make = async () => null
    expect([
      await cache.getOrSet('null', 60, make),
      await cache.getOrSet('null', 60, async () => 'made again'),
    ]).toEqual([null, null])
    expect(await cache.getOrSet('nothing', 60, async () => undefined)).toBeUndefined()
    expect(await cache.getOrSet<string | undefined>('nothing', 60, async () => 'kept')).toBe('kept')
    expect(await cache.getOrSet('', 60, async () => '')).toBe('')
  })

  test('what is thrown reaches every caller as it is, and is not kept', async () => {
    const cache = makeCache()
    const refusal = new Refusal('not_found', 'There is no such country.')
    const failing = () => cache.getOrSet('bad', 60, () => Promise.reject(refusal))
    for (const answer of await Promise.allSettled([failing(), failing()]))
      expect(answer).toEqual({ status: 'rejected', reason: refusal })
    expect(await cache.getOrSet('bad', 60, async () => 'good')).toBe('good')
  })

  test('it is kept for as long as was said', async () => {
    const { get } = counting(makeCache())
    await get('short', 0.05)
    await sleep(80)
    expect(await get('short')).toMatchObject({ number: 2 })
  })

  const clearings: [string, (cache: OpenCache) => Promise<void>, CacheClearing, string[]][] = [
    [
      'keys',
      (cache) => cache.delete(['a:1', 'none']),
      { keys: ['a:1', 'none'], prefixes: [], flush: false },
      ['a:1'],
    ],
    [
      'a prefix',
      (cache) => cache.deleteByPrefixes(['a:']),
      { keys: [], prefixes: ['a:'], flush: false },
      ['a:1', 'a:2'],
    ],
    [
      'signs as they are',
      (cache) => cache.deleteByPrefixes(['*', '[']),
      { keys: [], prefixes: ['*', '['], flush: false },
      ['*:1'],
    ],
    ['all', (cache) => cache.clear(), { keys: [], prefixes: [], flush: true }, ['a:1', 'a:2', 'b:1', '*:1']],
  ]
  test.for(clearings)('%s are forgotten, and others told', async ([, clear, told, forgotten]) => {
    const announced: CacheClearing[] = []
    const cache = makeCache(undefined, announced)
    const { get, made } = counting(cache)
    const keys = ['a:1', 'a:2', 'b:1', '*:1']
    for (const key of keys) await get(key)
    await clear(cache)
    expect(announced).toEqual([told])
    const again = []
    for (const key of keys) {
      const before = made()
      await get(key)
      if (made() > before) again.push(key)
    }
    expect(again).toEqual(forgotten)
  })

  test('what was being made while it was cleared is given, and not kept', async () => {
    const cache = makeCache()
    const stale = cache.getOrSet('country', 60, async () => {
      await sleep(40)
      return 'as it was before'
    })
    await sleep(10)
    await cache.delete(['country'])
    expect(await stale).toBe('as it was before')
    expect(await cache.getOrSet('country', 60, async () => 'as it is')).toBe('as it is')
  })

  test('it has an end: old answers go, and what is too large is not kept', async () => {
    const cache = makeCache()
    const { get, made } = counting(cache)
    await get('first')
    const megabyte = 'x'.repeat(1024 * 1024)
    for (let number = 0; number < 40; number++)
      await cache.getOrSet(`big:${number}`, 60, async () => megabyte)
    await get('first')
    expect(made()).toBe(2)
    const huge = 'x'.repeat(5 * 1024 * 1024)
    expect(await cache.getOrSet<string>('huge', 60, async () => huge)).toBe(huge)
    expect(await cache.getOrSet<string>('huge', 60, async () => 'made again')).toBe('made again')
    expect(await cache.getOrSet('big:39', 60, async () => 'made again')).toBe(megabyte)
  })
})

describe('without the Redis that it was told of', () => {
  const servers: Server[] = []
  afterEach(() => servers.splice(0).forEach((server) => server.close()))

  /** Takes connections, and then does what it is told. */
  async function listen(onSocket: (socket: Socket) => void): Promise<string> {
    const server = createServer(onSocket).listen(0, '127.0.0.1')
    servers.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const peers: [string, () => Promise<string>][] = [
    ['where nobody listens', async () => 'redis://127.0.0.1:1'],
    ['that never says anything', () => listen(() => undefined)],
    ['that hangs up', () => listen((socket) => socket.destroy())],
    [
      'that talks nonsense',
      () => listen((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n').toString()),
    ],
  ]
  test.for(peers)(
    '%s, requests are answered from memory, and soon',
    { timeout: 20_000 },
    async ([, start]) => {
      const cache = makeCache(await start())
      const { get, made } = counting(cache)
      const began = Date.now()
      for (const key of ['a', 'a', 'b', 'a']) expect(await get(key)).toMatchObject({ key })
      await cache.deleteByPrefixes(['a'])
      await cache.clear()
      expect(await get('a')).toMatchObject({ number: 3 })
      expect(made()).toBe(3)
      expect(Date.now() - began).toBeLessThan(8000)
      const closing = Date.now()
      await cache.close()
      expect(Date.now() - closing).toBeLessThan(2000)
    },
  )

  test('that was there before, it is said once that it is away, and that it is back', async () => {
    const stand = await standIn()
    const said: string[] = []
    const say = (_details: object, message: string) => void said.push(message)
    const cache = openCache({
      redisUrl: stand.url,
      log: { info: say, warn: say },
      announce: async () => undefined,
    })
    open.push(cache)
    await expect.poll(stand.connections).toBeGreaterThan(0)
    stand.hangUp()
    await expect.poll(() => said).toEqual([expect.stringMatching(/^Redis is away/)])
    // It is looked for again, ever more seldom, by as many connections.
    const before = stand.connections()
    await expect.poll(stand.connections, { timeout: 10_000 }).toBeGreaterThan(before + 3)
    expect(said).toHaveLength(1)
    stand.takeUp()
    await expect.poll(() => said, { timeout: 10_000 }).toEqual([said[0], 'Redis is back'])
  })

  test('that does not take the password, that is said once as well, however often it is tried', async () => {
    let connections = 0
    const url = await listen((socket) => {
      connections += 1
      socket.on('error', () => undefined).on('data', () => socket.write('-WRONGPASS invalid password\r\n'))
    })
    const said: string[] = []
    const say = (_details: object, message: string) => void said.push(message)
    const redisUrl = url.replace('//', '//:hunter2@')
    open.push(openCache({ redisUrl, log: { info: say, warn: say }, announce: async () => undefined }))
    await expect.poll(() => connections, { timeout: 10_000 }).toBeGreaterThan(30)
    expect(said).toEqual([expect.stringMatching(/^Redis is away/), 'the cache was not cleared; trying again'])
  })

  /** Takes connections, answers that there is nothing, or ends them, as a proxy does whose Redis is down. */
  async function standIn() {
    const sockets = new Set<Socket>()
    let connections = 0
    let isDown = false
    const url = await listen((socket) => {
      connections += 1
      if (isDown) return void socket.end()
      sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined))
      socket.on('data', () => socket.write('*2\r\n$1\r\n0\r\n*0\r\n'))
    })
    return {
      url,
      connections: () => connections,
      hangUp() {
        isDown = true
        for (const socket of sockets) socket.end()
      },
      takeUp: () => void (isDown = false),
    }
  }
})

const forgettings: [string, CacheClearing][] = [
  ['a key', { keys: ['settings:GB'], prefixes: [], flush: false }],
  ['a prefix', { keys: [], prefixes: ['settings:'], flush: false }],
  ['everything', { keys: [], prefixes: [], flush: true }],
]

// A Redis is no part of the project: where a machine has one, TEST_REDIS_URL says where.
const redisUrl = process.env['TEST_REDIS_URL']
describe.runIf(redisUrl)('with Redis', () => {
  /** Two processes as Redis sees them, whose subscriptions stand. */
  async function two(url = redisUrl): Promise<[OpenCache, OpenCache]> {
    const caches: [OpenCache, OpenCache] = [makeCache(url), makeCache(url)]
    // Connected once something that the one keeps is found by the other.
    for (let tries = 0; tries < 200; tries++) {
      const key = `connected:${tries}`
      await caches[0].getOrSet(key, 60, async () => 'here')
      if ((await caches[1].getOrSet(key, 60, async () => 'not here')) === 'here') break
      await sleep(20)
    }
    await caches[0].clear()
    await sleep(50)
    return caches
  }

  test('what one process has made, another need not', async () => {
    const [here, there] = await two()
    expect(await here.getOrSet('shared', 60, async () => ['made here'])).toEqual(['made here'])
    expect(await there.getOrSet('shared', 60, async () => ['made there'])).toEqual(['made here'])
  })

  const clearings: [string, (cache: OpenCache) => Promise<void>][] = [
    ['a key', (cache) => cache.delete(['settings:GB'])],
    ['a prefix', (cache) => cache.deleteByPrefixes(['settings:'])],
    ['all', (cache) => cache.clear()],
  ]
  test.for(clearings)(
    '%s that one forgets is forgotten by all, though nobody else tells them',
    async ([, clear]) => {
      const [here, there] = await two()
      const other = counting(there)
      await here.getOrSet('settings:GB', 60, async () => ({ key: 'settings:GB', number: 0 }))
      expect(await other.get('settings:GB')).toMatchObject({ number: 0 })
      await clear(here)
      for (let tries = 0; tries < 200 && other.made() === 0; tries++) {
        await other.get('settings:GB')
        await sleep(10)
      }
      expect(other.made()).toBe(1)
    },
  )

  test('after it was lost and has come back, nothing old is given', { timeout: 30_000 }, async () => {
    const relay = await openRelay(redisUrl ?? '')
    const [here, there] = await two(relay.url)
    const other = counting(there)
    await here.getOrSet('settings:GB', 60, async () => ({ key: 'settings:GB', number: 0 }))
    expect(await other.get('settings:GB')).toMatchObject({ number: 0 })
    await relay.cut()
    // It is away: each goes on with what it has, and what the one forgets the other cannot hear.
    expect(await other.get('settings:GB')).toMatchObject({ number: 0 })
    await here.delete(['settings:GB'])
    await relay.mend()
    let last = 0
    for (let tries = 0; tries < 500 && last === 0; tries++) {
      last = (await other.get('settings:GB')).number
      await sleep(20)
    }
    expect(last).toBeGreaterThan(0)
    await relay.close()
  })

  test.for(forgettings)(
    '%s that is to be forgotten while Redis is slow to answer is forgotten once it answers',
    { timeout: 30_000 },
    async ([, clearing]) => {
      const relay = await openRelay(redisUrl ?? '')
      const [here, there] = await two(relay.url)
      const { get } = counting(here)
      expect(await get('settings:GB')).toMatchObject({ number: 1 })
      relay.hold()
      // From now on the cache leaves Redis alone for a while.
      await here.getOrSet('other', 60, async () => 1)
      // Whoever tells processes what to forget says it again where it failed.
      await expect(here.clearHere(clearing)).rejects.toThrow()
      relay.release()
      await expect
        .poll(() =>
          here.clearHere(clearing).then(
            () => 'forgotten',
            () => '',
          ),
        )
        .toBe('forgotten')
      expect(await there.getOrSet('settings:GB', 60, async () => 'made again')).toBe('made again')
      await relay.close()
    },
  )
})

/** Stands between a Redis and who uses it, and can be cut. */
async function openRelay(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const { connect } = await import('node:net')
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const other = connect(Number(port || 6379), hostname)
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
      await until(() => sockets.size === 0)
      await sleep(50)
    },
    async mend() {
      isCut = false
    },
    /** Hands nothing on until it is released. */
    hold: () => sockets.forEach((socket) => socket.pause()),
    release: () => sockets.forEach((socket) => socket.resume()),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
