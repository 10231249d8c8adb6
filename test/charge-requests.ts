import { intake, makeBay, oldStock } from './farm.ts'
import { byKey, creates, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

const tariffs = '/api/inventory/tariffs'
const charges = '/api/inventory/charges'
const MONTH = '2025-08'

/** Requests about tariffs and statements of charges. */
export function chargeRequests(): Record<string, RequestFixture> {
  let owners = 0
  /** Another one each time: a second tariff of the same owner would begin when the first does. */
  const owner = ({ marker }: Scene) => {
    owners += 1
    return { id: `stored ${owners} ${marker}`, name: `Hill Farm ${owners} ${marker}` }
  }
  const tariff = (scene: Scene, partner = owner(scene)) => ({
    partner,
    fromISO: '2025-01-01',
    currency: 'GBP',
    vatCode: `T1 ${scene.marker}`.slice(0, 30),
    rates: [
      { kind: 'in', rate: '1.85' },
      { kind: 'storage', rate: '0.35', per: 'week', freeDays: 3 },
    ],
    minimum: '50',
    notes: `As agreed ${scene.marker}`,
  })
  const agreed = async (scene: Scene) => {
    const { id } = ok(await scene.farm.as('owner').post(tariffs, tariff(scene)))
    return { params: { id } }
  }
  /** Grain of the owner's that came in last year. */
  const stored = async (scene: Scene) => {
    const partner = owner(scene)
    ok(await scene.farm.as('owner').post(tariffs, tariff(scene, partner)))
    const bay = await makeBay(scene)
    const { source } = intake(bay, 1000) as { source: object }
    const body = oldStock(bay, 1000, { owned: false, source: { ...source, owner: partner } })
    ok(await scene.farm.as('owner').post('/api/inventory/records', body))
    return { ownerId: partner.id, fromMonth: MONTH }
  }
  const draft = async (scene: Scene) => {
    const { id } = ok(await scene.farm.as('owner').post(charges, await stored(scene)))
    return { params: { id } }
  }
  const closedOne = async (scene: Scene) => {
    const made = await draft(scene)
    ok(await scene.farm.as('owner').post(`${charges}/${made.params.id}/close`, {}))
    return made
  }
  return {
    [`GET ${tariffs}`]: byKey(async (scene) => {
      await agreed(scene)
      return {}
    }),
    [`GET ${tariffs}/{id}`]: byKey(agreed),
    [`POST ${tariffs}`]: creates((scene) => ({ body: tariff(scene) })),
    [`DELETE ${tariffs}/{id}`]: byKey(agreed),
    [`GET ${charges}`]: byKey(async (scene) => {
      await draft(scene)
      return {}
    }),
    [`GET ${charges}/{id}`]: byKey(draft),
    [`GET ${charges}/{id}/statement.pdf`]: byKey(draft),
    [`GET ${charges}/{id}/accounts`]: byKey(async (scene) => ({
      ...(await closedOne(scene)),
      query: { program: 'datev', account: '4400', customerAccount: '10001' },
    })),
    [`POST ${charges}`]: creates(async (scene) => ({ body: await stored(scene) })),
    [`POST ${charges}/{id}/close`]: byKey(draft),
    [`DELETE ${charges}/{id}`]: byKey(draft),
  }
}
