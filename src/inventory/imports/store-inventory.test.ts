import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../ledger/ledger.ts'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
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
  await imported(manager, 'stores', 'Store,Bay\nLong Barn,Bay 1\nLong Barn,Bay 2\nShed,Only\n')
})

interface Stock {
  name: string
  harvestYear: string
  owned: boolean
  commodity: { variety: string; weight: { weight: number } }
  storage: { substorageId: number }
  yield: { current: number }
}

interface Said {
  status: string
  message: string[]
}

async function records(): Promise<Stock[]> {
  return (await manager.get('/api/inventory/records?limit=200&sortBy=name')).body.docs
}

const inKilograms = async () =>
  (await records()).map((record) => `${record.commodity.variety} ${record.yield.current}`).sort()

async function soundLedger(): Promise<void> {
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
}

const header =
  'Store;Bay;Commodity;Type;Grade;Variety;Harvest year;Weight (t);Date;Owner id;Owner;Reference\n'

test('stock is entered where it lies, and like joins like', async () => {
  const result = await imported(
    manager,
    'inventory/stores',
    `${header}long barn;bay 1;Winter wheat;;Group 1;Skyfall;2026;28,46;01/08/2026;;;\n` +
      'Long Barn;Bay 1;Wheat;Winter;Group 1;Skyfall;2026;10;02/08/2026;;;\n' +
      'Long Barn;Bay 1;Wheat;Winter;Feed;Gleam;2026;1;2026-08-02;;;\n' +
      'Shed;;Barley;Spring;Malting;Laureate;2026;5;;valley-farm;Valley Farm;\n',
  )
  expect(said(result)).toEqual([
    '2 success long barn, bay 1',
    '3 success Long Barn, Bay 1',
    '4 success Long Barn, Bay 1',
    '5 success Shed',
  ])
  expect(await inKilograms()).toEqual(['Laureate 5000', 'Mixed 39460'])
  expect((await records()).map(({ owned }) => owned).sort()).toEqual([false, true])
  await soundLedger()
})

test('a row says what joining changed, and the last of a bay what is wrong there now, also when it runs dry', async () => {
  await imported(manager, 'stores', 'Store,Bay,Commodity,Capacity (t)\nSilo,Top,Wheat,20\n')
  const file =
    `${header}Silo;Top;Wheat;Winter;Group 1;Skyfall;2026;15;2026-08-01;;;\n` +
    'Silo;Top;Wheat;Winter;Feed;Gleam;2026;10;2026-08-02;;;\n' +
    'Silo;Top;Wheat;Winter;Feed;Gleam;2026;1;2026-08-02;;;\n' +
    'Long Barn;Bay 1;Wheat;Winter;Feed;Gleam;2026;1;2026-08-02;;;\n'
  const messages = [
    [],
    ['The stock joined what lay there: the grade is now Feed; the variety is now Mixed.'],
    [
      expect.stringMatching(
        /^The stock joined .* Warning: On .*, Silo, Top is over its capacity by 6,000 kg\.$/,
      ),
    ],
    [],
  ].map((message) => ({ status: 'success', message }))
  const dry = await send(manager, `${base}/inventory/stores?dryRun=true`, file)
  expect(dry.body.results).toMatchObject(messages)
  expect((await imported(manager, 'inventory/stores', file)).results).toMatchObject(messages)
  const again = await imported(manager, 'inventory/stores', file)
  expect(again.results.flatMap(({ message }: { message: string[] }) => message)).toEqual([])
})

test('the same file sent again adds nothing, and two rows that are the same count once', async () => {
  const file =
    `${header}Shed;;Wheat;Winter;;Skyfall;2026;10;2026-08-01;;;\n` +
    'Shed;;Wheat;Winter;;Skyfall;2026;10;2026-08-01;;;\n' +
    'Shed;;Wheat;Winter;;Skyfall;2026;10;2026-08-01;;;Ticket 2\n' +
    'Shed;;Wheat;Winter;;Skyfall;2026;3;;;;\n'
  const first = await imported(manager, 'inventory/stores', file)
  expect(said(first)).toEqual(['2 success Shed', '3 unchanged Shed', '4 success Ticket 2', '5 success Shed'])
  service.clock.advance({ days: 1 })
  const again = await imported(manager, 'inventory/stores', file)
  expect(again).toMatchObject({ success: 0, unchanged: 4, validation: 0, errors: 0 })
  expect(new Set(again.results.map(({ status }: { status: string }) => status))).toEqual(
    new Set(['unchanged']),
  )
  expect(await inKilograms()).toEqual(['Skyfall 23000'])
  await soundLedger()
})

test('a row says what it calls otherwise than the stock that it joined, or that was entered for it before', async () => {
  const named = 'Store,Commodity,Variety,Harvest year,Weight (t),Date,Owner id,Owner,Name,Tags\n'
  const load = (tonnes: number, owner: string, name: string, tags: string) =>
    `Shed,Winter wheat,Skyfall,2026,${tonnes},2026-08-01,brook,${owner},${name},${tags}\n`
  const messages = async (...loads: string[]) => {
    const { results } = await imported(manager, 'inventory/stores', named + loads.join(''))
    return results.map(({ status, message }: Said) => [status, ...message])
  }
  const first = load(5, 'Brook Farm', 'Best', 'dry; old')
  const not = 'an import does not change it.'
  const other = [
    `Its name is Best there and Second here; ${not}`,
    `Its list of tags is dry, old there and dry here; ${not}`,
  ]
  expect(
    await messages(
      first,
      load(6, 'Brooks', 'Second', 'dry'),
      load(5, 'Brooks', 'Second', 'dry'),
      load(7, 'brook farm', 'best', 'old;dry'),
    ),
  ).toEqual([['success'], ['success', ...other], ['unchanged', ...other], ['success']])
  expect(await messages(load(5, 'Brooks', 'Second', 'dry'), load(5, 'Brook Farm', '', ''))).toEqual([
    ['unchanged', ...other],
    ['unchanged'],
  ])
  // A partner is called what it was called last.
  expect(await messages(load(5, 'Brooks', 'Best', 'old;dry'))).toEqual([['unchanged']])
  const { docs } = (await manager.get('/api/inventory/records')).body
  expect(docs).toMatchObject([{ organisationName: 'Brooks' }])
})

test('an exported row is known by its record, however that is written', async () => {
  await imported(manager, 'inventory/stores', `${header}Shed;;Winter wheat;;;;2026;5;;;;\n`)
  const { body } = await manager.get(`${base}/inventory/stores/export`)
  const [{ id }] = (await manager.get('/api/inventory/records')).body.docs
  const result = await imported(manager, 'inventory/stores', body.replace(id, id.toUpperCase()))
  expect(said(result)).toEqual(['2 unchanged Shed, Only'])
  const counted = await imported(manager, 'inventory/stores', body.replace(',5,', ',4.9,'))
  expect([result, counted].map(({ results }) => results[0].message)).toEqual([
    [],
    ['Its weight is 5,000 kg there and 4,900 kg here; an import does not change it, a count does.'],
  ])
  expect(await inKilograms()).toEqual([' 5000'])
})

test('an exported row that was edited says what is otherwise there, and is refused where it can only be other stock', async () => {
  await imported(
    manager,
    'inventory/stores',
    'Store,Bay,Commodity,Grade,Variety,Commodity tags,Harvest year,Weight (t),Owner id,Owner,Name,Tags\n' +
      'Long Barn,Bay 1,Winter wheat,Group 1,Skyfall,Organic,2026,5,valley,Valley Farm,Best,dry\n',
  )
  const { body: exported } = await manager.get(`${base}/inventory/stores/export`)
  const edited = async (...changes: [string, string][]) => {
    const file = changes.reduce((text, [from, to]) => text.replace(from, to), exported)
    const { results } = await imported(manager, 'inventory/stores', file)
    return [results[0].status, ...results[0].message]
  }
  const [, line = ''] = exported.split('\r\n')
  expect(line).toMatch(/^Long Barn,Bay 1,Wheat,Winter,Group 1,Skyfall,Organic,2026,5,/)
  const left = '; an import does not change it.'
  expect(
    await edited(
      ['Winter,Group 1,Skyfall,Organic', 'Spring,Feed,Extase,Red Tractor'],
      ['Best,dry', 'Good,wet;damp'],
    ),
  ).toEqual([
    'unchanged',
    `Its type is Winter there and Spring here${left}`,
    `Its grade is Group 1 there and Feed here${left}`,
    `Its variety is Skyfall there and Extase here${left}`,
    `Its list of commodity tags is Organic there and Red Tractor here${left}`,
    `Its name is Best there and Good here${left}`,
    `Its list of tags is dry there and damp, wet here${left}`,
  ])
  expect(await edited(['Winter,Group 1,Skyfall,Organic', 'Winter,,SKYFALL,'], ['Best,dry', ','])).toEqual([
    'unchanged',
  ])
  const why = '. Put that right, or leave this cell empty to enter the row as more stock'
  const refused = async (...changes: [string, string][]) => (await edited(...changes)).join()
  expect(await refused(['Bay 1', 'Bay 2'], ['Organic,2026', 'Organic,2025'])).toBe(
    'validation,Record: is other stock: its bay is Long Barn, Bay 1 there and Long Barn, Bay 2 here, ' +
      `its harvest year is 2026 there and 2025 here${why}`,
  )
  expect(await refused(['Wheat,Winter,Group 1', 'Barley,Winter,'], ['valley,Valley Farm', ','])).toBe(
    `validation,Record: is other stock: its owner is Valley Farm there and ${farm.name} here, ` +
      `its commodity is Wheat there and Barley here${why}`,
  )
  expect(await refused([',valley,Valley Farm', ',hills,Hill Farm'])).toBe(
    `validation,Record: is other stock: its owner is Valley Farm there and Hill Farm here${why}`,
  )
  // A new id with the name of a partner is that partner.
  expect(await refused([',valley,', ',vale,'])).toBe('unchanged')
  expect(await inKilograms()).toEqual(['Skyfall 5000'])
})

test('exported stock of stores that have one name comes back to its own', async () => {
  await imported(
    manager,
    'inventory/stores',
    'Store,Bay,Commodity,Harvest year,Weight (t)\nShed,,Winter wheat,2026,5\nLong Barn,Bay 2,Winter wheat,2026,6\n',
  )
  const { results: stores } = await imported(manager, 'stores', 'Store\nShed\nLong Barn\n')
  for (const { id } of stores) ok(await manager.patch(`/api/inventory/storage/${id}`, { name: 'Barn' }))
  const { body } = await manager.get(`${base}/inventory/stores/export`)
  const { results } = await imported(manager, 'inventory/stores', body)
  expect(results.map(({ status, message }: Said) => [status, ...message])).toEqual([
    ['unchanged'],
    ['unchanged'],
  ])
})

test('rows that a rule is against are named, and the others stored', async () => {
  const result = await imported(
    manager,
    'inventory/stores',
    `${header}Shed;;Wheat;Winter;;Skyfall;2026;10;2026-08-01;;;\n` +
      'Shed;;Barley;Winter;;Tower;2026;10;2026-08-01;;;\n' +
      'Long Barn;Bay 2;Oats;Spring;;Canyon;2026;4;2026-08-01;;;\n' +
      'Shed;;Wheat;Winter;;Skyfall;2025;1;2026-08-01;;;\n',
  )
  expect(result).toMatchObject({ success: 2, validation: 0, errors: 2 })
  expect(said(result)).toEqual([
    '2 success Shed',
    '3 error Shed',
    '4 success Long Barn, Bay 2',
    '5 error Shed',
  ])
  expect(result.results[1].message[0]).toContain('may not be mixed')
  expect(await inKilograms()).toEqual(['Canyon 4000', 'Skyfall 10000'])
  await soundLedger()
})

test('the caller’s own organisation is known as the owner, also by an id in capitals', async () => {
  const { results } = await imported(
    manager,
    'inventory/stores',
    `${header}Shed;;Winter wheat;;;;2026;5;;${farm.organisationId.toUpperCase()};;\n`,
  )
  expect(results.map(({ status, message }: Said) => [status, ...message])).toEqual([['success']])
  expect(await records()).toMatchObject([{ owned: true }])
})

test('every fault of a row is named', async () => {
  const result = await imported(
    manager,
    'inventory/stores',
    'Store,Bay,Commodity,Type,Grade,Commodity tags,Harvest year,Weight (t),Date,Owner,Tags\n' +
      'Long Barn,,Wheat,Winter,Group 9,Organik; Nice,20266,-1,2027-01-01,Valley,\n' +
      'Barn,Bay 1,Grass,,,,2026,x,31/02/2026,,\n' +
      'Long Barn,Bay 9,Wheat,,,,2026,0,,,\n' +
      ',,,,,,,,,,a\n',
  )
  const problems = result.results.map((each: { problems: { column: string; reason: string }[] }) =>
    each.problems.map(({ column, reason }) => `${column}: ${reason}`).sort(),
  )
  expect(problems).toEqual([
    [
      'Bay: is needed: the bays of “Long Barn” are Bay 1, Bay 2',
      'Commodity tags: is not a commodity tag: Nice',
      'Commodity tags: is not a commodity tag: Organik',
      'Date: is in the future; for stock that is already there give a date up to now',
      'Grade: is not a grade of this commodity and type: there are Group 1, Group 2, Group 3, Group 4 soft, Group 4 hard, Feed',
      'Harvest year: must be a harvest year such as 2026',
      'Weight (t): must be more than 0',
    ],
    [
      'Commodity: is not a commodity',
      'Date: must be a date such as 2026-08-14 or 14/08/2026',
      'Store: is not one of your stores: none of that name is there',
      'Weight (t): must be a number',
    ],
    [
      'Bay: is not a bay of “Long Barn”: its bays are Bay 1, Bay 2',
      'Type: is needed: there are Winter, Spring',
      'Weight (t): must be more than 0',
    ],
    ['Commodity: is needed', 'Harvest year: is needed', 'Store: is needed', 'Weight (t): is needed'],
  ])
  expect(await records()).toEqual([])
})

test('a type is one of the commodity, and the one that Commodity says, if it says one', async () => {
  const result = await imported(
    manager,
    'inventory/stores',
    'Store,Commodity,Type,Harvest year,Weight (t)\n' +
      'Shed,Winter wheat,Sprign,2026,10\nShed,Winter wheat,Spring,2026,10\n' +
      'Shed,Winter wheat,winter,2026,10\nShed,Wheat,Winter wheat,2026,1\n',
  )
  expect(result.results.map(({ status, message }: Said) => [status, ...message])).toEqual([
    ['validation', 'Type: is not a type of Wheat: there are Winter, Spring'],
    ['validation', 'Type: is Spring, and “Winter wheat” is Winter: put one of them right'],
    ['success'],
    ['success'],
  ])
})

test('a dry run answers the same and stores nothing', async () => {
  const file = `${header}Shed;;Wheat;Winter;;Skyfall;2026;10;2026-08-01;;;\nShed;;Oats;Winter;;;2026;1;2026-08-01;;;\n`
  const dry = (await send(manager, `${base}/inventory/stores?dryRun=true`, file)).body
  expect(said(dry)).toEqual(['2 success Shed', '3 error Shed'])
  expect(await records()).toEqual([])
  expect(said(await imported(manager, 'inventory/stores', file))).toEqual(said(dry))
})
