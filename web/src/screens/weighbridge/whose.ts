import type { StorageContract } from '../../api/operations.ts'
import type { Ticket } from '../../offline/tickets.ts'

// Whose grain a load becomes. It is asked once for each sender and remembered with the partner; what is not known is not said.

/** Stored under a contract, stored without one, or bought. */
export type Basis = 'contract' | 'stored' | 'bought'

/** The sender's contract as the clerk saw it, and for whom and which grain: it holds until the service answers otherwise. */
export interface SeenContract {
  of: string
  contract: StorageContract | null
}

/** The sender and grain of a load, as which a contract is seen. */
export const contractKey = (partyId: string, { id, type, grade }: Ticket['grain']) =>
  `${partyId}|${id}.${type}.${grade}`

interface Known {
  /** Basis that the clerk has entered on this ticket. */
  said: Basis | ''
  /** The sender's contract; null where there is none, undefined where that is not known. */
  contract: StorageContract | null | undefined
  sender: string
  bay: { weight: number; isOwned: boolean; owner: string } | undefined
  /** True if grain that the sender brings without a contract is the organisation's own, as was stated before. */
  bringsOwned: boolean | undefined
}

/** Returns the basis of a load; undefined if somebody has to state it. */
export function basisOf({ said, contract, sender, bay, bringsOwned }: Known): Basis | undefined {
  if (said !== '' && (said !== 'contract' || contract)) return said
  if (contract === undefined) return undefined
  // What lies in the bay already is joined, so that is the likely one.
  const lies = bay && bay.weight > 0 ? bay : undefined
  if (contract) return lies?.isOwned ? 'bought' : 'contract'
  if (lies && !lies.isOwned && lies.owner === sender) return 'stored'
  if (bringsOwned === undefined) return undefined
  return bringsOwned ? 'bought' : 'stored'
}

/**
 * Finds, by the names of senders, whether grain they bring without a contract is the organisation's own: as the service remembers it,
 * or as tickets of this device state that it has not received yet.
 * Organisations of this service are no partners, so only the tickets know about them.
 *
 * @param tickets newest first
 */
export function bringsOwnedBy(
  partners: { name: string; bringsOwned: boolean | null }[],
  tickets: Pick<Ticket, 'party' | 'basis' | 'isBasisSaid' | 'bookedAt'>[],
): Map<string, boolean> {
  const said = tickets
    .toReversed()
    .flatMap(({ party, basis, isBasisSaid, bookedAt }) =>
      isBasisSaid && basis !== 'contract' && party.name !== ''
        ? [{ name: party.name, isOwned: basis === 'bought', isSent: bookedAt !== undefined }]
        : [],
    )
  return new Map([
    ...said.map(({ name, isOwned }) => [name, isOwned] as const),
    ...partners.flatMap(({ name, bringsOwned }) =>
      bringsOwned === null ? [] : [[name, bringsOwned] as const],
    ),
    ...said.flatMap(({ name, isOwned, isSent }) => (isSent ? [] : [[name, isOwned] as const])),
  ])
}
