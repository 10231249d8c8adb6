import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { imported, said } from './test-imports.ts'

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  manager = (await makeOrganisation(service)).as('manager')
})

interface Store {
  name: string
  type: string
  substorage: { name: string; capacity: { commodityName: string; weight: { weight: number } }[] }[]
}

/** Every store in short: `Barn: Bay 1 (Wheat 500000), Bay 2`. */
async function stores(): Promise<string[]> {
  const { body } = await manager.get('/api/inventory/storage?limit=200&sortBy=name')
  return body.docs.map(({ name, substorage }: Store) => {
    const bays = substorage.map((bay) => {
      const capacities = bay.capacity.map(({ commodityName, weight }) => `${commodityName} ${weight.weight}`)
      return capacities.length > 0 ? `${bay.name} (${capacities.join(', ')})` : bay.name
    })
    return `${name}: ${bays.join(', ')}`
  })
}

const file =
  'Store,Bay,Commodity,Capacity (t),Town\n' +
  'Long Barn,Bay 1,Wheat,500,Harpenden\n' +
  'long barn,BAY 1,Oilseed rape,400.5,\n' +
  'Long Barn,Bay 2,,,\n' +
  'Shed,,,,\n'

test('rows make stores, bays and capacities, each once', async () => {
  const result = await imported(manager, 'stores', file)
  expect(said(result)).toEqual([
    '2 success Long Barn, Bay 1',
    '3 success long barn, BAY 1',
    '4 success Long Barn, Bay 2',
    '5 success Shed',
  ])
  expect(result.results.map(({ summary }: { summary: string }) => summary)).toEqual([
    'Added: the store, the bay, the capacity.',
    'Added: the capacity.',
    'Added: the bay.',
    'Added: the store.',
  ])
  expect(await stores()).toEqual(['Long Barn: Bay 1 (Wheat 500000, Oilseed rape 400500), Bay 2', 'Shed: '])
})

test('the same file sent again adds nothing, and more of it only what is missing', async () => {
  await imported(manager, 'stores', file)
  const again = await imported(manager, 'stores', file)
  expect(said(again).every((row) => / unchanged /.test(row))).toBe(true)
  const more = await imported(
    manager,
    'stores',
    'Store,Bay,Commodity,Capacity (kg)\nSHED,Floor,Wheat,1000\nLong Barn,Bay 1,Wheat,1\n',
  )
  expect(said(more)).toEqual(['2 success SHED, Floor', '3 unchanged Long Barn, Bay 1'])
  expect(more.results[1].message).toEqual([
    'The bay holds 500000 kg there and 1 kg here; an import does not change it.',
  ])
  expect(await stores()).toEqual([
    'Long Barn: Bay 1 (Wheat 500000, Oilseed rape 400500), Bay 2',
    'Shed: Floor (Wheat 1000)',
  ])
})

test('a row that says something else of its store is told so, in every row of it', async () => {
  const owner = (await makeOrganisation(service)).as('owner')
  for (const name of ['Hill', 'Dale'])
    await owner.post('/api/identity/business-units', { name, type: 'farm' })
  const place = 'Store,Bay,Town,Tags,Latitude,Longitude,Business unit\n'
  await imported(owner, 'stores', `${place}Barn,Bay 1,Harpenden,dry;old,51.8,-0.3,Hill\n`)
  const edited =
    'BARN,Bay 1,Luton,dry,51.9,-0.3,Hill\nBarn,Bay 2,harpenden,Old; dry,51.8,-0.3,Hill\n' +
    'Barn,Bay 1,,,,,Hill; Dale\nShed,,,,,,\nShed,Floor,Luton,,,,\n'
  const { results } = await imported(owner, 'stores', place + edited)
  const not = 'an import does not change it.'
  expect(
    results.map(({ status, message }: { status: string; message: string[] }) => [status, ...message]),
  ).toEqual([
    [
      'unchanged',
      `The store’s list of tags is dry, old there and dry here; ${not}`,
      `The store’s address is Harpenden there and Luton here; ${not}`,
      `The store’s position is 51.8, -0.3 there and 51.9, -0.3 here; ${not}`,
    ],
    ['success'],
    ['unchanged', `The store’s list of business units is Hill there and Dale, Hill here; ${not}`],
    ['success'],
    ['success', `The store’s address is none there and Luton here; ${not}`],
  ])
})

test('exported stores of one name that differ come back each to its own', async () => {
  const towns = ['Harpenden', 'Luton']
  await imported(
    manager,
    'stores',
    `Store,Bay,Town\n${towns.map((town, index) => `Barn ${index},Bay ${index},${town}\n`).join('')}`,
  )
  const { docs } = (await manager.get('/api/inventory/storage')).body
  for (const { id } of docs) await manager.patch(`/api/inventory/storage/${id}`, { name: 'Barn' })
  const { body } = await manager.get('/api/inventory/imports/stores/export')
  const { results } = await imported(manager, 'stores', body)
  expect(
    results.map(({ status, message }: { status: string; message: string[] }) => [status, ...message]),
  ).toEqual([['unchanged'], ['unchanged']])
})

test('a search of places as CSV makes no bay of all the bays of a store', async () => {
  await imported(manager, 'stores', file)
  const { body } = await manager.get('/api/inventory/storage?format=csv')
  const result = await imported(manager, 'stores', body)
  expect(said(result).map((row) => row.split(' ')[1])).toEqual(['unchanged', 'unchanged'])
  expect(result.ignoredColumns).toContain('substorage')
})

test('a capacity is of a commodity and a bay', async () => {
  const result = await imported(
    manager,
    'stores',
    'Store,Bay,Commodity,Capacity (t)\na,1,Wheat,\na,1,,5\na,,Wheat,5\na,1,Grass,5\na,1,Wheat,-5\na,1,Wheat,lots\na,1,Wheat,2000000\n',
  )
  const problems = result.results.map((each: { problems: { column: string; reason: string }[] }) =>
    each.problems.map(({ column, reason }) => `${column}: ${reason}`),
  )
  expect(problems).toEqual([
    ['Capacity (t): is needed where a commodity is given'],
    ['Commodity: is needed where a capacity is given'],
    ['Bay: is needed where a capacity is given'],
    ['Commodity: is not a commodity'],
    ['Capacity (t): must be 0 or more'],
    ['Capacity (t): must be a number'],
    ['Capacity (t): must be 1000000000 or less, in kg'],
  ])
  expect(await stores()).toEqual([])
})

test('stores of one name in two business units are two', async () => {
  const organisation = await makeOrganisation(service)
  manager = organisation.as('owner')
  const made = await manager.post('/api/identity/business-units', { name: 'Hill Farm', type: 'farm' })
  expect(made.status).toBe(200)
  const units = (await manager.get('/api/identity/business-units')).body.map(
    ({ name }: { name: string }) => name,
  )
  const rows = units.map((unit: string) => `Barn,Bay 1,${unit}`)
  const text = `Store,Bay,Business unit\n${rows.join('\n')}\nBarn,Bay 1,\nBarn,Bay 1,Elsewhere\n`
  const result = await imported(manager, 'stores', text)
  expect(said(result).map((row) => row.split(' ')[1])).toEqual([
    'success',
    'success',
    'unchanged',
    'validation',
  ])
  expect(await stores()).toEqual(['Barn: Bay 1', 'Barn: Bay 1'])
  expect(said(await imported(manager, 'stores', text)).map((row) => row.split(' ')[1])).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
    'validation',
  ])
})

test('a capacity below what lies in a bay is added, and its last row says what is wrong there then', async () => {
  await imported(manager, 'stores', 'Store,Bay\nSilo,Top\nSilo,Low\n')
  await imported(
    manager,
    'inventory/stores',
    'Store,Bay,Commodity,Harvest year,Weight (t)\nSilo,Top,Winter wheat,2026,15\n',
  )
  const file =
    'Store,Bay,Commodity,Capacity (t)\nSilo,Top,Wheat,9\nSilo,Low,Wheat,9\nSilo,Top,Barley,9\nSilo,New,Wheat,1\n'
  const { results } = await imported(manager, 'stores', file)
  expect(results.map(({ message }: { message: string[] }) => message)).toEqual([
    [],
    [],
    [expect.stringMatching(/^Warning: On .*, Silo, Top is over its capacity by 6,000 kg\.$/)],
    [],
  ])
  const again = await imported(manager, 'stores', file)
  expect(again.results.flatMap(({ message }: { message: string[] }) => message)).toEqual([])
})
