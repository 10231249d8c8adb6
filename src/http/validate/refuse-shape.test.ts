import { afterAll, expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { makeBay, makeRecord, movement } from '../../../test/farm.ts'
import { ok, openScene } from '../../../test/scene.ts'

const service = await shareTestApp()
const scene = await openScene(service)
const other = await makeBay(scene)
const { id } = await makeRecord(scene, 10_000)
afterAll(() => service.close())

const unsold = { ...movement(id, 1000, 'mill'), sold: undefined }
const many = { ...unsold, recordId: undefined, weight: undefined }

test.each<[wrong: string, path: string, body: object, told: string[]]>([
  ['a field that nobody knows', '/movements', { ...unsold, colour: 'red' }, ['colour', 'sold']],
  ['a weight below zero', '/movements', { ...unsold, weight: -1 }, ['sold', 'weight']],
  [
    'a date that is none beside a field that nobody knows',
    '/movements/bulk',
    { ...many, records: [{ id, weight: 5, colour: 'red' }], movementDateISO: 'soon' },
    ['movementDateISO', 'records[0].colour', 'sold'],
  ],
  [
    'what the rules say of a field that is known to be wrong is not said twice',
    '/movements',
    { ...movement(id, -1, other), adjustment: { weight: 5, reason: 99_999, colour: 'red' } },
    ['adjustment.colour', 'adjustment.reason', 'weight'],
  ],
  ['what the rules cannot read', '/movements', { ...unsold, weight: 'much' }, ['weight']],
])('%s', async (_what, path, body, told) => {
  const { status, body: answer } = await scene.farm.as('owner').post(`/api/inventory${path}`, body)
  const paths = answer.validation.map((each: { path: string }) => each.path)
  expect({ status, code: answer.code, paths: paths.toSorted() }).toEqual({
    status: 400,
    code: 'invalid_input',
    paths: told,
  })
})

test('a body with an unknown field is refused where its rules find nothing, and stores nothing', async () => {
  const { status, body } = await scene.farm
    .as('owner')
    .post('/api/inventory/movements', { ...movement(id, 1000, other), colour: 'red' })
  expect({ status, said: body.message }).toEqual({
    status: 400,
    said: 'colour: is not a field of this operation',
  })
  const record = ok(await scene.farm.as('owner').get(`/api/inventory/records/${id}`))
  expect(record.yield.current).toBe(10_000)
})

test('what is above its limit is refused before any of it is done', async () => {
  const owner = scene.farm.as('owner')
  const stored = ok(await owner.post('/api/inventory/movements', movement(id, 10, other)))
  const [first] = stored.ids
  const copies = await owner.post(`/api/inventory/movements/${first}/duplicate`, {
    recordId: id,
    count: 5000,
  })
  const next = ok(await owner.post('/api/inventory/movements', movement(id, 10, other)))
  expect({ status: copies.status, said: copies.body.message }).toEqual({
    status: 400,
    said: 'count: must be 100 or less',
  })
  // Whatever asked for a number has used it up, also where it is rolled back.
  expect(Number(next.ids[0]) - Number(first)).toBeLessThan(5000)
})
