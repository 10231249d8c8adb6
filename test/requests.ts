import {
  CLEANED,
  intake,
  makeAdjustment,
  makeBay,
  makeBays,
  makeField,
  makeMovement,
  makeRecord,
  MOVED_ON,
  movement,
  STOCK_TAKE,
  WHEAT,
  WINTER_WHEAT,
} from './farm.ts'
import { makeFile, ok, type Scene } from './scene.ts'
import { accessRequests } from './access-requests.ts'
import { backgroundRequests } from './background-requests.ts'
import { confirmationRequests } from './confirmation-requests.ts'
import { correctionRequests } from './correction-requests.ts'
import { fileRequests } from './file-requests.ts'
import { holdRequests } from './hold-requests.ts'
import { orderRequests } from './order-requests.ts'
import { chargeRequests } from './charge-requests.ts'
import { tradeRequests } from './trade-requests.ts'
import { harvestRequests, loadRequests } from './harvest-requests.ts'
import { importRequests } from './import-requests.ts'
import { periodRequests } from './period-requests.ts'
import { placeRequests } from './place-requests.ts'
import { byKey, byNobody, creates, readsByKey, type Make, type RequestFixture } from './request-fixture.ts'
import { squareAt } from '../src/system/imports/maps/test-maps.ts'
import { serviceRequests } from './service-requests.ts'
import { settlementRequests } from './settlement-requests.ts'
import { stocktakeRequests } from './stocktake-requests.ts'

/**
 * A request that works for every operation there is, by method and path. Tests that are generated from the OpenAPI
 * documents send them, change them and break them; an operation that is not here fails those tests, so a new one is
 * added here first.
 */
export const requests: Record<string, RequestFixture> = {
  ...accessRequests(),
  ...referenceData(),
  ...fileRequests(),
  ...storage(),
  ...records(),
  ...movements(),
  ...correctionRequests,
  ...contracts(),
  ...confirmationRequests(),
  ...harvestRequests(),
  ...availability(),
  ...papers(),
  ...settlementRequests(),
  ...holdRequests(),
  ...tradeRequests(),
  ...orderRequests(),
  ...chargeRequests(),
  ...stocktakeRequests(),
  ...periodRequests(),
  ...partners(),
  ...serviceRequests(),
  ...placeRequests(),
  ...backgroundRequests(),
  ...importRequests(),
  ...loadRequests(),
}

function referenceData(): Record<string, RequestFixture> {
  const specifications: RequestFixture = {
    ...byKey(() => ({ params: { id: String(WHEAT) } })),
    isShared: true,
  }
  return {
    'GET /api/system/commodities': byNobody(),
    'GET /api/system/commodities/{id}/specifications': specifications,
    'GET /api/system/countries': byNobody(),
    'GET /api/system/regions': byNobody(() => ({ query: { countryISO: 'GB' } })),
    'GET /api/system/settings': byKey(),
    'GET /api/system/settings/{country}': { ...byKey(() => ({ params: { country: 'GB' } })), isShared: true },
    'GET /api/inventory/commodities': byNobody(),
    'GET /api/inventory/commodities/{id}/specifications': specifications,
    'GET /api/inventory/reasons': byNobody(),
    'GET /api/inventory/commodities/organisation': byKey(),
    'GET /api/inventory/organisations/with-commodity': byKey(),
    'GET /api/inventory/varieties/suggest': byKey(() => ({ query: { query: 'sky' } })),
  }
}

function storage(): Record<string, RequestFixture> {
  const store = async (scene: Scene) => ({ params: { id: (await makeBay(scene)).storageId } })
  return {
    'GET /api/inventory/storage': byKey(),
    'GET /api/inventory/storage/search': byKey(),
    'GET /api/inventory/storage/names': byKey(),
    'GET /api/inventory/storage/by-records': byKey(async (scene) => ({
      query: { ids: (await makeRecord(scene)).id },
    })),
    'GET /api/inventory/storage/notes': byKey(async (scene) => ({
      query: { storageId: (await makeBay(scene)).storageId },
    })),
    'GET /api/inventory/storage/{id}': byKey(store),
    'GET /api/inventory/storage/{id}/conflicts': byKey(store),
    'POST /api/inventory/storage': creates(({ marker }) => ({
      body: {
        name: `Barn ${marker}`,
        type: 'store',
        location: { address: { city: 'Harpenden' } },
        substorage: [{ name: 'Bay 1', capacity: [{ commodityId: WHEAT, weight: 500_000 }] }],
      },
    })),
    'PATCH /api/inventory/storage/{id}': byKey(async (scene) => ({
      ...(await store(scene)),
      body: { name: `Long Barn ${scene.marker}`, substorage: [{ name: 'Bay 9' }] },
    })),
    'POST /api/inventory/storage/{id}/commodities': byKey(async (scene) => {
      const { storageId, substorageId } = await makeBay(scene)
      return { params: { id: storageId }, body: { substorageId, commodityId: WHEAT, weight: 250_000 } }
    }),
    'PUT /api/inventory/storage/business-units': byKey(async (scene) => ({
      body: { businessUnitId: scene.farm.businessUnitId, storageIds: [(await makeBay(scene)).storageId] },
    })),
    'POST /api/inventory/storage/fields/split': creates(async (scene) => ({
      body: [{ source: await makeField(scene), name: `North ${scene.marker}`, hectares: 4.5 }],
    })),
    'GET /api/inventory/storage/shapes': byKey(),
    'POST /api/inventory/storage/fields/measure': byKey(() =>
      Promise.resolve({
        body: { boundary: { type: 'MultiPolygon', coordinates: [[squareAt(-0.37, 51.81)]] } },
      }),
    ),
    'POST /api/inventory/storage/notes': creates(async (scene) => {
      const { storageId, substorageId } = await makeBay(scene)
      return { body: { storageId, substorageId, reasonId: CLEANED, note: `Swept ${scene.marker}.` } }
    }),
  }
}

function records(): Record<string, RequestFixture> {
  const record = async (scene: Scene) => ({ params: { id: (await makeRecord(scene)).id } })
  return {
    'GET /api/inventory/records': byKey(),
    'GET /api/inventory/records/by-ids': byKey(async (scene) => ({
      query: { ids: (await makeRecord(scene)).id },
    })),
    'GET /api/inventory/records/{id}': byKey(record),
    'GET /api/inventory/records/{id}/timeline': byKey(record),
    'GET /api/inventory/records/{id}/trace': byKey(record),
    'GET /api/inventory/position': byKey(),
    'GET /api/inventory/position/series': byKey(() => ({
      query: { from: '2025-08-01', to: '2025-08-31', step: '7' },
    })),
    'GET /api/inventory/today': byKey(),
    'GET /api/inventory/conflicts': byKey(),
    'POST /api/inventory/records': creates(async (scene) => ({ body: intake(await makeBay(scene), 28_460) })),
    'PATCH /api/inventory/records/{id}': byKey(async (scene) => ({
      ...(await record(scene)),
      body: { harvestYear: '2024' },
    })),
    'POST /api/inventory/records/adjustments': byKey(async (scene) => ({
      body: { records: [{ id: (await makeRecord(scene)).id, adjustTo: 995.5 }], reasonId: STOCK_TAKE },
    })),
    'PUT /api/inventory/records/{id}/adjustments/{adjustmentId}/files': byKey(async (scene) => {
      const { recordId, adjustmentId } = await makeAdjustment(scene)
      return { params: { id: recordId, adjustmentId }, body: { id: await makeFile(scene) } }
    }),
    'DELETE /api/inventory/records/{id}/adjustments/{adjustmentId}/files/{fileId}': byKey(async (scene) => {
      const { recordId, adjustmentId } = await makeAdjustment(scene)
      const fileId = await makeFile(scene)
      const url = `/api/inventory/records/${recordId}/adjustments/${adjustmentId}/files`
      ok(await scene.farm.as('owner').put(url, { id: fileId }))
      return { params: { id: recordId, adjustmentId, fileId } }
    }),
    'POST /api/inventory/records/{id}/samples': creates(async (scene) => ({
      ...(await record(scene)),
      body: { fields: [{ name: 'Moisture', value: '14.5', metric: '%' }] },
    })),
  }
}

function papers(): Record<string, RequestFixture> {
  const load: Make = async (scene) => ({ params: { id: (await makeMovement(scene)).id } })
  const record: Make = async (scene) => ({ params: { id: (await makeRecord(scene)).id } })
  const owner: Make = async (scene) => {
    await makeRecord(scene)
    return { params: { id: scene.farm.organisationId } }
  }
  const printed: Make = async (scene) => {
    const issued = ok(await scene.farm.as('owner').post('/api/inventory/position/report'))
    return { params: { id: issued.ids[0] } }
  }
  const store = async (scene: Scene) => ({ params: { id: (await makeBay(scene)).storageId } })
  return {
    'GET /api/inventory/movements/{id}/ticket.pdf': byKey(load),
    'GET /api/inventory/movements/{id}/passport.pdf': byKey(load),
    'GET /api/inventory/movements/{id}/recall.pdf': byKey(load),
    'GET /api/inventory/records/{id}/recall.pdf': byKey(record),
    'GET /api/inventory/storage/{id}/recall.pdf': byKey(store),
    'GET /api/inventory/owners/{id}/statement': byKey(owner),
    'POST /api/inventory/movements/{id}/ticket': byKey(load),
    'POST /api/inventory/movements/{id}/passport': byKey(load),
    'POST /api/inventory/movements/{id}/recall': byKey(load),
    'POST /api/inventory/records/{id}/recall': byKey(record),
    'POST /api/inventory/storage/{id}/recall': byKey(store),
    'POST /api/inventory/owners/{id}/statement': byKey(owner),
    'POST /api/inventory/position/report': byKey(),
    'GET /api/inventory/owners/{id}/statement.pdf': byKey(owner),
    'GET /api/inventory/position/report.pdf': byKey(),
    'GET /api/inventory/position/count-sheet.pdf': byKey(),
    'GET /api/inventory/papers': byKey(),
    'GET /api/inventory/papers/letterhead': byKey(),
    'PATCH /api/inventory/papers/letterhead': byKey(({ marker }) => ({
      body: { telephone: marker.slice(0, 60) },
    })),
    'GET /api/inventory/papers/numbering': byKey(),
    'PATCH /api/inventory/papers/numbering': byKey(({ marker }) => ({
      body: { series: [{ kind: 'ticket-in', pattern: `${marker}-{000}` }] },
    })),
    'GET /api/inventory/papers/numbers': byKey(),
    'GET /api/inventory/papers/{id}/copy.pdf': byKey(printed),
  }
}

function movements(): Record<string, RequestFixture> {
  const made: Make = async (scene) => ({ params: { id: (await makeMovement(scene)).id } })
  const changed = (body: (scene: Scene, recordId: string) => object | Promise<object>): RequestFixture =>
    byKey(async (scene) => {
      const { id, recordId } = await makeMovement(scene)
      return { params: { id }, body: { recordId, ...(await body(scene, recordId)) } }
    })
  return {
    ...readsByKey('movements', 'movements/actions', 'movements/totals', 'vehicles'),
    'GET /api/inventory/movements/{id}': byKey(made),
    'GET /api/inventory/movements/{id}/trace': byKey(made),
    'POST /api/inventory/movements': creates(async (scene) => {
      const { id, bay } = await makeRecord(scene)
      const [other] = await makeBays(scene)
      return { body: movement(id, 10, other ?? bay) }
    }),
    'POST /api/inventory/movements/bulk': creates(async (scene) => {
      const [first, second] = [await makeRecord(scene), await makeRecord(scene)]
      return {
        body: {
          records: [
            { id: first.id, weight: 10 },
            { id: second.id, weight: 20 },
          ],
          movementDateISO: MOVED_ON,
          destination: await makeBay(scene),
        },
      }
    }),
    'PUT /api/inventory/movements/bulk': byKey(async (scene) => {
      const edits = [await makeMovement(scene), await makeMovement(scene)]
      return {
        body: { movements: edits.map(({ id, recordId }) => ({ id, ...movement(recordId, 12, 'mill') })) },
      }
    }),
    'PUT /api/inventory/movements/{id}': changed((_scene, recordId) => movement(recordId, 12, 'mill')),
    'DELETE /api/inventory/movements/{id}': changed(() => ({})),
    'PUT /api/inventory/movements/{id}/actions': changed(() => ({
      driver: { name: 'Sam' },
      weighbridge: { empty: 14_200, full: 14_210 },
    })),
    'POST /api/inventory/movements/{id}/duplicate': {
      ...changed(() => ({ count: 2 })),
      isCreate: true,
    },
  }
}

/** The body of a contract for a partner's wheat, for longer than any test. */
function contract(marker: string) {
  const drying = { agreed: true, preAgreedMoistureLevelPercentage: 15 }
  return {
    ownerOrganisationId: 'valley-farm',
    ownerOrganisationName: `Valley Farm ${marker}`,
    details: {
      reference: `ST-1 ${marker}`,
      startDateISO: '2025-07-01',
      endDateISO: '2035-06-30',
      services: { cleaning: { agreed: false }, drying },
    },
    inventory: {
      weightKG: 500_000,
      commodity: { id: WHEAT, type: WINTER_WHEAT.type },
      variety: [WINTER_WHEAT.variety],
    },
  }
}

function contracts(): Record<string, RequestFixture> {
  const made = async ({ farm, marker }: Scene) => ({
    params: { id: ok(await farm.as('owner').post('/api/inventory/contracts', contract(marker))).id },
  })
  return {
    'GET /api/inventory/contracts': byKey(),
    'GET /api/inventory/contracts/lookup': byKey(async (scene) => {
      await made(scene)
      const { id, type } = WINTER_WHEAT
      const crop = { commodity: String(id), commodityType: String(type) }
      return { query: { ...crop, dateISO: '2025-08-14', ownerOrganisationId: 'valley-farm' } }
    }),
    'GET /api/inventory/contracts/{id}': byKey(made),
    'GET /api/inventory/contracts/{id}/drying': byKey(async (scene) => ({
      ...(await made(scene)),
      query: { moisturePercentage: '20', weight: '20000' },
    })),
    'POST /api/inventory/contracts': creates(({ marker }) => ({ body: contract(marker) })),
    'PUT /api/inventory/contracts/{id}': byKey(async (scene) => ({
      ...(await made(scene)),
      body: { details: { reference: `ST-2 ${scene.marker}` }, inventory: { weight: 650_000 } },
    })),
  }
}

function availability(): Record<string, RequestFixture> {
  const weights = { weight: 250_000, soldWeight: 100_000 }
  const wheat = { type: 'crop', harvestYear: '2025', commodity: WINTER_WHEAT, ...weights }
  const body = { commodities: [wheat] }
  return {
    'POST /api/inventory/trade-availability': creates(() => ({ body })),
    'PATCH /api/inventory/trade-availability/{id}': byKey(async ({ farm }) => {
      const { id } = ok(await farm.as('owner').post('/api/inventory/trade-availability', body))
      return { params: { id }, body: { commodityWeight: 240_000, soldWeight: 120_000 } }
    }),
  }
}

let partnersNamed = 0

/** A name that no partner has yet, with the number where golden answers leave it out. */
function partnerName({ marker }: Pick<Scene, 'marker'>): string {
  partnersNamed += 1
  return `Person ${partnersNamed} ${marker}`
}

function partners(): Record<string, RequestFixture> {
  const made = async (scene: Scene): Promise<string> =>
    ok(await scene.farm.as('owner').post('/api/inventory/partners', { name: partnerName(scene) })).id
  return {
    'GET /api/inventory/partners': byKey(),
    'GET /api/inventory/partners/{id}': byKey(async (scene) => ({ params: { id: await made(scene) } })),
    'POST /api/inventory/partners': creates((scene) => ({ body: { name: partnerName(scene) } })),
    'PATCH /api/inventory/partners/{id}': byKey(async (scene) => ({
      params: { id: await made(scene) },
      body: { name: partnerName(scene) },
    })),
    'POST /api/inventory/partners/{id}/merge': byKey(async (scene) => ({
      params: { id: await made(scene) },
      body: { ids: [await made(scene)] },
    })),
  }
}
