import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER } from '../../../test/farm.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

interface Item {
  id: number
  used?: boolean
  types?: Item[]
  grades?: Item[]
}

/** The ids of what an answer marks as used, commodities, their types and grades. */
function usedIn(items: Item[]): number[] {
  return items.flatMap(({ id, used, types = [], grades = [] }) => [
    ...(used ? [id] : []),
    ...usedIn(types),
    ...usedIn(grades),
  ])
}
const itemsOf = (lists: { items: Item[] }[]) => lists.flatMap(({ items }) => items)

test('the catalogue says what an organisation has stock of, kept here or by others, and nothing to who is nobody', async () => {
  const farm = await makeFarm(service)
  const owner = await makeOrganisation(service, { name: 'Hill Farm' })
  await acceptForGood(owner, farm.organisation)
  const listed = async (client: ReturnType<typeof farm.organisation.as>, service = base) =>
    itemsOf(ok(await client.get(`${service}/commodities?countryISO=GB`)))
  const viewer = farm.organisation.as('viewer')
  expect(usedIn(await listed(viewer))).toEqual([])
  await farm.opening(farm.bays[0], 1000)
  await farm.opening(farm.bays[1], 10, {
    commodity: { id: 2, type: 201 },
    owner: { id: owner.organisationId, name: owner.name },
  })
  expect(usedIn(await listed(viewer)).sort((a, b) => a - b)).toEqual([WHEAT, 2, WINTER, 201, GROUP_1])
  expect(usedIn(await listed(owner.as('viewer')))).toEqual([2, 201])
  expect((await listed(viewer)).every(({ used }) => used !== undefined)).toBe(true)
  for (const items of [await listed(service.client()), await listed(viewer, '/api/system')])
    expect(items.some(({ used }) => used !== undefined)).toBe(false)
})
