import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, type Fault } from '../../../kernel/errors.ts'
import { appendEvent } from '../../../system/events/append-event.ts'
import { textColumns, textsToWire } from '../../load-texts.ts'
import { enterLoads } from '../enter-loads.ts'
import { isSampled, touchedBy, type Load } from '../load.ts'
import { insertTicket, ticketColumns } from '../tickets/insert-ticket.ts'
import { copiedColumns } from './duplicate-movement.ts'
import { rejoiningArrivalOf } from './join-again.ts'
import { rowAfter, type ChangedLoad } from './load-edit.ts'
import { sampleOfLoad } from './measure-load.ts'
import { scalesOfRow, type LockedMovementRow } from './lock-movement.ts'
import type { ActionsBody } from './schema.ts'
import { message, type Message } from '../../../words/catalogue.ts'

/** Everything that is wrong with what is said of the parts of a lorry that is not weighed yet: those that are there, and new ones. */
export function partFaults(
  { id }: Pick<LockedMovementRow, 'id'>,
  present: Pick<LockedMovementRow, 'id' | 'ticket_id'>[],
  { parts, shares }: Pick<ActionsBody, 'shares'> & { parts: NonNullable<ActionsBody['parts']> },
): Fault[] {
  const isTicket = present.some(({ ticket_id }) => ticket_id !== null)
  if (!isTicket && parts.length === 1) return [fault('parts', message('isForPart', {}), 'contradiction')]
  if (parts.length < present.length) {
    const said = message('hasTooFewParts', { count: parts.length, parts: present.length })
    return [fault('parts', said, 'contradiction')]
  }
  const isOtherNumber = parts.length > present.length || parts.some(({ isLeftOut }) => isLeftOut)
  const unshared = fault('shares', message('needsShares', {}), 'required')
  return [
    ...parts.flatMap((part, index) => partFault(part, `parts[${index}]`, present[index]?.id, id) ?? []),
    ...(isOtherNumber && !shares ? [unshared] : []),
  ]
}

/** Finds the first fault of one of the other parts. */
function partFault(
  { isLeftOut, source, destination }: NonNullable<ActionsBody['parts']>[number],
  at: string,
  ownId: number | undefined,
  sentToId: number,
): Fault | undefined {
  const isElsewhere = Boolean(source ?? destination)
  if (!isLeftOut) {
    if (ownId !== undefined || isElsewhere) return undefined
    return fault(at, message('isNewPart', {}), 'required')
  }
  const leftOut = (said: Message) => fault(`${at}.isLeftOut`, said, 'contradiction')
  if (ownId === undefined) return leftOut(message('isForPartThatIsThere', {}))
  if (ownId === sentToId) return leftOut(message('isForAnotherPart', {}))
  return isElsewhere ? leftOut(message('isForPartThatGoesNowhere', {})) : undefined
}

/**
 * Adds parts to a lorry's load that is not weighed yet: each is like the movement, with a source or a destination of its own, and weighs
 * nothing until the lorry is weighed. A load for one bay becomes a ticket.
 *
 * @param added what each would be as a correction of the movement
 * @returns their movements
 * @throws Refusal as a correction that sends the movement there
 */
export async function addParts(
  trx: Transaction,
  actor: Actor,
  movement: LockedMovementRow,
  added: ChangedLoad[],
): Promise<number[]> {
  if (added.length === 0) return []
  const ticketId = movement.ticket_id ?? (await makeTicket(trx, actor, movement))
  const last = await lastPart(trx, ticketId)
  const sample = await sampleOfLoad(trx, actor, movement.id)
  const loads: Load[] = []
  for (const [index, edit] of added.entries()) {
    const row = { ...rowLike(rowAfter(edit)), ...ticketColumns(ticketId, last + index, null) }
    loads.push({ ...(await loadLike(trx, actor, edit)), says: { row }, sample })
  }
  const touched = loads.map(touchedBy)
  const samples = loads.filter(isSampled).length
  const entered = await enterLoads(trx, actor, [{ actor, touched, samples, loads: () => loads }])
  const ids = entered.flatMap((each) => each.entered.map(({ id }) => id))
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: movement.type, recordIds: entered.flatMap(({ outcome }) => outcome.recordIds) },
  })
  return ids
}

/** A part of the same lorry that is not weighed yet, in its own bay: it corrects and writes off nothing. */
async function loadLike(trx: Transaction, actor: Actor, edit: ChangedLoad): Promise<Omit<Load, 'says'>> {
  const unweighed = { ...edit, after: { ...edit.after, grams: 0, adjustment: null, emptiedReasonId: null } }
  return {
    stock: unweighed.after,
    into: edit.bay ? { place: edit.bay, arrival: await rejoiningArrivalOf(trx, actor, unweighed) } : null,
    contractId: rowAfter(edit).storage_contract_id,
    clearsAllBut: null,
  }
}

function rowLike(row: LockedMovementRow) {
  const { driver_name, vehicle_registration, load_reference, weighbridge_file_id } = row
  const lorry = {
    driver_name,
    vehicle_registration,
    load_reference,
    weighbridge_file_id,
    ...scalesOfRow(row),
  }
  return { ...copiedColumns(row), ...textColumns(textsToWire(row)), ...lorry }
}

/** The ticket of a lorry that was to have one load. */
async function makeTicket(trx: Transaction, actor: Actor, movement: LockedMovementRow): Promise<string> {
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
