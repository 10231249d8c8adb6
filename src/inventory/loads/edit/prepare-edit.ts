import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import { ensureCallersOrganisation, type Actor } from '../../../http/actor.ts'
import { collectFaults, dateFault, fault, Refusal, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { momentOf } from '../../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { contractColumns, type IntakeTerms } from '../../contracts/intake-terms.ts'
import { editedLateColumns, editedTextColumns, lateFaults } from '../../load-texts.ts'
import { editedTradeColumns } from '../../load-trades.ts'
import { ensureMayAdjust } from '../../records/ensure-may-adjust.ts'
import { selfDeliveryFaults, resolveDestination, sameBayFaults, type Destination } from '../destination.ts'
import {
  getMoved,
  lockMovement,
  stockMovementOf,
  type LockedMovementRow,
  type MovedStock,
} from './lock-movement.ts'
import { driverColumns, emptyingFaults, netGrams, type StockMovement } from '../rules.ts'
import type { EditMovementBody } from './schema.ts'
import type { ChangedLoad } from './load-edit.ts'
import { resolveEditedTerms } from '../storage-contract.ts'
import { BAY_EMPTIED } from '../../../system/reasons/reasons.ts'
import { takenFrom } from './taken-from.ts'
import { message } from '../../../words/catalogue.ts'

type Body = Static<typeof EditMovementBody>

/**
 * Finds what an edit means, with the movement locked.
 *
 * @param sourceId the record that it is taken from instead, where that is another
 * @throws Refusal every fault at once; `not_found`; `forbidden` for an operator who empties the source
 */
export async function prepareEdit(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Body,
  sourceId?: string,
): Promise<ChangedLoad> {
  ensureCallersOrganisation(actor, body.organisationId)
  const was = await collectFaults(valueFaults(actor, body), () => lockMovement(trx, actor, id, body.recordId))
  if (!was) throw new Error('unreachable: a movement is there, or refused')
  const taken = sourceId === undefined ? {} : await takenFrom(trx, actor, was, sourceId)
  const movement = { ...was, ...taken }
  if (body.adjustToZero && !movement.adjust_to_zero) ensureMayAdjust(actor)
  const [before, moved] = await Promise.all([stockMovementOf(trx, movement), getMoved(trx, movement)])
  const meant = await validate(trx, actor, { movement, moved }, before, body)
  const { destination } = meant
  return {
    kind: 'corrected',
    was,
    before,
    after: stockMeant(before, movement, body, meant),
    bay:
      destination.type === 'internal' ? { storageId: destination.storageId, bayId: destination.bayId } : null,
    row: { ...taken, ...rowMeant(before, movement, body, meant) },
  }
}

/** Meaning of a body, with all that it names looked up. */
interface Meant {
  effectiveAt: Date
  /** In which a moment without a zone is read. */
  timeZone: string
  destination: Destination
  terms: IntakeTerms
}

function stockMeant(
  before: StockMovement,
  movement: LockedMovementRow,
  body: Body,
  { effectiveAt, destination, terms }: Meant,
): StockMovement {
  const empties = body.adjustToZero ?? movement.adjust_to_zero
  return {
    ...before,
    effectiveAt,
    grams: gramsAfter(movement, body),
    receiverId: destination.type === 'outbound' ? destination.receiver.id : null,
    sold: destination.type === 'outbound' && destination.sold,
    emptiedReasonId: empties ? BAY_EMPTIED : null,
    drying: terms.drying,
  }
}

/** Returns the row's changed columns, beside those that follow from its stock. */
function rowMeant(
  before: StockMovement,
  movement: LockedMovementRow,
  body: Body,
  { destination, terms, effectiveAt, timeZone }: Meant,
): ChangedLoad['row'] {
  const { driver, contractId, contractReference } = body
  const type = movement.type === 'intake' ? movement.type : destination.type
  return {
    ...(driver && driverColumns(driver)),
    type,
    receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
    ...editedTextColumns(body),
    ...editedLateColumns(body, movement, timeZone, effectiveAt),
    ...editedTradeColumns(body),
    ...(contractId !== undefined && { contract_id: contractId }),
    ...(contractReference !== undefined && { contract_reference: contractReference }),
    ...contractColumns(terms),
    // What comes out of a bay is as clean as what lay there.
    ...(before.source && !before.source.isPlanting && { uncleaned_share: movement.uncleaned_share }),
  }
}

/** A weighed load weighs what was weighed. How a ticket's parts have its net may change, as long as they add up to it (`partFaults`). */
function gramsAfter(movement: LockedMovementRow, body: Body): number {
  if (movement.ticket_id !== null) return gramsOf(body) || movement.weight_grams
  return netGrams(movement) ?? gramsOf(body)
}

/** Of a load that is not weighed, 0: it is shown as null, which may come back. */
export function gramsOf({ weight }: Body): number {
  return gramsFromKilograms(weight ?? 0)
}

/** Finds the faults of a body by itself. Where the movement is known, a load that nobody has weighed may stay so. */
function valueFaults(actor: Actor, body: Body, before?: StockMovement): Fault[] {
  return [
    ...(momentOf(body.movementDateISO, actor) ? [] : [dateFault('movementDateISO')]),
    ...(gramsOf(body) > 0 || before?.grams === 0
      ? []
      : [fault('weight', message('isNotAbove', { limit: 0 }), 'minimum')]),
  ]
}

/** A weighed load weighs what the weighbridge showed: whoever says otherwise is to correct that. */
function weighedFaults(movement: LockedMovementRow, { weight }: Body): Fault[] {
  const net = netGrams(movement)
  const isPart = movement.ticket_id !== null
  if (isPart || net === undefined || !weight || gramsFromKilograms(weight) === net) return []
  const said = message('isAsWeighed', { weight: kilogramsFromGrams(net), movementId: movement.id })
  return [fault('weight', said, 'contradiction')]
}

/** Resolves a body, or refuses it with all its faults: `valueFaults`, and those found against the movement. */
async function validate(
  trx: Transaction,
  actor: Actor,
  { movement, moved }: { movement: LockedMovementRow; moved: MovedStock },
  before: StockMovement,
  body: Body,
): Promise<Meant> {
  const effectiveAt =
    body.movementDateISO == null ? movement.effective_at : momentOf(body.movementDateISO, actor)
  const leaves = !body.destination.storageId?.trim()
  const { source } = before
  const faults = [
    ...valueFaults(actor, body, before),
    ...weighedFaults(movement, body),
    ...lateFaults('', body, actor.timeZone, effectiveAt),
    ...(body.adjustToZero ? emptyingFaults(source) : []),
    ...(leaves ? selfDeliveryFaults(moved, body) : []),
  ]
  const sold = body.sold ?? (leaves && movement.type === 'outbound' ? movement.sold : undefined)
  const destination = await collectFaults(faults, () =>
    resolveDestination(trx, actor, { ...body, sold }, faults),
  )
  if (movement.type === 'intake' && destination?.type === 'outbound') {
    throw new Refusal('destination_ambiguous', message('intakeNeedsBay', {}))
  }
  if (source && destination?.type === 'internal')
    faults.push(...sameBayFaults(moved.bay_id, destination.bayId))
  const at = effectiveAt ?? movement.effective_at
  const terms = await collectFaults(faults, () =>
    resolveEditedTerms(
      trx,
      actor,
      { movement, moved },
      {
        storageContractId: body.storageContractId,
        effectiveAt: at,
        destination,
      },
    ),
  )
  refuseFaults(faults)
  if (!effectiveAt || !destination || !terms) throw new Error('unreachable: the faults were refused')
  return { effectiveAt, timeZone: actor.timeZone, destination, terms }
}
