import { describe, expect, test } from 'vitest'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { inTransaction } from '../../db/transaction.ts'
import { appendPersonalEvent } from '../events/append-event.ts'
import { workOff } from '../jobs/worker.ts'
import { PAUSES_MS } from './rules.ts'
import { openReceiver, signaturesBy } from './test-receiver.ts'
import { deliver, happen, makeWebhook, openWebhookScene, WEBHOOKS } from './test-webhooks.ts'

const { service, receiver, subjects } = await openWebhookScene()
const { db } = service.database

describe('a webhook', () => {
  test('is shown with its secret once, and lists with its kind', async () => {
    const farm = await makeOrganisation(service)
    const made = await farm
      .as('admin')
      .post(WEBHOOKS, { url: receiver.url, types: ['movement.'], description: ' The ERP ' })
    const { secret, ...webhook } = ok(made)
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toEqual({
      id: expect.any(String),
      url: receiver.url,
      description: 'The ERP',
      types: ['movement.'],
      status: 'active',
      pausedAtUTC: '',
      pauseReason: '',
      failures: 0,
      nextAttemptAtUTC: '',
      previousSecretUntilUTC: '',
      createdByName: 'admin key',
      createdAtUTC: '2026-08-14T08:30:00.000Z',
    })
    expect(made.headers['location']).toBe(`${WEBHOOKS}/${webhook.id}`)
    expect(ok(await farm.as('owner').get(WEBHOOKS))).toEqual([webhook])
    const { path, id } = await makeWebhook(farm, receiver.url)
    expect(ok(await farm.as('owner').get(`${WEBHOOKS}/${webhook.id}`))).toEqual(webhook)
    expect(ok(await farm.as('owner').get(path)).id).toBe(id)
  })

  test('with faults is refused with all of them', async () => {
    const farm = await makeOrganisation(service)
    const refused = await farm
      .as('admin')
      .post(WEBHOOKS, { url: 'https://a:b@169.254.169.254/#x', types: ['Movement', 'ok.'] })
    expect(refused.body.validation).toMatchObject([{ path: 'types[0]' }])
    const types = ['movement', 'mouvement.', 'conversation.', 'con']
    const url = await farm.as('admin').post(WEBHOOKS, { url: 'https://a:b@169.254.169.254/#x', types })
    expect(url.body.validation).toMatchObject([
      { path: 'url', message: expect.stringMatching(/user or password.*; .*after #; .*open internet/) },
      { path: 'types[1]', message: expect.stringContaining('begins with: mouvement.') },
      { path: 'types[2]', message: expect.stringContaining('people alone') },
    ])
  })

  test('is one of a hundred at most, however many are made at once', async () => {
    const farm = await makeOrganisation(service)
    for (let made = 0; made < 98; made += 1) await makeWebhook(farm, receiver.url, ['cache.'])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => farm.as('admin').post(WEBHOOKS, { url: receiver.url })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400])
    expect(ok(await farm.as('admin').get(WEBHOOKS))).toHaveLength(100)
  })

  test('is told first that it was made, then all that happens from now on, in order, and signed', async () => {
    const farm = await makeOrganisation(service)
    await happen(farm)
    const { id, secret } = await makeWebhook(farm, receiver.url, [])
    const [first, second] = [await happen(farm), await happen(farm)]
    await happen(await makeOrganisation(service))
    await deliver(service)
    expect(receiver.types()).toEqual(['webhook.created', 'business_unit.created', 'business_unit.created'])
    expect(subjects()).toEqual([id, first, second])
    const [, delivery] = receiver.received
    if (!delivery) throw new Error('there is a second delivery')
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `evt_${farm.organisationId}_${delivery.event.id}`,
      'webhook-timestamp': String(service.clock.now().getTime() / 1000),
    })
    expect(delivery.event).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'business_unit.created',
      organisationId: farm.organisationId,
      subject: first,
      data: expect.any(Object),
      userId: expect.any(String),
      occurredAtUTC: '2026-08-14T08:30:00.000Z',
    })
    for (const each of receiver.received) expect(signaturesBy(secret, each)).toBe(1)
    expect(await deliver(service), 'nothing twice').toBe(0)
  })

  test('hears only of what it asked for, and its place goes on all the same', async () => {
    const farm = await makeOrganisation(service)
    await makeWebhook(farm, receiver.url, ['organisation.', 'business_unit.archived'])
    await happen(farm)
    expect(await deliver(service)).toBe(1)
    expect(receiver.received).toEqual([])
    expect(await deliver(service), 'what was not wanted is not looked at again').toBe(0)
  })

  test('that is deleted hears no more', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    ok(await farm.as('owner').delete(path))
    await deliver(service)
    expect(receiver.received).toEqual([])
    expect((await farm.as('owner').get(`${path}/deliveries`)).status).toBe(404)
  })

  test('of a suspended organisation rests', async () => {
    const farm = await makeOrganisation(service)
    await makeWebhook(farm, receiver.url)
    const subject = await happen(farm)
    const suspend = (status: string) =>
      db.updateTable('organisations').set({ status }).where('id', '=', farm.organisationId).execute()
    await suspend('suspended')
    await deliver(service)
    expect(receiver.received).toEqual([])
    await suspend('active')
    await deliver(service)
    expect(subjects()).toEqual([subject])
  })

  test('whose secret is rotated is signed by both for a day', async () => {
    const farm = await makeOrganisation(service)
    const { path, secret } = await makeWebhook(farm, receiver.url)
    const rotated = ok(await farm.as('admin').post(`${path}/rotate-secret`))
    expect(rotated.secret).not.toBe(secret)
    const signatures = async () => {
      await happen(farm)
      await deliver(service)
      const latest = receiver.received.at(-1)
      return latest && [signaturesBy(secret, latest), signaturesBy(rotated.secret, latest)]
    }
    expect(await signatures()).toEqual([1, 1])
    expect(rotated.previousSecretUntilUTC).toBe(
      new Date(service.clock.now().getTime() + 86_400_000).toISOString(),
    )
    service.clock.advance({ days: 1 })
    expect(await signatures()).toEqual([0, 1])
  })
})

describe('a receiver that fails', () => {
  test('gets the same event again, then what waited behind it, in order', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    const all = [await happen(farm), await happen(farm), await happen(farm)]
    receiver.answerWith(204, 500, 'reset', 301)
    await deliver(service)
    expect(subjects()).toEqual(all.slice(0, 2))
    expect(ok(await farm.as('owner').get(path))).toMatchObject({ status: 'active', failures: 1 })
    const [waiting] = ok(await farm.as('owner').get(`${path}/deliveries?status=retrying`)).docs
    expect(waiting).toMatchObject({
      attempts: 1,
      responseStatus: 500,
      lastProblem: 'The receiver answered 500.',
    })
    for (const pause of PAUSES_MS.slice(0, 3)) {
      service.clock.advance({ seconds: pause / 1000 - 1 })
      await deliver(service)
      service.clock.advance({ seconds: 1 + pause / 10_000 })
      await deliver(service)
    }
    expect(subjects()).toEqual([all[0], all[1], all[1], all[1], all[1], all[2]])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids.slice(1, 5)).size).toBe(1)
    const log = ok(await farm.as('owner').get(`${path}/deliveries`))
    expect(log.totalDocs).toBe(3)
    expect(
      log.docs.map(({ status, attempts }: { status: string; attempts: number }) => `${status} ${attempts}`),
    ).toEqual(expect.arrayContaining(['delivered 1', 'delivered 4', 'delivered 1']))
    expect(ok(await farm.as('owner').get(path))).toMatchObject({ failures: 0, nextAttemptAtUTC: '' })
  })

  test('for three days is left alone, and goes on where it was once it is resumed', async () => {
    const farm = await makeOrganisation(service)
    const { id, path } = await makeWebhook(farm, receiver.url)
    const all = [await happen(farm), await happen(farm)]
    receiver.answerWith(...Array.from({ length: 15 }, () => 503))
    const begun = service.clock.now().getTime()
    for (let attempt = 0; attempt < 20; attempt++) {
      await deliver(service)
      service.clock.advance({ hours: 14 })
    }
    expect(receiver.received).toHaveLength(15)
    expect(service.clock.now().getTime() - begun).toBeGreaterThan(72 * 3_600_000)
    expect(ok(await farm.as('owner').get(path))).toMatchObject({
      status: 'paused',
      pauseReason: 'Delivery failed 15 times in three days. The receiver answered 503.',
      nextAttemptAtUTC: '',
    })
    const events = await db
      .selectFrom('events')
      .select('type')
      .where('subject', '=', id)
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual(['webhook.created', 'webhook.paused'])
    expect(ok(await farm.as('owner').get(`${path}/deliveries`)).docs).toMatchObject([
      { status: 'failed', attempts: 15 },
    ])

    receiver.received.length = 0
    expect(ok(await farm.as('admin').post(`${path}/resume`, {}))).toMatchObject({ status: 'active' })
    await deliver(service)
    expect(subjects()).toEqual(all)
    const again = await farm.as('admin').post(`${path}/resume`, {})
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 400, code: 'in_use' })
  })

  test('at one event only may be resumed behind it', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    const [, , third] = [await happen(farm), await happen(farm), await happen(farm)]
    receiver.answerWith(204, 410)
    await deliver(service)
    expect(ok(await farm.as('owner').get(path))).toMatchObject({
      status: 'paused',
      pauseReason: 'The receiver says that it is gone for good (410).',
    })
    receiver.received.length = 0
    ok(await farm.as('admin').post(`${path}/resume`, { skip: true }))
    await deliver(service)
    expect(subjects()).toEqual([third])
  })

  test('is resumed behind its event however long it rested', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    const [, second] = [await happen(farm), await happen(farm)]
    receiver.answerWith(410)
    await deliver(service)
    service.clock.advance({ days: 31 })
    await service.system.background.purge()
    receiver.received.length = 0
    ok(await farm.as('admin').post(`${path}/resume`, { skip: true }))
    await deliver(service)
    expect(subjects()).toEqual([second])
  })

  test('does not hold up the others', async () => {
    const farm = await makeOrganisation(service)
    const other = await openReceiver()
    try {
      await makeWebhook(farm, receiver.url)
      await makeWebhook(farm, other.url)
      receiver.answerWith(500)
      await happen(farm)
      await deliver(service)
      expect([receiver.received.length, other.received.length]).toEqual([1, 1])
    } finally {
      await other.close()
    }
  })
})

describe('an event of the log', () => {
  const logOf = async (farm: Awaited<ReturnType<typeof makeOrganisation>>, path: string) =>
    ok(await farm.as('owner').get(`${path}/deliveries`)).docs
  const doJobs = () => workOff(service.system.background.jobs)

  test('is sent once more when somebody asks, as the same one', async () => {
    const farm = await makeOrganisation(service)
    const { path, secret } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    await deliver(service)
    const [{ id }] = await logOf(farm, path)
    expect(ok(await farm.as('admin').post(`${path}/deliveries/${id}/redeliver`)).message).toBe(
      'business_unit.created is sent once more.',
    )
    await doJobs()
    const [first, again] = receiver.received
    expect(again?.body).toBe(first?.body)
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(again && signaturesBy(secret, again)).toBe(1)
    expect(await logOf(farm, path)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  test('that was given up is delivered then, also while the webhook rests', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    receiver.answerWith(410, 500)
    await deliver(service)
    const [{ id }] = await logOf(farm, path)
    ok(await farm.as('admin').post(`${path}/deliveries/${id}/redeliver`))
    await doJobs()
    expect(await logOf(farm, path)).toMatchObject([
      { status: 'failed', attempts: 2, responseStatus: 500, lastProblem: 'The receiver answered 500.' },
    ])
    service.clock.advance({ minutes: 1 })
    await doJobs()
    expect(await logOf(farm, path)).toMatchObject([
      { status: 'delivered', attempts: 3, responseStatus: 204, lastProblem: '' },
    ])
    expect(ok(await farm.as('owner').get(path)).status).toBe('paused')
  })

  test('that waits to be tried again is tried now', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    receiver.answerWith(500)
    await deliver(service)
    const [{ id }] = await logOf(farm, path)
    expect(await deliver(service)).toBe(0)
    ok(await farm.as('admin').post(`${path}/deliveries/${id}/redeliver`))
    await deliver(service)
    expect(await logOf(farm, path)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  test('that was delivered stays so when it is not taken once more', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    receiver.answerWith(204, 500)
    await deliver(service)
    const [{ id }] = await logOf(farm, path)
    ok(await farm.as('admin').post(`${path}/deliveries/${id}/redeliver`))
    await doJobs()
    expect(await logOf(farm, path)).toMatchObject([
      { status: 'delivered', attempts: 2, responseStatus: 500, lastProblem: 'The receiver answered 500.' },
    ])
  })

  test('is gone after 30 days, but not while it waits', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    await happen(farm)
    receiver.answerWith(204, 500)
    await deliver(service)
    service.clock.advance({ days: 31 })
    await service.system.background.purge()
    expect(await logOf(farm, path)).toMatchObject([{ status: 'retrying' }])
  })

  test('of another webhook is not there', async () => {
    const farm = await makeOrganisation(service)
    const [one, two] = [await makeWebhook(farm, receiver.url), await makeWebhook(farm, receiver.url)]
    await happen(farm)
    await deliver(service)
    const [{ id }] = await logOf(farm, one.path)
    expect((await farm.as('admin').post(`${two.path}/deliveries/${id}/redeliver`)).status).toBe(404)
  })
})

test('figures say how webhooks do', async () => {
  const farm = await makeOrganisation(service)
  await makeWebhook(farm, receiver.url, ['logging.'])
  await makeWebhook(farm, receiver.url)
  await happen(farm)
  receiver.answerWith(500)
  await deliver(service)
  const { body } = await service.client().get('/metrics')
  expect(body).toContain('webhooks{state="active"} 1')
  expect(body).toContain('webhooks{state="failing"} 1')
})

test('what is for one person alone goes to no webhook', async () => {
  const farm = await makeOrganisation(service)
  await makeWebhook(farm, receiver.url, [])
  const actor = {
    organisationId: farm.organisationId,
    userId: farm.owner.userId,
    now: service.clock.now(),
  }
  await inTransaction(db, (trx) =>
    appendPersonalEvent(trx, actor, [farm.owner.userId], {
      type: 'conversation.message',
      subject: 'x',
      data: {},
    }),
  )
  const subject = await happen(farm)
  await deliver(service)
  expect(receiver.types()).toEqual(['webhook.created', 'business_unit.created'])
  expect(subjects().at(-1)).toBe(subject)
})
