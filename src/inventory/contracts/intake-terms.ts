import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import type { Measurement } from '../stock/blend-rules.ts'
import type { IntakeInput } from '../records/bodies.ts'
import { moistureOf } from '../stock/quality-rules.ts'
import { message } from '../../words/catalogue.ts'
import { commodityNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import { findContractFor, dryingAgreement, holdContracts, type Contract } from './lock-contract.ts'
import { dryingOf, knownEnd, shrinkGrams, type Drying } from './rules.ts'

/** On what terms a load is taken in, as its movement keeps them: a contract that changes later does not change them. */
export interface IntakeTerms {
  contractId: string | null
  requiresCleaning: boolean
  /** The drying; undefined where there is none. */
  drying: Drying | undefined
}

/** Facts of a load that a contract has to fit. */
export interface IncomingLoad {
  ownerId: string
  commodityId: number
  typeId: number
  gradeId: number | null
  effectiveAt: Date
  quality: Record<string, Measurement>
}

const NO_TERMS: IntakeTerms = { contractId: null, requiresCleaning: false, drying: undefined }

/**
 * The terms of an intake: of the contract it names, or, where it says that drying is agreed and names none, of the one
 * that a look-up finds. `dryingAgreed: false` takes a load in undried, whatever the contract says.
 *
 * @param load what comes in; undefined where that is wrong itself, and only what is wrong all the same is told
 * @param path where the intake stands in the body
 * @returns the terms, and what is wrong: no such contract, one that does not fit the load, or that agrees no drying
 */
export async function resolveIntakeTerms(
  trx: Transaction,
  actor: Actor,
  asked: IntakeInput['storageContract'],
  load: IncomingLoad | undefined,
  path: string,
): Promise<{ terms: IntakeTerms; faults: Fault[] }> {
  const { id, dryingAgreed, cleaningAgreed } = asked ?? {}
  const found = id?.trim() || (dryingAgreed && load ? await findFor(trx, actor, load) : undefined)
  if (!found) {
    const faults =
      dryingAgreed && load
        ? [fault(`${path}.storageContract.dryingAgreed`, message('dryingNeedsContract', {}), 'no_contract')]
        : []
    return { terms: { ...NO_TERMS, requiresCleaning: cleaningAgreed ?? false }, faults }
  }
  const contract = (await holdContracts(trx, actor, [found])).get(found)
  if (!contract || contract.storerId !== actor.organisationId)
    return { terms: NO_TERMS, faults: [unknownContract(found, `${path}.storageContract.id`)] }
  const faults = load ? intakeFaults(actor, contract, load, `${path}.storageContract.id`) : []
  if (dryingAgreed && !contract.dryingAgreed) {
    faults.push(
      fault(`${path}.storageContract.dryingAgreed`, message('dryingIsNotAgreed', {}), 'contradiction'),
    )
  }
  const terms = {
    contractId: contract.id,
    requiresCleaning: cleaningAgreed ?? contract.cleaningAgreed,
    drying: dryingAgreed === false || !load ? undefined : dryingUnder(contract, load),
  }
  return { terms, faults }
}

/**
 * The terms under which somebody else's grain comes off a field into the caller's store: of the contract that a look-up
 * finds, dried as its moisture asks for, as when the owner brings it (rules.md §5). None for the caller's own grain.
 */
export async function findHarvestTerms(
  trx: Transaction,
  actor: Actor,
  load: IncomingLoad,
): Promise<IntakeTerms> {
  const contract = await findHarvestContract(trx, actor, load)
  if (!contract) return NO_TERMS
  return {
    contractId: contract.id,
    requiresCleaning: contract.cleaningAgreed,
    drying: dryingUnder(contract, load),
  }
}

/** The contract of such terms, or null where there is none. */
export async function findHarvestContract(
  trx: Transaction,
  actor: Actor,
  load: Omit<IncomingLoad, 'quality'>,
): Promise<Contract | null> {
  if (load.ownerId === actor.organisationId) return null
  const id = await findFor(trx, actor, load)
  return id === undefined ? null : ((await holdContracts(trx, actor, [id])).get(id) ?? null)
}

function findFor(
  trx: Transaction,
  actor: Actor,
  { effectiveAt, ...load }: Omit<IncomingLoad, 'quality'>,
): Promise<string | undefined> {
  return findContractFor(trx, actor, { ...load, from: effectiveAt, to: effectiveAt })
}

/** Works out the drying of a load under a contract, by the moisture measured. */
export function dryingUnder(
  contract: Contract,
  { quality }: Pick<IncomingLoad, 'quality'>,
): Drying | undefined {
  return dryingOf(dryingAgreement(contract), moistureOf(quality))
}

/** The fault of a storage contract that is not there or not the caller’s to see: which of the two is not told. */
export function unknownContract(id: string, path: string): Fault {
  return fault(path, message('doesNotExist', { what: 'storage contract', id }), 'unknown')
}

/**
 * Why a load may not be taken in under a contract: owner, commodity or type differ, or it does not run then.
 *
 * @param cameAt of a load that is corrected and stays under its contract, the date until now: if the contract was made shorter since, it
 *   does not cover that one either, and the load may be given any date
 */
export function intakeFaults(
  actor: Actor,
  contract: Contract,
  { cameAt, ...load }: Omit<IncomingLoad, 'gradeId' | 'quality'> & { cameAt?: Date | undefined },
  path: string,
): Fault[] {
  const { startAt, endAt } = contract

  const covers = (instant: Date) => startAt <= instant && instant <= endAt
  const isRunning = covers(load.effectiveAt) || (cameAt !== undefined && !covers(cameAt))
  return [
    ...contractFaults(actor, contract, load, path),
    ...(contract.commodityId === load.commodityId && contract.typeId !== load.typeId
      ? [
          fault(
            path,
            message('isContractForType', {
              type: typeNameFor(actor, contract.typeId) ?? String(contract.typeId),
            }),
            'other_type',
          ),
        ]
      : []),
    ...(isRunning
      ? []
      : [
          fault(
            path,
            message('contractDoesNotRun', {
              startUTC: startAt.toISOString(),
              endUTC: knownEnd(endAt)?.toISOString() ?? null,
              timeZone: actor.timeZone,
            }),
            'not_running',
          ),
        ]),
  ]
}

/** Why stock may not move under a contract: it is somebody else's, or another commodity. */
export function contractFaults(
  actor: Actor,
  contract: Contract,
  stock: { ownerId: string; commodityId: number },
  path: string,
): Fault[] {
  const { ownerId, ownerName, commodityId } = contract
  return [
    ...(ownerId === stock.ownerId
      ? []
      : [fault(path, message('isContractForOwner', { owner: ownerName }), 'other_owner')]),
    ...(commodityId === stock.commodityId
      ? []
      : [
          fault(
            path,
            message('isContractForCommodity', {
              commodity: commodityNameFor(actor, commodityId) ?? String(commodityId),
            }),
            'other_commodity',
          ),
        ]),
  ]
}

/** The terms of an intake of so many grams as columns of its movement. */
export function intakeTermColumns(terms: IntakeTerms, grams: number) {
  return { ...contractColumns(terms), ...dryingColumns(terms.drying, grams) }
}

/** Makes the columns of an intake's terms, except for its drying. */
export function contractColumns({ contractId, requiresCleaning }: IntakeTerms) {
  return {
    storage_contract_id: contractId,
    requires_cleaning: requiresCleaning,
    // What comes in is to be cleaned as a whole, or not at all.
    uncleaned_share: requiresCleaning ? 1 : 0,
  }
}

/** Makes the columns of a movement for the drying of a load of so many grams. */
export function dryingColumns(drying: Drying | undefined, grams: number) {
  return {
    drying_moisture_percentage: drying?.moisturePercentage ?? null,
    drying_level_percentage: drying?.levelPercentage ?? null,
    drying_loss_percentage: drying?.lossPercentage ?? null,
    shrink_grams: shrinkGrams(drying, grams),
  }
}

/** Reads the drying of a load from the columns of its movement. */
export function dryingOfRow(row: {
  drying_moisture_percentage: string | null
  drying_level_percentage: string | null
  drying_loss_percentage: string | null
}): Drying | undefined {
  const {
    drying_moisture_percentage: moisture,
    drying_level_percentage: level,
    drying_loss_percentage: loss,
  } = row
  if (moisture === null || level === null) return undefined
  return {
    moisturePercentage: Number(moisture),
    levelPercentage: Number(level),
    lossPercentage: loss === null ? null : Number(loss),
  }
}
