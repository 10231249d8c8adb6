import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, type Fault } from '../../../kernel/errors.ts'
import { appendEvent } from '../../../system/events/append-event.ts'
import { intakeTermColumns } from '../../contracts/intake-terms.ts'
import { nextPostingIds } from '../../ledger/ledger.ts'
import { changeStock } from '../../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../../stock/due-plans.ts'
import { gradeReasonOf } from '../../stock/lower-grades.ts'
import type { ActionsBody } from './schema.ts'
import { copyOf } from './duplicate-movement.ts'
import { insertMovements, type NewMovement } from '../insert-loads.ts'
import { sampleOfLoad } from './measure-load.ts'
import { recordsOf, type OwnMovement } from './own-movement.ts'
import type { PreparedEdit } from './prepare-edit.ts'
import { joinAgain, stockAfter } from './save-edit.ts'
import { insertTicket, ticketColumns } from '../tickets/insert-ticket.ts'
import { scalesOfRow } from './weighings.ts'

type Body = Static<typeof ActionsBody>

/** Everything that is wrong with what is said of the parts of a lorry that is not weighed yet: those that are there, and new ones. */
export function partFaults(
  { id }: Pick<OwnMovement, 'id'>,
  present: Pick<OwnMovement, 'id' | 'ticket_id'>[],
  { parts, shares }: Pick<Body, 'shares'> & { parts: NonNullable<Body['parts']> },
): Fault[] {
  const isTicket = present.some(({ ticket_id }) => ticket_id !== null)
  if (!isTicket && parts.length === 1) return [fault('parts', 'is for a part of a ticket', 'contradiction')]
  if (parts.length < present.length) {
    const message = `has ${parts.length} of them, and the ticket has ${present.length} parts: to leave one out, send isLeftOut with it`
    return [fault('parts', message, 'contradiction')]
  }
  const isOtherNumber = parts.length > present.length || parts.some(({ isLeftOut }) => isLeftOut)
  return [
    ...parts.flatMap((part, index) => {
      const own = present[index]
      const isElsewhere = Boolean(part.source ?? part.destination)
      const at = `parts[${index}]`
      if (part.isLeftOut && !own)
        return [fault(`${at}.isLeftOut`, 'is for a part that is there', 'contradiction')]
      if (part.isLeftOut && own?.id === id)
        return [
          fault(
            `${at}.isLeftOut`,
            'is for another part than the movement that this is sent to',
            'contradiction',
          ),
        ]
      if (part.isLeftOut && isElsewhere)
        return [fault(`${at}.isLeftOut`, 'is for a part that goes nowhere', 'contradiction')]
      if (own || isElsewhere) return []
      return [fault(at, 'is new: it has a source or a destination of its own', 'required')]
    }),
    ...(isOtherNumber && !shares
      ? [fault('shares', 'is needed where a lorry has another number of parts', 'required')]
      : []),
  ]
}

/**
 * Adds parts to a lorry's load that is not weighed yet: each is like the movement, with a source or a destination of its own, and weighs
 * nothing until the lorry is weighed. A load for one bay becomes a ticket.
 *
 * @param added what each would be as an edit of the movement
 * @returns their movements
 * @throws Refusal as an edit that sends the movement there
 */
export async function addParts(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  added: PreparedEdit[],
): Promise<number[]> {
  if (added.length === 0) return []
  const ticketId = movement.ticket_id ?? (await makeTicket(trx, actor, movement))
  const last = await lastPart(trx, ticketId)
  const sample = await sampleOfLoad(trx, actor, movement.id)
  const { result: ids, outcome } = await changeStock(trx, actor, {
    watched: await lockBaysAndApplyDuePlans(trx, actor.now, {
      bayIds: added.flatMap(({ destination }) => (destination.type === 'internal' ? destination.bayId : [])),
      recordIds: [movement, ...added.map((each) => each.movement)].flatMap(recordsOf),
    }),
    contractIds: added.map(({ terms }) => terms.contractId),
    async *plan() {
      const made = await nextPostingIds(trx, added.length)
      const parts: NewMovement[] = []
      for (const [index, edit] of added.entries()) {
        const part = await partLike(trx, actor, { ...edit, grams: 0 }, made[index] ?? 0)
        parts.push({ ...part, row: { ...part.row, ...ticketColumns(ticketId, last + index, null) }, sample })
      }
      yield insertMovements(trx, actor, parts)
      return made
    },
  })
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: movement.type, recordIds: outcome.recordIds },
  })
  return ids
}

/** The ticket of a lorry that was to have one load. */
async function makeTicket(trx: Transaction, actor: Actor, movement: OwnMovement): Promise<string> {
  const { load_reference: reference, weighbridge_file_id: fileId } = movement
  const file = fileId === null ? null : { id: fileId }
  const ticketId = insertTicket(trx, actor, { scales: scalesOfRow(movement), reference, file })
  await trx
    .updateTable('movements')
    .set(ticketColumns(ticketId, 0, null))
    .where('organisation_id', '=', movement.organisation_id)
    .where('id', '=', movement.id)
    .execute()
  return ticketId
}

/** The number of the last part that a ticket has had. */
async function lastPart(trx: Transaction, ticketId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('movements')
    .select(({ fn }) => fn.max('ticket_part').as('last'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** A part of the same lorry as a movement, in its own bay; it corrects and writes off nothing. */
async function partLike(
  trx: Transaction,
  actor: Actor,
  edit: PreparedEdit,
  id: number,
): Promise<NewMovement> {
  const { movement, body, destination, terms } = edit
  const merged = destination.type === 'internal' ? await joinAgain(trx, actor, edit, destination) : undefined
  const once = { adjustment: null, emptiedReasonId: null, replacedRecordIds: [] }
  const stock = { ...stockAfter(edit, merged), ...once, id }
  const { row } = copyOf(movement, stock)
  const { driver_name, vehicle_registration, load_reference, weighbridge_file_id } = movement
  return {
    stock,
    row: {
      ...row,
      ...intakeTermColumns(terms, stock.grams),
      uncleaned_share: movement.uncleaned_share,
      type: movement.type === 'intake' ? movement.type : destination.type,
      receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
      grade_reason: gradeReasonOf(body) || movement.grade_reason,
      driver_name,
      vehicle_registration,
      load_reference,
      weighbridge_file_id,
      ...scalesOfRow(movement),
    },
  }
}
