import { acceptForGood, makeOrganisation } from './factories.ts'
import { makeBay, oldStock } from './farm.ts'
import { byKey, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

/** Requests about what others book in the farm's name, and about those who do. */
export function confirmationRequests(): Record<string, RequestFixture> {
  /** A storer that has booked something in the farm's name. */
  const storer = async ({ service, farm, marker }: Scene) => {
    const store = await makeOrganisation(service, { name: `Store ${marker}` })
    const source = { type: 'existing', owner: { id: farm.organisationId } }
    const body = oldStock(await makeBay(store), 1000, { owned: false, source })
    ok(await store.as('manager').post('/api/inventory/records', body))
    return store
  }
  const asked = async (scene: Scene): Promise<string[]> => {
    const { organisationId } = await storer(scene)
    const { docs } = ok(await scene.farm.as('viewer').get('/api/inventory/confirmations'))
    return docs
      .filter((each: { storer: { id: string } }) => each.storer.id === organisationId)
      .map(({ id }: { id: string }) => id)
  }
  const other = async (scene: Scene) => ({ params: { id: (await storer(scene)).organisationId } })
  return {
    'GET /api/inventory/confirmations': byKey(async (scene) => {
      await storer(scene)
      return {}
    }),
    'GET /api/inventory/confirmations/{id}/bookings': byKey(async (scene) => ({
      params: { id: (await asked(scene))[0] ?? '' },
    })),
    'POST /api/inventory/confirmations/accept': byKey(async (scene) => ({
      body: { ids: await asked(scene) },
    })),
    'POST /api/inventory/confirmations/decline': byKey(async (scene) => ({
      body: { ids: await asked(scene) },
    })),
    'GET /api/inventory/counterparties': byKey(async (scene) => {
      await storer(scene)
      return {}
    }),
    // Any organisation may be decided about.
    'GET /api/inventory/counterparties/{id}': { ...byKey(other), isShared: true },
    'PUT /api/inventory/counterparties/{id}': {
      ...byKey(async (scene) => ({
        ...(await other(scene)),
        body: { stance: 'blocked', includesOpen: true },
      })),
      isShared: true,
    },
    'DELETE /api/inventory/counterparties/{id}': {
      ...byKey(async (scene) => {
        const store = await storer(scene)
        await acceptForGood(scene.farm, store)
        return { params: { id: store.organisationId } }
      }),
      isShared: true,
    },
  }
}
