import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { rowsTouched } from '../../../test/rows-touched.ts'
import { makeFarm, type TestFarm } from '../../../test/farm.ts'

// A farm without a scale enters loads that nobody weighs. A load into one bay does not look at those of the others.

const LOADS = 40

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeFarm(service)
})
afterAll(() => service.close())

async function movementsLookedAt(): Promise<number> {
  await sql`analyze movements`.execute(service.database.db)
  const touched = await rowsTouched(service.database, () => farm.intake(farm.bays[0], 28_460))
  return touched.get('movements') ?? 0
}

test('an intake looks at no unweighed loads of other bays', async () => {
  await farm.intake(farm.bays[0], 12_000)
  await farm.intake(farm.bays[2], 0)
  const before = await movementsLookedAt()
  for (let load = 1; load < LOADS; load++) await farm.intake(farm.bays[2], 0)
  expect((await movementsLookedAt()) - before).toBeLessThan(LOADS / 2)
})
