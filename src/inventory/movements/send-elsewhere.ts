import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { paired } from '../../kernel/paired.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { applyEdits } from './edit-movement.ts'
import { lockOwnMovement, type OwnMovement } from './own-movement.ts'
import { prepareEdit } from './prepare-edit.ts'
import { reasonOf } from './correction-schema.ts'
import { netGrams } from './rules.ts'
import type { ActionsBody } from './actions-schema.ts'
import { lockTicketOf, type LockedTicket } from './tickets/tickets.ts'

type Body = Static<typeof ActionsBody>
type Elsewhere = Pick<Body, 'source' | 'destination' | 'gradeReason'>

/**
 * Sends a load elsewhere than its first weighing said, or takes it from elsewhere, as an edit of it would: a bay was full, and the lorry is
 * tipped beside it. That is known until it was weighed full and empty; afterwards it is a correction of what was done. Of a lorry with
 * several parts each has its own bay.
 *
 * @returns the record that the movement is of from then on
 * @throws Refusal as `editMovement`; where it is weighed, or what is said is not of its parts
 */
export async function sendElsewhere(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Body,
): Promise<string | undefined> {
  const { recordId, source, destination, parts } = body
  if (!source && !destination && !parts) return undefined
  const ticket = await lockTicketOf(trx, actor, id)
  const movement = await lockOwnMovement(trx, actor, id, recordId)
  refuseFaults(placeFaults(movement, ticket, body))
  const loads = ticket ? paired(ticket.parts, parts ?? []) : [[movement, body] as const]
  const edits = []
  for (const [load, elsewhere] of loads)
    if (elsewhere.source || elsewhere.destination) {
      const edit = await prepareElsewhere(trx, actor, load, {
        ...elsewhere,
        gradeReason: body.gradeReason ?? null,
      })
      edits.push({ edit, path: '' })
    }
  await applyEdits(trx, actor, edits, reasonOf(body), () => '')
  const { record_id: now } = await lockOwnMovement(trx, actor, id, undefined)
  return now
}

async function prepareElsewhere(
  trx: Transaction,
  actor: Actor,
  load: OwnMovement,
  { source, destination, gradeReason = null }: Elsewhere,
) {
  const edit = {
    recordId: load.record_id,
    weight: kilogramsFromGrams(load.weight_grams),
    destination: destination ?? (await presentDestination(trx, load)),
    gradeReason,
  }
  return prepareEdit(trx, actor, String(load.id), edit, source?.recordId)
}

/** Where a load goes as it is, as a body would say it. */
async function presentDestination(
  trx: Transaction,
  { destination_record_id: to, receiver_id, receiver_name }: OwnMovement,
): Promise<NonNullable<Elsewhere['destination']>> {
  if (to === null) return { organisationId: receiver_id ?? '', organisationName: receiver_name }
  const { storage_id, bay_id } = await trx
    .selectFrom('records')
    .select(['storage_id', 'bay_id'])
    .where('id', '=', to)
    .executeTakeFirstOrThrow()
  return { storageId: storage_id ?? '', ...(bay_id !== null && { substorageId: bay_id }) }
}

function placeFaults(
  movement: OwnMovement,
  ticket: LockedTicket | undefined,
  { parts, ...body }: Body,
): Fault[] {
  const named = (['source', 'destination'] as const).filter((each) => body[each])
  const said = [...named, ...(parts ? ['parts'] : [])]
  const how = 'send it to PUT /api/inventory/movements/{id}'
  if (netGrams(ticket?.scales ?? movement) !== undefined)
    return said.map((each) =>
      fault(each, `is for a load that is not weighed full and empty yet: ${how}`, 'contradiction'),
    )
  if (!ticket) return parts ? [fault('parts', 'is for a part of a ticket', 'contradiction')] : []
  const alone = named.map((each) =>
    fault(
      each,
      'is for a lorry with one load: of a ticket, say it of each of its parts with parts',
      'contradiction',
    ),
  )
  if (!parts || parts.length === ticket.parts.length) return alone
  const message = `has ${parts.length} of them, and the ticket has ${ticket.parts.length} parts`
  return [...alone, fault('parts', message, 'contradiction')]
}
