import { expect } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import type { Answer, Client, TestApp } from './app.ts'
import { addPerson, makeOrganisation, type TestOrganisation, type TestPerson } from './factories.ts'

/** An organisation in which requests find what they need. Everything made in it carries its name, so that a leak shows. */
export interface Scene {
  service: TestApp
  farm: TestOrganisation
  /** A word that stands in every name of the scene and nowhere else. */
  marker: string
  /** A token of an issuer that the service trusts, of somebody who has not signed in with it yet. */
  externalToken: () => Promise<string>
}

/** A place for stock: a bay of a store. */
export interface Bay {
  storageId: string
  substorageId: number
}

/** A commodity of the catalogue. */
export const WHEAT = { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' }
export const BARLEY = { id: 2, type: 201 }
export const STOCK_TAKE = 1
/** A managed reason for storage notes: cleaned. */
export const CLEANED = 101
/** When stock of scenes is there from, and when it moves: both before any test's now. */
export const STORED_ON = '2025-08-01'
export const MOVED_ON = '2025-08-10T09:30:00Z'

let made = 0

export async function openScene(
  service: TestApp,
  externalToken: Scene['externalToken'] = () => Promise.reject(new Error('this scene has no issuer')),
): Promise<Scene> {
  made += 1
  const marker = `quagga${made}x`
  return { service, marker, externalToken, farm: await makeOrganisation(service, { name: `Farm ${marker}` }) }
}

/** The body of an answer that has to be a success. */
export function ok({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A store with so many bays. */
export async function makeBays({ farm, marker }: Pick<Scene, 'farm' | 'marker'>, count = 1): Promise<Bay[]> {
  const substorage = Array.from({ length: count }, (_bay, index) => ({ name: `Bay ${index + 1} ${marker}` }))
  const store = ok(
    await farm
      .as('owner')
      .post('/api/inventory/storage', { name: `Barn ${marker}`, type: 'store', location: null, substorage }),
  )
  return store.substorage.map((bay: { id: number }) => ({ storageId: store.id, substorageId: bay.id }))
}

export async function makeBay(scene: Pick<Scene, 'farm' | 'marker'>): Promise<Bay> {
  const [bay] = await makeBays(scene)
  if (!bay) throw new Error('a store was made without its bay')
  return bay
}

export async function makeField(
  { farm, marker }: Pick<Scene, 'farm' | 'marker'>,
  area = 10,
): Promise<string> {
  const field = { name: `Field ${marker}`, type: 'field', area, location: null, substorage: [] }
  return ok(await farm.as('owner').post('/api/inventory/storage', field)).id
}

/** A field with a crop of wheat in it, the farm's own unless said, and the harvest plan that it belongs to. */
export async function makePlan(
  scene: Pick<Scene, 'farm' | 'marker'>,
  { owner }: { owner?: { id: string; name: string } } = {},
): Promise<{ planId: string; fieldId: string; plantingId: string }> {
  const fieldId = await makeField(scene)
  const planting = ok(
    await scene.farm.as('owner').post('/api/inventory/records', {
      ...stock({ storageId: fieldId, substorageId: 0 }, 0, { name: `Crop ${scene.marker}`, owned: !owner }),
      storage: [{ storageId: fieldId, area: 10 }],
      source: { type: 'planting', planting: { expectedYield: 8000 }, ...(owner && { owner }) },
    }),
  )
  return { planId: planting.harvest.harvestPlanId, fieldId, plantingId: planting.id }
}

/** The body of a record of wheat that is there since `STORED_ON`. Kilograms. */
export function stock(bay: Bay, weight: number, overrides: object = {}) {
  return {
    type: 'crop',
    harvestYear: '2025',
    owned: true,
    commodity: WHEAT,
    source: { type: 'existing', importDateUTC: STORED_ON },
    storage: [{ ...bay, weight }],
    ...overrides,
  }
}

/** The body of a record of wheat that a sender brings on `STORED_ON`: what an operator may enter. */
export function intake(bay: Bay, weight: number, overrides: object = {}) {
  const sender = { id: 'valley-farm', name: 'Valley Farm' }
  return stock(bay, weight, {
    source: { type: 'intake', intake: { moveAtUTC: STORED_ON, sender, driverName: 'Sam' } },
    ...overrides,
  })
}

/** A record of wheat in a bay of its own. Answers its id and where it lies. */
export async function makeRecord(
  scene: Pick<Scene, 'farm' | 'marker'>,
  weight = 1000,
  bay?: Bay,
): Promise<{ id: string; bay: Bay }> {
  const place = bay ?? (await makeBay(scene))
  const body = stock(place, weight, { name: `Wheat ${scene.marker}` })
  const { id } = ok(await scene.farm.as('owner').post('/api/inventory/records', body))
  return { id, bay: place }
}

/** The body of a movement of kilograms to a bay, or to a mill. */
export function movement(recordId: string, weight: number, to: Bay | 'mill') {
  const shared = { recordId, movementDateISO: MOVED_ON, weight }
  return to === 'mill'
    ? { ...shared, destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
    : { ...shared, destination: to }
}

/** A record of 1000 kg, of which `weight` went to a mill. */
export async function makeMovement(scene: Scene, weight = 10): Promise<{ id: string; recordId: string }> {
  const { id: recordId } = await makeRecord(scene)
  const made = await scene.farm
    .as('owner')
    .post('/api/inventory/movements', movement(recordId, weight, 'mill'))
  return { id: ok(made).ids[0], recordId }
}

/** A count of a record, by its number in the record's timeline. */
export async function makeAdjustment(scene: Scene): Promise<{ recordId: string; adjustmentId: string }> {
  const { id: recordId } = await makeRecord(scene)
  const owner = scene.farm.as('owner')
  ok(
    await owner.post('/api/inventory/records/adjustments', {
      records: [{ id: recordId, adjustTo: 990 }],
      reasonId: STOCK_TAKE,
    }),
  )
  const { id } = await scene.service.database.db
    .selectFrom('adjustments')
    .select('id')
    .where('record_id', '=', recordId)
    .executeTakeFirstOrThrow()
  return { recordId, adjustmentId: String(id) }
}

/** A file of the organisation, as if it had been uploaded. */
export async function makeFile({
  service,
  farm,
  marker,
}: Pick<Scene, 'service' | 'farm' | 'marker'>): Promise<string> {
  const id = newId()
  await service.database.db
    .insertInto('files')
    .values({
      id,
      organisation_id: farm.organisationId,
      user_name: 'Office',
      bucket: 'files',
      type: 'misc',
      name: `ticket-${marker}.pdf`,
      content_type: 'application/pdf',
      size_bytes: 3,
      sha256: Buffer.alloc(32),
      storage_key: id,
      created_at: service.clock.now(),
    })
    .execute()
  return id
}

/** A viewer of the organisation, for others to act upon. Made in the database: passwords take their time. */
export async function makeMember({ service, farm, marker }: Scene): Promise<string> {
  const id = newId()
  const now = service.clock.now()
  await service.database.db
    .insertInto('users')
    .values({
      id,
      email: `${id}@${marker}.example`,
      given_name: 'Ann',
      family_name: marker,
      password_hash: null,
      created_at: now,
    })
    .execute()
  await service.database.db
    .insertInto('memberships')
    .values({ organisation_id: farm.organisationId, user_id: id, role: 'viewer', created_at: now })
    .execute()
  return id
}

/** Somebody new who runs the installation, signed in. */
export async function makePlatformAdmin({
  service,
  farm,
}: Pick<Scene, 'service' | 'farm'>): Promise<TestPerson> {
  const person = await addPerson(service, farm, 'admin')
  await service.database.db
    .updateTable('users')
    .set({ is_platform_admin: true })
    .where('id', '=', person.userId)
    .execute()
  return person
}

/** Signs somebody in once more, for a request that spends a session. */
export async function signInAgain(
  service: TestApp,
  { email, password }: Pick<TestPerson, 'email' | 'password'>,
): Promise<{ client: Client; refreshToken: string }> {
  const { accessToken, refreshToken } = ok(
    await service.client().post('/api/identity/sign-in', { email, password }),
  )
  return { client: service.client({ token: accessToken }), refreshToken }
}
