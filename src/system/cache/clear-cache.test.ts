import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestApp, TEST_URL, testBackground, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { openIssuer } from '../../../test/issuer.ts'
import { makePlatformAdmin, openScene } from '../../../test/scene.ts'
import { openTestSecrets } from '../../../test/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import { purgeNotices } from '../notices/notices.ts'
import { openSystem, type System } from '../system.ts'
import { forgetCached } from './cache.ts'

let service: TestApp
/** The same service once more, as a second process on the database has it. */
let other: System
let admin: Client
let issuer: Awaited<ReturnType<typeof openIssuer>>
beforeAll(async () => {
  issuer = await openIssuer()
  service = await openTestApp({ settings: { trustedIssuers: [issuer.trusted] } })
  other = await openOther()
  admin = (await makePlatformAdmin(await openScene(service))).client
})
afterAll(async () => {
  await other.close()
  await service.close()
  issuer.close()
})

async function openOther(redisUrl?: string): Promise<System> {
  return openSystem({
    database: service.database,
    clock: service.clock.now,
    secrets: await openTestSecrets(service.database),
    log: Fastify({ logger: false }).log,
    settings: {
      trustedIssuers: [issuer.trusted],
      files: { directory: 'nowhere', s3: undefined, quotaBytes: 0 },
      redisUrl,
      links: { publicUrl: () => TEST_URL, hosts: undefined, templates: [], makers: 'anybody', perMinute: 0 },
      background: testBackground('nowhere'),
    },
    routes: [],
  })
}

/** Keeps an answer under each key in both processes; says which of them have been forgotten, in one or the other. */
async function keep(...keys: string[]) {
  const caches = [service.system.cache, other.cache]
  for (const cache of caches) for (const key of keys) await cache.getOrSet(key, 600, async () => 'kept')
  const forgottenBy = async ({ cache }: System) => {
    const forgotten = []
    for (const key of keys) {
      let isMade = false
      await cache.getOrSet(key, 600, async () => {
        isMade = true
        return 'kept'
      })
      if (isMade) forgotten.push(key)
    }
    return forgotten
  }
  return { here: () => forgottenBy(service.system), there: () => forgottenBy(other) }
}

const rows: [string, object, string, string[]][] = [
  ['keys', { keys: ['settings:GB', 'none'] }, 'Cleared: 2 keys.', ['settings:GB']],
  [
    'a prefix',
    { prefixes: ['settings:'] },
    'Cleared: every key that begins with “settings:”.',
    ['settings:GB', 'settings:FR'],
  ],
  [
    'both',
    { keys: ['commodities:FR'], prefixes: ['settings:F'], flush: null, secrets: null },
    'Cleared: one key; every key that begins with “settings:F”.',
    ['settings:FR', 'commodities:FR'],
  ],
  [
    'all',
    { flush: true, keys: ['settings:GB'] },
    'Cleared: all that was cached.',
    ['settings:GB', 'settings:FR', 'commodities:FR'],
  ],
  ['nothing', { flush: false }, 'Nothing was named, so nothing was cleared.', []],
]
test.for(rows)('clears %s at once, and soon in another process', async ([, body, message, forgotten]) => {
  const kept = await keep('settings:GB', 'settings:FR', 'commodities:FR')
  const answer = await admin.post('/api/system/cache', body)
  expect(answer).toMatchObject({ status: 200, body: { status: 'success', message } })
  expect(await kept.here()).toEqual(forgotten)
  // It looks each second by itself; once is enough to wait for that.
  await (message.includes('2 keys') ? sleep(1500) : other.hearNotices())
  expect(await kept.there()).toEqual(forgotten)
})

test('what the documents give as an example is what the service keeps', async () => {
  const { body: document } = await admin.get('/api/system/openapi.json')
  const { content } = document.paths['/api/system/cache'].post.requestBody
  const { keys, prefixes } = content['application/json'].example
  const clearings = [
    ...keys.map((key: string) => ({ keys: [key] })),
    ...prefixes.map((each: string) => ({ prefixes: [each] })),
  ]
  for (const clearing of clearings) {
    await service.system.cache.clear()
    // A process clears once more when it hears its own notice, each second: what is kept from here on is not among that.
    await service.system.hearNotices()
    expect((await admin.get('/api/system/settings/GB')).status).toBe(200)
    const isKept = async () =>
      (await service.system.cache.getOrSet('settings:GB', 60, async () => 'made anew')) !== 'made anew'
    expect(await isKept()).toBe(true)
    expect((await admin.post('/api/system/cache', clearing)).status).toBe(200)
    expect(await isKept(), JSON.stringify(clearing)).toBe(false)
  }
})

describe('what a command makes forget', () => {
  test('is forgotten once it is stored', async () => {
    const kept = await keep('varieties:GB')
    await inTransaction(service.database.db, async (trx) => {
      await forgetCached(trx, { prefixes: ['varieties:'] })
    })
    await service.system.hearNotices()
    expect(await kept.here()).toEqual(['varieties:GB'])
  })

  test('is kept when it is taken back', async () => {
    const kept = await keep('varieties:FR')
    const failing = inTransaction(service.database.db, async (trx) => {
      await forgetCached(trx, { prefixes: ['varieties:'] })
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await service.system.hearNotices()
    expect(await kept.here()).toEqual([])
  })

  test('and what a transaction sees is not kept', async () => {
    const { cache } = service.system
    await inTransaction(service.database.db, async () => {
      expect(await cache.getOrSet('within', 60, async () => 'not stored yet')).toBe('not stored yet')
    })
    expect(await cache.getOrSet('within', 60, async () => 'stored')).toBe('stored')
  })
})

test('what one process forgets by itself, the other forgets too', async () => {
  const kept = await keep('places:1', 'places:2', 'units:1')
  await other.cache.deleteByPrefixes(['places:'])
  expect(await kept.there()).toEqual(['places:1', 'places:2'])
  await service.system.hearNotices()
  expect(await kept.here()).toEqual(['places:1', 'places:2'])
})

// Two transactions at a time there are on a server only.
test.skipIf(inject('databaseSource').engine === 'pglite')(
  'a notice that is stored late is heard all the same',
  async () => {
    const kept = await keep('late:1')
    const slow = await service.database.db.startTransaction().execute()
    await forgetCached(slow, { keys: ['late:1'] })
    await service.database.db.insertInto('notices').values({ topic: 'cache', data: '{}' }).execute()
    await service.system.hearNotices()
    expect(await kept.here()).toEqual([])
    await slow.commit().execute()
    await service.system.hearNotices()
    expect(await kept.here()).toEqual(['late:1'])
  },
)

describe('secrets', () => {
  test('are the keys of trusted issuers, fetched anew', async () => {
    const token = await issuer.token('somebody', service.clock.now())
    const ask = async () => {
      expect((await service.client({ token }).get('/api/identity/me')).status).toBe(401)
      return issuer.fetches()
    }
    const before = await ask()
    expect(await ask()).toBe(before)
    await admin.post('/api/system/cache', { flush: true })
    expect(await ask()).toBe(before)
    await admin.post('/api/system/cache', { secrets: true })
    expect(await ask()).toBe(before + 1)
  })

  test('are forgotten also by a process whose Redis does not answer', async () => {
    let asked = ''
    const silent = createServer((socket) => void socket.on('data', (data) => void (asked += data.toString())))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const stuck = await openOther(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const token = await issuer.token('somebody', service.clock.now())
    const request = { headers: { authorization: `Bearer ${token}` }, ip: '192.0.2.1' }
    const ask = async () => {
      const answer = stuck.authenticate(request, service.clock.now())
      await expect(answer).rejects.toMatchObject({ code: 'unauthenticated' })
      return issuer.fetches()
    }
    try {
      const before = await ask()
      // Connected once it is asked for what there is to be forgotten.
      await stuck.cache.clear()
      await expect.poll(() => asked).toContain('scan')
      await admin.post('/api/system/cache', { flush: true, secrets: true })
      await stuck.hearNotices()
      expect(await ask()).toBe(before + 1)
    } finally {
      await stuck.close()
      silent.close()
    }
  })

  test('are the keys that sign, read anew', async () => {
    const { db } = service.database
    const farm = await makeOrganisation(service)
    const signIn = () =>
      service
        .client()
        .post('/api/identity/sign-in', { email: farm.owner.email, password: farm.owner.password })
    const before = (await signIn()).body.accessToken
    const works = async (token: string) => (await service.client({ token }).get('/api/identity/me')).status
    expect(await works(before)).toBe(200)
    // As if it had been found on somebody's screen: retired, and another one there.
    const keys = await db.selectFrom('signing_keys').selectAll().where('retired_at', 'is', null).execute()
    await db.updateTable('signing_keys').set({ retired_at: service.clock.now() }).execute()
    try {
      expect(await works(before)).toBe(200)
      await service.system.hearNotices()
      expect((await admin.post('/api/system/cache', { secrets: true })).body.message).toMatch(
        /^Cleared: key sets/,
      )
      expect(await works(before)).toBe(401)
    } finally {
      for (const { id } of keys)
        await db.updateTable('signing_keys').set({ retired_at: null }).where('id', '=', id).execute()
      await inTransaction(db, (trx) => forgetCached(trx, { secrets: true }))
      await service.system.hearNotices()
    }
    expect(await works(before)).toBe(200)
  })
})

test('faults are all told at once', async () => {
  const answer = await admin.post('/api/system/cache', {
    keys: [''],
    prefixes: 'settings:',
    flush: 'yes',
    everything: true,
  })
  expect(answer.status).toBe(400)
  expect(answer.body.validation.map(({ path }: { path: string }) => path).sort()).toEqual([
    'everything',
    'flush',
    'keys[0]',
    'prefixes',
  ])
})

test('notices are deleted when all have heard them', async () => {
  const { db } = service.database
  await sql`insert into notices (topic, data, told_at) values ('cache', '{}', clock_timestamp() - interval '2 hours')`.execute(
    db,
  )
  const count = async () => (await db.selectFrom('notices').select('id').execute()).length
  const before = await count()
  await purgeNotices(db)
  expect(await count()).toBe(before - 1)
})
