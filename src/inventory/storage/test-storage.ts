import { expect } from 'vitest'
import type { TestOrganisation } from '../../../test/factories.ts'
import type { Actor } from '../../http/actor.ts'

/** What the tests of storage share. */

export const base = '/api/inventory/storage'
export const WHEAT = 1
export const WINTER = 101
export const GROUP_1 = 1010101
export const BARLEY = 2
/** The reason of a storage note. */
export const CLEANED = 101

/** The body of a record: wheat that lies in a bay. */
export function wheat(weight: number, overrides: object = {}) {
  return {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, tags: [], variety: 'Skyfall' },
    source: { type: 'existing' },
    storage: [{ weight }],
    ...overrides,
  }
}

/** Makes a place through HTTP, a store unless the body says otherwise; answers it. */
export async function makeStore(organisation: TestOrganisation, body: object = {}) {
  const store = { name: 'Long Barn', type: 'store', location: null, substorage: [] }
  const answer = await organisation.as('manager').post(base, { ...store, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** The paths of the faults of an answer. */
export function pathsOf({ body }: { body: { validation: { path: string }[] } }): string[] {
  return body.validation.map(({ path }) => path)
}

/** The owner of a test organisation, for tests that need a command of another slice. */
export function ownerOf({ organisationId, name, owner }: TestOrganisation, now: Date): Actor {
  return {
    organisationId,
    organisationName: name,
    countryISO: 'GB',
    timeZone: 'Europe/London',
    userId: owner.userId,
    userName: 'Owner',
    role: 'owner',
    isPlatformAdmin: false,
    now,
  }
}
