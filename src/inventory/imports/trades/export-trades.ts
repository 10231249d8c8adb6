import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { NIL_ID } from '../../../kernel/ids.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { typeName } from '../../../system/commodities/catalogue.ts'
import { writtenCommodity } from '../../../system/commodities/names.ts'
import { joinList, type ExportRow } from '../../../system/imports/imports.ts'
import { findOrders } from '../../orders/queries.ts'
import type { Order } from '../../orders/schema.ts'
import { findTrades } from '../../trades/queries.ts'
import type { Trade } from '../../trades/schema.ts'
import { commodityCells } from '../commodity-columns.ts'
import { readInPieces } from '../read-in-pieces.ts'
import {
  choiceCell,
  decimalCell,
  deliveryChoices,
  kindChoices,
  optionChoices,
  orderStatusChoices,
  priceKindChoices,
  priceUnitChoices,
  sideChoices,
  tradeStatusChoices,
} from './trade-choices.ts'
import type { orderFileColumns, tradeFileColumns } from './trade-columns.ts'

/** Contracts and orders in the columns of their imports: sent back to them, they change nothing. */

type Db = Kysely<Tables>

const READ_AT_ONCE = 100

/** Reads all of the caller's in one table, some at a time, in the order of their ids. */
async function* readEach<Doc>(
  db: Db,
  { organisationId }: Actor,
  table: 'trades' | 'orders',
  find: (ids: string[]) => Promise<Doc[]>,
): AsyncGenerator<Doc> {
  const ids = readInPieces(
    db,
    (after) => sql<{ id: string }>`
      select id from ${sql.table(table)} where organisation_id = ${organisationId} and id > ${after}::uuid order by id limit 500`,
    NIL_ID,
  )
  let some: string[] = []
  for await (const { id } of ids) {
    some.push(id)
    if (some.length < READ_AT_ONCE) continue
    yield* await find(some)
    some = []
  }
  yield* await find(some)
}

/** Exports a row for each window of each contract. */
export async function* exportTrades(
  db: Db,
  actor: Actor,
): AsyncGenerator<ExportRow<typeof tradeFileColumns>> {
  for await (const trade of readEach(db, actor, 'trades', (ids) => findTrades(db, actor, ids))) {
    const cells = tradeCells(actor, trade)
    if (trade.windows.length === 0) yield cells
    for (const { fromISO, toISO, weight } of trade.windows)
      yield { ...cells, from: fromISO, to: toISO, windowWeight: amount(weight, trade.commodity.commodity.id) }
  }
}

const amount = (kilograms: number, commodityId: number) => ({
  amount: gramsFromKilograms(kilograms),
  commodityId,
})

function tradeCells(actor: Actor, trade: Trade): ExportRow<typeof tradeFileColumns> {
  const { commodity, type, grade, tags } = trade.commodity
  const { language } = actor
  const grain = commodityCells(actor, {
    commodity_id: commodity.id,
    type_id: type.id,
    grade_id: grade.id || null,
    variety: '',
    tag_ids: tags,
    harvest_year: trade.harvestYear,
  })
  const { price } = trade
  return {
    ...grain,
    kind: choiceCell(kindChoices, trade.kind, language),
    status: choiceCell(tradeStatusChoices, trade.status, language),
    reference: trade.reference,
    partnerReference: trade.partnerReference,
    partner: trade.partner.name,
    partnerId: trade.partner.id,
    type: type.id === 0 ? '' : (grain.type ?? ''),
    variety: joinList(trade.varieties),
    weight: amount(trade.weight, commodity.id),
    tolerance: trade.tolerance.percentage === 0 ? null : trade.tolerance.percentage,
    toleranceOption: choiceCell(optionChoices, trade.tolerance.option, language),
    delivery: choiceCell(deliveryChoices, trade.delivery.terms, language),
    store: trade.delivery.storageName,
    weightFinal: choiceCell(sideChoices, trade.final.weight, language),
    qualityFinal: choiceCell(sideChoices, trade.final.quality, language),
    priceKind: choiceCell(priceKindChoices, price?.kind, language),
    price: price?.amount == null ? '' : decimalCell(price.amount, language === 'en' ? '.' : ','),
    currency: price?.currency ?? '',
    priceUnit: choiceCell(priceUnitChoices, price?.unit, language),
    notes: trade.notes,
    trade: trade.id,
  }
}

/** Exports the orders, a row for each. */
export async function* exportOrders(
  db: Db,
  actor: Actor,
): AsyncGenerator<ExportRow<typeof orderFileColumns>> {
  // An export has no links for drivers: whoever reads a file has no need of them.
  const find = (ids: string[]) => findOrders(db, actor, () => '', ids)
  for await (const order of readEach(db, actor, 'orders', find)) yield orderCells(actor, order)
}

function orderCells({ countryISO, language }: Actor, order: Order): ExportRow<typeof orderFileColumns> {
  const { place, commodity, type } = order
  return {
    reference: order.reference,
    partnerReference: order.partnerReference,
    status: choiceCell(orderStatusChoices, order.status, language),
    trade: order.trade?.name ?? '',
    kind: choiceCell(kindChoices, order.kind, language),
    partner: order.partner.name,
    partnerId: order.partner.id,
    commodity: writtenCommodity(countryISO, commodity.id),
    type: type.id === 0 ? '' : (typeName(type.id) ?? String(type.id)),
    weight: order.weight === null ? null : amount(order.weight, commodity.id),
    loads: order.loads,
    from: order.fromISO,
    to: order.toISO,
    haulier: order.haulier,
    vehicles: joinList(order.vehicles),
    store: place.storageName,
    bays: joinList(place.bays.map(({ name }) => name)),
    address: place.address,
    openingHours: place.openingHours,
    instructions: order.instructions,
    order: order.id,
  }
}
