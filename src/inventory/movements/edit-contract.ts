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
import type { OwnMovement } from './own-movement.ts'

const PATH = 'storageContractId'

/**
 * The storage contract of movements, and the terms an edited one is under. A contract has to be the caller's to see and
 * to fit what moves: a fault otherwise.
 */

/** The contract that new movements of these records name, if any. */
export async function resolveContract(
  trx: Transaction,
  actor: Actor,
  storageContractId: string | null | undefined,
  sources: { owner_id: string; commodity_id: number }[],
): Promise<string | null> {
  const id = storageContractId?.trim()
  if (!id) return null
  const contract = await holdContract(trx, actor, id)
  refuseFaults(distinct(sources.flatMap((source) => contractFaults(actor, contract, stockOf(source), PATH))))
  return contract.id
}

/**
 * The terms that an edit leaves a movement under. What the body does not say stays as it is, with the drying agreed when
 * it was entered; null takes the contract, and the drying, away; another contract's terms are applied anew.
 */
export async function resolveEditedTerms(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  storageContractId: string | null | undefined,
  effectiveAt: Date,
): Promise<IntakeTerms> {
  const present = {
    contractId: movement.storage_contract_id,
    requiresCleaning: movement.requires_cleaning,
    drying: dryingOfRow(movement),
  }
  const id = storageContractId === undefined ? present.contractId : storageContractId?.trim() || null
  if (id === null)
    return storageContractId === undefined
      ? present
      : { contractId: null, requiresCleaning: false, drying: undefined }
  const isSame = id === present.contractId
  if (isSame && effectiveAt.getTime() === movement.effective_at.getTime()) return present

  const contract = await holdContract(trx, actor, id)
  const known = await trx
    .selectFrom('records')
    .select(['owner_id', 'commodity_id'])
    .where('id', '=', movement.record_id)
    .executeTakeFirstOrThrow()
  if (movement.type !== 'intake') {
    refuseFaults(contractFaults(actor, contract, stockOf(known), PATH))
    return { ...present, contractId: contract.id }
  }
  const isStorer = contract.storerId === actor.organisationId
  const load = { ...stockOf(known), typeId: movement.type_id, effectiveAt }
  refuseFaults(isStorer ? intakeFaults(actor, contract, load, PATH) : [unknownContract(id, PATH)])
  if (isSame) return present
  // Written by intakes, as they describe their stock.
  const quality = movement.quality as Description['quality']
  return {
    contractId: contract.id,
    requiresCleaning: contract.cleaningAgreed,
    drying: dryingUnder(contract, { quality }),
  }
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
