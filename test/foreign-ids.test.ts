import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import type { Answer } from './app.ts'
import {
  CLEANED,
  harvestLoad,
  makeBay,
  makeMovement,
  makePlan,
  makeRecord,
  MOVED_ON,
  movement,
  oldStock,
  STOCK_TAKE,
  STORED_ON,
  WINTER_WHEAT,
} from './farm.ts'
import { makeFile, ok, openScene, type Scene } from './scene.ts'
import { shareAskedApp } from './asked-app.ts'
import { operationsOf, readDocuments, type Documented } from './documents.ts'
import { byKey, type Make, type RequestFixture, type RequestParts } from './request-fixture.ts'
import { credentialFor, partsOf, requestOf, send, withRequests, type Headers } from './sending.ts'

// One id of another organisation among ids of one's own, in every place of a request that takes one: the answer is the one that an id
// gets which nobody has (docs/decisions/0012-403-and-404.md), in all that it says, and neither leaves anything behind.
// permissions.test.ts sends requests whose ids are all foreign; what refers to one thing more is only reached by these.

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const own = await openScene(service, externalToken)
const other = await openScene(service, externalToken)

const inventory = '/api/inventory'
const OWNER = { id: 'valley-farm', name: 'Valley Farm' }
const sampled = async (scene: Scene) => {
  const file = { id: await makeFile(scene) }
  return { fields: [{ name: 'Moisture', value: '14.5', metric: '%' }], file, files: [file] }
}

async function makeContract({ farm, marker }: Scene): Promise<string> {
  const details = {
    reference: `ST ${marker}`,
    startDateISO: '2025-07-01',
    endDateISO: '2035-06-30',
    services: {},
  }
  return ok(
    await farm.as('owner').post(`${inventory}/contracts`, {
      ownerOrganisationId: OWNER.id,
      ownerOrganisationName: OWNER.name,
      details,
      inventory: { weightKG: 10_000, commodity: { id: WINTER_WHEAT.id, type: WINTER_WHEAT.type } },
    }),
  ).id
}

/** What requests may name besides what they act on: files, bays, contracts, plantings, business units. */
const references: Record<string, Make> = {
  [`POST ${inventory}/movements`]: async (scene) => {
    const source = { type: 'existing', importDateUTC: STORED_ON, owner: OWNER }
    const theirs = oldStock(await makeBay(scene), 2000, { owned: false, source })
    const { id } = ok(await scene.farm.as('owner').post(`${inventory}/records`, theirs))
    return { body: { ...movement(id, 10, 'mill'), storageContractId: await makeContract(scene) } }
  },
  [`PUT ${inventory}/movements/{id}/actions`]: async (scene) => {
    const { id, recordId } = await makeMovement(scene)
    const weighbridge = { empty: 14_200, full: 14_210, file: { id: await makeFile(scene) } }
    return { params: { id }, body: { recordId, weighbridge } }
  },
  [`POST ${inventory}/records`]: async (scene) => {
    const intake = {
      moveAtUTC: MOVED_ON,
      driverName: 'Sam',
      weighbridgeRecord: { empty: 14_200, full: 16_200, file: { id: await makeFile(scene) } },
      sample: await sampled(scene),
      storageContract: { id: await makeContract(scene) },
    }
    return { body: oldStock(await makeBay(scene), 2000, { owned: false, source: { owner: OWNER, intake } }) }
  },
  [`POST ${inventory}/records/adjustments`]: async (scene) => {
    const records = [await makeRecord(scene), await makeRecord(scene)].map(({ id }) => ({
      id,
      adjustTo: 990,
    }))
    return { body: { records, reasonId: STOCK_TAKE, files: [{ id: await makeFile(scene) }] } }
  },
  [`POST ${inventory}/records/{id}/samples`]: async (scene) => ({
    params: { id: (await makeRecord(scene)).id },
    body: await sampled(scene),
  }),
  [`PATCH ${inventory}/storage/{id}`]: async (scene) => {
    const { storageId, substorageId } = await makeBay(scene)
    const storageNote = { reasonId: CLEANED, note: 'Swept.', files: [{ id: await makeFile(scene) }] }
    const businessUnitIds = [scene.farm.businessUnitId]
    return {
      params: { id: storageId },
      body: { businessUnitIds, substorage: [{ id: substorageId, storageNote }] },
    }
  },
  [`PUT ${inventory}/contracts/{id}`]: async (scene) => ({
    params: { id: await makeContract(scene) },
    body: { details: { files: [{ id: await makeFile(scene) }] }, inventory: {} },
  }),
  [`POST ${inventory}/trades`]: async (scene) => ({
    body: {
      kind: 'sale',
      partner: { id: 'valley-mill', name: 'Valley Mill' },
      commodity: { id: WINTER_WHEAT.id },
      weight: 1000,
      delivery: { storageId: (await makeBay(scene)).storageId },
      files: [{ id: await makeFile(scene) }],
    },
  }),
  [`POST ${inventory}/orders`]: async (scene) => {
    const { storageId, substorageId } = await makeBay(scene)
    return {
      body: {
        kind: 'sale',
        partner: { id: 'valley-mill', name: 'Valley Mill' },
        commodity: { id: WINTER_WHEAT.id },
        weight: 1000,
        place: { storageId, bayIds: [substorageId] },
      },
    }
  },
  [`POST ${inventory}/harvest-plans/{id}/loads`]: async (scene) => {
    const { planId, fieldId, plantingId } = await makePlan(scene)
    const load = harvestLoad({
      fieldId,
      plantingId,
      ...(await makeBay(scene)),
      dateISO: MOVED_ON,
      weightNet: 12_500,
      sample: await sampled(scene),
    })
    return { params: { id: planId }, body: [load] }
  },
  [`POST ${inventory}/trade-availability`]: ({ farm }) => ({
    body: {
      commodities: [
        {
          type: 'crop',
          harvestYear: '2025',
          commodity: WINTER_WHEAT,
          weight: 10,
          soldWeight: 1,
          businessUnitIds: [farm.businessUnitId],
        },
      ],
    },
  }),
}

interface Case {
  name: string
  operation: Documented
  request: RequestFixture
}

const cases: Case[] = operations.flatMap((operation) => {
  const request = requestOf(operation)
  const more = references[operation.key]
  return [
    ...(/^(key|person)$/.test(request.by) && !request.isShared
      ? [{ name: operation.key, operation, request }]
      : []),
    ...(more ? [{ name: `${operation.key}, with what it refers to`, operation, request: byKey(more) }] : []),
  ]
})

type Path = string[]

/** Where a request names something that is the organisation's. */
function idsIn(part: unknown, path: Path = []): { path: Path; id: string | number }[] {
  if (part instanceof FormData || typeof part === 'object') {
    if (part === null || part instanceof FormData) return []
    return Object.entries(part).flatMap(([name, value]) => idsIn(value, [...path, name]))
  }
  // Any organisation here may be named by its id, as one that a file is shared with.
  if (path.at(-2) === 'organisations') return []
  const isId =
    typeof part === 'number' ? path.at(-1) === 'substorageId' : isUuid(part) || isNumberedParam(part, path)
  return isId && (typeof part === 'string' || typeof part === 'number') ? [{ path, id: part }] : []
}

function isUuid(part: unknown): boolean {
  return typeof part === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part)
}

/** A line of a statement is a place on it, and no id. */
function isNumberedParam(part: unknown, [where, name]: Path): boolean {
  return where === 'params' && name !== 'line' && typeof part === 'string' && /^\d+$/.test(part)
}

function at(part: unknown, [name, ...rest]: Path): unknown {
  return name === undefined ? part : at((part as Record<string, unknown>)[name], rest)
}

function withAt(part: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  const changed = withAt((part as Record<string, unknown>)[name], rest, value)
  return Array.isArray(part) ? part.with(Number(name), changed) : { ...(part as object), [name]: changed }
}

const NOBODYS_NUMBER = 900_719_925_474

function nobodys(id: string | number): string | number {
  if (typeof id === 'number') return NOBODYS_NUMBER
  return isUuid(id) ? newId() : String(NOBODYS_NUMBER)
}

/** How many rows each table has. */
async function rowCounts(): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(
    service.database.db,
  )
  const counts = tables.map(
    ({ name }) => sql`select ${name} as name, count(*) as count from ${sql.table(name)}`,
  )
  return (await sql`${sql.join(counts, sql` union all `)}`.execute(service.database.db)).rows
}

const VARYING = new Set(['date', 'content-length', 'x-request-id'])

/** All that an answer says. */
function said({ status, body, headers }: Answer): string {
  const told = Object.entries(headers).filter(([name]) => !VARYING.has(name))
  return JSON.stringify({ status, told, body }, (name, value) => (name === 'stack' ? '' : value))
}

const conditions: Headers[] = [{}, { 'if-match': '*' }, { 'if-none-match': '*' }, { range: 'bytes=0-1' }]

test.each(cases)('$name', async ({ operation, request }) => {
  const { headers, person } = await credentialFor(request, own, 'owner')
  const theirs = await partsOf(request, other, (await credentialFor(request, other, 'owner')).person)
  const parts = await partsOf(request, own, person)
  for (const { path, id } of idsIn(parts)) {
    const foreign = at(theirs, path)
    if (foreign === undefined || (typeof foreign !== 'string' && typeof foreign !== 'number')) continue
    const answersTo = async (asked: string | number) => {
      const changed = withAt(parts, path, asked) as RequestParts
      const answers = []
      for (const condition of conditions)
        answers.push(said(await send(service, operation, changed, { ...headers, ...condition })))
      return answers.join('\n')
    }
    const unknown = nobodys(id)
    const before = await rowCounts()
    const toUnknown = (await answersTo(unknown)).replaceAll(String(unknown), String(foreign))
    expect(await answersTo(foreign), path.join('.')).toBe(toUnknown)
    expect(await rowCounts(), path.join('.')).toEqual(before)
  }
  ok(await send(service, operation, parts, headers))
})
