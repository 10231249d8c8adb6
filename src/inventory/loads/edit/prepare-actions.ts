import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { refuseFaults } from '../../../kernel/errors.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { fileFault, findOwnFiles } from '../../../system/files/find-files.ts'
import { ensureMayAdjust } from '../../records/ensure-may-adjust.ts'
import { lockOwnMovement, stockMovementOf, type OwnMovement } from './own-movement.ts'
import {
  driverColumns,
  emptyingFaults,
  missingActions,
  netGrams,
  scaleFaults,
  type MissingActions,
  type Scales,
} from '../rules.ts'
import type { ActionsBody } from './schema.ts'
import { lockTicketOf, shareAnew, weighTicket } from './tickets.ts'
import { scalesOfRow, type Weighing } from './weighings.ts'

/** What actions on a movement mean, with it and its ticket locked. */
export interface PreparedActions {
  /** Of the movement itself. */
  weighing: Weighing
  /** Of the other parts of its ticket, as far as these change. */
  others: Weighing[]
  /** What was weighed, once both readings are known. */
  net: number | undefined
  missing: MissingActions
  /** What the parts of its ticket weigh from now on, in words; empty where that does not change. */
  parts: string
}

/**
 * Finds what actions mean. What the body does not say stays as it was; a ticket's readings are those of all its parts.
 *
 * @throws Refusal `not_found`; every fault at once; `forbidden` for an operator who empties the source
 */
export async function prepareActions(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Static<typeof ActionsBody>,
): Promise<PreparedActions> {
  // Before the movement itself: two parts of one ticket may be corrected at once.
  const locked = await lockTicketOf(trx, actor, id)
  const ticket = body.shares ? await shareAnew(trx, locked, body.shares) : locked
  const movement = await lockOwnMovement(trx, actor, id, body.recordId)
  const read = ticket?.scales ?? scalesOfRow(movement)
  const given = await columnsGiven(trx, actor, movement, read, body)
  const scales = scalesAfter(read, given)
  const net = netGrams(scales)
  const empties = body.adjustToZero === true && !movement.adjust_to_zero
  if (empties) ensureMayAdjust(actor)
  const before = await stockMovementOf(trx, movement)
  if (empties) refuseFaults(emptyingFaults(before.source))
  const weighed =
    ticket &&
    (await weighTicket(trx, ticket, scales, {
      part: movement,
      fileId: given.weighbridge_file_id,
      isSharedAnew: body.shares != null,
    }))
  const grams = weighed?.grams ?? net ?? movement.weight_grams
  const columns = { ...given, ...weighed?.scales }
  const missing = missingActions({ ...movement, ...columns, weight_grams: grams })
  const isComplete = missing.outstanding === 0 || (body.isComplete ?? movement.completed_at !== null)
  const weighing = { movement, before, grams, columns, isComplete, empties }
  return { weighing, others: weighed?.others ?? [], net, missing, parts: weighed?.said ?? '' }
}

/** Readings with those that the body gives in place of what was read before. */
function scalesAfter(read: Scales, given: Partial<Scales>): Scales {
  return {
    empty_grams: given.empty_grams ?? read.empty_grams,
    full_grams: given.full_grams ?? read.full_grams,
  }
}

/** The columns that the body fills in. */
async function columnsGiven(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  read: Scales,
  { driver, weighbridge, gradeReason }: Static<typeof ActionsBody>,
) {
  const file = weighbridge?.file?.id ? weighbridge.file : null
  const grams = (kilograms: number | null | undefined) =>
    kilograms == null ? null : gramsFromKilograms(kilograms)
  const given = withoutNulls({
    ...driverColumns(driver),
    empty_grams: grams(weighbridge?.empty),
    full_grams: grams(weighbridge?.full),
    weighbridge_file_id: file?.id ?? null,
    grade_reason: gradeReason?.trim() || null,
  })
  const attached = movement.weighbridge_file_id === null ? [] : [movement.weighbridge_file_id]
  const own = file && (await findOwnFiles(trx, actor.organisationId, [file.id], attached))
  refuseFaults([
    ...scaleFaults('weighbridge.full', scalesAfter(read, given)),
    ...(file && own ? fileFault('weighbridge.file', file, own) : []),
  ])
  return given
}

function withoutNulls<Columns extends object>(
  columns: Columns,
): {
  [Name in keyof Columns]?: NonNullable<Columns[Name]>
} {
  const given = Object.entries(columns).filter(([, value]) => value !== null)
  // Entries forget which column a value is of.
  return Object.fromEntries(given) as ReturnType<typeof withoutNulls<Columns>>
}
