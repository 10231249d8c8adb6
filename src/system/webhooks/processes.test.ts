import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestApp, testBackground } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { ok } from '../../../test/scene.ts'
import { startWorker, type Work } from '../jobs/worker.ts'
import { DELIVERY_LEASE_MS } from './deliveries.ts'
import { openReceiver } from './test-receiver.ts'
import { deliver, happen, makeWebhook, openWebhookScene } from './test-webhooks.ts'

const { service, receiver, subjects } = await openWebhookScene()

/** Every webhook that is due, taken and held. */
async function claimAll(): Promise<Work[]> {
  const work = await service.system.background.webhooks.claim()
  return work ? [work, ...(await claimAll())] : []
}

describe('several processes', () => {
  test('deliver to one webhook in order, and every event once', async () => {
    const farm = await makeOrganisation(service)
    await makeWebhook(farm, receiver.url)
    // While it is young it looks again in ten seconds where all was delivered, and this clock stands still.
    service.clock.advance({ minutes: 6 })
    const all: string[] = []
    const workers = Array.from({ length: 3 }, () =>
      startWorker(service.system.background.webhooks, { log: quietLog, atOnce: 2, pollMs: 5 }),
    )
    try {
      for (let number = 0; number < 25; number++) all.push(await happen(farm))
      await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(25)
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
    }
    expect(subjects()).toEqual(all)
  })

  test('take over from one that dies, and send again what it may have sent', async () => {
    const farm = await makeOrganisation(service)
    await makeWebhook(farm, receiver.url)
    const subject = await happen(farm)
    expect(await service.system.background.webhooks.claim()).toBeDefined()
    expect(await deliver(service)).toBe(0)
    service.clock.advance({ seconds: DELIVERY_LEASE_MS / 1000 })
    await deliver(service)
    expect(subjects()).toEqual([subject])
  })

  test('that die with all the turns of an organisation keep none of them', async () => {
    const farm = await makeOrganisation(service)
    for (const _each of [1, 2]) await makeWebhook(farm, receiver.url)
    await happen(farm)
    expect(await claimAll()).toHaveLength(2)
    await makeWebhook(farm, receiver.url)
    const subject = await happen(farm)
    expect(await deliver(service)).toBe(0)
    service.clock.advance({ seconds: DELIVERY_LEASE_MS / 1000 })
    await deliver(service)
    expect(subjects().filter((each) => each === subject)).toHaveLength(3)
  })

  test('take first what has been due for longest', async () => {
    const farms = [await makeOrganisation(service), await makeOrganisation(service)]
    for (const farm of farms) {
      await makeWebhook(farm, receiver.url)
      service.clock.advance({ seconds: 1 })
    }
    const [first, second] = farms
    if (!first || !second) throw new Error('two were made')
    const subjectsDue = [await happen(second), await happen(first)].toReversed()
    await deliver(service)
    expect(subjects()).toEqual(subjectsDue)
  })

  test('do not move on where a slow one delivered to a webhook that is not its own any more', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    const subject = await happen(farm)
    const slow = await service.system.background.webhooks.claim()
    receiver.answerWith((response) => {
      service.clock.advance({ seconds: DELIVERY_LEASE_MS / 1000 })
      void deliver(service).then(() => response.writeHead(204).end())
    }, 500)
    await slow?.(new AbortController().signal)
    expect(subjects()).toEqual([subject, subject])
    expect(ok(await farm.as('owner').get(path))).toMatchObject({ failures: 1 })
  })

  test('that stop in the middle leave the delivery to the next, without blame', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    receiver.answerWith('hang')
    const work = await service.system.background.webhooks.claim()
    await work?.(AbortSignal.timeout(200))
    expect(ok(await farm.as('owner').get(path))).toMatchObject({ failures: 0 })
    service.clock.advance({ seconds: DELIVERY_LEASE_MS / 1000 })
    await deliver(service)
    expect(receiver.received).toHaveLength(2)
  })
})

describe('receivers that take their time', () => {
  test('of one organisation are two at a time, so that others have their turn', async () => {
    const [slow, other] = [await makeOrganisation(service), await makeOrganisation(service)]
    for (let number = 0; number < 5; number++) await makeWebhook(slow, receiver.url)
    await happen(slow)
    await makeWebhook(other, receiver.url)
    const subject = await happen(other)
    const held = await claimAll()
    expect(held).toHaveLength(3)
    for (const work of held) await work(new AbortController().signal)
    expect(subjects().filter((each) => each === subject)).toHaveLength(1)
    await deliver(service)
    expect(receiver.received).toHaveLength(6)
  })

  test('let others have their turn after half a minute, and go on where they were', async () => {
    const farm = await makeOrganisation(service)
    await makeWebhook(farm, receiver.url)
    const all: string[] = []
    for (let number = 0; number < 6; number++) all.push(await happen(farm))
    const slowly = (response: ServerResponse) => {
      service.clock.advance({ seconds: 14 })
      response.writeHead(204).end()
    }
    receiver.answerWith(...all.map(() => slowly))
    const work = await service.system.background.webhooks.claim()
    await work?.(new AbortController().signal)
    expect(subjects()).toEqual(all.slice(0, 3))
    await deliver(service)
    expect(subjects()).toEqual(all)
  })

  test('hold up no mail while something is sent to them once more', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'granary-mail-'))
    const webhooks = { networks: ['127.0.0.0/8'] }
    const own = await openTestApp({ settings: { background: testBackground(directory, { webhooks }) } })
    const silent = await openReceiver()
    const { background } = own.system
    const farm = await makeOrganisation(own)
    const { path: webhook } = await makeWebhook(farm, silent.url)
    for (let number = 0; number < 8; number++) await happen(farm)
    await deliver(own)
    const { docs } = ok(await farm.as('owner').get(`${webhook}/deliveries`))
    const before = silent.received.length
    silent.answerWith(...Array.from({ length: 20 }, () => 'hang' as const))
    for (const { id } of docs) ok(await farm.as('admin').post(`${webhook}/deliveries/${id}/redeliver`))
    background.start()
    await expect.poll(() => silent.received.length).toBe(before + 2)
    const question = { question: 'What eats the leaves?', files: null }
    const asked = await farm.as('operator').post('/api/system/experts/questions', question)
    background.wake()
    const status = async () => ok(await farm.as('owner').get(String(asked.headers['location']))).status
    await expect.poll(status, { timeout: 5000 }).toBe('sent')
    const stopped = background.stop()
    await silent.close()
    await stopped
    await own.close()
    await rm(directory, { recursive: true })
  })
})
