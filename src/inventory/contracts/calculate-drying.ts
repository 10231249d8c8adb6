import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { getContract } from './queries.ts'
import { dryingOf, shrinkGrams, shrinkPercentage, toThousandth } from './rules.ts'
import type { CalculatedDrying, DryingQuery } from './schema.ts'

/**
 * Calculates the drying loss of a load under a contract, as at its intake (rules.md §5). Nothing is stored, and it does not
 * matter whether the contract runs.
 *
 * @throws Refusal `not_found`
 */
export async function calculateDrying(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  { moisturePercentage, weight }: DryingQuery,
): Promise<CalculatedDrying> {
  const { agreed, preAgreedMoistureLevelPercentage, intakeSampleLossMatrix } = (
    await getContract(db, actor, id)
  ).details.services.drying
  const agreement = {
    isAgreed: agreed,
    levelPercentage: preAgreedMoistureLevelPercentage || null,
    matrix: intakeSampleLossMatrix,
  }
  const drying = dryingOf(agreement, moisturePercentage)
  const grams = gramsFromKilograms(weight)
  const lost = shrinkGrams(drying, grams)
  return {
    measuredMoisturePercentage: toThousandth(moisturePercentage),
    agreedMoisturePercentage: preAgreedMoistureLevelPercentage,
    isDried: drying !== undefined,
    lossPercentage: drying ? shrinkPercentage(drying) : 0,
    isComputed: drying?.lossPercentage === null,
    grossWeight: kilogramsFromGrams(grams),
    lossWeight: kilogramsFromGrams(lost),
    netWeight: kilogramsFromGrams(grams - lost),
  }
}
