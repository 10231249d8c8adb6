import { expect } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import type { Actor } from '../src/http/actor.ts'
import { createMovement } from '../src/inventory/movements/create-movements.ts'
import { newId } from '../src/kernel/ids.ts'
import type { Answer, TestApp } from './app.ts'
import type { TestOrganisation } from './factories.ts'

/** Where tests send their requests about records. */
export const base = '/api/inventory/records'

/** Ids of the catalogue that tests use. */
export const WHEAT = 1
export const WINTER = 101
export const GROUP_1 = 1010101
export const FEED = 1010106
export const SPRING_GROUP_1 = 1010201
export const BARLEY = 2
export const ORGANIC = 1
export const CONVENTIONAL = 3

/** The answer of a request that has to succeed. */
export function ok({ status, body, headers }: Answer) {
  expect(status, JSON.stringify(body)).toBe(200)
  return { body, headers }
}

export interface Bay {
  storageId: string
  substorageId: number
}

/** A store with so many bays. */
export async function makeBays(organisation: TestOrganisation, count = 1, body: object = {}): Promise<Bay[]> {
  const substorage = Array.from({ length: count }, (_each, index) => ({ name: `Bay ${index + 1}` }))
  const answer = await organisation
    .as('manager')
    .post('/api/inventory/storage', { name: 'Long Barn', type: 'store', location: null, substorage, ...body })
  const { body: store } = ok(answer)
  return store.substorage.map((bay: { id: number }) => ({ storageId: store.id, substorageId: bay.id }))
}

/** A store with one bay. */
export async function makeBay(organisation: TestOrganisation, body: object = {}): Promise<Bay> {
  const [bay] = await makeBays(organisation, 1, body)
  if (!bay) throw new Error('a store was made without its bay')
  return bay
}

/** A field of so many hectares. */
export async function makeField(organisation: TestOrganisation, area = 10): Promise<string> {
  const field = { name: 'Long Field', type: 'field', area, location: null, substorage: [] }
  return ok(await organisation.as('manager').post('/api/inventory/storage', field)).body.id
}

/** The body of a record of winter wheat, in kilograms. */
export function stock(bay: Bay | undefined, weight: number, overrides: object = {}) {
  return {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
    source: { type: 'existing' },
    storage: [{ ...bay, weight }],
    ...overrides,
  }
}

/** Enters a record; answers its short form. */
export async function makeRecord(organisation: TestOrganisation, body: object) {
  return ok(await organisation.as('manager').post(base, body)).body
}

/** A file of the organisation, as if it had been uploaded. */
export async function makeFile(
  service: TestApp,
  organisation: TestOrganisation,
  name = 'ticket.pdf',
): Promise<string> {
  const id = newId()
  await service.database.db
    .insertInto('files')
    .values({
      id,
      organisation_id: organisation.organisationId,
      user_name: 'Office',
      bucket: 'files',
      type: 'misc',
      name,
      content_type: 'application/pdf',
      size_bytes: 3,
      sha256: Buffer.alloc(32),
      storage_key: id,
      created_at: service.clock.now(),
    })
    .execute()
  return id
}

function actorOf(service: TestApp, organisation: TestOrganisation): Actor {
  return {
    organisationId: organisation.organisationId,
    organisationName: organisation.name,
    countryISO: 'GB',
    timeZone: 'Europe/London',
    userId: organisation.owner.userId,
    userName: 'Test Owner',
    role: 'owner',
    isPlatformAdmin: false,
    now: service.clock.now(),
  }
}

/** Moves stock by the command itself, as somebody of the organisation. */
export function move(
  service: TestApp,
  organisation: TestOrganisation,
  body: Parameters<typeof createMovement>[2],
) {
  return inTransaction(service.database.db, (trx) =>
    createMovement(trx, actorOf(service, organisation), body),
  )
}
