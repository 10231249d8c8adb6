import { afterAll, describe, expect, test } from 'vitest'
import { shareTestApp } from '../../test/app.ts'
import { operationsOf, readDocuments, type JsonSchema } from '../../test/documents.ts'
import { makeOrganisation } from '../../test/factories.ts'
import { wordsOf } from './fault-words.ts'

const service = await shareTestApp()
const farm = await makeOrganisation(service)
const operations = operationsOf(await readDocuments(service))
afterAll(() => service.close())

const movements = '/api/inventory/movements'
const splits = '/api/inventory/storage/fields/split'
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
    ['conflicts', 'must be true or false', `${movements}?conflicts=perhaps`],
    ['countryISO', 'must look like GB', '/api/inventory/commodities?countryISO=GBR'],
    ['query', 'must not contain a NUL character', '/api/inventory/storage?query=%00'],
    ['colour', 'is not a parameter of this operation', `${movements}?colour=red`],
  ])('%s %s: %s', async (path, message, url, body) => {
    const owner = farm.as('owner')
    const answer = body === undefined ? await owner.get(url) : await owner.post(url, body)
    expect(answer.status).toBe(400)
    const fields = answer.body.validation.map((each: { path: string }) => each.path)
    expect(fields).toEqual([...new Set(fields)])
    expect(answer.body.validation).toContainEqual(expect.objectContaining({ path, message }))
  })

  test.each<[type: string | string[], message: string]>([
    ['null', 'must be empty (null)'],
    [['number', 'null'], 'must be a number or empty (null)'],
    ['number,null', 'must be a number or empty (null)'],
    [['array', 'object'], 'must be a list or a group of fields'],
  ])('of type %j: %s', (type, message) => {
    expect(wordsOf({ keyword: 'type', params: { type } }, 'body')).toBe(message)
  })
})

/** What says nothing about a value, what is told beneath it, and what is told elsewhere (dates; files in forms). */
const SILENT = new Set(
  'description example examples default properties required items anyOf $ref format'.split(' '),
)

test('every keyword that requests are checked by has words', () => {
  const wordless: string[] = []
  const look = (schema: JsonSchema, at: string) => {
    for (const [keyword, value] of Object.entries(schema)) {
      if (SILENT.has(keyword)) continue
      const params = { limit: value, type: value, pattern: value, allowedValues: value }
      const words = wordsOf({ keyword, params, parentSchema: schema }, 'body')
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
