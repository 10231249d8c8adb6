import { closeStatement } from '../../inventory/charges/close-statement.ts'
import { createStatement } from '../../inventory/charges/create-statement.ts'
import { createOrder } from '../../inventory/orders/create-order.ts'
import { reserveStock } from '../../inventory/reservations/reserve-stock.ts'
import { createTariff } from '../../inventory/tariffs/create-tariff.ts'
import { buyers, storedForNeighbour } from './farm.ts'
import { entered, on, toBay, type DemoOffice } from './office.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const TONNE = 1000

/** Calls October's wheat off the mill's contract: the lorries that fetch it name the order. */
export async function orderForOctober(office: DemoOffice): Promise<void> {
  const { year } = office
  const id = await createOrder(office.trx, office.at(on(office, 10, 1)), {
    tradeId: entered(office.trades, 'mill'),
    reference: `O-${year}-21`,
    partnerReference: `VM call-off 1`,
    weight: 172 * TONNE,
    loads: 6,
    fromISO: `${year}-10-05`,
    toISO: `${year}-10-24`,
    haulier: 'Chiltern Haulage',
    place: { ...storeOf(office), address: 'Valley Mill, gate 2, Mill Lane', openingHours: 'Mon–Fri 7–17' },
    instructions: 'Sheeted trailers only. Ring the bell at gate 2.',
  })
  office.orders.set('mill', id)
}

/** Enters what the office has ahead: lorries that are ordered, wheat that is kept for the mill, and charges for the neighbour. */
export async function runAsMerchant(office: DemoOffice, now: Date): Promise<void> {
  await orderAhead(office, now)
  await reserveStock(office.trx, office.at(now), {
    tradeId: entered(office.trades, 'mill'),
    ...toBayOfWheat(office),
    weight: 100 * TONNE,
    note: 'Protein above 13 %: kept for the mill.',
  })
  await chargeNeighbour(office)
}

async function orderAhead(office: DemoOffice, now: Date): Promise<void> {
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const actor = office.at(now)
  await createOrder(office.trx, actor, {
    tradeId: entered(office.trades, 'mill'),
    reference: `O-${office.year}-24`,
    weight: 86 * TONNE,
    loads: 3,
    fromISO: day(2),
    toISO: day(9),
    haulier: 'Chiltern Haulage',
    vehicles: ['AA01 HGV', 'AA02 HGV'],
    place: { ...storeOf(office), address: 'Valley Mill, gate 2, Mill Lane', openingHours: 'Mon–Fri 7–17' },
    instructions: 'Sheeted trailers only. Ring the bell at gate 2.',
  })
  // Counted in lorries alone, and under no contract.
  const { organisationId: id, organisationName: name } = buyers.maltings
  await createOrder(office.trx, actor, {
    kind: 'sale',
    partner: { id, name },
    commodity: { id: 2, type: 0 },
    reference: `O-${office.year}-25`,
    loads: 2,
    toISO: day(14),
  })
}

/** A tariff for the neighbour's grain, September's statement as it was sent, and October's as it stands. */
async function chargeNeighbour(office: DemoOffice): Promise<void> {
  const { owner } = storedForNeighbour
  const { year } = office
  await createTariff(office.trx, office.at(on(office, 9, 1)), {
    partner: owner,
    fromISO: `${year}-09-01`,
    currency: 'GBP',
    vatCode: 'T1',
    rates: [
      { kind: 'in', rate: '1.20' },
      { kind: 'storage', rate: '0.35', per: 'week', freeDays: 14 },
      { kind: 'drying', rate: '3.50', base: 15 },
      { kind: 'sampling', rate: '6.00' },
      { kind: 'out', rate: '1.20' },
    ],
  })
  const months = [
    { month: '09', at: on(office, 10, 2), isClosed: true },
    { month: '10', at: on(office, 11, 1), isClosed: false },
  ]
  for (const { month, at, isClosed } of months) {
    const id = await createStatement(office.trx, office.at(at), {
      ownerId: owner.id,
      fromMonth: `${year}-${month}`,
    })
    if (isClosed) await closeStatement(office.trx, office.at(at), id)
  }
}

function toBayOfWheat(office: DemoOffice) {
  const { storageId, substorageId } = toBay(office, 'Home 1')
  return { storageId, substorageId }
}

function storeOf(office: DemoOffice) {
  const { storageId, substorageId } = toBay(office, 'Home 1')
  return { storageId, bayIds: [substorageId] }
}
