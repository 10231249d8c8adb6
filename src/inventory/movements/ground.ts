import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { getKeptRecords, type KeptRecord } from '../records/places.ts'
import { surveyStock, type Survey } from '../records/survey.ts'
import { resolveDestination, type Destination } from './destination.ts'
import { resolveContract } from './edit-contract.ts'
import { nextFactIds } from './fact-ids.ts'
import type { Body } from './insert-movements.ts'

/** All that new movements of a request need to know and hold before it is decided what they do. */
export interface Ground {
  /** One for each load. */
  sources: KeptRecord[]
  destination: Destination
  storageContractId: string | null
  survey: Survey
  /** The movements' numbers. They are taken while the bays are locked: who comes later to a bay gets later ones. */
  ids: number[]
}

/** Where a request takes stock from, and what is wrong with that once it is known where it goes. */
interface Loads {
  recordIds: string[]
  faultsOf: (sources: KeptRecord[], destination: Destination) => Fault[]
}

/**
 * Finds what a body names and locks what it touches. Where the body says by itself which bay is meant, that is one round
 * trip; for anything else its names are looked up first.
 *
 * @throws Refusal `not_found`, `forbidden`, `invalid_input`, `destination_ambiguous`
 */
export async function prepareGround(
  trx: Transaction,
  actor: Actor,
  body: Body,
  loads: Loads,
  at: Date,
): Promise<Ground> {
  const { recordIds, faultsOf } = loads
  const named = recordIds.every(isId) ? placeNamed(body) : undefined
  const found = named ? undefined : await lookUp(trx, actor, body, loads)
  const bayId = named ? named.bayId : found?.destination.type === 'internal' ? found.destination.bayId : null
  const [survey, ids] = await Promise.all([
    surveyStock(trx, actor, { recordIds, bayId }, at),
    nextFactIds(trx, recordIds.length),
  ])
  // Where something is missing, whoever looks it up says in the caller's words what.
  const sources = inOrder(recordIds, survey) ?? (await getKeptRecords(trx, actor, recordIds))
  if (found) return { ...found, sources, survey, ids }

  const destination = destinationOf(body, survey, bayId) ?? (await resolveDestination(trx, actor, body))
  refuseFaults(faultsOf(sources, destination))
  return { sources, destination, storageContractId: null, survey, ids }
}

/** Looks up what the survey cannot find by itself, in the order in which it is refused. */
async function lookUp(trx: Transaction, actor: Actor, body: Body, { recordIds, faultsOf }: Loads) {
  const sources = await getKeptRecords(trx, actor, recordIds)
  const destination = await resolveDestination(trx, actor, body)
  refuseFaults(faultsOf(sources, destination))
  const storageContractId = await resolveContract(trx, actor, body.storageContractId, sources)
  return { destination, storageContractId }
}

/**
 * The bay that a body names by its number, or null for a trading partner who has none; undefined for whatever has to be
 * looked up to know: a store without its bay, an organisation here, a storage contract, and what will be refused.
 */
function placeNamed({ destination, sold, storageContractId }: Body): { bayId: number | null } | undefined {
  const { storageId, organisationId, substorageId } = destination
  if (storageContractId) return undefined
  if (!storageId) return organisationId && !isId(organisationId.trim()) ? { bayId: null } : undefined
  const isPlain = isId(storageId) && Number.isSafeInteger(substorageId) && !organisationId && !sold
  return isPlain && substorageId ? { bayId: substorageId } : undefined
}

function destinationOf(
  { destination }: Body,
  { bays }: Survey,
  bayId: number | null,
): Destination | undefined {
  const bay = bayId === null ? undefined : bays.get(bayId)
  if (!bay || bay.storageId !== destination.storageId) return undefined
  return {
    type: 'internal',
    storageId: bay.storageId,
    bayId: bay.id,
    name: `${bay.storageName}, ${bay.name}`,
  }
}

function inOrder(recordIds: string[], { records }: Survey): KeptRecord[] | undefined {
  const sources = recordIds.flatMap((id) => records.get(id) ?? [])
  return sources.length === recordIds.length ? sources : undefined
}
