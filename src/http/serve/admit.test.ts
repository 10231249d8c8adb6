import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { addPerson } from '../../../test/factories.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'

const COPIES = 900

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 100_000)
  const id = await farm.move(recordId, farm.bays[1], 1)
  const copies = { recordId, count: 100 }
  for (let made = 0; made < COPIES; made += copies.count)
    await farm.organisation.as('manager').post(`${base}/movements/${id}/duplicate`, copies)
})
afterAll(() => service.close())
beforeEach(() => service.clock.set(TEST_START))

/** Reads a long table: a little, and the rest when an hour has passed and something has happened meanwhile. */
async function readSlowly(
  headers: Record<string, string>,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const url = `${base}/movements?format=csv`
  const answer = await service.app.inject({ method: 'GET', url, headers, payloadAsStream: true })
  expect(answer.statusCode).toBe(200)
  const chunks = answer.stream()[Symbol.asyncIterator]()
  let text = String((await chunks.next()).value)
  await meanwhile()
  service.clock.advance({ hours: 1 })
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) text += String(next.value)
  return text
}

async function makeKey(): Promise<{ id: string; headers: Record<string, string> }> {
  const key = { name: 'Office', role: 'viewer' }
  const { body } = await farm.organisation.as('owner').post('/api/identity/api-keys', key)
  return { id: body.id, headers: { 'x-api-key': body.key } }
}

test('who is shut out while a table is sent gets no more of it', async () => {
  const { id, headers } = await makeKey()
  const revoke = () => farm.organisation.as('owner').delete(`/api/identity/api-keys/${id}`)
  await expect(readSlowly(headers, revoke)).rejects.toThrow()
})

test('nor does a person who is suspended', async () => {
  const { userId, accessToken } = await addPerson(service, farm.organisation, 'viewer')
  const suspend = () => farm.organisation.as('owner').post(`/api/identity/users/${userId}/suspend`)
  const headers = { authorization: `Bearer ${accessToken}` }
  await expect(readSlowly(headers, suspend)).rejects.toThrow()
})

test('who is still let in gets all of it, however slowly it is read', async () => {
  const { headers } = await makeKey()
  const { accessToken } = await addPerson(service, farm.organisation, 'viewer')
  for (const credential of [headers, { authorization: `Bearer ${accessToken}` }]) {
    service.clock.set(TEST_START)
    const text = await readSlowly(credential, () => Promise.resolve())
    // With its header, and an end of line behind the last.
    expect(text.split('\r\n')).toHaveLength(1 + COPIES + 2)
  }
})
