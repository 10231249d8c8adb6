import { createMovement } from '../../inventory/movements/create-movements.ts'
import { duplicateMovement } from '../../inventory/loads/edit/duplicate-movement.ts'
import { addSample } from '../../inventory/records/add-sample.ts'
import { adjustRecords } from '../../inventory/records/adjust-records.ts'
import { createRecord } from '../../inventory/movements/intakes/create-record.ts'
import { getShortRecord } from '../../inventory/records/queries.ts'
import { createNote } from '../../inventory/storage/notes.ts'
import { STOCK_TAKE } from '../../system/reasons/reasons.ts'
import { buyers, storedForNeighbour, type BayName, type Buyer } from './farm.ts'
import {
  enterWeighedLoad,
  entered,
  loadTime,
  noteStock,
  on,
  toBay,
  demoWeighed,
  type DemoOffice,
} from './office.ts'

const CLEANED = 101
const DAY_MS = 24 * 60 * 60 * 1000
const LORRY_KILOGRAMS = 28_600
const EMPTY_LORRY_KILOGRAMS = 15_240

/** The barley leaves the bay that the wheat is to have. The last load empties it, and the books with it. */
export async function makeRoomForWheat(office: DemoOffice): Promise<void> {
  const day = { year: office.year, month: 8, day: 3 }
  const recordId = entered(office.stock, 'Home 3')
  let left = await kilogramsIn(office, 'Home 3', loadTime({ ...day, index: 0 }))
  for (let index = 0; left > 0; index++) {
    const isLast = left < 16_000
    // The last trailer carries a little less than the books still have.
    const netKilograms = isLast ? Math.floor((left - 60) / 20) * 20 : demoWeighed(14_000, index)
    await enterWeighedLoad(office, {
      recordId,
      at: loadTime({ ...day, index }),
      netKilograms,
      destination: toBay(office, 'Hill 1'),
      driver: { name: 'Trailer 1', loadReference: `To Hill 1, ${index + 1}` },
      emptyKilograms: 13_080,
      adjustToZero: isLast,
    })
    left -= isLast ? left : netKilograms
  }
  await noteStock(office, 'Hill 1', loadTime({ ...day, index: 8 }))
}

/** Feed wheat of the neighbour's, taken in over the weighbridge and kept in a bay of its own. */
export async function storeForNeighbour(office: DemoOffice): Promise<void> {
  const { owner, commodity, bay } = storedForNeighbour
  for (let index = 0; index < 4; index++) {
    const at = loadTime({ year: office.year, month: 9, day: 2, index })
    const net = demoWeighed(LORRY_KILOGRAMS, index + 40)
    const fields = [
      { name: 'Moisture', value: (14.2 + index * 0.2).toFixed(1), metric: '%' },
      { name: 'Specific weight', value: (76.5 - index * 0.4).toFixed(1), metric: 'kg/hl' },
    ]
    await createRecord(office.trx, office.at(at), {
      type: 'crop',
      harvestYear: String(office.year),
      owned: false,
      name: `${owner.name} ${office.year}`,
      commodity,
      storage: [toBay(office, bay)],
      source: {
        owner,
        intake: {
          moveAtUTC: at.toISOString(),
          sender: owner,
          vehicleRegistration: `BB0${index + 1} BEF`,
          loadReference: `Brook End ${index + 1}`,
          weighbridgeRecord: { empty: EMPTY_LORRY_KILOGRAMS, full: EMPTY_LORRY_KILOGRAMS + net },
          sample: { fields },
        },
      },
    })
  }
}

/** The rape is sold to the last seed, so that its bay can be cleaned for the beans. */
export async function sellRape(office: DemoOffice): Promise<void> {
  await sell(office, { bay: 'Hill 2', buyer: 'crusher', month: 9, day: 8, loads: Infinity })
  await createNote(office.trx, office.at(on(office, 9, 15)), {
    storageId: entered(office.bays, 'Hill 2').storageId,
    substorageId: entered(office.bays, 'Hill 2').bayId,
    reasonId: CLEANED,
    note: 'Rape all gone; swept out for the beans.',
  })
}

/** Milling wheat is sampled and sold; the last lorry's ticket has not come back yet. */
export async function sellWheat(office: DemoOffice): Promise<void> {
  await addSample(office.trx, office.at(on(office, 9, 10)), entered(office.stock, 'Home 1'), {
    fields: [
      { name: 'Moisture', value: '14.1', metric: '%' },
      { name: 'Protein', value: '13.2', metric: '%' },
      { name: 'Hagberg', value: '312', metric: 's' },
      { name: 'Specific weight', value: '78.4', metric: 'kg/hl' },
    ],
  })
  await sell(office, { bay: 'Home 1', buyer: 'mill', month: 10, day: 6, loads: 5 })
  const at = on(office, 10, 20, 13)
  await createMovement(office.trx, office.at(at), {
    recordId: entered(office.stock, 'Home 1'),
    weight: LORRY_KILOGRAMS,
    movementDateISO: at.toISOString(),
    destination: buyers.mill,
    sold: true,
    tradeId: office.trades.get('mill') ?? null,
    driver: { vehicleRegistration: 'AA06 VLM', loadReference: 'Valley Mill 6' },
  })
}

/** The stock take at the end of October finds less barley than the books have. */
export async function countBarley(office: DemoOffice): Promise<void> {
  const at = on(office, 10, 31, 10)
  const inTheBooks = await kilogramsIn(office, 'Hill 1', at)
  await adjustRecords(office.trx, office.at(at), {
    records: [{ id: entered(office.stock, 'Hill 1'), adjustTo: Math.floor((inTheBooks - 1500) / 100) * 100 }],
    reasonId: STOCK_TAKE,
  })
}

/** Next week four lorries are to fetch more beans than there are. */
export async function planTooMuch(office: DemoOffice, now: Date): Promise<void> {
  const recordId = entered(office.stock, 'Hill 2')
  const actor = office.at(now)
  const collection = new Date(now.getTime() + 7 * DAY_MS)
  collection.setUTCHours(9, 0, 0, 0)
  const { ids } = await createMovement(office.trx, actor, {
    recordId,
    weight: LORRY_KILOGRAMS,
    movementDateISO: collection.toISOString(),
    destination: buyers.beans,
    sold: true,
    tradeId: office.trades.get('beans') ?? null,
  })
  if (ids?.[0] !== undefined) await duplicateMovement(office.trx, actor, ids[0], { recordId, count: 3 })
}

/** Lorries to a buyer, over the weighbridge, one a day or two; the one that takes the rest empties the books too. */
async function sell(
  office: DemoOffice,
  sale: {
    bay: BayName
    buyer: Buyer
    month: number
    day: number
    loads: number
  },
): Promise<void> {
  const { bay, month, day } = sale
  const buyer = buyers[sale.buyer]
  let left = await kilogramsIn(office, bay, on(office, month, day))
  for (let index = 0; index < sale.loads && left > 0; index++) {
    const isLast = left < LORRY_KILOGRAMS + 700
    const netKilograms = isLast ? Math.floor((left - 100) / 20) * 20 : demoWeighed(LORRY_KILOGRAMS, index)
    await enterWeighedLoad(office, {
      recordId: entered(office.stock, bay),
      at: on(office, month, day + Math.floor(index * 1.5), 10 + (index % 3)),
      netKilograms,
      destination: buyer,
      driver: {
        vehicleRegistration: `AA0${index + 1} HGV`,
        loadReference: `${buyer.organisationName} ${index + 1}`,
      },
      emptyKilograms: EMPTY_LORRY_KILOGRAMS,
      adjustToZero: isLast,
      tradeId: office.trades.get(sale.buyer),
      orderId: office.orders.get(sale.buyer),
    })
    left -= isLast ? left : netKilograms
  }
}

async function kilogramsIn(office: DemoOffice, bay: BayName, at: Date): Promise<number> {
  const record = await getShortRecord(office.trx, office.at(at), entered(office.stock, bay))
  return record.yield.current
}
