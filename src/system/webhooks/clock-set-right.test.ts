import { expect, test } from 'vitest'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { PAUSES_MS } from './rules.ts'
import { deliver, happen, makeWebhook, openWebhookScene } from './test-webhooks.ts'

const { service, receiver, subjects } = await openWebhookScene()

test('what happened while the clock was ahead is sent once it has been set right', async () => {
  const farm = await makeOrganisation(service)
  service.clock.advance({ days: 400 })
  await makeWebhook(farm, receiver.url)
  const subject = await happen(farm)
  service.clock.advance({ days: -400 })
  await deliver(service)
  expect(receiver.received).toEqual([])
  await service.system.background.purge()
  await deliver(service)
  expect(subjects()).toEqual([subject])
})

test('what waits for half a day after many failures goes on waiting', async () => {
  const farm = await makeOrganisation(service)
  const { path } = await makeWebhook(farm, receiver.url)
  await happen(farm)
  receiver.received.length = 0
  receiver.answerWith(...PAUSES_MS.map(() => 500))
  for (const pause of PAUSES_MS) {
    await deliver(service)
    service.clock.advance({ seconds: (pause * 1.1) / 1000 })
  }
  service.clock.advance({ hours: -13 })
  await service.system.background.purge()
  await deliver(service)
  expect(receiver.received).toHaveLength(PAUSES_MS.length)
  expect(ok(await farm.as('owner').get(path))).toMatchObject({ failures: PAUSES_MS.length })
})
