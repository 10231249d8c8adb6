import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { isNumericId } from '../../../kernel/ids.ts'
import { paired } from '../../../kernel/paired.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { scalesOfRow, type LockedMovementRow } from './lock-movement.ts'
import type { Scales } from '../../readings/rules.ts'
import { netGrams } from '../rules.ts'
import { changesAnything, movesStock, weighed, type ChangedLoad } from './load-edit.ts'
import {
  newShareFaults,
  deletedPartFaults,
  lessGrams,
  partsOfNet,
  partsThatStay,
  partsWithRestored,
  scalesOfPart,
  scalesWithLess,
  storedShare,
  type DeletedPart,
  type StoredPart,
} from '../tickets/rules.ts'
import { message, type Message } from '../../../words/catalogue.ts'

// Tickets that are there: locked with the movements that are their parts, and weighed again.

/** A ticket with its parts, locked. */
export interface LockedTicket {
  id: string
  scales: Scales
  parts: LockedMovementRow[]
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
    .select(['id', 'empty_grams', 'full_grams', 'readings'])
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
  return tickets.map(({ id, ...row }) => ({
    id,
    scales: scalesOfRow(row),
    parts: parts
      .filter((part) => part.ticket_id === id)
      .toSorted((a, b) => (a.ticket_part ?? 0) - (b.ticket_part ?? 0)),
  }))
}

/**
 * Gives all parts of a ticket other shares of its net. What they weigh by that is for `weighTicket` to find.
 *
 * @throws Refusal `invalid_input` unless there is one for each of them
 */
export async function shareAnew(
  trx: Transaction,
  ticket: LockedTicket | undefined,
  given: number[],
): Promise<LockedTicket> {
  refuseFaults(newShareFaults(ticket?.parts.length ?? 0, given))
  if (!ticket) throw new Error('unreachable: what is no part of a ticket was refused')
  const parts: LockedMovementRow[] = []
  for (const [part, share] of paired(ticket.parts, given)) {
    const ticket_share = storedShare(share)
    await trx
      .updateTable('movements')
      .set({ ticket_share })
      .where('organisation_id', '=', part.organisation_id)
      .where('id', '=', part.id)
      .execute()
    parts.push({ ...part, ticket_share })
  }
  return { ...ticket, parts }
}

/** The parts of a ticket as its rules see them. */
export function storedParts({ parts }: Pick<LockedTicket, 'parts'>): StoredPart[] {
  return parts.map(({ id, weight_grams: grams, ticket_share: share }) => ({ id, grams, share }))
}

/** Result of readings for a part of a ticket, and for the others. */
export interface WeighedPart {
  grams: number
  scales: Scales
  /** Those of which something changes. */
  others: ChangedLoad[]
}

/**
 * Stores readings of a ticket, corrected on one of its parts, and finds what all parts say from now on.
 *
 * @returns that, and what all parts weigh; empty where no stock of another moves by it
 * @throws Refusal `invalid_input` where nothing would be left for that part
 */
export async function weighTicket(
  trx: Transaction,
  ticket: LockedTicket,
  scales: Scales,
  {
    part,
    fileId,
    isSharedAnew,
  }: { part: LockedMovementRow; fileId: string | undefined; isSharedAnew: boolean },
): Promise<WeighedPart & { said: Message[] }> {
  const grams = gramsOfParts(ticket, scales, part.id, isSharedAnew)
  const weighed = await weighParts(trx, ticket, scales, grams, { part, fileId })
  await saveTicket(trx, ticket, scales, fileId)
  return { ...weighed, said: weighed.others.some(movesStock) ? partsSaid(ticket, grams) : [] }
}

/** Computes the grams of each part of a ticket from its readings, corrected on one of its parts, or with other shares of them. */
function gramsOfParts(
  ticket: LockedTicket,
  scales: Scales,
  correctedId: number,
  isSharedAnew: boolean,
): Map<number, number> {
  const parts = storedParts(ticket)
  const net = netGrams(scales)
  const isCorrected = net !== undefined && (isSharedAnew || net !== netGrams(ticket.scales))
  if (!isCorrected) return new Map(parts.map(({ id, grams }) => [id, grams]))
  const weighed = partsOfNet(net, parts, correctedId)
  if (weighed) return weighed
  const others = parts.reduce((sum, { id, grams }) => sum + (id === correctedId ? 0 : grams), 0)
  const said = message('leavesNothingForThisPart', {
    net: kilogramsFromGrams(net),
    others: kilogramsFromGrams(others),
  })
  return refuseFaults([fault('weighbridge.full', said, 'contradiction')])
}

/** Weighs one part of a ticket, and its other parts with it: they share its readings, and its file. */
async function weighParts(
  trx: Transaction,
  ticket: LockedTicket,
  scales: Scales,
  grams: Map<number, number>,
  { part, fileId }: { part: LockedMovementRow; fileId?: string | undefined },
): Promise<WeighedPart> {
  const parts = ticket.parts.filter(({ id }) => id !== part.id)
  const others = await weighAnew(trx, { ...ticket, parts }, scales, grams, fileId)
  const own = { grams: grams.get(part.id) ?? part.weight_grams, share: part.ticket_share }
  return { grams: own.grams, scales: scalesOfPart(scales, own), others: others.filter(changesAnything) }
}

/** The parts of a ticket with other readings, and weights by them; those that are not given keep theirs. */
export async function weighAnew(
  trx: Transaction,
  { parts }: Pick<LockedTicket, 'parts'>,
  scales: Scales,
  weights: Map<number, number> | undefined,
  fileId?: string,
): Promise<ChangedLoad[]> {
  const edits: ChangedLoad[] = []
  for (const part of parts) {
    const grams = weights?.get(part.id) ?? part.weight_grams
    const read = scalesOfPart(scales, { grams, share: part.ticket_share })
    edits.push(await weighed(trx, part, grams, { ...read, ...(fileId && { weighbridge_file_id: fileId }) }))
  }
  return edits
}

/** Stores what a ticket shows from now on. */
export async function saveTicket(
  trx: Transaction,
  { id }: LockedTicket,
  scales: Scales,
  fileId?: string,
): Promise<void> {
  await trx
    .updateTable('tickets')
    .set({ ...scales, ...(fileId && { file_id: fileId }) })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes parts out of a ticket that are about to be deleted. Of a lorry that was weighed, its net stays and is shared by the parts that stay,
 * or it was less, as is said of each.
 *
 * @returns the parts of which something changes by that
 */
export async function takeOutParts(
  trx: Transaction,
  ticket: LockedTicket,
  deleted: DeletedPart[],
): Promise<ChangedLoad[]> {
  const parts = partsBeside(ticket, deleted)
  if (netGrams(ticket.scales) === undefined || parts.length === 0) return []
  const less = deleted.filter(({ lorryNet }) => lorryNet === 'less')
  const scales = scalesWithLess(ticket.scales, lessGrams(less))
  const lessIds = less.map(({ id }) => id)
  if (less.length > 0) {
    await saveTicket(trx, ticket, scales)
    await trx
      .updateTable('movements')
      .set({ lessened_net: true })
      .where('ticket_id', '=', ticket.id)
      .where('id', '=', anyOf(lessIds, 'bigint'))
      .execute()
  }
  const isAllLess = less.length === deleted.length
  const grams = isAllLess ? undefined : partsThatStay(netGrams(scales) ?? 0, storedParts({ parts }))
  return (await weighAnew(trx, { parts }, scales, grams)).filter(changesAnything)
}

/** Everything that is wrong with taking parts out of a ticket. */
export function faultsOfDeleting(ticket: LockedTicket, deleted: DeletedPart[]): Fault[] {
  const staying = partsBeside(ticket, deleted).map(({ weight_grams }) => weight_grams)
  return deletedPartFaults(netGrams(ticket.scales), deleted, staying)
}

function partsBeside({ parts }: LockedTicket, deleted: DeletedPart[]): LockedMovementRow[] {
  return parts.filter((part) => !deleted.some(({ id }) => id === part.id))
}

/**
 * Weighs a deleted part of a ticket that is restored, and the parts that stayed: together they have the lorry's net. Where the net was
 * lessened by the deletion, it is again what it was before.
 *
 * @throws Refusal `invalid_input` where the lorry has been weighed since with less than this part had
 */
export async function weighRestoredPart(
  trx: Transaction,
  ticket: LockedTicket,
  part: LockedMovementRow,
): Promise<WeighedPart> {
  const { id, weight_grams: grams, ticket_share: share, lessened_net } = part
  const scales = lessened_net ? scalesWithLess(ticket.scales, -grams) : ticket.scales
  if (lessened_net) await saveTicket(trx, ticket, scales)
  const net = netGrams(scales)
  if (net === undefined) return { grams, scales: scalesOfPart(scales, { grams, share }), others: [] }
  const weights = partsWithRestored(net, storedParts(ticket), { id, grams, share })
  if (weights) return weighParts(trx, ticket, scales, weights, { part })
  const said = message('leavesNothingForOtherParts', {
    part: kilogramsFromGrams(grams),
    net: kilogramsFromGrams(net),
  })
  return refuseFaults([fault('weight', said, 'contradiction')])
}

/** Puts the weights of a ticket's parts into words; empty where it has one part only. */
function partsSaid({ parts }: LockedTicket, grams: Map<number, number>): Message[] {
  if (parts.length < 2) return []
  const weights = parts.map(({ id, weight_grams }) => grams.get(id) ?? weight_grams)
  const whole = kilogramsFromGrams(weights.reduce((sum, each) => sum + each, 0))
  return [message('partsWeigh', { weights: weights.map(kilogramsFromGrams), whole })]
}

/** A correction, and where the body has it, with a dot. */
export interface EditAt {
  edit: ChangedLoad
  path: string
}

/**
 * Corrections that give parts of tickets other weights: all parts of a ticket that was weighed still have to add up to its net, those that
 * are not corrected among them. From then on it is by their weights, and not by shares, that they have it.
 *
 * @returns the corrections, with the readings that the parts show from then on
 * @throws Refusal every fault at once
 */
export async function editParts(trx: Transaction, prepared: EditAt[]): Promise<ChangedLoad[]> {
  const weighing = prepared.filter(({ edit: { was, after } }) => after.grams !== was.weight_grams)
  const ids = [...new Set(weighing.flatMap(({ edit }) => edit.was.ticket_id ?? []))]
  const tickets = await lockTickets(trx, ids)
  refuseFaults(tickets.flatMap((ticket) => sumFaults(ticket, weighing)))
  if (ids.length > 0)
    await trx
      .updateTable('movements')
      .set({ ticket_share: null })
      .where('ticket_id', '=', anyOf(ids, 'uuid'))
      .where('ticket_share', 'is not', null)
      .execute()
  return prepared.map(({ edit }) => {
    const ticket = tickets.find(({ id }) => id === edit.was.ticket_id)
    if (!ticket) return edit
    const scales = scalesOfPart(ticket.scales, { grams: edit.after.grams, share: null })
    return { ...edit, row: { ...edit.row, ...scales, ticket_share: null } }
  })
}

function sumFaults({ id, scales, parts }: LockedTicket, weighing: EditAt[]): Fault[] {
  const net = netGrams(scales)
  const edited = new Map(weighing.map(({ edit }) => [edit.was.id, edit.after.grams]))
  const sum = parts.reduce((total, part) => total + (edited.get(part.id) ?? part.weight_grams), 0)
  if (net === undefined || sum === net) return []
  const first = weighing.find(({ edit }) => edit.was.ticket_id === id)
  const said = message('partsWouldWeighOtherwise', {
    sum: kilogramsFromGrams(sum),
    net: kilogramsFromGrams(net),
  })
  return [fault(`${first?.path ?? ''}weight`, said, 'contradiction')]
}
