import { sql } from 'kysely'
import type { Screen } from '../../web/src/paths.ts'
import { seedContract, seedEarlierHarvest, seedIntakes, seedOffers, seedSales } from './seed.ts'
import type { ServedConsole } from './service.ts'

/** As long as a name may be, and without a blank at which it could be broken. */
const LONGEST = 100
const WORD = 'Landwarenhandelsgenossenschaftslagerhausverwaltung'
const BAYS = 40
const LORRIES = 13
const HEAVIEST_KG = 8_765_432.5

const longName = (what: string) => `${what}${WORD.repeat(2)}`.slice(0, LONGEST)

/** Fills the sample farm with what is seldom there at once: forty bays, thirteen lorries in the yard, weights of seven figures, and every name at its longest. Answers where each screen is seen. */
export async function seedTheWorst(served: ServedConsole): Promise<Record<Screen, string[]>> {
  const { ask } = served
  await seedIntakes(served)
  const contract = await seedContract(served)
  await seedEarlierHarvest(served)
  const sales = await seedSales(served)
  const offer = await seedOffers(served)
  const heavy = await seedHeavy(served)
  await seedYard(served, heavy)
  const settlement = await seedStatement(served, sales)
  const planted = await ask('GET', '/api/inventory/harvest-plans/history')
  const [plan] = await ask('GET', `/api/inventory/harvest-plans?f:harvestYear=${planted.labels.at(-1)}`)
  const { docs: fields } = await ask('GET', '/api/inventory/storage?type=field&limit=1')
  await ask('POST', '/api/identity/api-keys', { name: longName('Waage'), role: 'operator' })
  const stocktake = await seedStocktake(served, heavy)
  await lengthenNames(served)
  return {
    '/': ['/'],
    '/sign-in': ['/sign-in'],
    '/welcome': ['/welcome'],
    '/invitation': ['/invitation'],
    '/factor-reset': ['/factor-reset'],
    '/weighbridge': ['/weighbridge'],
    '/stores': ['/stores', '/stores?view=table'],
    '/stores/$id': [`/stores/${heavy.storageId}?bay=${heavy.substorageId}`],
    '/position': ['/position'],
    '/mine': ['/mine'],
    '/confirmations': ['/confirmations'],
    '/stock': ['/stock'],
    '/stock/$id': [`/stock/${heavy.recordId}`],
    '/movements': ['/movements', `/movements?open=${sales.ids[0]}`],
    '/blend': ['/blend'],
    '/contracts': ['/contracts'],
    '/contracts/new': ['/contracts/new'],
    '/contracts/$id': [`/contracts/${contract.id}`],
    '/stocktakes': ['/stocktakes'],
    '/stocktakes/new': ['/stocktakes/new'],
    '/stocktakes/$id': [`/stocktakes/${stocktake}`],
    '/stocktakes/$id/count': [`/stocktakes/${stocktake}/count?bay=${heavy.substorageId}`],
    '/books': ['/books'],
    '/settlements': ['/settlements'],
    '/settlements/new': ['/settlements/new'],
    '/settlements/$id': [`/settlements/${settlement}`],
    '/for-sale': ['/for-sale', `/for-sale?open=${offer.id}`],
    '/for-sale/new': ['/for-sale/new'],
    '/for-sale/holders': ['/for-sale/holders?grain=1'],
    '/harvest': ['/harvest'],
    '/harvest/plantings': ['/harvest/plantings'],
    '/harvest/$planId': [`/harvest/${plan.id}`],
    '/fields': ['/fields'],
    '/fields/$id': [`/fields/${fields[0].id}`],
    '/messages': ['/messages'],
    '/questions': ['/questions'],
    '/files': ['/files'],
    '/import': ['/import'],
    '/settings': ['/settings'],
    '/settings/$part': [
      'people',
      'partners',
      'keys',
      'units',
      'scale',
      'organisation',
      'webhooks',
      'reasons',
      'sources',
    ].map((part) => `/settings/${part}`),
  }
}

type Heavy = { storageId: string; substorageId: string; recordId: string; commodity: object; source: object }

/** A stock-take of all of it, in which the heavy bay was counted by somebody with a long name. */
async function seedStocktake({ ask }: ServedConsole, { substorageId }: Heavy): Promise<string> {
  const { id } = await ask('POST', '/api/inventory/stocktakes', { name: longName('Inventur') })
  await ask('PATCH', `/api/inventory/stocktakes/${id}/lines/${substorageId}`, {
    counted: 1_234_567.5,
    countedBy: { name: longName('Zähler') },
    note: longName('Bemerkung'),
  })
  return id
}

/** A store of forty bays, with a heap of seven figures in one, most of which is sold to leave soon. */
async function seedHeavy({ ask }: ServedConsole): Promise<Heavy> {
  const store = await ask('POST', '/api/inventory/storage', {
    name: 'Quay Store',
    type: 'store',
    substorage: Array.from({ length: BAYS }, (_bay, index) => ({ name: longName(`Box${index + 1}`) })),
    location: { address: { region: 'Hertfordshire', postcode: 'AL5 2JQ' } },
  })
  const [{ id: substorageId }] = store.substorage
  const commodity = { id: 1, type: 101, grade: 1_010_102, variety: longName('Sorte') }
  const source = { owner: { id: 'green-lane', name: longName('Hof') } }
  const made = await ask('POST', '/api/inventory/records', {
    type: 'crop',
    harvestYear: '2026',
    owned: false,
    commodity,
    storage: [{ storageId: store.id, substorageId, weight: HEAVIEST_KG }],
    source: { ...source, intake: { sender: source.owner } },
  })
  await ask('POST', '/api/inventory/movements', {
    recordId: made.id,
    weight: 1_234_567.5,
    destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
    sold: true,
    loadReference: longName('Schein'),
    driver: { name: longName('Fahrer'), vehicleRegistration: 'HVL-AB 1234E' },
  })
  return { storageId: store.id, substorageId, recordId: made.id, commodity, source }
}

/** Lorries that were weighed once. */
async function seedYard(
  { ask }: ServedConsole,
  { storageId, substorageId, commodity, source }: Heavy,
): Promise<void> {
  for (let lorry = 1; lorry <= LORRIES; lorry += 1)
    await ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2026',
      owned: false,
      commodity,
      storage: [{ storageId, substorageId }],
      source: {
        ...source,
        intake: {
          sender: Reflect.get(source, 'owner'),
          driverName: longName('Fahrer'),
          vehicleRegistration: `HVL-AB ${1000 + lorry}E`,
          loadReference: `Y-${lorry}`,
          weighbridgeRecord: { full: 43_210.5 + lorry },
        },
      },
    })
}

/** What a mill says of two of the loads that left. */
async function seedStatement({ ask }: ServedConsole, { day }: { day: string }): Promise<string> {
  const made = await ask('POST', '/api/inventory/settlements', {
    buyer: { id: 'valley-mill', name: 'Valley Mill' },
    reference: longName('Abrechnung'),
    dateISO: day,
    lines: [
      { reference: 'S-1', dateISO: day, weight: 19_980 },
      { reference: 'S-2', dateISO: day, weight: 1_234_567.5 },
    ],
  })
  return made.id
}

/** In the book of the service, since nobody enters so many by hand: what people call things, without a blank. */
async function lengthenNames({ db }: ServedConsole): Promise<void> {
  const long = (column: string) =>
    sql`left(regexp_replace(${sql.ref(column)}, '[[:space:]]', '', 'g') || ${sql.lit(WORD.repeat(2))}, ${sql.lit(LONGEST)})`
  const columns: Record<string, string[]> = {
    organisations: ['name'],
    partners: ['name'],
    storages: ['name'],
    bays: ['name'],
    records: ['name', 'variety'],
    business_units: ['name'],
    storage_contracts: ['reference'],
    harvest_plans: ['variety'],
  }
  for (const [table, names] of Object.entries(columns))
    for (const name of names)
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${long(name)} where ${sql.ref(name)} <> ''`.execute(
        db,
      )
  await sql`update movements set vehicle_registration = 'HVL-AB 1234E', driver_name = ${sql.lit(longName('Fahrer'))}
    where vehicle_registration is not null`.execute(db)
}
