import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { imported, send } from './test-imports.ts'

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const header = 'Store,Bay,Commodity,Type,Commodity tags,Harvest year,Weight (kg)\n'

async function barnOf(countryISO: string) {
  const manager = (await makeOrganisation(service, { countryISO })).as('manager')
  await imported(manager, 'stores', 'Store,Bay\nBarn,1\nBarn,2\nBarn,3\n')
  const stored = async () =>
    (await manager.get('/api/inventory/records?limit=200&sortBy=name')).body.docs.map(
      ({ commodity }: { commodity: Record<'type' | 'grade', { id: number; name: string }> }) => [
        commodity.type.id,
        commodity.grade.name,
      ],
    )
  return { manager, stored }
}

test.each([
  ['GB', 'Winter milling wheat', '', [101, 'Group 1']],
  ['GB', 'Malting barley', 'Spring', [202, 'Malting']],
  ['GB', 'winter OSR', '', [701, '']],
  ['DE', 'Winterfuttergerste', '', [201, 'Feed']],
  ['DE', 'Winterweizen', '', [101, '']],
  ['FR', 'Blé tendre d’hiver', '', [101, '']],
  ['GB', 'EPPO:TRZDU', '', [103, '']],
])('in %s “%s” with type “%s” is stored as %j', async (countryISO, commodity, type, expected) => {
  const { manager, stored } = await barnOf(countryISO)
  await imported(manager, 'inventory/stores', `${header}Barn,1,${commodity},${type},,2026,1000\n`)
  const [[typeId, grade] = []] = await stored()
  expect([typeId, grade]).toEqual(expected)
})

test.each([
  'Champs;Surface',
  'Nom de champ;Surface (ha)',
  'Nom de la pièce;Superficie (ha)',
  'Parcelles;Surface',
  'Nom des parcelles;Contenance (ha)',
])('a French list of fields may be headed %j', async (heads) => {
  const manager = (await makeOrganisation(service, { countryISO: 'FR' })).as('manager')
  const list = `${heads}\nLa Grande Pièce;12,5\nLes Vignes;4\n`
  expect(await imported(manager, 'fields', list)).toMatchObject({ success: 2, ignoredColumns: [] })
  const { docs } = (await manager.get('/api/inventory/storage/search?f:type=field')).body
  expect(docs.map(({ name, area }: { name: string; area: number }) => `${name} ${area}`).toSorted()).toEqual([
    'La Grande Pièce 12.5',
    'Les Vignes 4',
  ])
})

test('what could be two crops is asked', async () => {
  const { manager } = await barnOf('FR')
  const { body } = await send(manager, 'inventory/stores', `${header}Barn,1,Lin,,,2026,1000\n`)
  expect(JSON.stringify(body)).toContain('could be Linseed or Fibre flax: say which')
})

test.each([
  ['GB', 'HEAR rape', 'Winter', 'Red Tractor', ['HEAR', 'Red Tractor']],
  ['DE', 'Bio-Winterweizen', '', '', ['Organic']],
  ['US', 'Non-GMO soybeans', 'Yellow', 'Non-GM', ['Non-GM']],
  ['GB', 'Winter wheat', '', '', []],
])('in %s “%s” is stored with its tags', async (countryISO, commodity, type, tags, expected) => {
  const { manager } = await barnOf(countryISO)
  await imported(manager, 'inventory/stores', `${header}Barn,1,${commodity},${type},${tags},2026,1000\n`)
  const [record] = (await manager.get('/api/inventory/records')).body.docs
  expect(record.commodity.tags.map(({ name }: { name: string }) => name).sort()).toEqual(expected)
})

test('what is declared non-GM joins nothing that is not', async () => {
  const { manager } = await barnOf('US')
  await imported(manager, 'inventory/stores', `${header}Barn,1,Soybeans,Yellow,,2026,1000\n`)
  const { body } = await send(
    manager,
    'inventory/stores',
    `${header}Barn,1,Soybeans,Yellow,Non-GM,2026,500\n`,
  )
  expect(JSON.stringify(body)).toContain('Not the same segregation.')
})

test.each(['EPPO:TRZAX', 'Weizen', 'wheat', '1'])(
  'a search for commodity %s finds wheat alone',
  async (wanted) => {
    const { manager } = await barnOf('GB')
    const rows = 'Barn,1,Winter wheat,,,2026,1000\nBarn,2,Winter barley,,,2026,1000\n'
    await imported(manager, 'inventory/stores', `${header}${rows}`)
    const { status, body } = await manager.get(`/api/inventory/records?f:commodity=${wanted}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(
      body.docs.map(({ commodity }: { commodity: { type: { id: number } } }) => commodity.type.id),
    ).toEqual([101])
  },
)
