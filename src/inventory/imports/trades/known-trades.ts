import { sql } from 'kysely'
import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import { lockOrders, ordersWithTrades, partnerIdOfOrder, type StoredOrder } from '../../orders/lock-order.ts'
import { lockTrades, type StoredTrade } from '../../trades/lock-trade.ts'

/** Contracts and orders that rows may be about: by id, by our number or theirs, or by what they say where they have none. */

export interface Numbers {
  ids: string[]
  ours: string[]
  theirs: string[]
}

async function idsWith(
  trx: Transaction,
  { organisationId }: Actor,
  table: 'trades' | 'orders',
  { ids, ours, theirs }: Numbers,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where organisation_id = ${organisationId} and id = ${anyOf(ids, 'uuid')}
    union select id from ${sql.table(table)} where organisation_id = ${organisationId} and lower(reference) = ${anyOf(ours, 'text')} and reference <> ''
    union select id from ${sql.table(table)} where organisation_id = ${organisationId} and lower(partner_reference) = ${anyOf([...ours, ...theirs], 'text')} and partner_reference <> ''`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** The caller's contracts that have one of these numbers, locked to be changed. */
export async function findNumberedTrades(
  trx: Transaction,
  actor: Actor,
  numbers: Numbers,
): Promise<StoredTrade[]> {
  return lockTrades(trx, actor, await idsWith(trx, actor, 'trades', numbers))
}

/** The caller's orders that have one of these numbers, locked to be changed. */
export async function findNumberedOrders(
  trx: Transaction,
  actor: Actor,
  numbers: Numbers,
): Promise<StoredOrder[]> {
  return lockOrders(trx, actor, await idsWith(trx, actor, 'orders', numbers))
}

/** Contracts with a partner that have no number, ours or theirs: they are known by what they say alone. */
export async function findUnnumberedTrades(
  trx: Transaction,
  actor: Actor,
  partnerId: string,
): Promise<StoredTrade[]> {
  const { rows } = await sql<{ id: string }>`
    select id from trades where organisation_id = ${actor.organisationId} and partner_id = ${partnerId} and reference = '' and partner_reference = ''`.execute(
    trx,
  )
  return lockTrades(
    trx,
    actor,
    rows.map(({ id }) => id),
  )
}

/** Orders with a partner that have no number, ours or theirs. */
export async function findUnnumberedOrders(
  trx: Transaction,
  actor: Actor,
  partnerId: string,
): Promise<StoredOrder[]> {
  const { rows } = await sql<{ id: string }>`
    select ord.id from ${ordersWithTrades} where ord.organisation_id = ${actor.organisationId} and ${partnerIdOfOrder} = ${partnerId}
      and ord.reference = '' and ord.partner_reference = ''`.execute(trx)
  return lockOrders(
    trx,
    actor,
    rows.map(({ id }) => id),
  )
}

/** True if a text that somebody wrote means a number that is kept: whatever its case. */
export const isNumber = (kept: string, said: string | undefined) =>
  said !== undefined && kept !== '' && nameKey(kept) === nameKey(said)
