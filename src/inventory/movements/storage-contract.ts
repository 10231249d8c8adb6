import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults, type Fault } from '../../kernel/errors.ts'
import {
  contractFaults,
  dryingOfRow,
  dryingUnder,
  intakeFaults,
  unknownContract,
  type IntakeTerms,
} from '../contracts/intake-terms.ts'
import { holdContracts, type Contract } from '../contracts/own-contract.ts'
import type { Description } from '../records/blend-rules.ts'
import type { KeptRecord } from '../records/places.ts'
import type { Destination } from './destination.ts'
import type { OwnMovement } from './own-movement.ts'

const PATH = 'storageContractId'

type Source = Pick<KeptRecord, 'owner_id' | 'commodity_id' | 'type_id' | 'source' | 'keeper_id'>

/**
 * The storage contract of movements, and the terms an edited one is under. A contract has to be the caller's to see and
 * to fit what moves: a fault otherwise.
 */

/** What a movement of stock under a contract is judged by. */
interface Asked {
  storageContractId: string | null | undefined
  effectiveAt: Date
  /** Undefined where it is at fault itself. */
  destination: Destination | undefined
}

/**
 * The contract that new movements of these records name, if any. What comes off a field into the bay of whoever stores under it is
 * taken in, and held to what an intake is held to.
 */
export async function resolveContract(
  trx: Transaction,
  actor: Actor,
  { storageContractId, effectiveAt, destination }: Asked,
  sources: Source[],
): Promise<Contract | null> {
  const id = storageContractId?.trim()
  if (!id) return null
  const contract = await holdContract(trx, actor, id)
  refuseFaults(
    distinct(
      sources.flatMap((source) => {
        const load = { ...stockOf(source), typeId: source.type_id, effectiveAt }
        return isTakenIn(contract, source, destination)
          ? intakeFaults(actor, contract, load, PATH)
          : contractFaults(actor, contract, load, PATH)
      }),
    ),
  )
  return contract
}

/** Whether a movement is a load off a field that comes in under a contract: the field and the bay are the storer's. */
export function isTakenIn(
  contract: Contract,
  source: Pick<Source, 'source' | 'keeper_id'>,
  destination: Destination | undefined,
): boolean {
  return (
    source.source === 'planting' && source.keeper_id === contract.storerId && destination?.type !== 'outbound'
  )
}

/**
 * The terms that an edit leaves a movement under. What the body does not say stays as it is, with the drying agreed when
 * it was entered; null takes the contract, and the drying, away; another contract's terms are applied anew.
 */
export async function resolveEditedTerms(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  { storageContractId, effectiveAt, destination }: Asked,
): Promise<IntakeTerms> {
  const present = {
    contractId: movement.storage_contract_id,
    requiresCleaning: movement.requires_cleaning,
    drying: dryingOfRow(movement),
  }
  // Where the body leaves the contract as it is, the date is what does not fit it.
  const path = storageContractId === undefined ? 'movementDateISO' : PATH
  const id = storageContractId === undefined ? present.contractId : storageContractId?.trim() || null
  // Cleaning that was asked for without a contract is not taken away with one.
  if (id === null) return present.contractId === null ? present : { ...NOTHING, contractId: null }
  const isSame = id === present.contractId
  const comesIn = destination?.type !== 'outbound' && movement.destination_record_id === null
  if (isSame && !comesIn && effectiveAt.getTime() === movement.effective_at.getTime()) return present

  const contract = await holdContract(trx, actor, id)
  const known = await trx
    .selectFrom('records')
    .select(['owner_id', 'commodity_id', 'source', 'keeper_id'])
    .where('id', '=', movement.record_id)
    .executeTakeFirstOrThrow()
  const isStorer = contract.storerId === actor.organisationId
  const load = { ...stockOf(known), typeId: movement.type_id, effectiveAt }
  if (movement.type === 'intake' && !isStorer) refuseFaults([unknownContract(id, PATH)])
  refuseFaults(
    movement.type === 'intake' || isTakenIn(contract, known, destination)
      ? intakeFaults(actor, contract, load, path)
      : contractFaults(actor, contract, load, path),
  )
  if (isSame) return present
  if (movement.type !== 'intake' && (known.source !== 'planting' || !isStorer))
    return { ...NOTHING, contractId: contract.id }
  return {
    contractId: contract.id,
    requiresCleaning: contract.cleaningAgreed,
    drying: dryingUnder(contract, { quality: measuredOf(movement) }),
  }
}

const NOTHING = { requiresCleaning: false, drying: undefined }

/** What was measured of a load as it came in. */
function measuredOf({ type, quality, harvest_moisture_percentage: moisture }: OwnMovement) {
  // Written by intakes, as they describe their stock. A load off a field is described as its crop is, and keeps its own moisture.
  if (type === 'intake') return quality as Description['quality']
  return moisture === null ? {} : { Moisture: { value: Number(moisture), metric: '%' } }
}

async function holdContract(trx: Transaction, actor: Actor, id: string): Promise<Contract> {
  const contract = (await holdContracts(trx, actor, [id])).get(id)
  if (!contract) refuseFaults([unknownContract(id, PATH)])
  return contract
}

function stockOf({ owner_id, commodity_id }: { owner_id: string; commodity_id: number }) {
  return { ownerId: owner_id, commodityId: commodity_id }
}

/** Several records of a bulk movement may fail alike. */
function distinct(faults: Fault[]): Fault[] {
  return [...new Map(faults.map((each) => [each.code, each])).values()]
}
