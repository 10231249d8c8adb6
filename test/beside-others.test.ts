import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp } from './app.ts'
import { makeOrganisation } from './factories.ts'
import { multiply } from './multiply.ts'
import { rowsTouched } from './rows-touched.ts'
import { intake, makeBays, type Bay } from './farm.ts'
import { ok } from './scene.ts'
import { base, contract, move, openSharedStore, readingsOf, type World } from './shared-store.ts'

// Many organisations share one database. What one of them asks must not take longer because others have much: no statement may look
// at what is theirs. The database is this file's own, since plans depend on all that is in it.

const OTHERS = 2000
/** What is asked of so small a store needs fewer rows of any table. */
const SOME = OTHERS / 10

let world: World

beforeAll(async () => {
  world = await openSharedStore(await openTestApp())
  await fillBeside()
  await sql`analyze`.execute(world.service.database.db)
})
afterAll(() => world.service.close())

/** Somebody else's stores with grain, of which some has left, and their contracts. */
async function fillBeside(): Promise<void> {
  const { service } = world
  const [others, theirOwner] = [await makeOrganisation(service), await makeOrganisation(service)]
  const client = others.as('owner')
  await multiply(service.database, OTHERS, async () => {
    const [bay] = (await makeBays({ ...others, marker: 'others' })) as [Bay]
    const { id } = ok(await client.post(`${base}/records`, intake(bay, 1000)))
    await move(client, id, 100)
    ok(await client.post(`${base}/contracts`, contract(theirOwner)))
    ok(await client.post('/api/identity/business-units', { name: 'Unit', type: 'store' }))
  })
}

test.each(['keeper', 'owner'] as const)(
  'what the %s asks looks at nothing of what others have',
  async (who) => {
    const { service, [who]: organisation } = world
    const many: unknown[] = []
    for (const url of readingsOf(world)) {
      const rows = await rowsTouched(service.database, () => organisation.as('owner').get(url))
      many.push(
        ...[...rows].filter(([, count]) => count >= SOME).map(([table, count]) => ({ url, table, count })),
      )
    }
    expect(many).toEqual([])
  },
)
