import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseFaults, type Fault } from '../../kernel/errors.ts'
import {
  contractFaults,
  dryingOfRow,
  dryingUnder,
  findHarvestContract,
  findHarvestTerms,
  intakeFaults,
  unknownContract,
  type IntakeTerms,
} from '../contracts/intake-terms.ts'
import { holdContracts, type Contract } from '../contracts/lock-contract.ts'
import type { Description } from '../stock/blend-rules.ts'
import type { StoredRecord } from '../stock/stored-records.ts'
import type { Destination } from './destination.ts'
import type { MovedStock, LockedMovementRow } from './edit/lock-movement.ts'

const PATH = 'storageContractId'

type Source = Pick<StoredRecord, 'owner_id' | 'commodity_id' | 'type_id' | 'source' | 'keeper_id'>

/**
 * The storage contract of movements, and the terms an edited one is under. A contract has to be the caller's to see and
 * to fit what moves: a fault otherwise.
 */

/** Facts by which a movement of stock under a contract is checked. */
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

/**
 * The contract that a new movement of this record is under where its body does not say: somebody else's crop that comes off a field into
 * a bay is looked up one, as a harvest load is. For anything else the database is not asked.
 */
export async function findContract(
  trx: Transaction,
  actor: Actor,
  { storageContractId, effectiveAt, destination }: Asked,
  source: StoredRecord,
): Promise<Contract | null> {
  if (storageContractId !== undefined || destination?.type !== 'internal' || source.source !== 'planting')
    return null
  const { type_id: typeId, grade_id: gradeId } = source
  return findHarvestContract(trx, actor, { ...stockOf(source), typeId, gradeId, effectiveAt })
}

/** True if a movement is a load off a field that comes in under a contract: the field and the bay are the storer's. */
export function isTakenIn(
  contract: Contract,
  source: Pick<Source, 'source' | 'keeper_id'>,
  destination: Destination | undefined,
): boolean {
  return (
    source.source === 'planting' && source.keeper_id === contract.storerId && destination?.type !== 'outbound'
  )
}

/** A movement that is edited, and what it moves. */
interface Edited {
  movement: LockedMovementRow
  moved: MovedStock
}

/**
 * The terms that an edit leaves a movement under. What the body does not say stays as it is, with the drying agreed when
 * it was entered; null takes the contract, and the drying, away; another contract's terms are applied anew. What had left
 * a field under none, and comes into a bay after all, is looked up one as a new movement is.
 */
export async function resolveEditedTerms(
  trx: Transaction,
  actor: Actor,
  { movement, moved }: Edited,
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
  const comesIn = destination?.type !== 'outbound' && movement.destination_record_id === null
  if (storageContractId === undefined && present.contractId === null && comesIn)
    return (await findTermsOfComing(trx, actor, { movement, moved }, effectiveAt)) ?? present
  // Cleaning that was asked for without a contract is not taken away with one.
  if (id === null) return present.contractId === null ? present : { ...NOTHING, contractId: null }
  const isSame = id === present.contractId
  if (isSame && !comesIn && effectiveAt.getTime() === movement.effective_at.getTime()) return present

  const contract = await holdContract(trx, actor, id)
  const isStorer = contract.storerId === actor.organisationId
  const cameAt = isSame && !comesIn ? movement.effective_at : undefined
  const load = { ...stockOf(moved), typeId: movement.type_id, effectiveAt, cameAt }
  if (movement.type === 'intake' && !isStorer) refuseFaults([unknownContract(id, PATH)])
  refuseFaults(
    movement.type === 'intake' || isTakenIn(contract, moved, destination)
      ? intakeFaults(actor, contract, load, path)
      : contractFaults(actor, contract, load, path),
  )
  if (isSame) return present
  if (movement.type !== 'intake' && (moved.source !== 'planting' || !isStorer))
    return { ...NOTHING, contractId: contract.id }
  return {
    contractId: contract.id,
    requiresCleaning: contract.cleaningAgreed,
    drying: dryingUnder(contract, { quality: measuredOf(movement) }),
  }
}

/** The terms of a movement that left a field and now comes into a bay after all; undefined where it left a bay. */
async function findTermsOfComing(
  trx: Transaction,
  actor: Actor,
  { movement, moved }: Edited,
  effectiveAt: Date,
): Promise<IntakeTerms | undefined> {
  if (moved.source !== 'planting') return undefined
  const { type_id: typeId, grade_id: gradeId } = movement
  const quality = measuredOf(movement)
  return findHarvestTerms(trx, actor, { ...stockOf(moved), typeId, gradeId, effectiveAt, quality })
}

const NOTHING = { requiresCleaning: false, drying: undefined }

/** Returns the measurements of a load as it came in. */
function measuredOf({ type, quality, harvest_moisture_percentage: moisture }: LockedMovementRow) {
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
