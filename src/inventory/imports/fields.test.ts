import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { purgeImports } from '../../system/imports/queries.ts'
import { base, imported, said, send } from './test-imports.ts'

let service: TestApp
let farm: TestOrganisation
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
  manager = farm.as('manager')
})

const storages = async () => (await manager.get('/api/inventory/storage?limit=200&sortBy=name')).body.docs

test('a row makes a field, with all that it says', async () => {
  const [unit] = (await manager.get('/api/identity/business-units')).body
  expect(unit.name).toBeTruthy()
  const result = await imported(
    manager,
    'fields',
    'Field;Area (ha);Business unit;Tags;Town;Postcode;Latitude;Longitude\n' +
      `Top Field;12,5;${unit.name};river; Harpenden ;AL5 2JQ;51,8096;-0,3607\n` +
      '"Long\nMeadow";3;;;;;;\n',
  )
  expect(result).toMatchObject({
    success: 2,
    validation: 0,
    errors: 0,
    totalRows: 2,
    omitted: 0,
    errorsUrl: '',
  })
  expect(said(result)).toEqual(['2 success Top Field', '3 success Long\nMeadow'])
  expect(await storages()).toMatchObject([
    { name: 'Long\nMeadow', area: 3, type: 'field' },
    {
      id: result.results[0].id,
      name: 'Top Field',
      area: 12.5,
      tags: ['river'],
      businessUnits: [{ id: unit.id }],
      location: {
        address: { city: 'Harpenden', postcode: 'AL5 2JQ' },
        coordinates: { lat: 51.8096, lon: -0.3607 },
      },
    },
  ])
})

test('codes of regions and countries are kept in capitals, however they are typed', async () => {
  await imported(manager, 'fields', 'Field,Region code,Country code\nTop,gb-hrt,gb\nLow,GB-HRT,GB\n')
  const codes = { location: { address: { regionISO: 'GB-HRT', countryISO: 'GB' } } }
  expect(await storages()).toMatchObject([codes, codes])
})

test('the same file sent again adds nothing', async () => {
  const file = 'name,hectares\nTop Field,12\ntop field,13\nLow Field,4\n'
  const first = await imported(manager, 'fields', file)
  expect(said(first)).toEqual(['2 success Top Field', '3 error top field', '4 success Low Field'])
  expect(first.results[1].message).toEqual([
    'Row 2 of the file has the same field and says otherwise.',
    'Its area is 12 ha there and 13 ha here; an import does not change it.',
  ])
  const again = await imported(manager, 'fields', file)
  expect(again).toMatchObject({ success: 0, unchanged: 2, validation: 0, errors: 1 })
  expect(said(again)).toEqual(['2 unchanged Top Field', '3 error top field', '4 unchanged Low Field'])
  expect(await storages()).toHaveLength(2)
})

test('a field that the file says something else of stays as it is, and the row says so', async () => {
  const header = 'Field,Area (ha),Tags,Town,Postcode,Three words,Latitude,Longitude\n'
  await imported(manager, 'fields', `${header}Top,12,a;b,Harpenden,AL5 2JQ,,51.5,-0.5\n`)
  const file = `${header}Top,13,c,St Albans,AL5 2JQ,one.two.three,52.5,-0.5\nTop,12,B;A,harpenden,,,51.50,-0.5\nTop,,,,,,,\n`
  const { results } = await imported(manager, 'fields', file)
  const left = '; an import does not change it.'
  expect(results.map(({ message }: { message: string[] }) => message)).toEqual([
    [
      `Its area is 12 ha there and 13 ha here${left}`,
      `Its list of tags is a, b there and c here${left}`,
      `Its address is Harpenden, AL5 2JQ there and St Albans, AL5 2JQ here${left}`,
      `Its three-word address is none there and one.two.three here${left}`,
      `Its position is 51.5, -0.5 there and 52.5, -0.5 here${left}`,
    ],
    ['Row 2 of the file has the same field and says otherwise.'],
    [],
  ])
})

test('a field that is in other business units than the row names is told them', async () => {
  const owner = farm.as('owner')
  for (const name of ['East', 'West'])
    ok(await owner.post('/api/identity/business-units', { name, type: 'farm' }))
  await imported(manager, 'fields', 'Field,Farm\nTop,East\n')
  const { results } = await imported(manager, 'fields', 'Field,Farm\nTop,West; East\nTop,east\nTop,\n')
  expect(results.map(({ message }: { message: string[] }) => message)).toEqual([
    ['Its list of business units is East there and East, West here; an import does not change it.'],
    [],
    [],
  ])
})

test('fields of one name in many business units are many, and known again', async () => {
  const owner = farm.as('owner')
  const names = Array.from({ length: 25 }, (_each, index) => `Site ${index}`)
  for (const name of names) ok(await owner.post('/api/identity/business-units', { name, type: 'farm' }))
  const file = `Field,Area (ha),Farm\n${names.map((name) => `Home Field,10,${name}`).join('\n')}\n`
  const first = await imported(manager, 'fields', file)
  const again = await imported(manager, 'fields', file)
  const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)
  expect(again.results.every(({ status }: { status: string }) => status === 'unchanged')).toBe(true)
  expect(idsOf(again)).toEqual(idsOf(first))
  const crops = `Field,Crop,Harvest year,Farm\nHome Field,Winter wheat,2027,Site 24\n`
  expect(said(await imported(manager, 'inventory/fields', crops))).toEqual(['2 success Home Field'])
})

test('an area of 0 is one that nobody knows', async () => {
  for (const status of ['success', 'unchanged']) {
    const { results } = await imported(manager, 'fields', 'Field,Area (ha)\nHill,0\nDale,\n')
    expect(results).toMatchObject([
      { status, message: [] },
      { status, message: [] },
    ])
  }
})

test('bad rows are named, and come back as a file to be put right', async () => {
  const result = await imported(
    manager,
    'fields',
    'Field,Area (ha),Latitude,Note\n,1,,a\nGood,1,,b\nToo far,1,91,c\nBad,much,x,d\nBroken,"12" ha,,e\n',
  )
  expect(result).toMatchObject({ success: 1, validation: 4, errors: 0, ignoredColumns: ['Note'] })
  expect(result.results.map((each: { problems: unknown }) => each.problems)).toMatchObject([
    [{ column: 'Field', value: '', reason: 'is needed' }],
    [],
    [{ column: 'Latitude', value: '91', reason: 'must be 90 or less' }],
    [
      { column: 'Area (ha)', value: 'much', reason: 'must be a number' },
      { column: 'Latitude', value: 'x', reason: 'must be a number' },
    ],
    [{ column: '', value: 'Broken,"12" ha,,e', reason: expect.stringContaining('quotation mark') }],
  ])
  const errors = await manager.get(result.errorsUrl)
  expect(errors.status).toBe(200)
  expect(errors.headers['content-type']).toContain('text/csv')
  expect(errors.body.split('\r\n').slice(0, 4)).toEqual([
    '\ufeffRow number,What is wrong,Field,Area (ha),Latitude,Note',
    '2,Field: is needed,,1,,a',
    '4,Latitude: must be 90 or less,Too far,1,91,c',
    '5,Area (ha): must be a number; Latitude: must be a number,Bad,much,x,d',
  ])
  expect((await farm.as('operator').get(result.errorsUrl)).status).toBe(403)
  expect((await (await makeOrganisation(service)).as('owner').get(result.errorsUrl)).status).toBe(404)
})

test('a number in the file of errors means what it meant among the others', async () => {
  const faulty = [
    'Field;Area (ha)\n;28,460\n',
    'Field\tArea (ha)\n\t"28,460"\nGood\t1,5\n',
    'Field;Area (ha)\n;1.234\nGood;1.5\n',
  ]
  for (const file of faulty) {
    const { errorsUrl } = await imported(manager, 'fields', file)
    const errors = (await manager.get(errorsUrl)).body
    const corrected = errors.replace('Field: is needed,', `Field: is needed,Put right ${file.length}`)
    expect(await imported(manager, 'fields', corrected)).toMatchObject({ success: 1 })
  }
  const right = (await storages()).filter(({ name }: { name: string }) => name.startsWith('Put right'))
  expect(right.map(({ area }: { area: number }) => area).toSorted()).toEqual([1.234, 28.46, 28.46])
})

test('every import has a file of errors of its own', async () => {
  for (const column of ['Tags', 'Town']) {
    const { errorsUrl } = await imported(manager, 'fields', `Field,${column}\n,red\n`)
    expect((await manager.get(errorsUrl)).body).toContain(`What is wrong,Field,${column}\r\n`)
  }
})

test('what a row has beyond the header is in the file of errors as well', async () => {
  const { errorsUrl } = await imported(manager, 'fields', 'Field,Tags\nTop,red,wet\n')
  const errors = (await manager.get(errorsUrl)).body
  expect(errors.split('\r\n')[1]).toMatch(/,Top,red,wet$/)
  expect(await imported(manager, 'fields', errors)).toMatchObject({ success: 0, validation: 1 })
})

test('what was wrong with a file is told for 30 days', async () => {
  const { errorsUrl } = await imported(manager, 'fields', 'Field,Area (ha)\nBad,much\n')
  const statusAfter = async (ms: number) => {
    const later = new Date(service.clock.now().getTime() + ms)
    await purgeImports(service.database.db, later)
    return (await manager.get(errorsUrl)).status
  }
  const month = 30 * 86_400_000
  expect([await statusAfter(month), await statusAfter(month + 1)]).toEqual([200, 404])
})

test('a latitude or longitude alone is no place', async () => {
  const file = 'Field,Latitude,Longitude\nA,51.5,\nB,,-0.3\nC,north,-0.3\nD,51.5,0\nE,,\n'
  const result = await imported(manager, 'fields', file)
  expect(result.results.map((each: { problems: unknown }) => each.problems)).toMatchObject([
    [{ column: 'Latitude', value: '51.5', reason: 'needs a longitude beside it' }],
    [{ column: 'Longitude', value: '-0.3', reason: 'needs a latitude beside it' }],
    [{ column: 'Latitude', value: 'north', reason: 'must be a number' }],
    [],
    [],
  ])
})

test('a dry run answers the same and stores nothing', async () => {
  const file = 'Field\nTop Field\ntop field\n\n,\n'
  const dry = (await send(manager, `${base}/fields?dryRun=true`, file)).body
  expect(said(dry)).toEqual(['2 success Top Field', '3 unchanged top field'])
  expect(dry).toMatchObject({ importId: '', errorsUrl: '' })
  expect(await storages()).toEqual([])
})
