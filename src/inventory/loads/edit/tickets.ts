import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { isNumericId } from '../../../kernel/ids.ts'
import { paired } from '../../../kernel/paired.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import type { OwnMovement } from './own-movement.ts'
import { netGrams, type Scales } from '../rules.ts'
import { changesRow, movesStock, weighingOf, type Weighing } from './weighings.ts'
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
import type { PreparedEdit } from './prepare-edit.ts'

// Tickets that are there: locked with the movements that are their parts, and weighed again.

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
  const parts: OwnMovement[] = []
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

/** What readings make of a ticket's part, and of the others. */
export interface WeighedPart {
  grams: number
  scales: Scales
  /** Those of which something changes. */
  others: Weighing[]
  /** What all parts weigh, in words; empty where no stock of another moves by it. */
  said: string
}

/** Stores readings of a ticket, corrected on one of its parts, and finds what all parts say from now on. */
export async function weighTicket(
  trx: Transaction,
  ticket: LockedTicket,
  scales: Scales,
  {
    part: { id: exceptId, weight_grams, ticket_share: share },
    fileId,
    isSharedAnew,
  }: { part: OwnMovement; fileId: string | null | undefined; isSharedAnew: boolean },
): Promise<WeighedPart> {
  const parts = gramsOfParts(ticket, scales, exceptId, isSharedAnew)
  const grams = parts.get(exceptId) ?? weight_grams
  const others = await weighOtherParts(trx, ticket, scales, parts, { exceptId, fileId })
  await saveTicket(trx, ticket, scales, fileId)
  const said = others.some(movesStock) ? sayParts(ticket, parts) : ''
  return { grams, scales: scalesOfPart(scales, { grams, share }), others, said }
}

/**
 * What each part of a ticket weighs with its readings, corrected on one of its parts, or with other shares of them.
 *
 * @throws Refusal `invalid_input` where nothing would be left for that part
 */
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
  const message = `makes ${sayWeight(net)} of the lorry, of which its other parts have ${sayWeight(others)}: nothing is left for this one`
  return refuseFaults([fault('weighbridge.full', message, 'contradiction')])
}

/** What a ticket's other parts say from now on: they share its readings, and its file. Those of which nothing changes are left out. */
async function weighOtherParts(
  trx: Transaction,
  ticket: LockedTicket,
  scales: Scales,
  grams: Map<number, number>,
  { exceptId, fileId }: { exceptId: number; fileId?: string | null | undefined },
): Promise<Weighing[]> {
  const weighings: Weighing[] = []
  for (const part of ticket.parts) {
    if (part.id === exceptId) continue
    const own = { grams: grams.get(part.id) ?? part.weight_grams, share: part.ticket_share }
    const weighing = await weighingOf(trx, part, {
      ...scalesOfPart(scales, own),
      grams: own.grams,
      ...(fileId && { weighbridge_file_id: fileId }),
    })
    if (changesRow(weighing)) weighings.push(weighing)
  }
  return weighings
}

/** Stores what a ticket shows from now on. */
export async function saveTicket(
  trx: Transaction,
  { id }: LockedTicket,
  scales: Scales,
  fileId?: string | null,
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
): Promise<Weighing[]> {
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
  const stored = storedParts({ parts })
  const grams = isAllLess
    ? new Map(stored.map((part) => [part.id, part.grams]))
    : partsThatStay(netGrams(scales) ?? 0, stored)
  return weighOtherParts(trx, { ...ticket, parts }, scales, grams, { exceptId: 0 })
}

/** Everything that is wrong with taking parts out of a ticket. */
export function faultsOfDeleting(ticket: LockedTicket, deleted: DeletedPart[]): Fault[] {
  const staying = partsBeside(ticket, deleted).map(({ weight_grams }) => weight_grams)
  return deletedPartFaults(netGrams(ticket.scales), deleted, staying)
}

function partsBeside({ parts }: LockedTicket, deleted: DeletedPart[]): OwnMovement[] {
  return parts.filter((part) => !deleted.some(({ id }) => id === part.id))
}

/**
 * What a deleted part of a ticket weighs when it is restored, and the parts that stayed: together they have the lorry's net, which is
 * again what it was where it was said to be less.
 *
 * @throws Refusal `invalid_input` where the lorry has been weighed since with less than this part had
 */
export async function weighRestoredPart(
  trx: Transaction,
  ticket: LockedTicket,
  { id, weight_grams, ticket_share: share, lessened_net }: OwnMovement,
): Promise<Omit<WeighedPart, 'said'>> {
  const scales = lessened_net ? scalesWithLess(ticket.scales, -weight_grams) : ticket.scales
  if (lessened_net) await saveTicket(trx, ticket, scales)
  const net = netGrams(scales)
  const own = { id, grams: weight_grams, share }
  const grams = net === undefined ? new Map() : partsWithRestored(net, storedParts(ticket), own)
  if (grams === undefined) {
    const message = `is ${sayWeight(weight_grams)}, and its lorry weighed ${sayWeight(net ?? 0)} in all: nothing is left for its other parts`
    return refuseFaults([fault('weight', message, 'contradiction')])
  }
  const others = net === undefined ? [] : await weighOtherParts(trx, ticket, scales, grams, { exceptId: id })
  const ownGrams = grams.get(id) ?? weight_grams
  return { grams: ownGrams, scales: scalesOfPart(scales, { grams: ownGrams, share }), others }
}

/** What the parts of a ticket weigh, for people; empty where it has one part only. */
function sayParts({ parts }: LockedTicket, grams: Map<number, number>): string {
  if (parts.length < 2) return ''
  const weights = parts.map(({ id, weight_grams }) => grams.get(id) ?? weight_grams)
  const whole = weights.reduce((sum, each) => sum + each, 0)
  return ` The parts of its ticket are ${weights.map(sayWeight).join(', ')}: ${sayWeight(whole)} in all.`
}

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
