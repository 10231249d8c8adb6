import { expect, test } from 'vitest'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { openCountedFarm } from './test-stocktakes.ts'

test('whoever may open a stock-take reads who may be named in it, by name alone; nobody else does', async () => {
  const { service, farm, by } = await openCountedFarm()
  const stranger = await makeOrganisation(service, { name: 'Other Farm' })
  await addPerson(service, stranger, 'operator')
  const { docs, totalDocs } = ok(await by.boss.client.get(`${base}/stocktakes/people`))
  const ids = docs.map(({ id }: { id: string }) => id)
  for (const { userId } of [by.jim, by.ann, by.boss]) expect(ids).toContain(userId)
  expect(totalDocs).toBe(docs.length)
  for (const each of docs) expect(Object.keys(each).sort()).toEqual(['id', 'name'])
  const names = docs.map(({ name }: { name: string }) => name)
  expect(names).toEqual(names.toSorted())
  ok(await by.boss.client.post(`${base}/stocktakes`, { name: 'Named', counterIds: [by.jim.userId] }))
  const first = ok(await by.boss.client.get(`${base}/stocktakes/people?limit=1&offset=1`))
  expect(first).toMatchObject({ docs: [docs[1]], totalDocs, limit: 1, offset: 1 })
  for (const client of [by.jim.client, farm.organisation.as('viewer')])
    expect((await client.get(`${base}/stocktakes/people`)).status).toBe(403)
})
