import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makeBay, records, stock } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { STOCK_TAKE } from '../../system/reasons/reasons.ts'
import { FILES, film, uploadTo } from '../../system/files/test-files.ts'

let service: TestApp
let store: TestOrganisation
let grower: TestOrganisation
beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeOrganisation(service)
  grower = await makeOrganisation(service, { name: 'Valley Farm' })
  await acceptForGood(grower, store)
})

const upload = async (fields: Record<string, string> = {}, bytes: Buffer | string = 'plot;tonnes') =>
  ok(await uploadTo(store.as('operator'), { bytes, fields })).id

/** Grain of the grower in the store. */
async function bringIn(weighbridgeRecord: object) {
  const owner = { id: grower.organisationId, name: grower.name }
  const intake = { moveAtUTC: '2026-08-14T07:00:00Z', driverName: 'Sam', sender: owner, weighbridgeRecord }
  const body = stock(await makeBay(store), 1000, { owned: false, source: { owner, intake } })
  return store.as('manager').post(records, body)
}

async function ticketsSeenBy(who: TestOrganisation, recordId: string) {
  const { timeline } = ok(await who.as('viewer').get(`${records}/${recordId}`))
  const [{ details }] = timeline.filter(({ type }: { type: string }) => type === 'movement')
  return details.weighbridgeRecord.file
}

const read = async (who: TestOrganisation, id: string) =>
  (await who.as('viewer').get(`${FILES}/${id}`)).status

test('the owner of stored grain reads the ticket that came with it, until it is taken back', async () => {
  const ticket = await upload()
  const { id } = ok(await bringIn({ empty: 14_000, full: 15_000, file: { id: ticket } }))
  expect(await ticketsSeenBy(grower, id)).toMatchObject({ id: ticket, name: 'Ticket 4711' })
  expect(await read(grower, ticket)).toBe(200)
  ok(await store.as('operator').put(`${FILES}/${ticket}/organisations`, { organisations: [] }))
  expect(await read(grower, ticket)).toBe(404)
  expect(await ticketsSeenBy(grower, id)).toMatchObject({ id: '', name: '' })
  expect(await ticketsSeenBy(store, id)).toMatchObject({ id: ticket, name: 'Ticket 4711' })
})

test('the owner reads a ticket that is added later, and a film only once it was shared', async () => {
  const { id } = ok(await bringIn({ empty: 14_000, full: 15_000 }))
  const [movement] = ok(await store.as('viewer').get('/api/inventory/movements')).docs
  const attach = (file: string) =>
    store.as('operator').put(`/api/inventory/movements/${movement.id}/actions`, {
      recordId: id,
      weighbridge: { file: { id: file } },
    })
  const moving = await upload({ bucket: 'videos', type: 'misc' }, film())
  expect(await attach(moving)).toMatchObject({
    status: 400,
    body: { validation: [{ path: 'weighbridge.file', code: 'tells_position' }] },
  })
  expect(await ticketsSeenBy(grower, id)).toMatchObject({ id: '' })
  const ticket = await upload()
  ok(await attach(ticket))
  expect(await ticketsSeenBy(grower, id)).toMatchObject({ id: ticket })
  expect(await read(grower, ticket)).toBe(200)
  const organisations = [grower.organisationId]
  ok(
    await store
      .as('operator')
      .put(`${FILES}/${moving}/organisations`, { organisations, mayTellPosition: true }),
  )
  ok(await attach(moving))
  expect(await read(grower, moving)).toBe(200)
})

test('the owner sees no name of a sheet that is not for them to read', async () => {
  const { id } = ok(await bringIn({ empty: 14_000, full: 15_000 }))
  const sheet = await upload()
  const counted = { records: [{ id, adjustTo: 990 }], reasonId: STOCK_TAKE }
  ok(await store.as('manager').post(`${records}/adjustments`, counted))
  const told = ok(await store.as('viewer').get(`${records}/${id}`)).timeline
  const [{ details }] = told.filter(({ type }: { type: string }) => type === 'adjustment')
  ok(await store.as('manager').put(`${records}/${id}/adjustments/${details.id}/files`, { id: sheet }))
  const sheetsSeenBy = async (who: TestOrganisation) => {
    const { timeline } = ok(await who.as('viewer').get(`${records}/${id}`))
    return timeline.flatMap(({ details }: { details: { adjustment?: { files: { id: string }[] } } }) =>
      (details.adjustment?.files ?? []).map((file) => file.id),
    )
  }
  expect(await sheetsSeenBy(store)).toEqual([sheet])
  expect(await sheetsSeenBy(grower)).toEqual([])
})
