import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isNumericId } from '../../../kernel/ids.ts'
import type { OwnMovement } from '../own-movement.ts'
import type { Scales } from '../rules.ts'
import type { StoredPart } from './rules.ts'

/** A ticket with its parts, locked. */
export interface LockedTicket {
  id: string
  scales: Scales
  parts: OwnMovement[]
}

/** The ticket that a movement of the caller's is a part of, locked before the movement is, with all its parts; undefined where it is of none. */
export async function lockTicketOf(
  trx: Transaction,
  actor: Actor,
  movementId: string,
): Promise<LockedTicket | undefined> {
  if (!isNumericId(movementId)) return undefined
  const row = await trx
    .selectFrom('movements')
    .select('ticket_id')
    .where('id', '=', Number(movementId))
    .where('organisation_id', '=', actor.organisationId)
    .executeTakeFirst()
  if (!row?.ticket_id) return undefined
  const [ticket] = await lockTickets(trx, [row.ticket_id])
  return ticket
}

/** Tickets with those of their parts that are not deleted. */
export async function lockTickets(trx: Transaction, ids: string[]): Promise<LockedTicket[]> {
  if (ids.length === 0) return []
  const tickets = await trx
    .selectFrom('tickets')
    .select(['id', 'empty_grams', 'full_grams'])
    .where('id', '=', anyOf(ids, 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute()
  const parts = await trx
    .selectFrom('movements')
    .selectAll()
    .where('ticket_id', '=', anyOf(ids, 'uuid'))
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forUpdate()
    .execute()
  return tickets.map(({ id, ...scales }) => ({
    id,
    scales,
    parts: parts
      .filter((part) => part.ticket_id === id)
      .toSorted((a, b) => (a.ticket_part ?? 0) - (b.ticket_part ?? 0)),
  }))
}

/** The parts of a ticket as its rules see them. */
export function storedParts({ parts }: Pick<LockedTicket, 'parts'>): StoredPart[] {
  return parts.map(({ id, weight_grams: grams, ticket_share: share }) => ({ id, grams, share }))
}
