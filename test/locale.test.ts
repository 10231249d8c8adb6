import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import { openTestDatabase } from './database.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from './factories.ts'
import { WINTER_WHEAT } from './farm.ts'
import { ok } from './scene.ts'

// PostgreSQL sorts text as its administrator's machine was set up, the embedded database by bytes. What is answered is one and the same.

const isOnServer = process.env['TEST_DATABASE_URL'] !== undefined
const locales = isOnServer ? [undefined, 'en-US', 'sv-SE'] : [undefined]

/** In whichever order bytes and people put these, it is not the one in which they are made. */
const MADE = ['Zulu', 'ärlig', 'alpha', '-dash', 'Alpine', 'Beta']
/** Small letters, by their bytes. */
const IN_ORDER = ['-dash', 'alpha', 'Alpine', 'Beta', 'Zulu', 'ärlig']

describe.each(locales)('on a database in the locale %s', (locale) => {
  let service: TestApp
  let farm: TestOrganisation
  beforeAll(async () => {
    service = await openTestApp({ locale })
    farm = await makeOrganisation(service, { name: 'Alp Farm' })
  })
  afterAll(() => service.close())

  const namesOf = (found: { name: string }[]) => found.map(({ name }) => name)
  const owner = () => farm.as('owner')

  async function makeField(place: { name: string; businessUnitIds: string[]; region?: string }) {
    const { name, businessUnitIds, region = '' } = place
    const location = { address: { region, regionISO: 'GB-HRT' } }
    const body = { name, type: 'field', area: 10, location, substorage: [], businessUnitIds }
    return ok(await owner().post('/api/inventory/storage', body))
  }

  test('business units are listed by name, also those of a place and of its crop', async () => {
    const ids: string[] = []
    for (const name of MADE) ids.push(ok(await owner().post('/api/identity/business-units', { name })).id)
    const all = namesOf(ok(await owner().get('/api/identity/business-units')))
    expect(all).toEqual(IN_ORDER.toSpliced(1, 0, 'Alp Farm'))

    const field = await makeField({ name: 'Hill', businessUnitIds: ids })
    expect(namesOf(field.businessUnits)).toEqual(IN_ORDER)
    const planting = ok(
      await owner().post('/api/inventory/records', {
        type: 'crop',
        harvestYear: '2026',
        storage: [{ storageId: field.id }],
        commodity: WINTER_WHEAT,
        source: { planting: { expectedYield: 8000 } },
      }),
    )
    expect(planting.storage.businessUnitIds).toEqual(IN_ORDER.map((name) => ids[MADE.indexOf(name)]))
    // A crop belongs to the plan of the oldest of its field's units, whatever it is called.
    const [plan] = ok(await owner().get('/api/inventory/harvest-plans'))
    expect(plan.businessUnit.name).toBe(MADE[0])
    const rows: string = (await owner().get('/api/inventory/imports/fields/export')).body
    expect(rows).toContain(IN_ORDER.join('; ').replace('-dash', "'-dash"))
  })

  test('places are listed by name, and a region is called by the first name its places give it', async () => {
    const regions = ['beds', 'Herts', 'Änglia', 'Beds', 'herts', 'änglia']
    for (const [index, name] of MADE.entries()) {
      const { id } = await makeField({ name, businessUnitIds: [], region: regions[index] ?? '' })
      const source = { planting: { expectedYield: 8000 } }
      const storage = [{ storageId: id }]
      ok(
        await owner().post('/api/inventory/records', {
          type: 'crop',
          harvestYear: '2025',
          storage,
          commodity: WINTER_WHEAT,
          source,
        }),
      )
    }
    const names = namesOf(ok(await owner().get('/api/inventory/storage/names')))
    expect(names.filter((name) => MADE.includes(name))).toEqual(IN_ORDER)
    const { docs } = ok(await owner().get('/api/inventory/storage?sortBy=name'))
    expect(namesOf(docs).filter((name) => MADE.includes(name))).toEqual(IN_ORDER)
    const { custom } = ok(await owner().get('/api/inventory/records?f:harvestYear=2025'))
    expect(namesOf(custom.regions)).toEqual(['Beds'])
  })

  test('people are listed by name', async () => {
    for (const name of MADE) {
      const { userId } = await addPerson(service, farm, 'viewer')
      const named = service.database.db.updateTable('users').set({ family_name: name })
      await named.where('id', '=', userId).execute()
    }
    const { docs } = ok(await owner().get('/api/identity/users'))
    const names: string[] = docs.map((each: { familyName: string }) => each.familyName)
    expect(names.filter((name) => MADE.includes(name))).toEqual(IN_ORDER)
  })
})

test.runIf(isOnServer).each(['C', 'tr-TR'])(
  'a new database in the locale %s, which folds letters in its own way, is refused',
  async (locale) => {
    await expect(openTestDatabase({ locale })).rejects.toThrow(/has to be in UTF8, and in a locale in which/)
  },
)
