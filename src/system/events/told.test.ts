import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makePlatformAdmin, ok, openScene, signInAgain } from '../../../test/scene.ts'
import { FILES, uploadTo } from '../files/test-files.ts'
import { WEBHOOKS } from '../webhooks/test-webhooks.ts'

let service: TestApp
beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())

const IDENTITY = '/api/identity'

/** What is told of what is done in an organisation, which answers what it was done to. */
const changes: [types: string[], change: (farm: TestOrganisation) => Promise<string>][] = [
  [
    ['business_unit.created', 'business_unit.updated', 'business_unit.archived'],
    async (farm) => {
      const owner = farm.as('owner')
      const { id } = ok(await owner.post(`${IDENTITY}/business-units`, { name: 'North' }))
      ok(await owner.patch(`${IDENTITY}/business-units/${id}`, { name: 'South' }))
      ok(await owner.post(`${IDENTITY}/business-units/${id}/archive`))
      return id
    },
  ],
  [
    ['user.role_changed', 'user.suspended', 'user.reinstated', 'user.removed'],
    async (farm) => {
      const { userId } = await addPerson(service, farm, 'viewer')
      const [owner, user] = [farm.as('owner'), `${IDENTITY}/users/${userId}`]
      ok(await owner.put(`${user}/role`, { role: 'operator' }))
      ok(await owner.post(`${user}/suspend`))
      ok(await owner.post(`${user}/reinstate`))
      ok(await owner.delete(user))
      return userId
    },
  ],
  [
    ['api_key.created', 'api_key.revoked'],
    async (farm) => {
      const key = { name: 'Weighbridge', role: 'operator' }
      const { id } = ok(await farm.as('owner').post(`${IDENTITY}/api-keys`, key))
      ok(await farm.as('owner').delete(`${IDENTITY}/api-keys/${id}`))
      return id
    },
  ],
  [
    ['organisation.updated', 'organisation.suspended', 'organisation.reinstated'],
    async (farm) => {
      const { organisationId } = farm
      ok(await farm.as('owner').patch(`${IDENTITY}/organisation`, { name: 'Another name' }))
      const { client } = await makePlatformAdmin(await openScene(service))
      for (const change of ['suspend', 'reinstate'])
        ok(await client.post(`${IDENTITY}/organisations/${organisationId}/${change}`))
      return organisationId
    },
  ],
  [
    ['organisation.deletion_asked', 'organisation.deletion_withdrawn'],
    async (farm) => {
      const { client } = await signInAgain(service, farm.owner)
      ok(await client.post(`${IDENTITY}/organisation/deletion`, { name: farm.name }))
      ok(await client.delete(`${IDENTITY}/organisation/deletion`))
      return farm.organisationId
    },
  ],
  [
    ['webhook.created', 'webhook.secret_rotated', 'webhook.resumed', 'webhook.deleted'],
    async (farm) => {
      const admin = farm.as('admin')
      const { id } = ok(await admin.post(WEBHOOKS, { url: 'https://93.184.216.34/hook' }))
      ok(await admin.post(`${WEBHOOKS}/${id}/rotate-secret`))
      // As days of failing do.
      const paused = { status: 'paused', paused_at: service.clock.now(), pause_reason: '"It fails."' }
      await service.database.db.updateTable('webhooks').set(paused).where('id', '=', id).execute()
      ok(await admin.post(`${WEBHOOKS}/${id}/resume`, {}))
      ok(await admin.delete(`${WEBHOOKS}/${id}`))
      return id
    },
  ],
  [
    ['file.uploaded', 'file.sharing_changed', 'file.archived'],
    async (farm) => {
      const { id } = ok(await uploadTo(farm.as('operator'), { bytes: 'text' }))
      const mill = await makeOrganisation(service)
      const organisations = [mill.organisationId]
      ok(await farm.as('owner').put(`${FILES}/${id}/organisations`, { organisations }))
      ok(await farm.as('owner').delete(`${FILES}/${id}`))
      return id
    },
  ],
]

test.each(changes)('%j are told, each once and in this order', async (types, change) => {
  const farm = await makeOrganisation(service)
  const subject = await change(farm)
  const told = await service.database.db
    .selectFrom('events')
    .select(['type', 'subject'])
    .where('organisation_id', '=', farm.organisationId)
    .orderBy('id')
    .execute()
  expect(told).toEqual(types.map((type) => ({ type, subject })))
})
