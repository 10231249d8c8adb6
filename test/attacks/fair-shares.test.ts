import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { makeOrganisation } from '../factories.ts'

let service: TestApp
beforeAll(async () => void (service = await openTestApp()))
afterAll(() => service.close())

test.each([
  ['reads', '/api/inventory/records?limit=100'],
  ['look-ups of other services', '/api/identity/users'],
])('whoever asks for one thing does not wait for all that another has asked for: %s', async (_what, path) => {
  const busy = await makeOrganisation(service)
  const other = await makeOrganisation(service)
  const answered: string[] = []
  const ask = async (who: string, key: string) => {
    const { status } = await service.client({ apiKey: key }).get(path)
    expect(status).toBe(200)
    answered.push(who)
  }
  await ask('warm', other.keys.owner)
  const all = Array.from({ length: 40 }, () => ask('busy', busy.keys.owner))
  all.push(ask('other', other.keys.owner))
  await Promise.all(all)
  // After those that had begun, and not after all 40.
  expect(answered.indexOf('other')).toBeLessThan(15)
})

test('a line has an end: beyond it an organisation is told to send fewer, and all that wait are answered', async () => {
  const busy = await makeOrganisation(service)
  const client = service.client({ apiKey: busy.keys.viewer })
  const answers = await Promise.all(Array.from({ length: 600 }, () => client.get('/api/identity/me')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(answers.length - refused.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers['retry-after']).toBe('5')
})
