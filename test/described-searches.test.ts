import { expect, test } from 'vitest'
import { shareTestApp } from './app.ts'
import { operationsOf, readDocuments } from './documents.ts'
import { makePlan } from './farm.ts'
import { openScene } from './scene.ts'

// What a search takes stands in its description, so that nobody has to find it by trying.

const service = await shareTestApp()
const scene = await openScene(service)
const { planId } = await makePlan(scene)
const searches = operationsOf(await readDocuments(service)).filter(({ parameters }) =>
  ['sortBy', 'format'].every((wanted) => parameters.some(({ name }) => name === wanted)),
)

test('there are searches', () => {
  expect(searches.length).toBeGreaterThan(7)
})

test.each(searches)('$key names what it is sorted by, its filters and its columns', async (operation) => {
  const { description, parameters, path } = operation
  const [, sorting = ''] = description.split('`sortBy` takes ')
  for (const word of valuesOf(parameters.find(({ name }) => name === 'sortBy')))
    expect(sorting).toContain(word)
  for (const { name } of parameters) if (name.startsWith('f:')) expect(description).toContain(`\`${name}\``)
  const needed = parameters.filter(({ required }) => required === true)
  const query = ['format=csv', ...needed.map(({ name }) => `${name}=${planId}`)].join('&')
  const { body } = await scene.farm.as('viewer').get(`${path}?${query}`)
  const [header = ''] = String(body)
    .replace(/^\uFEFF/, '')
    .split('\r\n')
  expect(description).toContain(`Columns as CSV and XLSX: ${header.split(',').join(', ')}.`)
})

function valuesOf(parameter: { schema: { enum?: unknown[] } } | undefined): string[] {
  return (parameter?.schema.enum ?? []).map(String)
}
