import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { TableCell, TableColumns, TableFile } from '../../http/table.ts'
import { cellsOf } from '../../http/table.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { formatDate, parseInstant } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { unitFor } from '../../system/units/units.ts'
import { message } from '../../words/catalogue.ts'
import { nameOfTrade } from '../trades/lock-trade.ts'
import { getTrade } from '../trades/queries.ts'
import type { Trade } from '../trades/schema.ts'
import { findDeliveries } from './read-deliveries.ts'
import { deliveryTotals, valueDeliveries, type ValuedTerms, type ValueLine } from './rules.ts'
import type { DeliveryLine, DeliveryValue, DeliveryDays } from './schema.ts'

type Db = Kysely<Tables>

/**
 * Values the deliveries under a contract of the caller's: by its price and allowances, and by whose weight is final.
 *
 * @throws Refusal `not_found`; `invalid_input` for days that are none
 */
export function getDeliveryValue(
  db: Db,
  actor: Actor,
  tradeId: string,
  query: DeliveryDays,
): Promise<DeliveryValue> {
  const days = daysOf(actor, query)
  return inOneMoment(db, async (moment) => {
    const trade = await getTrade(moment, actor, tradeId)
    const terms = termsOf(actor, trade)
    const lines = valueDeliveries(terms, await findDeliveries(moment, actor, trade.id, days))
    const grams = lines.reduce((sum, { valuedGrams }) => sum + valuedGrams, 0)
    return {
      tradeId: trade.id,
      name: nameOfTrade({ ...trade, partnerName: trade.partner.name }),
      kind: trade.kind,
      reference: trade.reference,
      partnerReference: trade.partnerReference,
      partner: trade.partner,
      commodity: trade.commodity.commodity,
      fromISO: days.from,
      toISO: days.to,
      price: terms.price && {
        amount: terms.price.amount,
        currency: terms.price.currency,
        unit: trade.price?.unit ?? '',
      },
      weight: kilogramsFromGrams(grams),
      lines: lines.map(lineToWire),
      totals: deliveryTotals(terms, lines),
    }
  })
}

function daysOf({ timeZone }: Actor, { fromISO, toISO }: DeliveryDays) {
  const [from, to] = [fromISO, toISO].map((said) =>
    said === undefined ? null : parseInstant(said, timeZone),
  )
  const [first, last] = [from, to].map((at) => (at ? formatDate(at, timeZone) : null))
  refuseFaults([
    ...(from === undefined ? [dateFault('fromISO')] : []),
    ...(to === undefined ? [dateFault('toISO')] : []),
    ...(first && last && last < first
      ? [fault('toISO', message('windowEndsBeforeItBegins', {}), 'minimum')]
      : []),
  ])
  return { from: first ?? null, to: last ?? null }
}

function termsOf({ countryISO }: Actor, { kind, price, final, allowances, commodity }: Trade): ValuedTerms {
  const unit = price?.unit && unitFor(countryISO, price.unit.replace('_', ' '), commodity.commodity.id)
  const isFixed = price?.kind === 'fixed' && price.amount !== null && price.currency !== null
  return {
    kind,
    price:
      isFixed && unit
        ? { amount: price.amount ?? '', currency: price.currency ?? '', kilograms: unit.conversion }
        : null,
    weightFinal: final.weight,
    qualityFinal: final.quality,
    allowances: allowances.map((row) => ({
      ...row,
      from: String(row.from),
      to: String(row.to),
      base: String(row.base),
    })),
  }
}

function lineToWire(line: ValueLine): DeliveryLine {
  const { movementId, number, day, vehicle, weightFrom, isWeightProvisional, isQualityProvisional } = line
  return {
    movementId,
    number,
    day,
    vehicle,
    weight: kilogramsFromGrams(line.valuedGrams),
    weightFrom,
    isWeightProvisional,
    weighedHere: kilogramsFromGrams(line.grams),
    weighedByPartner: line.theirGrams === null ? null : kilogramsFromGrams(line.theirGrams),
    isQualityProvisional,
    allowances: line.allowances,
    unmeasured: line.unmeasured,
    price: line.price,
    amount: line.amount,
  }
}

const columns = (currency: string, unit: string): TableColumns<DeliveryLine> => ({
  date: ({ day }) => ({ wall: day }),
  number: ({ number }) => number,
  vehicleRegistration: ({ vehicle }) => vehicle,
  weight: ({ weight }) => weight,
  weightFrom: ({ weightFrom }) => weightFrom,
  weighedHere: ({ weighedHere }) => weighedHere,
  weighedByPartner: ({ weighedByPartner }) => weighedByPartner ?? '',
  provisional: ({ isWeightProvisional, isQualityProvisional, unmeasured }) =>
    isWeightProvisional || isQualityProvisional || unmeasured.length > 0,
  allowances: ({ allowances }) =>
    allowances.map(({ name, value, amount }) => `${name} ${value}: ${amount ?? ''}`.trim()).join('; '),
  price: ({ price }) => price ?? '',
  priceUnit: () => unit,
  amount: ({ amount }) => amount ?? '',
  currency: () => currency,
  movementId: ({ movementId }) => movementId,
})

/** Names of the columns in which the value of deliveries is saved. */
export const deliveryColumns: string[] = Object.keys(columns('', ''))

/** The lines as a table, a row for each load. */
export async function deliveryTable(
  db: Db,
  actor: Actor,
  tradeId: string,
  query: DeliveryDays,
): Promise<TableFile> {
  const { name, lines, price } = await getDeliveryValue(db, actor, tradeId, query)
  const ofLine = columns(price?.currency ?? '', price?.unit ?? '')
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const line of lines) yield cellsOf(ofLine, line, actor.timeZone)
  }
  const fileName = `deliveries-${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`
  return { fileName, columns: Object.keys(ofLine), rows: rows() }
}
