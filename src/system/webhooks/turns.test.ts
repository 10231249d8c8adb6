import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { signaturesBy } from './test-receiver.ts'
import { deliver, happen, makeWebhook, openWebhookScene } from './test-webhooks.ts'

const { service, receiver, subjects } = await openWebhookScene()
const { db } = service.database

/** Lets three things happen; the first is answered only when `change` is done. */
async function happenThrice(farm: TestOrganisation, change: () => Promise<unknown>): Promise<string[]> {
  const all = [await happen(farm), await happen(farm), await happen(farm)]
  receiver.answerWith((response: ServerResponse) => {
    void change().then(() => response.writeHead(204).end())
  })
  return all
}

const setStatus = (farm: TestOrganisation, status: string) =>
  db.updateTable('organisations').set({ status }).where('id', '=', farm.organisationId).execute()

describe('what changes while a receiver takes its time holds from the next delivery', () => {
  test('a secret that was rotated away twice signs no more', async () => {
    const farm = await makeOrganisation(service)
    const { path, secret } = await makeWebhook(farm, receiver.url)
    const secrets = [secret]
    const rotate = async () =>
      secrets.unshift(ok(await farm.as('admin').post(`${path}/rotate-secret`)).secret)
    const all = await happenThrice(farm, async () => {
      await rotate()
      await rotate()
    })
    await deliver(service)
    expect(subjects()).toEqual(all)
    const signatures = receiver.received.map((each) => secrets.map((by) => signaturesBy(by, each)))
    expect(signatures).toEqual([
      [0, 0, 1],
      [1, 1, 0],
      [1, 1, 0],
    ])
  })

  test('of an organisation that was suspended nothing more is sent, and the rest once it is back', async () => {
    const farm = await makeOrganisation(service)
    await makeWebhook(farm, receiver.url)
    const all = await happenThrice(farm, () => setStatus(farm, 'suspended'))
    await deliver(service)
    expect(subjects()).toEqual(all.slice(0, 1))
    await setStatus(farm, 'active')
    await deliver(service)
    expect(subjects()).toEqual(all)
  })

  test('a webhook that was deleted hears no more', async () => {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, receiver.url)
    const all = await happenThrice(farm, () => farm.as('owner').delete(path))
    await deliver(service)
    expect(subjects()).toEqual(all.slice(0, 1))
  })

  test('a webhook that was paused rests, and another address is the one that is called', async () => {
    const farm = await makeOrganisation(service)
    const { id } = await makeWebhook(farm, receiver.url)
    const set = (columns: { status: string; paused_at: Date | null; url: string }) =>
      db.updateTable('webhooks').set(columns).where('id', '=', id).execute()
    const url = `${receiver.url}/other`
    const paused_at = service.clock.now()
    const all = await happenThrice(farm, () => set({ status: 'paused', paused_at, url }))
    await deliver(service)
    expect(subjects()).toEqual(all.slice(0, 1))
    await set({ status: 'active', paused_at: null, url })
    await deliver(service)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/other', '/hook/other'])
  })
})
