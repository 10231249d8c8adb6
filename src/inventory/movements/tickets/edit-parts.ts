import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { fault, type Fault } from '../../../kernel/errors.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import type { PreparedEdit } from '../prepare-edit.ts'
import { netGrams } from '../rules.ts'
import { lockTickets, type LockedTicket } from './tickets.ts'
import { scalesOfPart } from './rules.ts'

/** An edit, and where the body has it, with a dot. */
interface EditAt {
  edit: PreparedEdit
  path: string
}

/**
 * Edits that give parts of tickets other weights: all parts of a ticket that was weighed still have to add up to its net, those that are
 * not edited among them. From then on it is by their weights, and not by shares, that they have it.
 *
 * @returns the edits, with the readings that the parts show from then on
 */
export async function editParts(
  trx: Transaction,
  prepared: EditAt[],
): Promise<{ edits: PreparedEdit[]; faults: Fault[] }> {
  const weighed = prepared.filter(
    ({ edit }) => edit.movement.ticket_id !== null && edit.grams !== edit.movement.weight_grams,
  )
  const ids = [...new Set(weighed.flatMap(({ edit }) => edit.movement.ticket_id ?? []))]
  const tickets = await lockTickets(trx, ids)
  const faults = tickets.flatMap((ticket) => sumFaults(ticket, weighed))
  if (faults.length === 0 && ids.length > 0)
    await trx
      .updateTable('movements')
      .set({ ticket_share: null })
      .where('ticket_id', '=', anyOf(ids, 'uuid'))
      .where('ticket_share', 'is not', null)
      .execute()
  const edits = prepared.map(({ edit }) => {
    const ticket = tickets.find(({ id }) => id === edit.movement.ticket_id)
    return ticket ? { ...edit, movement: byWeight(edit, ticket) } : edit
  })
  return { edits, faults }
}

function byWeight({ movement, grams }: PreparedEdit, { scales }: LockedTicket): PreparedEdit['movement'] {
  return { ...movement, ...scalesOfPart(scales, { grams, share: null }), ticket_share: null }
}

function sumFaults({ id, scales, parts }: LockedTicket, weighed: EditAt[]): Fault[] {
  const net = netGrams(scales)
  const edited = new Map(weighed.map(({ edit }) => [edit.movement.id, edit.grams]))
  const sum = parts.reduce((total, part) => total + (edited.get(part.id) ?? part.weight_grams), 0)
  if (net === undefined || sum === net) return []
  const first = weighed.find(({ edit }) => edit.movement.ticket_id === id)
  const message =
    `would make the parts of its ticket ${sayWeight(sum)}, and the lorry weighed ${sayWeight(net)}; send the weights of its other parts along ` +
    'to PUT /api/inventory/movements/bulk, or other readings to PUT /api/inventory/movements/{id}/actions'
  return [fault(`${first?.path ?? ''}weight`, message, 'contradiction')]
}
