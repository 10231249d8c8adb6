import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, isFault, notFound, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { NamedParties, ourId, type NamedParty, type Party } from '../partners/parties.ts'
import type { StoredRecord } from '../stock/stored-records.ts'
import { chooseBay, findPlacesWithBays } from '../records/find-places.ts'
import type { DestinationSchema as DestinationInput } from './schema.ts'
import { message } from '../../words/catalogue.ts'

interface Body {
  destination: Static<typeof DestinationInput>
  sold?: boolean | undefined
}

/** Destination of a movement: a bay of the caller's own, or another organisation. */
export type Destination =
  | { type: 'internal'; storageId: string; bayId: number; name: string }
  | { type: 'outbound'; receiver: Party; sold: boolean }

/**
 * Why stock may not leave for the caller's own organisation: it is the caller's already. Grain of others may: the keeper buys it where it
 * lies (docs/decisions/0007-who-enters-what.md).
 */
export function selfDeliveryFaults(
  { owner_id: ownerId, keeper_id: keeperId }: Pick<StoredRecord, 'owner_id' | 'keeper_id'>,
  { destination: { storageId, organisationId } }: Body,
): Fault[] {
  const isOwn = !storageId?.trim() && ourId(organisationId?.trim() ?? '') === keeperId
  if (!isOwn || ownerId !== keeperId) return []
  return [fault('destination.organisationId', message('isYourOrganisation', {}), 'own_organisation')]
}

/** Why stock of one bay, or of none, may not go to another: it lies there already. */
export function sameBayFaults(from: number | null, to: number): Fault[] {
  return from === to ? [fault('destination.substorageId', message('isSameBay', {}), 'same_bay')] : []
}

/**
 * Which of the two variants a body is, and whether what it names exists (rules.md §4). What is wrong with `sold` joins `faults`, as where it
 * goes is known all the same.
 *
 * @param parties the other organisation, where the caller has looked it up already
 * @throws Refusal `destination_ambiguous` when it names neither a store nor an organisation, a store that is not
 *   that organisation's, or a store called a field; `invalid_input` for a bay or partner that is not named; `not_found` for an unknown store
 */
export async function resolveDestination(
  trx: Transaction,
  actor: Actor,
  { destination, sold }: Body,
  faults: Fault[],
  parties?: NamedParties,
): Promise<Destination> {
  const storageId = destination.storageId?.trim() ?? ''
  const organisationId = destination.organisationId?.trim() ?? ''
  if (storageId === '' && organisationId === '' && !destination.organisationName?.trim()) {
    throw new Refusal('destination_ambiguous', message('goesNowhere', {}))
  }
  if (storageId !== '')
    return resolveBay(trx, actor, { destination, sold }, { storageId, organisationId }, faults)

  const named = receiverNamed(destination)
  const known = parties ?? (await NamedParties.of(trx, actor, [named]))
  const party = await known.resolve(named, {
    id: 'destination.organisationId',
    name: 'destination.organisationName',
  })
  const unsaid = sold === undefined ? [fault('sold', message('needsSold', {}), 'required')] : []
  if (isFault(party)) return refuseFaults([party, ...unsaid])
  faults.push(...unsaid)
  return { type: 'outbound', receiver: party, sold: sold ?? false }
}

/** The other organisation that a destination names. */
export function receiverNamed({
  organisationId: id,
  organisationName: name,
}: Body['destination']): NamedParty {
  return { id, name }
}

async function resolveBay(
  trx: Transaction,
  actor: Actor,
  { destination, sold }: Body,
  { storageId, organisationId }: { storageId: string; organisationId: string },
  faults: Fault[],
): Promise<Destination> {
  if (organisationId !== '' && organisationId !== actor.organisationId) {
    throw new Refusal('destination_ambiguous', message('goesToTwoPlaces', {}))
  }
  const place = (await findPlacesWithBays(trx, actor, [storageId])).get(storageId)
  if (!place) throw notFound('storage', storageId)
  if (destination.type !== undefined && destination.type !== place.type) {
    throw new Refusal(
      'destination_ambiguous',
      message('destinationIsOtherwise', {
        type: destination.type,
        name: place.storageName,
        actual: place.type,
      }),
    )
  }
  const bay = chooseBay(place, destination.substorageId, 'destination.')
  const others = sold === true ? [fault('sold', message('isNotSoldHere', {}), 'not_outbound')] : []
  if (isFault(bay)) return refuseFaults([bay, ...others])
  faults.push(...others)
  return { type: 'internal', storageId, bayId: bay.id, name: `${place.storageName}, ${bay.name}` }
}
