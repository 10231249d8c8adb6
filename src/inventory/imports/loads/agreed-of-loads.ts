import { sql } from 'kysely'
import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import { problemAt, type Problem } from '../../../system/imports/imports.ts'
import { ordersWithTrades, partnerIdOfOrder } from '../../orders/lock-order.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import type { LoadRow } from './load-columns.ts'
import type { Route } from './load-rules.ts'
import type { PartiesOfRow } from './parties-of-loads.ts'

/** The contracts and orders that rows of loads name by their numbers, ours or theirs. */

/** A confirmed contract to buy or to sell, or an open order. */
interface Agreed {
  id: string
  numbers: string[]
  kind: 'purchase' | 'sale'
  partner_id: string
}

/** Contracts and orders that rows may name, by number in small letters. */
export interface AgreedOfRows {
  trades: Map<string, Agreed[]>
  orders: Map<string, Agreed[]>
}

/** Looks up the contracts and orders that rows name. */
export async function findAgreed(
  trx: Transaction,
  { organisationId }: Actor,
  rows: LoadRow[],
): Promise<AgreedOfRows> {
  const keys = (column: 'contract' | 'order') => [
    ...new Set(rows.flatMap(({ values }) => (values[column] === undefined ? [] : [nameKey(values[column])]))),
  ]
  const [contracts, ordered] = [keys('contract'), keys('order')]
  const trades =
    contracts.length === 0
      ? []
      : (
          await sql<Agreed>`
            select t.id, array[lower(t.reference), lower(t.partner_reference)] as numbers, t.kind, t.partner_id from trades t
            where t.organisation_id = ${organisationId} and t.status = 'confirmed'
              and (lower(t.reference) = ${anyOf(contracts, 'text')} or lower(t.partner_reference) = ${anyOf(contracts, 'text')})`.execute(
            trx,
          )
        ).rows
  const orders =
    ordered.length === 0
      ? []
      : (
          await sql<Agreed>`
            select ord.id, array[lower(ord.reference), lower(ord.partner_reference)] as numbers, coalesce(t.kind, ord.kind) as kind,
              ${partnerIdOfOrder} as partner_id
            from ${ordersWithTrades}
            where ord.organisation_id = ${organisationId} and ord.status = 'open'
              and (lower(ord.reference) = ${anyOf(ordered, 'text')} or lower(ord.partner_reference) = ${anyOf(ordered, 'text')})`.execute(
            trx,
          )
        ).rows
  return { trades: byNumber(trades), orders: byNumber(orders) }
}

function byNumber(found: Agreed[]): Map<string, Agreed[]> {
  const numbers = new Map<string, Agreed[]>()
  for (const each of found)
    for (const number of new Set(each.numbers))
      if (number !== '') numbers.set(number, [...(numbers.get(number) ?? []), each])
  return numbers
}

/** Contract and order that a load moves under, as far as its row names them. */
export interface AgreedOfRow {
  storageContractId: string | undefined
  tradeId: string | undefined
  orderId: string | undefined
  problems: Problem[]
  warnings: Message[]
}

/**
 * The contract and the order of a row. Of an intake a number is that of a storage contract, or else of a purchase; of a load that leaves it is kept
 * as it stands, and names the sale too that has it.
 */
export function agreedOf(
  row: LoadRow,
  route: Route | undefined,
  parties: PartiesOfRow,
  found: AgreedOfRows & { contracts: Map<string, string> },
): AgreedOfRow {
  const nothing = { storageContractId: undefined, tradeId: undefined, orderId: undefined }
  const isOut = route?.kind === 'outbound'
  if (!isOut && route?.kind !== 'intake') {
    const isOrder = row.values.order !== undefined && route !== undefined
    return { ...nothing, problems: [], warnings: isOrder ? [message('orderIsLeftOut', {})] : [] }
  }
  const partner = isOut ? parties.known.receiver : (parties.known.sender ?? parties.known.owner)
  const fits = (all: Agreed[] | undefined) =>
    (all ?? []).filter(
      ({ kind, partner_id: id }) =>
        kind === (isOut ? 'sale' : 'purchase') && (partner === undefined || id === partner.id),
    )
  const { contract, order } = row.values
  const storageContractId =
    isOut || contract === undefined ? undefined : found.contracts.get(nameKey(contract))
  const named = contract === undefined ? undefined : found.trades.get(nameKey(contract))
  const [trade, another] = storageContractId === undefined ? fits(named) : []
  const isUnknown = !isOut && contract !== undefined && storageContractId === undefined && !trade
  const [its, other] = order === undefined ? [] : fits(found.orders.get(nameKey(order)))
  return {
    storageContractId,
    tradeId: another ? undefined : trade?.id,
    orderId: other ? undefined : its?.id,
    problems: [
      ...(isUnknown ? [problemAt(row, 'contract', message('isNoContractOfYours', {}), 'no_contract')] : []),
      ...(another ? [problemAt(row, 'contract', message('isContractOfSeveral', {}), 'ambiguous')] : []),
      ...(order !== undefined && !its
        ? [problemAt(row, 'order', message('isNoOrderHere', {}), 'unknown')]
        : []),
      ...(other ? [problemAt(row, 'order', message('isOrderOfSeveral', {}), 'ambiguous')] : []),
    ],
    warnings: isOut && named && !trade ? [message('contractIsTextAlone', {})] : [],
  }
}
