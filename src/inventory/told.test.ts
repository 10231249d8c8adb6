import { describe, expect, test } from 'vitest'
import type { Answer } from '../../test/app.ts'
import { shareAskedApp } from '../../test/asked-app.ts'
import { hasParameter, isWrite, operationsOf, readDocuments } from '../../test/documents.ts'
import {
  makeBay,
  makeField,
  makeMovement,
  makePlan,
  MOVED_ON,
  movement,
  WINTER_WHEAT,
} from '../../test/farm.ts'
import { makeFile, ok, openScene, type Scene } from '../../test/scene.ts'
import { requestOf, send, workingRequest } from '../../test/sending.ts'
import { entered, toldOfImports } from './imports/test-told.ts'
import { toldOfBooks, toldOfConfirmations, type About, type ToldEvent } from './test-told.ts'
import { toldOfList } from './load-lists/test-told.ts'

type Json = Answer['body']

const number = expect.any(Number)
const text = expect.any(String)

/** What is told of each request of `test/requests.ts` that changes the inventory. */
const toldEvents: Record<string, (about: About) => ToldEvent[]> = {
  'POST /api/inventory/loads': ({ body, answer }) => toldOfList(body, answer),
  'POST /api/inventory/movements': ({ body, answer }) => [
    ['movement.created', ...moved(answer, 'internal', [body.recordId, ...answer.recordIds])],
  ],
  'POST /api/inventory/movements/bulk': ({ body, answer }) => {
    const from = body.records.map(({ id }: Json) => id)
    const into = answer.recordIds[0]
    return [['movement.created', ...moved(answer, 'internal', [from[0], into, from[1]])]]
  },
  'POST /api/inventory/movements/{id}/duplicate': ({ body, answer }) => [
    ['movement.created', ...moved(answer, 'outbound', [body.recordId])],
  ],
  'PUT /api/inventory/movements/bulk': ({ body: { movements } }) => {
    const recordIds = movements.map(({ recordId }: Json) => recordId)
    return movements.map(({ id }: Json, index: number) => [
      'movement.updated',
      id,
      { ids: [Number(id)], recordIds: index === 1 ? recordIds : [recordIds[0]] },
    ])
  },
  'POST /api/inventory/movements/rescale': ({ answer: { ids } }) => [
    ['movement.updated', ids[0], { ids: ids.map(Number), recordIds: [text] }],
  ],
  'PUT /api/inventory/movements/{id}': (about) => [['movement.updated', ...changed(about)]],
  'PUT /api/inventory/movements/{id}/actions': (about) => [['movement.completed', ...changed(about)]],
  'DELETE /api/inventory/movements/{id}': (about) => [['movement.deleted', ...changed(about)]],
  'POST /api/inventory/movements/{id}/restore': ({ params: { id = '' } }) => [
    ['movement.restored', id, { ids: [Number(id)], recordIds: [text] }],
  ],

  'POST /api/inventory/records': ({ answer: { id, movementId } }) => [
    ['record.created', id, { ids: [id], movementIds: [movementId], recordIds: [id] }],
    ['movement.created', String(movementId), { ids: [movementId], type: 'intake', recordIds: [id] }],
  ],
  'POST /api/inventory/plantings': ({ answer }) => [entered(answer)],
  'PATCH /api/inventory/records/{id}': ({ params }) => [
    ['record.updated', params['id'] ?? '', { fields: ['harvestYear'] }],
  ],
  'POST /api/inventory/records/adjustments': ({ body: { records } }) => [
    ['record.adjusted', records[0].id, { ids: [records[0].id], adjustments: [number] }],
  ],
  'POST /api/inventory/records/{id}/samples': ({ params }) => [
    ['record.sampled', params['id'] ?? '', { sampleId: number }],
  ],
  'PUT /api/inventory/records/{id}/adjustments/{adjustmentId}/files': ({ params, body }) => [
    ['adjustment.file_added', ...attached(params, body.id)],
  ],
  'DELETE /api/inventory/records/{id}/adjustments/{adjustmentId}/files/{fileId}': ({ params }) => [
    ['adjustment.file_removed', ...attached(params, params['fileId'])],
  ],

  'POST /api/inventory/trade-availability': ({ answer: { id } }) => [
    ['availability.created', id, { ids: [id] }],
  ],
  'PATCH /api/inventory/trade-availability/{id}': ({ answer: { id } }) => [
    ['availability.updated', id, { fields: ['commodityWeight', 'soldWeight'] }],
  ],

  'POST /api/inventory/harvest-plans/{id}/loads': ({ params, answer }) => [
    ['harvest.loads_added', params['id'] ?? '', { ids: [Number(answer.id)], recordIds: [text, text] }],
    ['movement.created', answer.id, { ids: [Number(answer.id)], type: 'internal', recordIds: [text, text] }],
  ],
  'DELETE /api/inventory/harvest-plans/{id}/loads': ({ body: [{ loadId }] }) => [
    ['movement.deleted', loadId, { ids: [Number(loadId)], recordIds: [text, text] }],
  ],
  'PATCH /api/inventory/harvest-plans/{id}/remaining-area': ({ params, body: [{ fieldId }] }) => [
    ['harvest.area_adjusted', params['id'] ?? '', { fieldIds: [fieldId], recordIds: [text] }],
  ],
  'POST /api/inventory/harvest-plans/backfill': ({ organisationId }) => [
    ['harvest.plans_backfilled', organisationId, { plansMade: 0, plantingsFiled: 1 }],
  ],

  'POST /api/inventory/storage': ({ body, answer }) => [
    ['storage.created', answer.id, { name: body.name, type: 'store' }],
  ],
  'PATCH /api/inventory/storage/{id}': ({ answer }) => [
    ['storage.updated', answer.id, { changed: ['name', 'substorage'] }],
  ],
  'PUT /api/inventory/storage/business-units': ({ body: { businessUnitId, storageIds } }) => [
    ['storage.updated', storageIds[0], { businessUnitIds: [businessUnitId] }],
  ],
  'POST /api/inventory/storage/{id}/commodities': ({ body, answer }) => [
    ['storage.capacity_set', answer.id, body],
  ],
  'POST /api/inventory/storage/fields/split': ({ body: [{ source }], answer }) => [
    ['storage.field_split', source, { fieldIds: answer.ids, recordIds: [] }],
  ],
  // It only measures.
  'POST /api/inventory/storage/fields/measure': () => [],
  'POST /api/inventory/storage/notes': ({ body: { storageId, substorageId, reasonId }, answer }) => [
    ['storage.note_added', storageId, { noteId: answer.id, substorageId, reasonId }],
  ],

  'POST /api/inventory/contracts': ({ answer: { id } }) => [
    ['contract.created', id, { ids: [id], ownerOrganisationId: 'valley-farm' }],
  ],
  'PUT /api/inventory/contracts/{id}': ({ answer: { id } }) => [['contract.updated', id, { ids: [id] }]],

  // It only compares.
  'POST /api/inventory/settlements/try': () => [],
  // The register has them; what is printed changes nothing that anybody follows.
  'POST /api/inventory/movements/{id}/passport': () => [],
  'POST /api/inventory/movements/{id}/recall': () => [],
  'POST /api/inventory/movements/{id}/ticket': () => [],
  'POST /api/inventory/owners/{id}/statement': () => [],
  'POST /api/inventory/position/report': () => [],
  'POST /api/inventory/records/{id}/recall': () => [],
  'POST /api/inventory/storage/{id}/recall': () => [],
  'POST /api/inventory/stocktakes/{id}/certificate': () => [],
  'POST /api/inventory/settlements': ({ answer: { id } }) => [
    ['settlement.created', id, { ids: [id], buyerId: 'mill-8' }],
  ],
  'PATCH /api/inventory/settlements/{id}/lines/{line}': ({ answer: { id } }) => [
    ['settlement.changed', id, { ids: [id], line: 1, movementId: null, decision: 'claimed' }],
  ],
  'POST /api/inventory/settlements/{id}/close': ({ answer: { id } }) => [
    ['settlement.closed', id, { ids: [id] }],
  ],
  'DELETE /api/inventory/settlements/{id}': ({ params: { id = '' } }) => [
    ['settlement.deleted', id, { ids: [id] }],
  ],

  ...toldOfBooks,
  ...toldOfConfirmations,

  'POST /api/inventory/partners': ({ answer: { id } }) => [['partner.created', id, { ids: [id] }]],
  'PATCH /api/inventory/partners/{id}': ({ answer: { id } }) => [['partner.updated', id, { ids: [id] }]],
  'POST /api/inventory/partners/{id}/merge': ({ params: { id = '' }, body: { ids } }) => [
    ['partner.merged', id, { ids: [id], mergedIds: ids }],
  ],
  'PATCH /api/inventory/papers/letterhead': ({ answer: { logo: _logo, ...said }, organisationId }) => [
    ['letterhead.updated', organisationId, said],
  ],
  'PATCH /api/inventory/papers/numbering': ({ answer, organisationId }) => [
    ['numbering.updated', organisationId, answer],
  ],
  // Who was a name becomes the organisation that is invited.
  'POST /api/inventory/partners/{id}/invite-owner': ({ params: { id } }) => [
    ['partner.merged', text, { ids: [text], mergedIds: [id] }],
  ],

  // The store's book is told of in the store's own events.
  'POST /api/inventory/owner-invitations/accept': ({ answer: { ids } }) => [
    ['counterparty.changed', ids[0], { ids, stance: 'accepted' }],
  ],

  ...toldOfImports,
}

function moved({ ids }: Json, type: string, recordIds: string[]): [string, object] {
  return [ids.join(), { ids: ids.map(Number), type, recordIds }]
}

function changed({ params: { id = '' }, body }: About): [string, object] {
  return [id, { ids: [Number(id)], recordIds: [body.recordId] }]
}

function attached({ id = '', adjustmentId }: About['params'], fileId: unknown): [string, object] {
  return [id, { adjustmentId: Number(adjustmentId), fileId }]
}

/** What the one row of a list was entered as. */
/** Sent once more, these have nothing left to do. */
const doNothingTwice = [
  'POST /api/inventory/plantings',
  'PATCH /api/inventory/records/{id}',
  'PUT /api/inventory/movements/bulk',
  'PUT /api/inventory/movements/{id}',
  'PUT /api/inventory/movements/{id}/actions',
  'PUT /api/inventory/records/{id}/adjustments/{adjustmentId}/files',
  'PUT /api/inventory/storage/business-units',
  'POST /api/inventory/storage/{id}/commodities',
  'POST /api/inventory/storage/fields/measure',
  'PUT /api/inventory/contracts/{id}',
  'PATCH /api/inventory/trade-availability/{id}',
  'POST /api/inventory/harvest-plans/backfill',
  'PATCH /api/inventory/partners/{id}',
]

const { service } = await shareAskedApp()
const operations = operationsOf(await readDocuments(service)).filter(
  (operation) =>
    operation.service === 'inventory' && isWrite(operation) && requestOf(operation).by !== 'platform admin',
)

test.for(operations)('$key is told once, and where nothing changes not at all', async (operation) => {
  const scene = await openScene(service)
  const { parts, headers } = await workingRequest(scene, operation)
  const ask = (more: object = {}, query: Record<string, string> = {}) =>
    send(service, operation, { ...parts, query }, { ...headers, ...more })
  const before = await eventsOf(scene)
  if (hasParameter(operation, 'dryRun')) ok(await ask({}, { dryRun: 'true' }))

  const answer = ok(await ask({ 'idempotency-key': 'told' }))
  const about = { params: {}, body: undefined, ...parts, answer, organisationId: scene.farm.organisationId }
  const after = [...before, ...(toldEvents[operation.key]?.(about) ?? [])]
  expect(await eventsOf(scene)).toEqual(after)

  ok(await ask({ 'idempotency-key': 'told' }))
  expect(await eventsOf(scene), 'replayed').toEqual(after)
  const again = await ask()
  if (again.status !== 200 || doNothingTwice.includes(operation.key))
    expect(await eventsOf(scene), 'sent once more').toEqual(after)
})

test('there is a row for each of them', () => {
  expect(Object.keys(toldEvents).toSorted()).toEqual(operations.map(({ key }) => key).toSorted())
})

test('a movement is completed once: what is said of it afterwards updates it', async () => {
  const scene = await openScene(service)
  const { id, recordId } = await makeMovement(scene)
  for (const name of ['Sam', 'Alex'])
    ok(
      await scene.farm.as('operator').put(`/api/inventory/movements/${id}/actions`, {
        recordId,
        driver: { name },
        isComplete: true,
      }),
    )
  const types = (await eventsOf(scene)).map(([type]) => type)
  expect(types.slice(-2)).toEqual(['movement.completed', 'movement.updated'])
})

test('a movement is completed by an edit that fills in what was missing', async () => {
  const scene = await openScene(service)
  const { id, recordId } = await makeMovement(scene)
  const operator = scene.farm.as('operator')
  const movement = `/api/inventory/movements/${id}`
  ok(await operator.put(`${movement}/actions`, { recordId, weighbridge: { empty: 14_200, full: 14_210 } }))
  const edit = {
    recordId,
    organisationId: scene.farm.organisationId,
    movementDateISO: MOVED_ON,
    weight: 10,
    destination: { organisationId: 'mill', organisationName: 'Mill' },
  }
  for (const name of ['Sam', 'Alex']) ok(await operator.put(movement, { ...edit, driver: { name } }))
  const types = (await eventsOf(scene)).map(([type]) => type)
  expect(types.slice(-4)).toEqual([
    'movement.updated',
    'movement.updated',
    'movement.completed',
    'movement.updated',
  ])
})

test('of remaining areas only those that change are told', async () => {
  const scene = await openScene(service)
  const { planId, fieldId } = await makePlan(scene)
  const before = await eventsOf(scene)
  const area = [{ fieldId, areaRemaining: 10, originalAreaRemaining: 10 }]
  ok(await scene.farm.as('owner').patch(`/api/inventory/harvest-plans/${planId}/remaining-area`, area))
  expect(await eventsOf(scene)).toEqual(before)
})

describe('what is sent again as it is changes nothing: nobody is told, and it stays the version it was', () => {
  /** Sends a change twice, a minute apart. */
  async function changeTwice(
    scene: Scene,
    url: string,
    method: 'put' | 'patch',
    body: object,
  ): Promise<void> {
    const owner = scene.farm.as('owner')
    const before = (await eventsOf(scene)).length
    ok(await owner[method](url, body))
    const told = await eventsOf(scene)
    expect(told.length).toBeGreaterThan(before)
    const { etag } = (await owner.get(url)).headers
    service.clock.advance({ minutes: 1 })

    ok(await owner[method](url, body))
    expect(await eventsOf(scene)).toEqual(told)
    expect((await owner.get(url)).headers['etag']).toBe(etag)
  }

  test('a store with its bays', async () => {
    const scene = await openScene(service)
    const { storageId, substorageId } = await makeBay(scene)
    await changeTwice(scene, `/api/inventory/storage/${storageId}`, 'patch', {
      name: ' Long Barn ',
      tags: ['dry', 'dry'],
      area: 1.5,
      location: { address: { city: 'Harpenden' }, coordinates: { lat: 51.8, lon: -0.36 } },
      businessUnitIds: [scene.farm.businessUnitId],
      substorage: [
        { id: substorageId, name: 'North', capacity: [{ commodityId: WINTER_WHEAT.id, weight: 10.5 }] },
      ],
    })
  })

  test('a contract', async () => {
    const scene = await openScene(service)
    const { id } = ok(
      await scene.farm.as('owner').post('/api/inventory/contracts', {
        ownerOrganisationId: 'valley-farm',
        ownerOrganisationName: 'Valley Farm',
        details: { reference: 'ST-1', startDateISO: '2025-07-01', endDateISO: '2035-06-30', services: {} },
        inventory: {
          weightKG: 1000,
          commodity: { id: WINTER_WHEAT.id, type: WINTER_WHEAT.type },
          variety: [],
        },
      }),
    )
    const rows = [
      { moistureMinPercentage: 17, moistureMaxPercentage: 20, weightLossPercentage: 5.9 },
      { moistureMinPercentage: 15, moistureMaxPercentage: 17, weightLossPercentage: 2.4 },
    ]
    await changeTwice(scene, `/api/inventory/contracts/${id}`, 'put', {
      details: {
        reference: ' ST-2 ',
        startDateUTC: '2025-07-02',
        endDateUTC: '2035-06-29',
        files: [{ id: await makeFile(scene) }],
        services: {
          cleaning: { agreed: true },
          drying: { agreed: true, preAgreedMoistureLevelPercentage: 15, intakeSampleLossMatrix: rows },
        },
      },
      inventory: {
        weight: 650_000.5,
        commodity: {
          id: WINTER_WHEAT.id,
          type: WINTER_WHEAT.type,
          grade: WINTER_WHEAT.grade,
          tags: [],
          variety: ['Skyfall'],
        },
      },
    })
  })

  test.for(['mill', 'bay'] as const)('a movement to a %s', async (to) => {
    const scene = await openScene(service)
    const { id, recordId } = await makeMovement(scene)
    await changeTwice(scene, `/api/inventory/movements/${id}`, 'put', {
      ...movement(recordId, 12.5, to === 'mill' ? to : await makeBay(scene)),
      driver: { name: 'Sam', vehicleRegistration: 'AB12 CDE' },
      adjustToZero: true,
    })
  })
})

test('of places that are put under a business unit, those are told that were not there', async () => {
  const scene = await openScene(service)
  const [first, second] = [await makeField(scene), await makeField(scene)]
  const assign = async (...storageIds: string[]) =>
    ok(
      await scene.farm.as('owner').put('/api/inventory/storage/business-units', {
        businessUnitId: scene.farm.businessUnitId,
        storageIds,
      }),
    )
  await assign(first)
  const before = await eventsOf(scene)
  await assign(first, second)
  expect((await eventsOf(scene)).slice(before.length).map(([, subject]) => subject)).toEqual([second])
})

async function eventsOf({ farm }: Scene): Promise<ToldEvent[]> {
  const rows = await service.database.db
    .selectFrom('events')
    .select(['type', 'subject', 'data'])
    .where('organisation_id', '=', farm.organisationId)
    .orderBy('id')
    .execute()
  return rows.map(({ type, subject, data }) => [type, subject, data as object])
}
