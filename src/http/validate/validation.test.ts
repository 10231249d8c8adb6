import { afterAll, describe, expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { operationsOf, readDocuments, type JsonSchema } from '../../../test/documents.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { newId } from '../../kernel/ids.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { messageOf } from './validation.ts'

const service = await shareTestApp()
const farm = await makeOrganisation(service)
const operations = operationsOf(await readDocuments(service))
afterAll(() => service.close())

const movements = '/api/inventory/movements'
const splits = '/api/inventory/storage/fields/split'
const coordinates = '/api/system/locations/coordinates'
const notes = '/api/inventory/storage/notes'

describe('a wrong value is told in words that are not those of schemas', () => {
  test.each<[path: string, message: string, url: string, body?: object]>([
    ['sold', 'must be true or false', movements, { sold: 'yes' }],
    ['sold', 'must be true or false', movements, { sold: null }],
    ['weight', 'must be a number', movements, { weight: '5 t' }],
    ['recordId', 'must be text', movements, { recordId: 12 }],
    ['contractReference', 'must be text', movements, { contractReference: 12 }],
    ['destination.substorageId', 'must be a whole number', movements, { destination: { substorageId: 1.5 } }],
    ['driver', 'must be a group of fields', movements, { driver: 'Jo' }],
    ['destination', 'must be a group of fields', movements, { destination: ['Long Barn'] }],
    ['', 'must be a group of fields', movements, []],
    ['', 'must be a list', splits, {}],
    ['files', 'must be a list', notes, { files: 'photo.jpg' }],
    ['records', 'must have at least one entry', `${movements}/bulk`, { records: [] }],
    ['records', 'must have at most 1000 entries', `${movements}/bulk`, { records: Array(1001).fill({}) }],
    ['[0].hectares', 'must be more than 0', splits, [{ hectares: 0 }]],
    ['weight', 'must be 0 or more', movements, { weight: -1 }],
    ['weight', 'must be 1000000000 or less', movements, { weight: 1e10 }],
    ['password', 'must not be empty', '/api/identity/sign-in', { password: '' }],
    ['name', 'must not be empty', '/api/inventory/storage', { name: '  ' }],
    ['email', 'must look like ann@hillfarm.example', '/api/identity/sign-in', { email: 'ann at farm' }],
    [
      'email',
      'must have at least 3 characters; must look like ann@hillfarm.example',
      '/api/identity/sign-in',
      { email: '@' },
    ],
    ['name', 'must have at most 500 characters', '/api/inventory/storage', { name: 'x'.repeat(501) }],
    ['type', 'must be one of field, store', '/api/inventory/storage', { type: 'silo' }],
    ['name', 'is needed', '/api/inventory/storage', {}],
    ['colour', 'is not a field of this operation', movements, { colour: 'red' }],
    ['limit', 'must be a whole number', `${movements}?limit=many`],
    ['limit', 'must be a whole number', `${movements}?limit=0x10`],
    ['limit', 'must be a whole number', `${movements}?limit=1e1.5`],
    ['offset', 'must be a whole number', `${movements}?offset=%20`],
    ['limit', 'is sent more than once', `${movements}?limit=1&limit=2`],
    ['sortBy', 'is sent more than once', `${movements}?sortBy=date&sortBy=id`],
    ['lat', 'must be a number', `${coordinates}?lat=0x10&lon=-1e-7`],
    ['lon', 'must be a number', `${coordinates}?lat=nowhere&lon=0b1`],
    ['conflicts', 'must be true or false', `${movements}?conflicts=perhaps`],
    ['countryISO', 'must look like GB', '/api/inventory/commodities?countryISO=GBR'],
    ['query', 'must not contain a NUL character', '/api/inventory/storage?query=%00'],
    ['colour', 'is not a parameter of this operation', `${movements}?colour=red`],
    ['f:commodity', '"99999999999" is too large a number', `${movements}?f:commodity=99999999999`],
    [
      'details.services.drying.preAgreedMoistureLevelPercentage',
      'must be less than 100',
      '/api/inventory/contracts',
      { details: { services: { drying: { agreed: true, preAgreedMoistureLevelPercentage: 101 } } } },
    ],
  ])('%s %s: %s', async (path, message, url, body) => {
    const owner = farm.as('owner')
    const answer = body === undefined ? await owner.get(url) : await owner.post(url, body)
    expect(answer.status).toBe(400)
    const fields = answer.body.validation.map((each: { path: string }) => each.path)
    expect(fields).toEqual([...new Set(fields)])
    expect(answer.body.validation).toContainEqual(expect.objectContaining({ path, message }))
  })

  test.each([movements, splits])('%s without a body', async (url) => {
    const { status, body } = await farm.as('owner').post(url)
    expect({ status, message: body.message, code: body.validation[0].code }).toEqual({
      status: 400,
      message: 'The request: needs a body of JSON',
      code: 'required',
    })
  })

  test.each([
    ['51.8094', '-0.3564'],
    ['+51', '-1e-7'],
  ])('numbers as they are written: %s and %s', async (lat, lon) => {
    const query = new URLSearchParams({ lat, lon }).toString()
    const { status, body } = await farm.as('owner').get(`${coordinates}?${query}`)
    expect([status, body.coordinates]).toEqual([
      200,
      { lat: Number(lat), lon: expect.closeTo(Number(lon), 4) },
    ])
  })

  test('one of a few that may be empty', () => {
    const choice = { keyword: 'enum', params: { allowedValues: ['date', 'month', ''] } }
    expect(render(messageOf(choice, 'body'), ANYBODY)).toBe('must be one of date, month, or empty')
  })

  test.each<[url: string, message: string]>([
    ['/api/inventory/storage/notes?storageId=nonsense', 'There is no storage location nonsense of yours.'],
    ['/api/inventory/storage/notes?storageId=%20', 'There is no such storage location of yours.'],
    ['/api/inventory/records/nonsense', 'There is no record nonsense.'],
  ])('what is not there: %s', async (url, message) => {
    const { status, body } = await farm.as('owner').get(url)
    expect({ status, message: body.message }).toEqual({ status: 404, message })
  })

  test('a weight sent as answers show it is told to be a number', async () => {
    const shown = { name: 'tonne', conversion: 1000, weight: 28460 }
    const { body } = await farm
      .as('owner')
      .post(movements, { recordId: newId(), weight: shown, destination: {} })
    expect(body.validation).toContainEqual(
      expect.objectContaining({
        path: 'weight',
        message: 'must be a number: send its weight alone, 28460',
      }),
    )
  })

  test('an id of blanks is not told as if it were a word', async () => {
    const note = { storageId: newId(), reasonId: 101, note: 'Swept.', files: [{ id: '  ' }] }
    const { body } = await farm.as('owner').post(notes, note)
    expect(body.message).toBe('files[0].id: is not a file of yours')
  })

  test.each<[type: string | string[], message: string]>([
    ['null', 'must be empty (null)'],
    [['number', 'null'], 'must be a number or empty (null)'],
    ['number,null', 'must be a number or empty (null)'],
    [['array', 'object'], 'must be a list or a group of fields'],
  ])('of type %j: %s', (type, message) => {
    expect(render(messageOf({ keyword: 'type', params: { type } }, 'body'), ANYBODY)).toBe(message)
  })
})

/** What says nothing about a value, what is told beneath it, and what is told elsewhere (dates; files in forms). */
const SILENT = new Set(
  'title description example examples default properties required items anyOf $ref format x-names'.split(' '),
)

test('every keyword that requests are checked by has words', () => {
  const wordless: string[] = []
  const look = (schema: JsonSchema, at: string) => {
    for (const [keyword, value] of Object.entries(schema)) {
      if (SILENT.has(keyword)) continue
      const params = { limit: value, type: value, pattern: value, allowedValues: value }
      const words = render(messageOf({ keyword, params, parentSchema: schema }, 'body'), ANYBODY)
      if (
        /is not valid|not written as/.test(words) ||
        (keyword === 'type' && words === `must be ${String(value)}`)
      )
        wordless.push(`${at}: ${keyword} ${JSON.stringify(value)}`)
    }
    for (const [name, each] of Object.entries(schema.properties ?? {})) look(each, `${at} ${name}`)
    for (const each of [schema.items ?? [], schema.anyOf ?? []].flat()) look(each, at)
  }
  for (const { key, parameters, body } of operations) {
    // The document has a parameter's example beside its schema.
    for (const { name, schema, ...said } of parameters)
      look('example' in said ? { ...schema, examples: [said.example] } : schema, `${key} ${name}`)
    if (body) look(body, key)
  }
  expect(wordless).toEqual([])
})
