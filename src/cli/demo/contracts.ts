import { createTrade } from '../../inventory/trades/create-trade.ts'
import type { CreateTradeBody } from '../../inventory/trades/schema.ts'
import { setTradeStatus } from '../../inventory/trades/change-trade.ts'
import { buyers, fields, storedForNeighbour, type Buyer } from './farm.ts'
import { entered, on, type DemoOffice } from './office.ts'

const TONNE = 1000

/**
 * Agrees the sales of the harvest before its lorries leave: wheat in two windows, rape to be fetched at once, beans of which more is agreed than
 * there will be, and a purchase of wheat to come.
 */
export async function agreeContracts(office: DemoOffice): Promise<void> {
  const { year } = office
  const [, , wheat] = fields
  const rape = fields.find(({ name }) => name === 'Pond Field')
  const beans = fields.find(({ name }) => name === 'Far Lawn')
  if (!wheat || !rape || !beans) throw new Error('the demonstration has wheat, rape and beans')
  await agree(office, 'crusher', {
    reference: `S-${year}-11`,
    commodity: grainOf(rape.commodity),
    weight: 60 * TONNE,
    tolerance: { percentage: 10, option: 'seller' },
    delivery: { terms: 'ex_store' },
    price: { kind: 'fixed', amount: '398.00', currency: 'GBP', unit: 't' },
  })
  await agree(office, 'mill', {
    reference: `S-${year}-12`,
    partnerReference: `VM ${year}/447`,
    commodity: grainOf(wheat.commodity),
    weight: 300 * TONNE,
    tolerance: { percentage: 5, option: 'buyer' },
    windows: [
      { fromISO: `${year}-10-01`, toISO: `${year}-10-31`, weight: 150 * TONNE },
      { fromISO: `${year}-11-01`, toISO: `${year}-12-31`, weight: 150 * TONNE },
    ],
    limits: [
      { name: 'Protein', minimum: 13 },
      { name: 'Moisture', maximum: 15, rejectAbove: 16 },
      { name: 'Hagberg', minimum: 250 },
    ],
    allowances: [
      { name: 'Protein', from: 12, to: 15, base: 13, perPoint: '1.5', unit: 'percent' },
      { name: 'Specific weight', from: 70, to: 76, base: 76, perPoint: '0.75', unit: 'amount' },
    ],
    final: { weight: 'unloading', quality: 'unloading' },
    delivery: { terms: 'delivered' },
    price: { kind: 'fixed', amount: '196.50', currency: 'GBP', unit: 't' },
  })
  await agree(office, 'beans', {
    reference: `S-${year}-13`,
    commodity: grainOf(beans.commodity),
    weight: 115 * TONNE,
    delivery: { terms: 'ex_store' },
    price: { kind: 'later' },
  })
  await createTrade(office.trx, office.at(on(office, 10, 12)), {
    kind: 'purchase',
    partner: storedForNeighbour.owner,
    reference: `P-${year}-4`,
    commodity: grainOf(storedForNeighbour.commodity),
    weight: 120 * TONNE,
    windows: [{ fromISO: `${year + 1}-01-05`, toISO: `${year + 1}-03-31`, weight: 120 * TONNE }],
    price: { kind: 'fixed', amount: '181.00', currency: 'GBP', unit: 't' },
  })
}

/** Ends the contract for rape, of which all has left. */
export async function fulfilRape(office: DemoOffice): Promise<void> {
  await setTradeStatus(office.trx, office.at(on(office, 9, 16)), entered(office.trades, 'crusher'), {
    status: 'fulfilled',
  })
}

async function agree(
  office: DemoOffice,
  buyer: Buyer,
  terms: Omit<CreateTradeBody, 'kind' | 'partner'>,
): Promise<void> {
  const { organisationId: id, organisationName: name } = buyers[buyer]
  const body = { kind: 'sale' as const, partner: { id, name }, harvestYear: String(office.year), ...terms }
  office.trades.set(buyer, await createTrade(office.trx, office.at(on(office, 7, 20)), body))
}

/** Any grade and variety of it. */
const grainOf = ({ id, type }: { id: number; type: number }) => ({ id, type })
