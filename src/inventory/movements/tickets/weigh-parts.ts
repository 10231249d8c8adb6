import type { Transaction } from '../../../db/transaction.ts'
import { fault, refuseFaults } from '../../../kernel/errors.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import { netGrams, type Scales } from '../rules.ts'
import { changesRow, weighingOf, type Weighing } from '../weighings.ts'
import { storedParts, type LockedTicket } from './lock-tickets.ts'
import { partsOfNet, partsThatStay, scalesOfPart } from './rules.ts'

/**
 * What each part of a ticket weighs with its readings, corrected on one of its parts.
 *
 * @throws Refusal `invalid_input` where nothing would be left for that part
 */
export function gramsOfParts(ticket: LockedTicket, scales: Scales, correctedId: number): Map<number, number> {
  const parts = storedParts(ticket)
  const net = netGrams(scales)
  const isCorrected = net !== undefined && net !== netGrams(ticket.scales)
  if (!isCorrected) return new Map(parts.map(({ id, grams }) => [id, grams]))
  const weighed = partsOfNet(net, parts, correctedId)
  if (weighed) return weighed
  const others = parts.reduce((sum, { id, grams }) => sum + (id === correctedId ? 0 : grams), 0)
  const message = `makes ${sayWeight(net)} of the lorry, of which its other parts have ${sayWeight(others)}: nothing is left for this one`
  return refuseFaults([fault('weighbridge.full', message, 'contradiction')])
}

/** What a ticket's other parts say from now on: they share its readings, and its file. Those of which nothing changes are left out. */
export async function weighOtherParts(
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

/** What the parts that stay weigh once others of a weighed ticket are deleted: its net is theirs. */
export async function weighPartsThatStay(
  trx: Transaction,
  ticket: LockedTicket,
  deletedIds: number[],
): Promise<Weighing[]> {
  const parts = ticket.parts.filter(({ id }) => !deletedIds.includes(id))
  const net = netGrams(ticket.scales)
  if (net === undefined || parts.length === 0) return []
  const grams = partsThatStay(net, storedParts({ parts }))
  return weighOtherParts(trx, { ...ticket, parts }, ticket.scales, grams, { exceptId: 0 })
}

/** What the parts of a ticket weigh, for people; empty where it has one part only. */
export function sayParts({ parts }: LockedTicket, grams: Map<number, number>): string {
  if (parts.length < 2) return ''
  const weights = parts.map(({ id, weight_grams }) => grams.get(id) ?? weight_grams)
  const whole = weights.reduce((sum, each) => sum + each, 0)
  return ` The parts of its ticket are ${weights.map(sayWeight).join(', ')}: ${sayWeight(whole)} in all.`
}
