import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'
import type { Sums } from './position-sums.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const BARLEY = { id: 2, type: 201, variety: 'Laureate' }
const HILL = { id: 'hill', name: 'Hill Farm' }
const series = (farm: TestFarm, query: string) =>
  farm.organisation.as('viewer').get(`${base}/position/series?${query}`)

interface Curve extends Record<keyof Sums, number[]> {
  id: string
}

test(
  'at each of its dates it is what the position says there, whatever happened and is planned',
  { timeout: 120_000 },
  async () => {
    const hour = fc.integer({ min: 0, max: 23 })
    const move = fc.record({
      day: fc.integer({ min: 2, max: 26 }),
      hour,
      weight: fc.integer({ min: 1, max: 400 }),
      out: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(1, 3, 7),
        async (moves, step) => {
          const farm = await makeFarm(service)
          const [first, second, third] = farm.bays
          const wheat = await farm.opening(first, 5000, { at: '2026-08-01' })
          await farm.opening(second, 500, { at: '2026-08-05', owner: HILL, commodity: BARLEY })
          for (const { day, hour: at, weight, out } of moves) {
            const movementDateISO = `2026-08-${String(day).padStart(2, '0')}T${String(at).padStart(2, '0')}:30`
            await farm.move(wheat, out ? 'mill-7' : third, weight, { movementDateISO })
          }
          const query = `from=2026-07-30&to=2026-08-28&step=${step}`
          const shown = ok(await series(farm, query))
          const bays = ok(await series(farm, `${query}&group=substorage`))
          const valueOf = (curves: Curve[], id: string, which: keyof Sums, place: number) =>
            curves.find((each) => each.id === id)?.[which][place] ?? 0
          for (const [place, date] of shown.dates.entries()) {
            const { totals, perCommodity, lines } = ok(
              await farm.organisation.as('viewer').get(`${base}/position?at=${date}`),
            )
            const { owned, stored, offered, short } = shown.totals
            expect(
              {
                owned: owned[place],
                stored: stored[place],
                offered: offered[place],
                short: short[place],
              },
              date,
            ).toEqual(totals)
            for (const id of ['1', '2']) {
              const there = perCommodity.find(
                ({ commodity }: { commodity: { id: number } }) => String(commodity.id) === id,
              )
              expect(valueOf(shown.groups, id, 'owned', place)).toBe(there?.owned ?? 0)
              expect(valueOf(shown.groups, id, 'stored', place)).toBe(there?.stored ?? 0)
            }
            for (const bay of farm.bays) {
              const own = lines.filter((line: { substorageId: number }) => line.substorageId === bay)
              const sum = own.reduce((whole: number, line: { weight: number }) => whole + line.weight, 0)
              const of = (which: keyof Sums) => valueOf(bays.groups, String(bay), which, place)
              expect(of('owned') + of('stored') - of('short')).toBe(sum)
            }
          }
        },
      ),
      { numRuns: 5 },
    )
  },
)

test('groups are called what they are, and the last date is met or left out', async () => {
  const farm = await makeFarm(service)
  const owner = await makeOrganisation(service, { name: 'Hill Farm' })
  await acceptForGood(owner, farm.organisation)
  await farm.opening(farm.bays[0], 1000, { at: '2026-08-02' })
  await farm.opening(farm.bays[1], 500, {
    at: '2026-08-03',
    owner: { id: owner.organisationId, name: owner.name },
  })
  const query = 'from=2026-08-01&to=2026-08-04&step=2'
  expect(ok(await series(farm, query))).toEqual({
    dates: ['2026-08-01', '2026-08-03'],
    totals: { owned: [0, 1000], stored: [0, 500], offered: [0, 0], short: [0, 0] },
    groups: [{ id: '1', name: 'Wheat', owned: [0, 1000], stored: [0, 500], offered: [0, 0], short: [0, 0] }],
  })
  expect(ok(await series(farm, `${query}&group=owner`)).groups).toMatchObject([
    { id: owner.organisationId, name: 'Hill Farm', stored: [0, 500] },
    { id: farm.organisation.organisationId, owned: [0, 1000] },
  ])
  expect(ok(await series(farm, `${query}&group=substorage`)).groups).toMatchObject([
    { name: 'Long Barn, Bay 1' },
    { name: 'Long Barn, Bay 2' },
  ])
  expect(ok(await series(farm, `${query}&group=harvestYear`)).groups).toMatchObject([
    { id: '2026', name: '2026' },
  ])
  expect(ok(await series(farm, `${query}&group=none`)).groups).toEqual([])
  const owners = await owner.as('viewer').get(`${base}/position/series?${query}`)
  expect(ok(owners).totals).toMatchObject({ owned: [0, 500], stored: [0, 0] })
})

test.each([
  ['from=2026-08-01&to=2026-07-31', 'to minimum'],
  ['from=yesterday&to=2026-08-01T10:00', 'from date,to date'],
  ['from=2025-01-01&to=2026-12-31', 'step minimum'],
])('%s is refused', async (query, faults) => {
  const { body } = await series(await makeFarm(service), query)
  expect(
    body.validation.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`).join(),
  ).toBe(faults)
})

test('400 days are answered', async () => {
  expect(ok(await series(await makeFarm(service), 'from=2025-08-01&to=2026-09-04')).dates).toHaveLength(400)
})
