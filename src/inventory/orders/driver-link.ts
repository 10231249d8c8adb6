import { randomInt } from 'node:crypto'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { PublicUrl } from '../../kernel/web.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { lockOrder } from './lock-order.ts'

/** Letters and digits that nobody takes for others. Twenty-two of 58 are 128 bits. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const LENGTH = 22

const newToken = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** True for a text that may be a driver's token. */
export const isDriverToken = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{22}$/.test(text)

/** The address of the page for the driver. */
export function driverLinkOf(publicUrl: PublicUrl, token: string): string {
  return `${publicUrl().replace(/\/+$/, '')}/o/${token}`
}

/**
 * Makes the link to an order for its driver; where there is one, that stays.
 *
 * @throws Refusal `not_found`; `in_use` where the order has ended
 */
export async function giveDriverLink(trx: Transaction, actor: Actor, id: string): Promise<void> {
  const { status } = await lockOrder(trx, actor, id)
  if (status !== 'open') throw new Refusal('in_use', message('orderHasEnded', { status }))
  const { numUpdatedRows } = await trx
    .updateTable('orders')
    .set({ driver_token: newToken(), updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .where('driver_token', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await appendLinkEvent(trx, actor, id, true)
}

/**
 * Withdraws the link: whoever has it is told that there is no such order. A new one has another address.
 *
 * @throws Refusal `not_found`
 */
export async function withdrawDriverLink(trx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockOrder(trx, actor, id)
  const { numUpdatedRows } = await trx
    .updateTable('orders')
    .set({ driver_token: null, updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .where('driver_token', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await appendLinkEvent(trx, actor, id, false)
}

function appendLinkEvent(trx: Transaction, actor: Actor, id: string, isShared: boolean): Promise<unknown> {
  return appendEvent(trx, actor, { type: 'order.link_changed', subject: id, data: { ids: [id], isShared } })
}
