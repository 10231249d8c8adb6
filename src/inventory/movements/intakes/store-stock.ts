import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { paired } from '../../../kernel/paired.ts'
import { intakeTermColumns } from '../../contracts/intake-terms.ts'
import { textColumns } from '../../load-texts.ts'
import { namesTrade, tradeColumns, tradeOfPart } from '../../load-trades.ts'
import { broughtIn } from '../../loads/brought-in.ts'
import { oddDates } from '../../loads/dates.ts'
import type { AskedLoads } from '../../loads/enter-asked.ts'
import type { EnteredRequest } from '../../loads/enter-loads.ts'
import { describedColumns } from '../../loads/insert-loads.ts'
import { isSampled, touchedBy, type Load } from '../../loads/load.ts'
import { driverColumns, intakeDefaults, notWeighed } from '../../loads/rules.ts'
import { rememberBringsOwned } from '../../partners/partners.ts'
import {
  arrivalOfNew,
  changeOf,
  describedAs,
  eventsOfRecords,
  type Entered,
  type NewRecord,
} from './new-record.ts'
import { loadsOfPlaces, ticketOfIntake, type Incoming } from './stock-faults.ts'
import type { Wording } from '../../../words/writing.ts'

/**
 * Stock that is to be put into bays: intakes, which make movements with driver and weighbridge, or stock that was there before
 * the books began, which is taken as brought by its owner. Stock of its kind that lies in the bay is joined.
 *
 * @returns a request whose answer is what was entered in each place
 */
export function askStock(
  trx: Transaction,
  actor: Actor,
  { record, incoming }: ResolvedStock,
): AskedLoads<Entered[]> {
  const { effectiveAt, body, commodity } = record
  const { intake, importDateUTC } = body.source
  const loads = loadsOfStock(record, incoming)
  let entered: (Entered & { warnings: Wording[] })[] | undefined
  const enteredOf = (its: EnteredRequest) => {
    entered ??= broughtIn(actor, its, commodity.commodityId).map(({ id, isNew, ...each }) => ({
      ...each,
      isJoined: Boolean(intake) && !isNew,
      intake: intake ? { movementId: id, effectiveAt } : null,
    }))
    return entered
  }
  return {
    actor,
    touched: loads.map(touchedBy),
    samples: loads.filter(isSampled).length,
    loads: () => loads,
    events: (its) => eventsOfRecords(enteredOf(its), its.outcome.recordIds),
    async also() {
      if (intake?.rememberOwned) await rememberBringsOwned(trx, actor, incoming.sender.id, body.owned)
    },
    answer(its, before) {
      const { warnings, daysAlone } = oddDates(actor, [intake ? intake.moveAtUTC : importDateUTC])
      const ids = intake ? its.entered.map(({ id }) => id) : []
      return enteredOf(its).map((each, index) => {
        // Of the parts of one lorry the first says it.
        const said = before(index === 0 ? ids : [])
        const warned = [...each.warnings, ...warnings, ...said.warnings]
        return {
          ...each,
          warnings: warned,
          daysAlone,
          sameTickets: said.sameTickets,
          expiries: said.expiries,
        }
      })
    },
  }
}

/** Stock with all that its body names found. */
export interface ResolvedStock {
  record: NewRecord
  incoming: Incoming
}

/** The loads of stock, one for each of its places: parts of a lorry where an intake has several. */
export function loadsOfStock(stock: NewRecord, incoming: Incoming): Load[] {
  const { body, owner, effectiveAt, places } = stock
  const { intake } = body.source
  const { sender, terms } = incoming
  const { scales: ticketScales, file, reference } = ticketOfIntake(body)
  const loads = loadsOfPlaces(stock)
  const given = intake && loads.length > 1 ? { scales: ticketScales, file, reference } : null
  return paired(places, loads).map(([place, { grams, share, scales }], index): Load => {
    const own = body.storage?.[index] ?? {}
    const row = {
      type: 'intake',
      commodity_id: stock.commodity.commodityId,
      ...describedColumns(describedAs(stock)),
      ...driverColumns(intake && { ...intake, name: intake.driverName, loadReference: reference }),
      ...(place.own ? scales : notWeighed),
      sender_name: sender.name,
      ...intakeTermColumns(terms, grams),
      ...textColumns(intake, stock.timeZone),
      ...tradeColumns(tradeOfPart(own, intake)),
      clears_other_years: body.adjustToZero === true && place.bayId !== null,
      weighbridge_file_id: file?.id ?? null,
    }
    return {
      stock: {
        ...intakeDefaults,
        effectiveAt,
        source: null,
        // Its owner is taken to have brought what nobody is said to have brought.
        senderId: intake ? sender.id : owner.id,
        grams,
        drying: intake ? terms.drying : undefined,
      },
      into: { place, arrival: arrivalOfNew(stock, grams, terms) },
      // Told in the record's timeline; what it says there is also how it is described.
      says: intake ? { row } : { change: (joined) => changeOf(stock, grams, joined) },
      ticket: given && { given, index, share },
      ticketFor: { ownerId: owner.id, path: 'source.intake.weighbridgeRecord.file' },
      sample: intake?.sample,
      tradePath: namesTrade(own) ? `storage[${index}].tradeId` : 'source.intake.tradeId',
      contractId: terms.contractId,
      clearsAllBut: body.adjustToZero ? body.harvestYear : null,
    }
  })
}
