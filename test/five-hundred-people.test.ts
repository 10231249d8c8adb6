import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from './factories.ts'
import { ok } from './scene.ts'

// An organisation of 500 people: each list has an end, and each person is found.

const ALL = 500
let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service)
  await addPeople(service, farm.organisationId)
})
afterAll(() => service.close())

/** Adds as many that there are 500 with the owner. */
async function addPeople({ database, clock }: TestApp, organisationId: string): Promise<void> {
  await sql`
    with made as (
      insert into users (id, email, given_name, family_name, password_hash, created_at)
      select gen_random_uuid(), 'worker-' || n || '@big.example', 'Zoë', 'Worker ' || lpad(n::text, 3, '0'), 'none', ${clock.now()}
      from generate_series(2, ${ALL}) n returning id
    )
    insert into memberships (organisation_id, user_id, role, created_at)
    select ${organisationId}, id, 'viewer', ${clock.now()} from made`.execute(database.db)
}

const list = async (query: string) => ok(await farm.as('admin').get(`/api/identity/users?${query}`))

test('pages have everybody once', async () => {
  const seen = new Set<string>()
  for (let offset = 0; offset < ALL; offset += 200) {
    const { docs, totalDocs } = await list(`limit=200&offset=${offset}`)
    expect(totalDocs).toBe(ALL)
    for (const { id } of docs) seen.add(id)
  }
  expect(seen.size).toBe(ALL)
})

test.each([
  ['worker 437', 1],
  ['WORKER-437@', 1],
  ['zoe worker 43', 10],
  ['%25', 0],
  ['nobody', 0],
  ['', ALL],
])('“%s” finds %i', async (query, count) => {
  expect((await list(`limit=1&query=${query}`)).totalDocs).toBe(count)
})

test('a flood of sign-ins with wrong passwords leaves ordinary requests their turn', async () => {
  const tom = await addPerson(service, farm, 'operator')
  const ask = async () => expect((await tom.client.get('/api/inventory/records')).status).toBe(200)
  const tookFor = async (work: () => Promise<unknown>): Promise<number> => {
    const since = performance.now()
    await work()
    return performance.now() - since
  }
  const flood = Array.from({ length: 200 }, (_each, index) =>
    service
      .client()
      .post('/api/identity/sign-in', { email: `nobody-${index}@big.example`, password: 'a wrong guess' }),
  )
  let isOver = false
  const flooded = Promise.all(flood).then((answers) => {
    isOver = true
    return answers.map(({ status }) => status)
  })
  const whole = tookFor(() => flooded)
  let answered = 0
  let longest = 0
  while (!isOver) {
    longest = Math.max(longest, await tookFor(ask))
    answered++
  }
  expect(new Set(await flooded)).not.toContain(500)
  // Not one waits for the flood, and many are answered while it lasts.
  expect(answered).toBeGreaterThan(5)
  expect(longest).toBeLessThan((await whole) / 2)
})
