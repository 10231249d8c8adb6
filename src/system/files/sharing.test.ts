import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { FILES, film, uploadTo } from './test-files.ts'

let service: TestApp
let farm: TestOrganisation
let mill: TestOrganisation
beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
  mill = await makeOrganisation(service)
})

const text = (fields: Record<string, string> = {}) => ({
  bytes: 'plot;tonnes',
  fileName: 'ticket.csv',
  fields,
})
const aFilm = (fields: Record<string, string> = {}) => ({
  // What a telephone writes into its films.
  bytes: Buffer.concat([film(), Buffer.from('+51.5074-000.1278/')]),
  fileName: 'heap.mp4',
  fields: { bucket: 'videos', type: 'misc', ...fields },
})
const share = (id: string, organisations: string[], more: object = {}) =>
  farm.as('operator').put(`${FILES}/${id}/organisations`, { organisations, ...more })
const seenBy = async (who: TestOrganisation, id: string) =>
  (await who.as('viewer').get(`${FILES}/${id}`)).status
const refusedAt = ({ status, body }: Answer) => [status, body.validation[0]?.path, body.validation[0]?.code]

describe('a film, which may tell where it was taken', () => {
  test('says so, and a document and a picture do not', async () => {
    expect(ok(await uploadTo(farm.as('operator'), aFilm())).info.mayTellPosition).toBe(true)
    expect(ok(await uploadTo(farm.as('operator'), text())).info.mayTellPosition).toBe(false)
  })

  test('is shared as it is uploaded only by whoever confirms it', async () => {
    const organisations = mill.organisationId
    for (const mayTellPosition of [undefined, 'false']) {
      const fields = { organisations, ...(mayTellPosition !== undefined && { mayTellPosition }) }
      const answer = await uploadTo(farm.as('operator'), aFilm(fields))
      expect(refusedAt(answer)).toEqual([400, 'mayTellPosition', 'tells_position'])
    }
    const fields = { organisations, mayTellPosition: 'true' }
    expect(await seenBy(mill, ok(await uploadTo(farm.as('operator'), aFilm(fields))).id)).toBe(200)
  })

  test('is shared afterwards only by whoever confirms it, and taken back without', async () => {
    const { id } = ok(await uploadTo(farm.as('operator'), aFilm()))
    const expected = [400, 'mayTellPosition', 'tells_position']
    expect(refusedAt(await share(id, [mill.organisationId]))).toEqual(expected)
    expect(await seenBy(mill, id)).toBe(404)
    ok(await share(id, [mill.organisationId], { mayTellPosition: true }))
    expect(await seenBy(mill, id)).toBe(200)
    ok(await share(id, [mill.organisationId]))
    ok(await share(id, []))
    expect(await seenBy(mill, id)).toBe(404)
  })
})

describe('whom a file is shared with', () => {
  test('is changed by its owner, and whoever is left out sees it no more', async () => {
    const other = await makeOrganisation(service)
    const { id } = ok(await uploadTo(farm.as('operator'), text({ organisations: mill.organisationId })))
    const { info } = ok(await share(id, [other.organisationId, farm.organisationId, other.organisationId]))
    expect(info.organisations).toEqual([other.organisationId])
    expect([await seenBy(mill, id), await seenBy(other, id), await seenBy(farm, id)]).toEqual([404, 200, 200])
    const told = await service.database.db
      .selectFrom('events')
      .select('data')
      .where('subject', '=', id)
      .where('type', '=', 'file.sharing_changed')
      .execute()
    expect(told).toEqual([{ data: { organisations: [other.organisationId] } }])
    const by = (who: TestOrganisation) =>
      who.as('owner').put(`${FILES}/${id}/organisations`, { organisations: [] })
    expect([(await by(other)).status, (await by(mill)).status]).toEqual([403, 404])
  })

  test('names organisations that are here, of a file that is not archived', async () => {
    const { id } = ok(await uploadTo(farm.as('operator'), text()))
    expect(refusedAt(await share(id, ['brook-farm']))).toEqual([400, 'organisations', 'unknown'])
    ok(await farm.as('operator').delete(`${FILES}/${id}`))
    expect(await share(id, [mill.organisationId])).toMatchObject({
      status: 400,
      body: { code: 'already_deleted' },
    })
  })
})
