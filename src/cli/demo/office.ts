import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { createMovement } from '../../inventory/movements/create-movements.ts'
import type { CreateMovementBody } from '../../inventory/movements/schema.ts'
import { updateActions } from '../../inventory/loads/edit/update-actions.ts'
import { getStorage } from '../../inventory/storage/queries.ts'
import type { BayName, Buyer } from './farm.ts'

/** The transaction and actors for the demonstration's commands, and the bays and stock made so far. */
export interface DemoOffice {
  trx: Transaction
  /** The year of the harvest. */
  year: number
  /** Somebody entering things at a moment of that year. */
  at(instant: Date): Actor
  bays: Map<BayName, { storageId: string; bayId: number }>
  /** The record that lies in each bay. */
  stock: Map<BayName, string>
  /** The contract with each buyer that has one. */
  trades: Map<Buyer, string>
  /** The order of each buyer whose lorries name one. */
  orders: Map<Buyer, string>
}

/** A morning, or another hour, of the year of the harvest. */
export function on({ year }: DemoOffice, month: number, day: number, hour = 9): Date {
  return new Date(Date.UTC(year, month - 1, day, hour))
}

/** A bay as the destination of a movement. */
export function toBay(office: DemoOffice, bay: BayName) {
  const { storageId, bayId } = entered(office.bays, bay)
  return { storageId, substorageId: bayId, type: 'store' as const }
}

/** Keeps in mind which record lies in a bay, once something does. */
export async function noteStock(office: DemoOffice, bay: BayName, at: Date): Promise<void> {
  const { storageId, bayId } = entered(office.bays, bay)
  const store = await getStorage(office.trx, office.at(at), storageId)
  const record = store.substorage.find(({ id }) => id === bayId)?.record
  if (!record) throw new Error(`nothing lies in ${bay}`)
  office.stock.set(bay, record.id)
}

const TIP_MINUTES = 35

/**
 * When the n-th load of a job passes the weighbridge: eight in an afternoon, then the next day.
 *
 * @example loadTime({ year: 2026, month: 8, day: 6, index: 8 }) // 2026-08-07T12:10:00Z
 */
export function loadTime({
  year,
  month,
  day,
  index,
}: {
  year: number
  month: number
  day: number
  index: number
}): Date {
  return new Date(Date.UTC(year, month - 1, day + Math.floor(index / 8), 12, 10 + (index % 8) * TIP_MINUTES))
}

/** A weight near this one, as a weighbridge shows it, in steps of 20 kg. The same number gives the same weight. */
export function demoWeighed(kilograms: number, number: number): number {
  return Math.round((kilograms + ((number * 617) % 1201) - 600) / 20) * 20
}

/**
 * Enters a load when it is weighed, with its weighbridge ticket: the full lorry or trailer, and the empty one.
 *
 * @returns the movement's number
 */
export async function enterWeighedLoad(
  office: DemoOffice,
  load: {
    recordId: string
    at: Date
    destination: Static<typeof CreateMovementBody>['destination']
    driver: { name?: string; vehicleRegistration?: string; loadReference: string }
    emptyKilograms: number
    netKilograms: number
    adjustToZero?: boolean
    tradeId?: string | undefined
    orderId?: string | undefined
  },
): Promise<string> {
  const actor = office.at(load.at)
  const {
    recordId,
    destination,
    driver,
    emptyKilograms,
    netKilograms,
    adjustToZero = false,
    tradeId,
    orderId,
  } = load
  const isSale = destination.organisationId !== undefined
  const { ids } = await createMovement(office.trx, actor, {
    recordId,
    weight: netKilograms,
    movementDateISO: load.at.toISOString(),
    destination,
    driver,
    adjustToZero,
    ...(isSale && { sold: true }),
    ...(tradeId !== undefined && { tradeId }),
    ...(orderId !== undefined && { orderId }),
  })
  const [id] = ids ?? []
  if (id === undefined) throw new Error('a movement that was made has a number')
  await updateActions(office.trx, actor, id, {
    recordId,
    weighbridge: { empty: emptyKilograms, full: emptyKilograms + netKilograms },
  })
  return id
}

/** Gets the value of a name from a map filled before. Throws if it is not there yet. */
export function entered<Name, Value>(map: Map<Name, Value>, name: Name): Value {
  const value = map.get(name)
  if (value === undefined) throw new Error(`the demonstration has not entered ${String(name)} yet`)
  return value
}
