import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { askedDuring } from '../../../test/asked.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { makePlatformAdmin, ok, openScene } from '../../../test/scene.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { bringForward, purgeJobs, measureJobs } from './jobs.ts'
import { LEASE_MS, jobSource, type JobKind } from './job-source.ts'
import { message } from '../../words/catalogue.ts'
import { storedMessage } from '../../words/stored.ts'
import { enqueueJob } from './enqueue-job.ts'
import { WorkProblem, startWorker, workOff } from './worker.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

const START = new Date('2026-08-14T08:30:00Z').getTime()
let now = START
const clock = () => new Date(now)
const later = (milliseconds: number) => void (now += milliseconds)

afterEach(() => void vi.restoreAllMocks())
beforeEach(async () => {
  now = START
  await db.deleteFrom('jobs').execute()
})

interface Payload {
  number: number
}

const refused = message('mailServerRefused', { answer: 550 })

/** A kind that does what a test says, and the source of its jobs. */
function kindOf(work: JobKind<Payload>['work'], more: Partial<JobKind<Payload>> = {}) {
  const kind: JobKind<Payload> = { name: 'count', mostAttempts: 3, work, ...more }
  return jobSource({ database, clock, log: quietLog }, [kind])
}

async function ask(key: string, number = 1, kind = 'count'): Promise<void> {
  await inTransaction(db, (trx) => enqueueJob(trx, { kind, key, payload: { number }, now: clock() }))
}

const jobs = () => db.selectFrom('jobs').selectAll().orderBy('created_at').orderBy('key').execute()
async function onlyJob() {
  const [job, ...others] = await jobs()
  expect(others).toEqual([])
  if (!job) throw new Error('there is no job')
  return job
}

describe('a job', () => {
  test('is done once it is stored, with what it was asked with, and then empty', async () => {
    const done: number[] = []
    const source = kindOf(async ({ number }) => void done.push(number))
    await ask('a', 7)
    expect(await workOff(source)).toBe(1)
    expect(done).toEqual([7])
    expect(await onlyJob()).toMatchObject({
      status: 'done',
      attempts: 1,
      payload: {},
      lease_id: null,
      finished_at: clock(),
    })
    expect(await workOff(source)).toBe(0)
  })

  test('that a clock asked for which was ahead is done once the clock is right', async () => {
    const source = kindOf(async () => undefined)
    later(400 * 86_400_000)
    await ask('ahead')
    now = START
    expect(await workOff(source)).toBe(0)
    await bringForward(db, clock())
    expect(await workOff(source)).toBe(1)
  })

  test('that was put off for half a day stays so: only what no pause explains is brought forward', async () => {
    const source = kindOf(async () => undefined)
    later(12 * 3_600_000)
    await ask('tonight')
    now = START
    await bringForward(db, clock())
    expect(await workOff(source)).toBe(0)
  })

  test('of a transaction that is rolled back was never asked for', async () => {
    const attempt = inTransaction(db, async (trx) => {
      await enqueueJob(trx, { kind: 'count', key: 'a', payload: {}, now: clock() })
      throw new Error('refused')
    })
    await expect(attempt).rejects.toThrow('refused')
    expect(await jobs()).toEqual([])
  })

  test('asked for twice under one key is one, also once it is done', async () => {
    const done: number[] = []
    const source = kindOf(async ({ number }) => void done.push(number))
    await ask('a', 1)
    await ask('a', 2)
    await workOff(source)
    await ask('a', 3)
    await workOff(source)
    expect(done).toEqual([1])
  })

  test('with the same key and another kind is another', async () => {
    const done: number[] = []
    const source = kindOf(async ({ number }) => void done.push(number))
    await ask('a', 1)
    await ask('a', 2, 'unknown to this version')
    expect(await workOff(source)).toBe(1)
    expect(done).toEqual([1])
  })

  test('that fails is tried again later and later, and then has failed for good', async () => {
    let attempts = 0
    const outcomes: unknown[] = []
    const source = kindOf(
      async () => {
        attempts += 1
        throw new WorkProblem(message('receiverAnswered', { status: attempts }))
      },
      { settle: async (_trx, _payload, { status }) => void outcomes.push(status) },
    )
    await ask('a')
    await workOff(source)
    const first = await onlyJob()
    expect(first).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_problem: message('receiverAnswered', { status: 1 }),
    })
    const pause = first.due_at.getTime() - now
    expect(pause).toBeGreaterThanOrEqual(10_000)
    expect(pause).toBeLessThanOrEqual(15_000)
    later(pause - 1)
    expect(await workOff(source), 'not before it is due').toBe(0)
    later(1)
    await workOff(source)
    later(30_000)
    await workOff(source)
    expect(await onlyJob()).toMatchObject({
      status: 'failed',
      attempts: 3,
      last_problem: message('receiverAnswered', { status: 3 }),
      finished_at: clock(),
      payload: { number: 1 },
    })
    later(100 * 86_400_000)
    expect(await workOff(source)).toBe(0)
    expect(outcomes).toEqual(['queued', 'queued', 'failed'])
  })

  test('that cannot succeed is not tried again', async () => {
    const source = kindOf(() => Promise.reject(new WorkProblem(refused, { isFinal: true })))
    await ask('a')
    await workOff(source)
    expect(await onlyJob()).toMatchObject({
      status: 'failed',
      attempts: 1,
      last_problem: refused,
    })
  })

  test('that meets a bug says nothing of its inside', async () => {
    const source = kindOf(() => Promise.reject(new Error('password=hunter2')))
    await ask('a')
    await workOff(source)
    expect((await onlyJob()).last_problem).toEqual(message('failedOnOurSide', {}))
  })

  test('whose outcome cannot be stored at first is not done again for that', async () => {
    let done = 0
    let tries = 0
    const source = kindOf(async () => void (done += 1), {
      async settle() {
        tries += 1
        if (tries === 1) throw new Error('the database is away for a moment')
        await Promise.resolve()
      },
    })
    await ask('a')
    await workOff(source)
    expect({ done, tries }).toEqual({ done: 1, tries: 2 })
    expect(await onlyJob()).toMatchObject({ status: 'done' })
  })
})

describe('a process that dies', () => {
  test('leaves its job to another, once the lease has ended', async () => {
    let done = 0
    const source = kindOf(async () => void (done += 1))
    await ask('a')
    expect(await source.claim()).toBeDefined() // and nothing more is heard of it
    later(LEASE_MS - 1)
    expect(await workOff(source)).toBe(0)
    later(1)
    expect(await workOff(source)).toBe(1)
    expect(done).toBe(1)
    expect(await onlyJob()).toMatchObject({ status: 'done', attempts: 2 })
  })

  test('again and again because of its job, fails the job', async () => {
    const source = kindOf(async () => undefined)
    await ask('a')
    for (let crash = 0; crash < 3; crash++) {
      expect(await source.claim()).toBeDefined()
      later(LEASE_MS)
    }
    await workOff(source)
    expect(await onlyJob()).toMatchObject({
      status: 'failed',
      attempts: 4,
      last_problem: message('neverCameToAnEnd', {}),
    })
  })

  test.each([
    { what: 'has done it', quickly: async () => undefined },
    { what: 'will try again', quickly: () => Promise.reject(new WorkProblem(refused)) },
  ])('and turns out to live, has no say any more where another $what', async ({ quickly }) => {
    const said: string[] = []
    const gate = Promise.withResolvers<void>()
    const slow = kindOf(() => gate.promise, { settle: async () => void said.push('slow') })
    const quick = kindOf(quickly, { settle: async () => void said.push('quick') })
    await ask('a')
    const work = await slow.claim()
    const working = work?.(new AbortController().signal)
    later(LEASE_MS)
    await workOff(quick)
    const settled = await onlyJob()
    gate.resolve()
    await working
    expect(said).toEqual(['quick'])
    expect(await onlyJob()).toEqual(settled)
  })
})

describe('workers', () => {
  test('do every job once, however many there are of them', async () => {
    const done: number[] = []
    const source = kindOf(async ({ number }) => {
      await sleep(1)
      done.push(number)
    })
    for (let number = 0; number < 60; number++) await ask(`job ${number}`, number)
    const workers = Array.from({ length: 4 }, () =>
      startWorker(source, { log: quietLog, atOnce: 3, pollMs: 20 }),
    )
    await expect.poll(() => done).toHaveLength(60)
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_each, index) => index))
    expect((await jobs()).filter(({ status, attempts }) => status !== 'done' || attempts !== 1)).toEqual([])
  })

  test('that are stopped finish what they do, and begin nothing', async () => {
    const begun: number[] = []
    const gate = Promise.withResolvers<void>()
    const source = kindOf(async ({ number }) => {
      begun.push(number)
      await gate.promise
    })
    for (const number of [1, 2, 3]) await ask(`job ${number}`, number)
    const worker = startWorker(source, { log: quietLog, atOnce: 2, pollMs: 10 })
    await expect.poll(() => begun).toHaveLength(2)
    const stopping = worker.stop()
    gate.resolve()
    await stopping
    worker.wake()
    await sleep(100)
    expect(begun).toHaveLength(2)
    expect((await jobs()).map(({ status }) => status).toSorted()).toEqual(['done', 'done', 'queued'])
  })

  test('that are stopped cut off what takes too long, and it is tried again later', async () => {
    const hasBegun = Promise.withResolvers<void>()
    const source = kindOf(async (_payload, { signal }) => {
      hasBegun.resolve()
      await sleep(60_000, undefined, { signal })
    })
    await ask('a')
    const worker = startWorker(source, { log: quietLog, atOnce: 1, pollMs: 10, graceMs: 20 })
    await hasBegun.promise
    await worker.stop()
    expect(await onlyJob()).toMatchObject({ status: 'queued', attempts: 1, lease_id: null })
  })

  test('go on after the database was away', async () => {
    let done = 0
    const source = kindOf(async () => void (done += 1))
    const claim = vi.spyOn(source, 'claim').mockRejectedValueOnce(new Error('connection lost'))
    const warn = vi.fn()
    await ask('a')
    const worker = startWorker(source, { log: { ...quietLog, warn }, atOnce: 1, pollMs: 10 })
    await expect.poll(() => done).toBe(1)
    await worker.stop()
    expect(claim.mock.calls.length).toBeGreaterThan(1)
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ source: 'jobs' }), 'could not look for work')
  })
})

test('figures say how much waits and since when, and what has failed', async () => {
  const failing = kindOf(() => Promise.reject(new WorkProblem(refused, { isFinal: true })))
  await ask('failed')
  await workOff(failing)
  await ask('waiting')
  later(90_000)
  await ask('waiting too')
  expect(await measureJobs(db, clock())).toEqual([{ kind: 'count', queued: 2, failed: 1, oldestSeconds: 90 }])
})

test('done jobs are forgotten after 30 days, failed ones after 90, and what waits never', async () => {
  const source = kindOf(({ number }) =>
    number === 1 ? Promise.resolve() : Promise.reject(new WorkProblem(refused, { isFinal: true })),
  )
  await ask('done', 1)
  await ask('failed', 2)
  await workOff(source)
  await ask('waiting', 1)
  const left = async (days: number) => {
    const at = new Date(START + days * 86_400_000)
    await purgeJobs(db, at)
    return (await jobs()).map(({ key }) => key).toSorted()
  }
  expect(await left(30)).toEqual(['done', 'failed', 'waiting'])
  expect(await left(30.01)).toEqual(['failed', 'waiting'])
  expect(await left(90.01)).toEqual(['waiting'])
})

describe('whoever runs the installation', () => {
  test('sees what failed, without its secrets, and has it done again', async () => {
    const service = await openTestApp()
    try {
      const admin = await makePlatformAdmin(await openScene(service))
      const url = '/api/system/jobs'
      await service.database.db
        .insertInto('jobs')
        .values({
          id: '0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a55',
          kind: 'webhook-redelivery',
          key: 'a',
          payload: JSON.stringify({ deliveryId: '0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a56' }),
          status: 'failed',
          attempts: 3,
          due_at: service.clock.now(),
          last_problem: storedMessage(message('nobodyAnswersThere', {})),
          created_at: service.clock.now(),
          finished_at: service.clock.now(),
        })
        .execute()
      const { docs } = ok(await admin.client.get(`${url}?status=failed`))
      expect(docs).toEqual([
        {
          id: '0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a55',
          kind: 'webhook-redelivery',
          key: 'a',
          status: 'failed',
          attempts: 3,
          lastProblem: 'Nobody answers at this address.',
          dueAtUTC: '',
          createdAtUTC: '2026-08-14T08:30:00.000Z',
          finishedAtUTC: '2026-08-14T08:30:00.000Z',
        },
      ])
      service.clock.advance({ minutes: 1 })
      const again = ok(await admin.client.post(`${url}/${docs[0].id}/retry`))
      expect(again).toMatchObject({ status: 'queued', attempts: 0, dueAtUTC: '2026-08-14T08:31:00.000Z' })
      await inTransaction(service.database.db, (trx) =>
        enqueueJob(trx, { kind: 'webhook-redelivery', key: 'b', payload: {}, now: service.clock.now() }),
      )
      const keys = ok(await admin.client.get(url)).docs.map(({ key }: { key: string }) => key)
      expect(keys, 'the latest first').toEqual(['b', 'a'])
      const twice = await admin.client.post(`${url}/${docs[0].id}/retry`)
      expect({ status: twice.status, code: twice.body.code }).toEqual({ status: 400, code: 'in_use' })
      expect(ok(await admin.client.get(`${url}?status=queued`)).totalDocs).toBe(2)
      const asked = await askedDuring(service.database.pool, async () => {
        const metrics = await service.client().get('/metrics')
        expect(metrics.body).toContain('jobs_queued{kind="webhook-redelivery"} 2')
      })
      // Three figures of one look.
      expect(asked.filter(({ text }) => text.includes('from jobs'))).toHaveLength(1)
    } finally {
      await service.close()
    }
  })
})
