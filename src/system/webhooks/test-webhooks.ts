import { afterAll, beforeEach } from 'vitest'
import { openTestApp, testBackground, type TestApp } from '../../../test/app.ts'
import type { TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { workOff } from '../jobs/worker.ts'
import type { Resolver } from './addresses.ts'
import { openReceiver } from './test-receiver.ts'

export const WEBHOOKS = '/api/system/webhooks'

/** The service with webhooks that may reach loopback, where receivers of tests are. */
export function openWithLoopback(resolve?: Resolver): Promise<TestApp> {
  const webhooks = { networks: ['127.0.0.0/8'], resolve }
  return openTestApp({ settings: { background: testBackground('nowhere', { webhooks }) } })
}

/** A service with webhooks, and who receives them, for the tests of a file: each begins without webhooks and jobs, and nothing was received. */
export async function openWebhookScene() {
  const receiver = await openReceiver()
  const service = await openWithLoopback()
  const { db } = service.database
  afterAll(async () => {
    await service.close()
    await receiver.close()
  })
  beforeEach(async () => {
    await db.deleteFrom('webhooks').execute()
    await db.deleteFrom('jobs').execute()
    receiver.received.length = 0
    receiver.answerWith()
  })
  return { service, receiver, subjects: () => receiver.received.map(({ event }) => event.subject) }
}

/** Delivers all that is due. */
export function deliver({ system }: TestApp): Promise<number> {
  return workOff(system.background.webhooks)
}

export async function makeWebhook(
  farm: TestOrganisation,
  url: string,
  types: string[] = ['business_unit.'],
): Promise<{ id: string; secret: string; path: string }> {
  const { id, secret } = ok(await farm.as('admin').post(WEBHOOKS, { url, types }))
  return { id, secret, path: `${WEBHOOKS}/${id}` }
}

let made = 0

/** Lets something happen: `business_unit.created`. Answers its subject. */
export async function happen(farm: TestOrganisation): Promise<string> {
  made += 1
  return ok(await farm.as('owner').post('/api/identity/business-units', { name: `Unit ${made}` })).id
}
