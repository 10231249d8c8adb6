import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { paired } from '../../../kernel/paired.ts'
import { intakeTermColumns } from '../../contracts/intake-terms.ts'
import { clearOtherYears } from '../../stock/clearings.ts'
import { gradeReasonOf } from '../../stock/lower-grades.ts'
import { insertChanges } from '../../stock/note-change.ts'
import { bringIn, type Entering } from '../bring-in.ts'
import { describedColumns, insertMovements, type NewMovement } from '../../loads/insert-loads.ts'
import { driverColumns, notWeighed, stepOf, type StockMovement } from '../../loads/rules.ts'
import { insertTicket, ticketColumns } from '../../loads/tickets/insert-ticket.ts'
import {
  arrivalOfNew,
  changeOf,
  describedAs,
  stockMovementOf,
  type Entered,
  type NewRecord,
  type Part,
} from './new-record.ts'
import { loadsOfPlaces, ticketOfIntake, type Incoming, type LoadOfPlace } from './stock-faults.ts'

type StoredPart = Part & Pick<LoadOfPlace, 'scales'> & { ticket: ReturnType<typeof ticketColumns> }

/**
 * Puts stock into bays: an intake, which makes a movement with driver and weighbridge, or stock that was there before
 * the books began, which is taken as brought by its owner. Stock of its kind that lies in the bay is joined.
 *
 * @returns what was entered in each place, and the records that it shows at
 */
export async function storeStock(
  trx: Transaction,
  actor: Actor,
  stock: NewRecord,
  incoming: Incoming,
): Promise<{ entered: Entered[]; recordIds: string[] }> {
  const { effectiveAt, body } = stock
  const { intake } = body.source
  const { brought, outcome } = await bringIn(trx, actor, partsOf(trx, actor, stock, incoming), {
    contractIds: [incoming.terms.contractId],
    commodityId: stock.commodity.commodityId,
    async enter(wave) {
      const stocks: StockMovement[] = []
      for (const each of wave) {
        const replacedRecordIds = await replacedBy(trx, each)
        stocks.push({ ...stockMovementOf(each), replacedRecordIds })
      }
      if (!intake) {
        // Told in the record's timeline; what it says there is also how it is described.
        await insertChanges(
          trx,
          actor,
          wave.map(changeOf),
          wave.map(({ id }) => id),
        )
        return stepOf(stocks)
      }
      const movements = paired(wave, stocks).map(([each, moved]) => intakeOf(each, moved, incoming))
      return insertMovements(trx, actor, movements)
    },
  })
  const entered = brought.map(({ id, isNew, ...each }) => ({
    ...each,
    isJoined: Boolean(intake) && !isNew,
    intake: intake ? { movementId: id, effectiveAt } : null,
  }))
  return { entered, recordIds: outcome.recordIds }
}

/** The parts of stock that go to its places, with the ticket of the lorry where several do. */
export function partsOf(trx: Transaction, actor: Actor, stock: NewRecord, { terms }: Incoming): StoredPart[] {
  const loads = loadsOfPlaces(stock)
  const isTicket = stock.body.source.intake && loads.length > 1
  const ticketId = isTicket ? insertTicket(trx, actor, ticketOfIntake(stock.body)) : null
  return paired(stock.places, loads).map(([place, { grams, share, scales }], index) => ({
    stock,
    place,
    arrival: arrivalOfNew(stock, grams, terms),
    grams,
    scales,
    ticket: ticketColumns(ticketId, index, share),
  }))
}

/** The parcels of other harvest years that `adjustToZero` writes off before the new one comes. */
async function replacedBy(trx: Transaction, { item: { stock, place } }: Entering<Part>): Promise<string[]> {
  const { body, effectiveAt: at } = stock
  if (!body.adjustToZero || place.bayId === null) return []
  return clearOtherYears(trx, { bayId: place.bayId, harvestYear: body.harvestYear, at })
}

/** The movement that brings a part of an intake. */
export function intakeOf(
  { item: { stock, place, scales, ticket } }: Entering<StoredPart>,
  moved: StockMovement,
  { sender, terms }: Incoming,
): NewMovement {
  const { intake } = stock.body.source
  const { file, reference } = ticketOfIntake(stock.body)
  return {
    stock: { ...moved, senderId: sender.id, drying: terms.drying },
    row: {
      type: 'intake',
      commodity_id: stock.commodity.commodityId,
      ...describedColumns(describedAs(stock)),
      ...driverColumns(intake && { ...intake, name: intake.driverName, loadReference: reference }),
      ...(place.own ? scales : notWeighed),
      sender_name: sender.name,
      ...intakeTermColumns(terms, moved.grams),
      grade_reason: gradeReasonOf(intake),
      clears_other_years: stock.body.adjustToZero === true && place.bayId !== null,
      weighbridge_file_id: file?.id ?? null,
      ...ticket,
    },
    ticketFor: { ownerId: stock.owner.id, path: 'source.intake.weighbridgeRecord.file' },
    sample: intake?.sample,
  }
}
