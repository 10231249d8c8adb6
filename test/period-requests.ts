import { addPerson } from './factories.ts'
import { byKey, creates, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

const FIRST = Date.parse('1960-01-01')
const DAY_MS = 86_400_000
let closings = 0

/** A day long before anything that other requests enter, and after all that were closed. */
const nextDay = () => new Date(FIRST + closings++ * DAY_MS).toISOString().slice(0, 10)

/** Requests about closed periods, the daily register and reports. */
export function periodRequests(): Record<string, RequestFixture> {
  const url = '/api/inventory/periods'
  const closed = async (scene: Scene) =>
    ok(await scene.farm.as('owner').post(url, { upTo: nextDay(), note: scene.marker })).ids[0] as string
  const exception = async (scene: Scene) => {
    const { userId } = await addPerson(scene.service, scene.farm, 'operator')
    const until = new Date(scene.service.clock.now().getTime() + DAY_MS)
    return { userId, untilISO: until.toISOString(), reason: scene.marker }
  }
  const ofPeriod = byKey(async (scene) => ({ params: { id: await closed(scene) } }))
  const days = { from: '2025-08-01', to: '2025-08-12' }
  return {
    'GET /api/inventory/periods': byKey(),
    'GET /api/inventory/periods/preview': byKey(() => ({ query: { upTo: nextDay() } })),
    'GET /api/inventory/periods/{id}': ofPeriod,
    'GET /api/inventory/periods/{id}/check': ofPeriod,
    'GET /api/inventory/periods/{id}/statement.pdf': ofPeriod,
    'POST /api/inventory/periods': byKey((scene) => ({ body: { upTo: nextDay(), note: scene.marker } })),
    'POST /api/inventory/periods/{id}/reopen': byKey(async (scene) => ({
      params: { id: await closed(scene) },
      body: { reason: scene.marker },
    })),
    'POST /api/inventory/periods/exceptions': byKey(async (scene) => ({ body: await exception(scene) })),
    'DELETE /api/inventory/periods/exceptions/{id}': byKey(async (scene) => ({
      params: {
        id: ok(await scene.farm.as('owner').post(`${url}/exceptions`, await exception(scene))).ids[0],
      },
    })),
    'GET /api/inventory/register': byKey(() => ({ query: days })),
    'GET /api/inventory/reports': byKey(() => ({ query: { kind: 'owners' } })),
    ...reportMailings(),
    'GET /api/inventory/register/report.pdf': byKey(() => ({ query: days })),
  }
}

function reportMailings(): Record<string, RequestFixture> {
  const mailings = '/api/inventory/report-mailings'
  const body = async (scene: Scene) => ({
    name: `Losses ${scene.marker}`,
    report: { kind: 'losses', period: 'lastWeek' },
    every: 'week',
    day: 1,
    hour: 7,
    attachment: 'pdf',
    recipientIds: [(await addPerson(scene.service, scene.farm, 'viewer')).userId],
  })
  const made = async (scene: Scene) => ({
    params: { id: ok(await scene.farm.as('owner').post(mailings, await body(scene))).id },
  })
  return {
    [`GET ${mailings}`]: byKey(async (scene) => {
      await made(scene)
      return {}
    }),
    [`GET ${mailings}/readers`]: byKey(),
    [`GET ${mailings}/{id}`]: byKey(made),
    [`POST ${mailings}`]: creates(async (scene) => ({ body: await body(scene) })),
    [`PUT ${mailings}/{id}`]: byKey(async (scene) => ({ ...(await made(scene)), body: await body(scene) })),
    [`DELETE ${mailings}/{id}`]: byKey(made),
  }
}
