import { describe, expect, test } from 'vitest'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makePlatformAdmin, ok, openScene } from '../../../test/scene.ts'
import { workOff } from '../jobs/worker.ts'
import { PAUSES_MS } from './rules.ts'
import { signaturesBy } from './test-receiver.ts'
import { deliver, happen, makeWebhook, openWebhookScene } from './test-webhooks.ts'

const { service, receiver, subjects } = await openWebhookScene()

const doJobs = () => workOff(service.system.background.jobs)
const show = async (farm: TestOrganisation, path: string) => ok(await farm.as('owner').get(path))
const logOf = async (farm: TestOrganisation, path: string, query = '') =>
  ok(await farm.as('owner').get(`${path}/deliveries${query}`)).docs

/** Lets the longest pause that there is after so many failures go by. */
const passPause = (failures: number) =>
  service.clock.advance({ seconds: ((PAUSES_MS[failures - 1] ?? 0) * 1.1) / 1000 })

describe('attempts are counted anew', () => {
  test('for each event, also where one that failed long is delivered just before', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    const [first, second] = [await happen(farm), await happen(farm)]
    receiver.answerWith(500, 500, 500, 204, 500)
    for (const failures of [1, 2, 3, 4]) {
      await deliver(service)
      passPause(failures)
    }
    expect(subjects()).toEqual([first, first, first, first, second])
    expect(await show(farm, path)).toMatchObject({ status: 'active', failures: 1 })
  })

  test('for a webhook that is resumed', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    receiver.answerWith(...Array.from({ length: PAUSES_MS.length + 1 }, () => 503))
    for (let failures = 1; failures <= PAUSES_MS.length + 1; failures++) {
      await deliver(service)
      passPause(failures)
    }
    expect(await show(farm, path)).toMatchObject({ status: 'paused', failures: PAUSES_MS.length + 1 })
    expect(ok(await farm.as('admin').post(`${path}/resume`, {}))).toMatchObject({ failures: 0 })
    receiver.answerWith(503)
    await deliver(service)
    expect(await show(farm, path)).toMatchObject({ status: 'active', failures: 1 })
  })
})

test('after the first failure a webhook says when it is tried next, as its log does', async () => {
  const farm = await makeOrganisation(service)
  const { path } = await makeWebhook(farm, receiver.url)
  await happen(farm)
  expect(await show(farm, path)).toMatchObject({ nextAttemptAtUTC: '' })
  receiver.answerWith(500)
  await deliver(service)
  const [{ nextAttemptAtUTC }] = await logOf(farm, path)
  expect(Date.parse(nextAttemptAtUTC)).toBeGreaterThan(service.clock.now().getTime())
  expect(await show(farm, path)).toMatchObject({ nextAttemptAtUTC })
})

test('figures tell of no failing webhook any more once it has recovered', async () => {
  const farm = await makeOrganisation(service)
  await makeWebhook(farm, receiver.url)
  await happen(farm)
  receiver.answerWith(500)
  await deliver(service)
  const figures = async () =>
    (await service.client().get('/metrics')).body.match(/^webhooks\{.*/gm) as string[] | null
  expect(await figures()).toEqual(['webhooks{state="failing"} 1'])
  passPause(1)
  await deliver(service)
  expect(await figures()).toEqual(['webhooks{state="active"} 1'])
})

test('the log has the latest attempt first', async () => {
  const farm = await makeOrganisation(service)
  const { path } = await makeWebhook(farm, receiver.url)
  for (const answer of [204, 204, 500]) {
    service.clock.advance({ minutes: 1 })
    await happen(farm)
    receiver.answerWith(answer)
    await deliver(service)
  }
  const times = (await logOf(farm, path)).map(({ lastAttemptAtUTC }: { lastAttemptAtUTC: string }) =>
    Date.parse(lastAttemptAtUTC),
  )
  expect(times).toEqual([0, 1, 2].map((minutes) => service.clock.now().getTime() - minutes * 60_000))
  expect(await logOf(farm, path, '?status=retrying')).toMatchObject([{ responseStatus: 500 }])
})

describe('what is asked for once more', () => {
  test('is not sent beside the attempt that is under way', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    const subject = await happen(farm)
    receiver.answerWith(500)
    await deliver(service)
    passPause(1)
    const underWay = await service.system.background.webhooks.claim()
    const [{ id }] = await logOf(farm, path)
    ok(await farm.as('admin').post(`${path}/deliveries/${id}/redeliver`))
    expect(await deliver(service)).toBe(0)
    await underWay?.(new AbortController().signal)
    expect(subjects()).toEqual([subject, subject])
  })

  test('is sent once, however often that is asked for before it is', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    await deliver(service)
    const [{ id }] = await logOf(farm, path)
    const again = () => farm.as('admin').post(`${path}/deliveries/${id}/redeliver`)
    receiver.answerWith(500)
    for (const answer of await Promise.all([again(), again(), again()])) ok(answer)
    await doJobs()
    expect(receiver.received).toHaveLength(2)
    // It failed and waits; who asks again does not.
    expect(ok(await again()).message).toBe('business_unit.created is sent once more.')
    await doJobs()
    expect(receiver.received).toHaveLength(3)
    ok(await again())
    await doJobs()
    expect(receiver.received).toHaveLength(4)
  })

  test('is signed by both secrets for a day after a change', async () => {
    const farm = await makeOrganisation(service)
    const { path, secret } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    await deliver(service)
    const { secret: newSecret } = ok(await farm.as('admin').post(`${path}/rotate-secret`))
    const [{ id }] = await logOf(farm, path)
    for (const hours of [23, 2]) {
      service.clock.advance({ hours })
      ok(await farm.as('admin').post(`${path}/deliveries/${id}/redeliver`))
      await doJobs()
    }
    const signed = receiver.received
      .slice(1)
      .map((each) => [newSecret, secret].map((by) => signaturesBy(by, each)))
    expect(signed).toEqual([
      [1, 1],
      [1, 0],
    ])
  })

  test('is not sent for an organisation that was suspended since', async () => {
    const scene = await openScene(service)
    const admin = await makePlatformAdmin(scene)
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    await happen(farm)
    await deliver(service)
    const [{ id }] = await logOf(farm, path)
    ok(await farm.as('admin').post(`${path}/deliveries/${id}/redeliver`))
    ok(await admin.client.post(`/api/identity/organisations/${farm.organisationId}/suspend`, {}))
    await doJobs()
    expect(receiver.received).toHaveLength(1)
  })
})
