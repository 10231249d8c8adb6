import { afterAll, expect, test } from 'vitest'
import { makeOrganisation } from '../../../test/factories.ts'
import { openReceiver } from './test-receiver.ts'
import { deliver, happen, makeWebhook, openWithLoopback } from './test-webhooks.ts'

const receiver = await openReceiver()
const service = await openWithLoopback()
afterAll(async () => {
  await service.close()
  await receiver.close()
})

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
  expect(receiver.received.map(({ event }) => event.subject)).toEqual([subject])
})
