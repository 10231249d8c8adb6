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

/** The parts of the settings that hold names or lists. */
const SETTINGS = [
  'people',
  'partners',
  'keys',
  'units',
  'scale',
  'organisation',
  'sign-in',
  'webhooks',
  'reasons',
  'sources',
]

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
  const trade = await seedTrade(served)
  const order = await seedOrder(served, trade.id)
  const { tariff, charges } = await seedCharges(served)
  await lengthenNames(served)
  return {
    '/': ['/'],
    '/sign-in': ['/sign-in'],
    '/welcome': ['/welcome'],
    '/invitation': ['/invitation'],
    '/factor-reset': ['/factor-reset'],
    '/new-password': ['/new-password'],
    '/sign-in/return/$organisationId': ['/sign-in/return/none'],
    '/sign-in/domain': ['/sign-in/domain'],
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
    ...tradeAddresses({ trade, order, tariff, charges }),
    '/stocktakes': ['/stocktakes'],
    '/stocktakes/new': ['/stocktakes/new'],
    '/stocktakes/$id': [`/stocktakes/${stocktake}`],
    '/stocktakes/$id/count': [`/stocktakes/${stocktake}/count?bay=${heavy.substorageId}`],
    '/books': ['/books'],
    '/reports': ['season', 'deliveries', 'owners', 'losses', 'hauliers', 'quality'].map(
      (kind) => `/reports?kind=${kind}&beside=1`,
    ),
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
    '/settings/$part': SETTINGS.map((part) => `/settings/${part}`),
  }
}

/** Addresses of contracts, orders and charges. */
function tradeAddresses({
  trade,
  order,
  tariff,
  charges,
}: Record<'trade' | 'order' | 'tariff' | 'charges', { id: string }>) {
  return {
    '/charges': ['/charges'],
    '/charges/new': ['/charges/new'],
    '/charges/$id': [`/charges/${charges.id}`],
    '/charges/tariffs': ['/charges/tariffs'],
    '/charges/tariffs/new': ['/charges/tariffs/new'],
    '/charges/tariffs/$id': [`/charges/tariffs/${tariff.id}`],
    '/trades': ['/trades'],
    '/trades/new': ['/trades/new'],
    '/trades/position': ['/trades/position'],
    '/trades/$id': [`/trades/${trade.id}`],
    '/trades/$id/edit': [`/trades/${trade.id}/edit`],
    '/orders': ['/orders'],
    '/orders/new': ['/orders/new', `/orders/new?trade=${trade.id}`],
    '/orders/$id': [`/orders/${order.id}`],
    '/orders/$id/edit': [`/orders/${order.id}/edit`],
  }
}

/** A tariff of long names and many digits, and a draft that is reckoned by it. */
async function seedCharges({ ask }: ServedConsole) {
  const tariff = await ask('POST', '/api/inventory/tariffs', {
    fromISO: '2020-01-01',
    currency: 'GBP',
    vatCode: 'T1-REDUCED-RATE-2026',
    rates: [
      { kind: 'in', rate: '123456.789012' },
      { kind: 'out', rate: '123456.789012' },
      { kind: 'storage', rate: '98765.432109', per: 'month', freeDays: 1 },
      { kind: 'drying', rate: '98765.432109', base: 12.345 },
      { kind: 'handling', rate: '98765.432109' },
    ],
    minimum: '987654321.99',
    notes: longName('Notiz'),
  })
  const { lines } = await ask('GET', '/api/inventory/position')
  const { ownerId } = lines.find((each: { owned: boolean }) => !each.owned)
  const fromMonth = new Date().toISOString().slice(0, 7)
  return { tariff, charges: await ask('POST', '/api/inventory/charges', { ownerId, fromMonth }) }
}

/** A contract with long names and figures of many digits. */
function seedTrade({ ask }: ServedConsole) {
  return ask('POST', '/api/inventory/trades', {
    kind: 'sale',
    partner: { id: 'worst-buyer', name: longName('Handel') },
    reference: longName('K-2026-000'),
    commodity: { id: 1 },
    weight: 98_765_432.109,
    tolerance: { percentage: 12.345, option: 'buyer' },
    windows: [{ fromISO: '2026-09-01', toISO: '2026-12-31', weight: 9_876_543.21 }],
    limits: [{ name: longName('Feuchte'), maximum: 15.125, rejectAbove: 18.75 }],
    notes: longName('Notiz'),
  })
}

/** An order with long names and figures of many digits, which its driver may read. */
async function seedOrder({ ask }: ServedConsole, tradeId: string) {
  const order = await ask('POST', '/api/inventory/orders', {
    tradeId,
    reference: longName('A-2026-000'),
    weight: 9_876_543.21,
    loads: 98_765,
    fromISO: '2026-09-01',
    toISO: '2026-12-31',
    haulier: longName('Spedition'),
    vehicles: [longName('KB'), 'AB12 CDE'],
    place: { address: longName('Tor'), openingHours: longName('Zeiten') },
    instructions: longName('Hinweis'),
  })
  return ask('POST', `/api/inventory/orders/${order.id}/driver-link`)
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
