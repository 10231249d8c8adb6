import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { commodityCountries, commodityTree } from '../../system/commodities/catalogue.ts'
import { findCommodityNamed } from '../../system/commodities/names.ts'
import { base, imported, said } from './test-imports.ts'

// “What you call X is our Y”: said in a mapping, kept for the organisation, and read so in every later file.

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  manager = (await makeOrganisation(service)).as('manager')
})

function sendWith(kind: string, file: string, mapping: object, by = manager): Promise<Answer> {
  const form = new FormData()
  form.append('mapping', JSON.stringify(mapping))
  form.append('file', new Blob([file]), 'farm.csv')
  return by.post(`${base}/${kind}`, form)
}

const words = async (by = manager) => ok(await by.get(`${base}/aliases`))
const stock = (crop: string, weight = 10, store = 'Barn') =>
  `Store,Commodity,Harvest year,Weight (t)\n${store},${crop},2026,${weight}\n`

describe('a word for a crop', () => {
  beforeEach(async () => {
    await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\n')
  })

  test('is listed where nobody knows it, said once, and read so in every later file', async () => {
    const before = await imported(manager, 'inventory/stores?dryRun=true', stock('WW'))
    // What people of the country say needs no word of anybody's own.
    expect(before.results[0].status).toBe('success')
    const unknown = await imported(manager, 'inventory/stores?dryRun=true', stock('Golden stuff'))
    expect(unknown.results[0].problems).toMatchObject([{ column: 'Commodity', code: 'unknown' }])
    expect(unknown.missing).toEqual([{ what: 'commodities', name: 'Golden stuff', rows: 1, isMade: false }])

    const mapping = { aliases: { commodity: { 'Golden stuff': 'Winter wheat' } } }
    const tried = ok(await sendWith('inventory/stores?dryRun=true', stock('GOLDEN  stuff'), mapping))
    const taken = [{ column: 'Commodity', word: 'GOLDEN stuff', means: 'Winter wheat' }]
    expect(tried.results[0]).toMatchObject({ status: 'success', understood: { commodity: 'Wheat', taken } })
    expect(tried.missing).toEqual([])
    expect(await words()).toEqual([])

    ok(await sendWith('inventory/stores', stock('Golden stuff'), mapping))
    const [kept] = await words()
    expect(kept).toMatchObject({ what: 'commodity', kind: '', word: 'Golden stuff', name: 'Winter wheat' })
    // Another import, and another header row.
    await imported(manager, 'fields', 'Field,Area (ha)\nTop,10\n')
    const crops = await imported(
      manager,
      'inventory/fields',
      'Field,Crop,Harvest year\nTop,golden stuff,2027\n',
    )
    expect(crops.results[0]).toMatchObject({
      status: 'success',
      understood: {
        type: 'Winter',
        taken: [{ column: 'Crop', word: 'golden stuff', means: 'Winter wheat' }],
      },
    })
  })

  test('is the same stock as under the name that it stands for', async () => {
    const mapping = { aliases: { commodity: { 'Golden stuff': 'Winter wheat' } } }
    ok(await sendWith('inventory/stores', stock('Golden stuff'), mapping))
    expect(said(await imported(manager, 'inventory/stores', stock('Winter wheat')))).toEqual([
      '2 unchanged Barn',
    ])
  })

  test('that is taken away is unknown again', async () => {
    ok(
      await sendWith('inventory/stores', stock('Gold'), { aliases: { commodity: { Gold: 'Winter wheat' } } }),
    )
    const [{ id }] = await words()
    ok(await manager.delete(`${base}/aliases/${id}`))
    expect(await words()).toEqual([])
    expect((await manager.delete(`${base}/aliases/${id}`)).status).toBe(404)
    const { results } = await imported(manager, 'inventory/stores', stock('Gold', 5))
    expect(results[0].status).toBe('validation')
  })

  test.each([
    ['that is a name here by itself', { Wheat: 'Winter barley' }, 'duplicate'],
    ['for what is no crop', { Gold: 'Silver' }, 'unknown'],
  ])('%s is refused', async (_what, commodity, code) => {
    const { status, body } = await sendWith('inventory/stores', stock('Gold'), { aliases: { commodity } })
    expect(status).toBe(400)
    expect(body.validation).toMatchObject([{ path: 'mapping.aliases.commodity', code }])
  })
})

describe('a word for something of the caller’s', () => {
  test('store stands for the store also under the name that it has got since', async () => {
    await imported(manager, 'stores', 'Store,Bay\nLong Barn,Bay 1\n')
    const { docs } = ok(await manager.get('/api/inventory/storage?type=store'))
    const mapping = { aliases: { store: { 'Halle 3': docs[0].id.toUpperCase() } } }
    const first = ok(await sendWith('inventory/stores', stock('Winter wheat', 10, 'halle 3'), mapping))
    expect(first.results[0].understood).toMatchObject({
      store: 'Long Barn',
      taken: [{ column: 'Store', word: 'halle 3', means: 'Long Barn' }],
    })
    ok(await manager.patch(`/api/inventory/storage/${docs[0].id}`, { name: 'Great Barn' }))
    const next = await imported(
      manager,
      'inventory/stores',
      stock('Winter barley', 4, 'Halle 3').replace('2026', '2025'),
    )
    expect(next.results[0].understood).toMatchObject({ store: 'Great Barn' })
    expect(await words()).toMatchObject([{ what: 'store', word: 'Halle 3', name: 'Great Barn' }])
    // A store that is called so by now goes first.
    await imported(manager, 'stores', 'Store,Bay\nElsewhere,1\n')
    const other = ok(await manager.get('/api/inventory/storage?type=store&query=Elsewhere')).docs[0]
    ok(await manager.patch(`/api/inventory/storage/${other.id}`, { name: 'Halle 3' }))
    const last = await imported(manager, 'inventory/stores', stock('Winter oats', 4, 'Halle 3'))
    expect(last.results[0].understood.store).toBe('Halle 3')
    expect(last.results[0].understood.taken).toBeUndefined()
    expect(await words()).toMatchObject([{ name: '' }])
  })

  test('field, business unit and partner', async () => {
    await imported(manager, 'fields?create=units', 'Field,Area (ha),Business unit\nTop Field,10,Home Farm\n')
    await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\n')
    const partner = ok(await manager.post('/api/inventory/partners', { name: 'Valley Mill' }))
    const { docs } = ok(await manager.get('/api/inventory/storage?type=field'))
    const [unit] = docs[0].businessUnits ?? []
    const aliases = {
      field: { '12-07': docs[0].id },
      businessUnit: { HF: unit.id },
      partner: { 'V. Mill': partner.id },
    }
    const crops = ok(
      await sendWith('inventory/fields', 'Field,Crop,Harvest year,Farm\n12-07,Winter wheat,2027,HF\n', {
        aliases,
      }),
    )
    expect(crops.results[0]).toMatchObject({
      status: 'success',
      understood: { field: 'Top Field', businessUnit: 'Home Farm' },
    })
    const load =
      'Date,Ticket,Net (t),Store,Sender,Commodity,Harvest year\n2026-08-12,T1,5,Barn,V. MILL,Winter wheat,2026\n'
    const loads = await imported(manager, 'inventory/loads', load)
    expect(loads.results[0]).toMatchObject({ status: 'success', understood: { partner: 'Valley Mill' } })
    expect(loads.missing).toEqual([])
  })
})

describe('a word for a column', () => {
  test('is known in files with another header row', async () => {
    await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\n')
    const columns = { weight: { from: 'Gew. am Haken (t)' } }
    ok(
      await sendWith(
        'inventory/stores',
        'Store,Commodity,Harvest year,Gew. am Haken (t)\nBarn,Winter wheat,2026,5\n',
        { columns },
      ),
    )
    expect(await words()).toMatchObject([
      { what: 'column', kind: 'inventory/stores', word: 'Gew. am Haken (t)', name: 'weight' },
    ])
    const other =
      'Harvest year,Gew am Haken (t),Store,Bay,Crop,Variety\n2026,7,Barn,Bay 1,Winter wheat,Skyfall\n'
    const { results, mapping } = await imported(manager, 'inventory/stores', other)
    expect(results[0]).toMatchObject({ status: 'success', understood: { weightKilograms: 7000 } })
    expect(mapping.columns.weight.from).toBe('Gew am Haken (t)')
    // What the import itself calls the column goes first.
    const both = 'Store,Crop,Harvest year,Weight (t),Gew. am Haken (t)\nBarn,Winter wheat,2026,8,9\n'
    expect((await imported(manager, 'inventory/stores', both)).results[0].understood.weightKilograms).toBe(
      8000,
    )
  })
})

test('words of one organisation are no other’s, and mean nothing of another’s', async () => {
  await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\n')
  const mapping = { aliases: { commodity: { Gold: 'Winter wheat' } } }
  ok(await sendWith('inventory/stores', stock('Gold'), mapping))
  const [{ id }] = await words()
  const other = (await makeOrganisation(service)).as('manager')
  await imported(other, 'stores', 'Store,Bay\nBarn,Bay 1\n')
  expect(await words(other)).toEqual([])
  expect((await imported(other, 'inventory/stores', stock('Gold'))).results[0].status).toBe('validation')
  expect((await other.delete(`${base}/aliases/${id}`)).status).toBe(404)
  const { docs } = ok(await manager.get('/api/inventory/storage?type=store'))
  const foreign = { aliases: { store: { Shed: docs[0].id } } }
  const { status, body } = await sendWith(
    'inventory/stores',
    stock('Winter wheat', 1, 'Shed'),
    foreign,
    other,
  )
  expect(status).toBe(400)
  expect(body.validation).toMatchObject([{ path: 'mapping.aliases.store', code: 'unknown' }])
})

test.each([
  [{ aliases: { commodity: { 'Go\u0000ld': 'Winter wheat' } } }],
  [{ aliases: { store: { Gold: '\u0000' } } }],
  [{ columns: { bay: { constant: 'x\u0000' } } }],
  [{ aliases: { commodity: { 'Gold\ud800': 'Winter wheat' } } }],
])('what no database keeps is refused: %j', async (mapping) => {
  const { status, body } = await sendWith('inventory/stores', stock('Winter wheat'), mapping)
  expect(status).toBe(400)
  expect(body.validation).toMatchObject([{ path: 'mapping', code: 'malformed_text' }])
})

test('every crop and type of every country can be named as the console names it', () => {
  const lost = commodityCountries().flatMap((countryISO) =>
    commodityTree(countryISO)
      .flatMap(({ items }) => items)
      .flatMap((item) => {
        const plain = findCommodityNamed(item.name, countryISO)?.commodity.id === item.id ? [] : [item.name]
        const typed = (item.types.length < 2 ? [] : item.types).flatMap((type) => {
          const means = `${type.name} ${item.name}`
          return findCommodityNamed(means, countryISO)?.type?.id === type.id ? [] : [means]
        })
        return [...plain, ...typed].map((name) => `${countryISO} ${name}`)
      }),
  )
  expect(lost).toEqual([])
})
