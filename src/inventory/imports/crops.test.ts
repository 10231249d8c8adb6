import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { cropsOf, imported, said } from './test-imports.ts'

// Crops in fields: entered, their yields put right, and shared out where fields are split.

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
  await imported(manager, 'fields', 'Field,Area (ha)\nTop,10\nLow,4\n')
})

const crops = () => cropsOf(manager)

interface Plan {
  commodity: { variety: string }
  summary: { totalPredictedYield: number; totalSize: number }
}

async function plans(): Promise<string[]> {
  const { body } = await manager.get('/api/inventory/harvest-plans?limit=200')
  return body
    .map(
      ({ commodity, summary }: Plan) =>
        `${commodity.variety} ${summary.totalSize} ha ${summary.totalPredictedYield} kg`,
    )
    .sort()
}

const header = 'Field,Commodity,Type,Variety,Harvest year,Area (ha),Expected yield (t/ha),Planted\n'
const file = `${header}Top,Wheat,Winter,Skyfall,2027,8,8.5,02/10/2026\ntop,Winter wheat,,SKYFALL,2027,,9,\nLow,Barley,Spring,Laureate,2027,,6,3/2027\n`

describe('inventory in fields', () => {
  test('is entered, in its harvest plans', async () => {
    const result = await imported(manager, 'inventory/fields', file)
    expect(said(result)).toEqual(['2 success Top', '3 unchanged top', '4 success Low'])
    expect(result.results[1].id).toBe(result.results[0].id)
    expect(await crops()).toEqual(['Low Laureate 2027 4 ha 6000 kg/ha', 'Top Skyfall 2027 8 ha 8500 kg/ha'])
    expect(await plans()).toEqual(['Laureate 4 ha 24000 kg', 'Skyfall 8 ha 68000 kg'])
    const { body } = await manager.get(`/api/inventory/records/${result.results[2].id}`)
    expect(body.planting).toMatchObject({ plantingAtUTC: '2027-03-01', plantingAtDateType: 'month' })
  })

  test('makes the fields that are not there, as large as their crops of a year, where the run may', async () => {
    const { as } = await makeOrganisation(service, { countryISO: 'DE' })
    const german = as('manager')
    const list =
      'FLIK;Schlag;Größe (ha);Kultur;Sorte;Erntejahr\n' +
      'DENWLI0546012345;Langer Acker;8,25;Winterweizen;RGT Reform;2026\n' +
      'DENWLI0546012345;Langer Acker;4,5;Winterraps;DK Excited;2026\n' +
      'DENWLI0546012345;Langer Acker;12;Wintergerste;KWS Orbit;2027\n'
    const refused = await imported(german, 'inventory/fields', list)
    expect(refused).toMatchObject({
      success: 0,
      ignoredColumns: ['FLIK'],
      missing: [{ what: 'fields', name: 'Langer Acker', rows: 3, isMade: false }],
    })
    expect((await imported(german, 'inventory/fields?create=fields', list)).success).toBe(3)
    expect(await cropsOf(german)).toHaveLength(3)
    const [field] = ok(await german.get('/api/inventory/storage?type=field')).docs
    expect(field).toMatchObject({ name: 'Langer Acker', area: 12.75 })
    // The same list as one of fields: its number is found with what the field is called besides.
    const again = 'FLIK;Schlag\nDENWLI0546099999;Neuer Acker\n'
    expect((await imported(german, 'fields', again)).ignoredColumns).toEqual([])
    const { docs } = ok(await german.get('/api/inventory/storage/search?f:tags=DENWLI0546099999'))
    expect(docs).toMatchObject([{ name: 'Neuer Acker', tags: ['DENWLI0546099999'] }])
  })

  test('of the same file is entered once', async () => {
    await imported(manager, 'inventory/fields', file)
    expect(said(await imported(manager, 'inventory/fields', file))).toEqual([
      '2 unchanged Top',
      '3 unchanged top',
      '4 unchanged Low',
    ])
    expect(await crops()).toHaveLength(2)
  })

  test('that is sent again when its field has been split is unchanged, and the row says what area is there', async () => {
    const crop = `${header}Top,Wheat,Winter,Skyfall,2027,10,8.5,\n`
    await imported(manager, 'inventory/fields', crop)
    const { docs } = ok(await manager.get('/api/inventory/storage?type=field'))
    const top = docs.find(({ name }: { name: string }) => name === 'Top')
    const part = { source: top.id, name: 'Part', hectares: 4 }
    ok(await manager.post('/api/inventory/storage/fields/split', [part]))
    const { results } = await imported(manager, 'inventory/fields', crop)
    const told = 'Its area is 6 ha there and 10 ha here; an import does not change it.'
    expect(results).toMatchObject([{ status: 'unchanged', message: [told] }])
  })

  test('that the file says something else of stays as it is, and the row says so', async () => {
    const withGrade =
      'Field,Commodity,Grade,Variety,Harvest year,Area (ha),Expected yield (t/ha),Owner id,Owner\n'
    const first = `${withGrade}Top,Winter wheat,Group 1,Skyfall,2027,8,8.5,,\nTop,Winter wheat,Group 1,Skyfall,2027,7,8.5,,\n`
    const other = `${withGrade}Top,Winter wheat,Group 2,Skyfall,2027,8,9.25,brook,Brook Farm\nTop,Winter wheat,,skyfall,2027,,,,\n`
    const messages = ({ results }: { results: { message: string[] }[] }) =>
      results.map(({ message }) => message)
    expect(messages(await imported(manager, 'inventory/fields', first))).toEqual([
      [],
      ['Row 2 of the file has the same crop in the same field and says otherwise.'],
    ])
    expect(messages(await imported(manager, 'inventory/fields', other))).toEqual([
      [
        `Its owner is ${farm.name} there and Brook Farm here; an import does not change it.`,
        'Its grade is Group 1 there and Group 2 here; an import does not change it.',
        'Its expected yield is 8500 kg/ha there and 9250 kg/ha here; an import does not change it.',
      ],
      [],
    ])
    expect(await crops()).toEqual(['Top Skyfall 2027 8 ha 8500 kg/ha'])
  })

  test('tells each cell in which a row says something else of a crop that is there', async () => {
    const named =
      'Field,Commodity,Type,Variety,Commodity tags,Harvest year,Planted,Owner id,Owner,Name,Tags\n'
    await imported(
      manager,
      'inventory/fields',
      `${named}Top,Wheat,Winter,Skyfall,Organic,2027,02/10/2026,brook,Brook Farm,First,river; hill\n`,
    )
    const { results } = await imported(
      manager,
      'inventory/fields',
      `${named}Top,Wheat,Winter,Skyfall,Red Tractor,2027,05/10/2026,beck,Beck Farm,Second,hill\n` +
        'Top,Wheat,Winter,skyfall,organic,2027,10/2026,brook,Brook Farm,first,hill; river\n' +
        'Top,Wheat,Winter,Skyfall,,2027,9/2026,brook,Brook Farm,,\n',
    )
    const not = 'an import does not change it.'
    expect(results.map(({ message }: { message: string[] }) => message)).toEqual([
      [
        `Its owner is Brook Farm there and Beck Farm here; ${not}`,
        `Its list of commodity tags is Organic there and Red Tractor here; ${not}`,
        `Its planting date is 2 Oct 2026 there and 5 Oct 2026 here; ${not}`,
        `Its name is First there and Second here; ${not}`,
        `Its list of tags is hill, river there and hill here; ${not}`,
      ],
      [],
      [`Its planting date is 2026-10 there and 2026-09 here; ${not}`],
    ])
  })

  test('with something wrong in it is named, every fault of a row', async () => {
    const result = await imported(
      manager,
      'inventory/fields',
      `${header}Bog,Wheat,Winter,,2027,1,8,\nTop,Wheat,Maybe,,27,11,much,soon\nLow,Wheat,Winter,,2027,5,,\n`,
    )
    const problems = result.results.map((each: { problems: { column: string }[] }) =>
      each.problems.map(({ column }) => column).sort(),
    )
    expect(problems).toEqual([
      ['Field'],
      ['Area (ha)', 'Expected yield (t/ha)', 'Harvest year', 'Planted', 'Type'],
      ['Area (ha)'],
    ])
    expect(await crops()).toEqual([])
  })
})

describe('field yields', () => {
  beforeEach(async () => {
    await imported(
      manager,
      'inventory/fields',
      `${header}Top,Wheat,Winter,Skyfall,2027,8,8.5,\nTop,Wheat,Winter,Gleam,2027,2,8,\nTop,Barley,Spring,Laureate,2026,,5,\nLow,Barley,Spring,Laureate,2027,,6,\n`,
    )
  })

  test('are put right, and plans follow', async () => {
    const rows =
      'Field,Commodity,Variety,Harvest year,Expected yield (t/ha)\nLow,,,,6.25\ntop,Wheat,,2027,9\nTop,,skyfall,,9.5\n'
    const result = await imported(manager, 'field-yields', rows)
    expect(said(result)).toEqual(['2 success Low', '3 success top', '4 success Top'])
    expect(await crops()).toEqual([
      'Low Laureate 2027 4 ha 6250 kg/ha',
      'Top Gleam 2027 2 ha 9000 kg/ha',
      'Top Laureate 2026 10 ha 5000 kg/ha',
      'Top Skyfall 2027 8 ha 9500 kg/ha',
    ])
    expect(await plans()).toContain('Skyfall 8 ha 76000 kg')
    const { body } = await manager.get(`/api/inventory/records/${result.results[2].id}`)
    expect(JSON.stringify(body.timeline)).toContain('Changed expected yield from 8500 kg/ha to 9500 kg/ha.')
  })

  test('that are right already are left alone', async () => {
    const rows = 'Field,Harvest year,Commodity,Expected yield (kg/ha)\nLow,2027,Barley,6000\n'
    const result = await imported(manager, 'field-yields', rows)
    expect(said(result)).toEqual(['2 unchanged Low'])
    ok(await manager.patch(`/api/inventory/records/${result.results[0].id}`, { plantingExpectedYield: 0 }))
    expect(said(await imported(manager, 'field-yields', 'Field,Yield (t/ha)\nLow,0\n'))).toEqual([
      '2 unchanged Low',
    ])
  })

  test('that two rows give to the same crop are told: the lower one holds', async () => {
    const rows =
      'Field,Commodity,Yield (t/ha)\nTop,Barley,5.5\nLow,,7\ntop,Spring barley,6\nTop,Barley,6\nLow,,7\n'
    const { results } = await imported(manager, 'field-yields', rows)
    const told =
      'Row 2 says 5500 kg/ha of this crop, this row 6000 kg/ha. The last row counts: if that is wrong, leave this row out and send the file again.'
    expect(
      results.map(({ status, message }: { status: string; message: string[] }) => [status, ...message]),
    ).toEqual([['success'], ['success'], ['success', told], ['unchanged'], ['unchanged']])
    expect(await crops()).toContain('Top Laureate 2026 10 ha 6000 kg/ha')
  })

  test('that a row gives to several crops tell each row above, however far above', async () => {
    const filler = 'Bog,,,1\n'.repeat(510)
    const { results } = await imported(
      manager,
      'field-yields',
      `Field,Variety,Harvest year,Yield (t/ha)\nTop,Skyfall,,8.6\nTop,Gleam,,7\n${filler}Top,,2027,9\nTop,,2027,9\n`,
    )
    const [last, again] = results.filter(({ rows }: { rows: string }) => ['514', '515'].includes(rows))
    expect(last.message).toEqual([
      expect.stringMatching(/^Row 2 says 8600 kg\/ha of this crop, this row 9000 kg\/ha/),
      expect.stringMatching(/^Row 3 says 7000 kg\/ha of this crop, this row 9000 kg\/ha/),
    ])
    expect(again.message).toEqual([])
  })

  test('of a record that is not the crop of the row are refused', async () => {
    const before = await crops()
    const { results: known } = await imported(
      manager,
      'field-yields',
      'Field,Variety,Yield (t/ha)\nTop,Skyfall,8.5\nLow,,6\n',
    )
    const [skyfall, laureate] = known.map(({ id }: { id: string }) => id)
    const result = await imported(
      manager,
      'field-yields',
      'Field,Commodity,Type,Variety,Harvest year,Yield (t/ha),Record\n' +
        `Top,Barley,Spring,Gleam,2026,9,${skyfall}\nTop,Spring wheat,,,,9,${skyfall}\nTop,,,,,9,${laureate}\n` +
        `Top,Spring wheat,Winter,,,9,${skyfall}\n`,
    )
    const problems = result.results.map((each: { problems: { column: string; reason: string }[] }) =>
      each.problems.map(({ column, reason }) => `${column}: ${reason}`),
    )
    const other =
      'is not that of the crop in Record, which is Wheat, Winter, Skyfall, 2027: put one of them right, or leave this cell empty'
    expect(problems).toEqual([
      [`Commodity: ${other}`, `Type: ${other}`, `Variety: ${other}`, `Harvest year: ${other}`],
      [`Commodity: ${other}`],
      ['Record: is a crop of another field of yours: put Field or Record right'],
      ['Type: is Winter, and “Spring wheat” is Spring: put one of them right'],
    ])
    expect(await crops()).toEqual(before)
  })

  test('of crops that are not told apart are refused', async () => {
    const result = await imported(
      manager,
      'field-yields',
      'Field,Commodity,Type,Variety,Harvest year,Expected yield (t/ha)\nTop,,,,,9\nTop,Oats,,,,9\nTop,Rabbits,,,,9\nTop,,Winter,,,9\nTop,Wheat,Odd,,,9\nTop,Wheat,,,2027,\nTop,Wheat,,,2027,2000\nBog,,,,,9\n',
    )
    const problems = result.results.map((each: { problems: { column: string; reason: string }[] }) =>
      each.problems.map(({ column, reason }) => `${column}: ${reason}`).join('; '),
    )
    expect(problems).toEqual([
      'Harvest year: must say which: the field has crops of 2026, 2027',
      'Field: has no such crop',
      'Commodity: is not a commodity',
      'Commodity: is needed where a type is given',
      'Type: is not a type of Wheat: there are Winter, Spring',
      'Expected yield (t/ha): is needed',
      'Expected yield (t/ha): must be 1000000 or less, in kg/ha',
      'Field: is not one of your fields: none of that name is there',
    ])
  })
})

describe('field splits', () => {
  const split = 'Field,New field,Area (ha),Variety\nTop,Top North,4,\ntop,Top East,1,Gleam\nLow,Low East,1,\n'

  test('sent again with other varieties say which one is there', async () => {
    await imported(manager, 'inventory/fields', `${header}Top,Winter wheat,,Skyfall,2027,,8.5,\n`)
    await imported(manager, 'field-splits', split)
    const messages = async (file: string) =>
      (await imported(manager, 'field-splits', file)).results.map((row: { message: string[] }) => row.message)
    expect(await messages(split.replace('Gleam', 'GLEAM'))).toEqual([[], [], []])
    expect(await messages(split.replace('North,4,', 'North,4,Crusoe').replace('Gleam', 'Crusoe'))).toEqual([
      ['Its variety is Skyfall there and Crusoe here; an import does not change it.'],
      ['Its variety is Gleam there and Crusoe here; an import does not change it.'],
      [],
    ])
    const twice = 'Field,New field,Area (ha),Variety\nTop,Top West,1,Gleam\nTop,Top West,1,Crusoe\n'
    expect(await messages(twice)).toEqual([
      [],
      ['Its variety is Gleam there and Crusoe here; an import does not change it.'],
    ])
  })
  beforeEach(async () => {
    await imported(manager, 'inventory/fields', `${header}Top,Wheat,Winter,Skyfall,2027,10,8.5,\n`)
  })

  test('share fields and their crops out, and are made once', async () => {
    const result = await imported(manager, 'field-splits', split)
    expect(said(result)).toEqual([
      '2 success Top → Top North',
      '3 success top → Top East',
      '4 success Low → Low East',
    ])
    const expected = [
      'Top East Gleam 2027 1 ha 8500 kg/ha',
      'Top North Skyfall 2027 4 ha 8500 kg/ha',
      'Top Skyfall 2027 5 ha 8500 kg/ha',
    ]
    expect(await crops()).toEqual(expected)
    const again = await imported(manager, 'field-splits', split)
    expect(said(again).map((row) => row.split(' ')[1])).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(again.results.map(({ id }: { id: string }) => id)).toEqual(
      result.results.map(({ id }: { id: string }) => id),
    )
    expect(await crops()).toEqual(expected)
    expect(await plans()).toEqual(['Gleam 1 ha 8500 kg', 'Skyfall 9 ha 76500 kg'])
  })

  test('that do not fit are named, and those that fit are made', async () => {
    const result = await imported(
      manager,
      'field-splits',
      'Field,New field,Area (ha)\nTop,A,6\nTop,B,6\nTop,C,4\nTop,C,4\nTop,Low,1\nBog,D,1\nTop,E,0\nTop,,1\n',
    )
    expect(
      result.results.map(({ status, message }: { status: string; message: string[] }) => [
        status,
        ...message,
      ]),
    ).toEqual([
      ['success'],
      ['validation', 'Area (ha): is more than the 4 ha left of the field'],
      ['success'],
      ['unchanged'],
      ['error', 'There is a field of this name already, of 4 ha: give the new one another name.'],
      ['validation', 'Field: is not one of your fields: none of that name is there'],
      ['validation', 'Area (ha): must be more than 0'],
      ['validation', 'New field: is needed'],
    ])
    expect(await crops()).toEqual([
      'A Skyfall 2027 6 ha 8500 kg/ha',
      'C Skyfall 2027 4 ha 8500 kg/ha',
      'Top Skyfall 2027 0 ha 8500 kg/ha',
    ])
  })

  test('of one name are told apart by their business unit, and by what they are made of', async () => {
    const owner = farm.as('owner')
    for (const name of ['East', 'West'])
      ok(await owner.post('/api/identity/business-units', { name, type: 'farm' }))
    await imported(manager, 'fields', 'Field,Area (ha),Farm\nHill,10,East\nHill,12,West\n')
    const inUnits = 'Field,New field,Area (ha),Farm\nHill,Corner,4,East\nHill,corner,4,West\n'
    const made = await imported(manager, 'field-splits', inUnits)
    expect(said(made)).toEqual(['2 success Hill → Corner', '3 success Hill → corner'])
    const again = await imported(manager, 'field-splits', inUnits)
    expect(said(again)).toEqual(['2 unchanged Hill → Corner', '3 unchanged Hill → corner'])
    expect(again.results.map(({ id }: { id: string }) => id)).toEqual(
      made.results.map(({ id }: { id: string }) => id),
    )
    const both = await imported(
      manager,
      'field-splits',
      'Field,New field,Area (ha)\nTop,Strip,1\nLow,Strip,1\n',
    )
    expect(said(both)).toEqual(['2 success Top → Strip', '3 error Low → Strip'])
    expect(both.results[1].message[0]).toMatch(/made of another field: give the new one another name/)
    const once = await imported(
      manager,
      'field-splits',
      'Field,New field,Area (ha)\nTop,Strip,1\nLow,Strip,1\n',
    )
    expect(said(once)).toEqual(['2 unchanged Top → Strip', '3 error Low → Strip'])
  })
})
