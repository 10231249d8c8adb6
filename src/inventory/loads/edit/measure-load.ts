import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { dryingColumns, dryingOfRow, dryingUnder } from '../../contracts/intake-terms.ts'
import { holdContracts, type Contract } from '../../contracts/lock-contract.ts'
import { insertSamples, sampleFaults, saysNothing } from '../../records/add-sample.ts'
import type { SampleInput } from '../../records/bodies.ts'
import { measurementsOf } from '../../records/measurement-rules.ts'
import { descriptionOf } from '../../stock/merge-stock.ts'
import { measuredName, moistureOf } from '../../stock/quality-rules.ts'
import { lockMovement, type LockedMovementRow } from './lock-movement.ts'
import { lockTicketOf } from './tickets.ts'
import { message } from '../../../words/catalogue.ts'

/**
 * Says what was measured of a load that has come over the bridge once: a sample is taken while the lorry tips. As long as nothing is weighed
 * the load is no stock and describes none, so its rows alone say it, those of all parts of its ticket; what it is dried by under its contract
 * follows. What was measured before and is not named stays.
 *
 * @throws Refusal `not_found`; every fault of the sample at once; where the load leaves, or is weighed full and empty
 */
export async function measureLoad(
  trx: Transaction,
  actor: Actor,
  id: string,
  { recordId, sample }: { recordId: string; sample: SampleInput },
): Promise<void> {
  if (saysNothing(sample)) return
  const ticket = await lockTicketOf(trx, actor, id)
  const movement = await lockMovement(trx, actor, id, recordId)
  refuseFaults([...loadFaults(movement), ...(await faultsOf(trx, actor, movement, sample))])
  const parts = ticket?.parts ?? [movement]
  const contracts = await holdContracts(trx, actor, [
    ...new Set(parts.flatMap(({ storage_contract_id }) => storage_contract_id ?? [])),
  ])
  for (const part of parts) await measurePart(trx, actor, part, { sample, contracts })
}

function loadFaults({ destination_record_id: to, weight_grams: grams }: LockedMovementRow): Fault[] {
  if (to !== null && grams === 0) return []
  const said = to === null ? message('isForLoadThatComesIn', {}) : message('isForLoadToBeWeighed', {})
  return [fault('sample', said, 'contradiction')]
}

async function faultsOf(trx: Transaction, actor: Actor, movement: LockedMovementRow, sample: SampleInput) {
  const parcel = await trx
    .selectFrom('records')
    .select(['source', 'commodity_id'])
    .where('id', '=', movement.record_id)
    .executeTakeFirstOrThrow()
  return sampleFaults(trx, actor, { ...parcel, type_id: movement.type_id }, sample, 'sample.')
}

interface Measuring {
  sample: SampleInput
  contracts: ReadonlyMap<string, Contract>
}

async function measurePart(
  trx: Transaction,
  actor: Actor,
  part: LockedMovementRow,
  { sample, contracts }: Measuring,
) {
  const quality = { ...descriptionOf(part).quality, ...measurementsOf(sample.fields ?? []) }
  const gradeId = sample.commodityGradeId || part.grade_id
  const drying = dryingOfLoad(part, contracts, quality)
  await trx
    .updateTable('movements')
    .set({ quality: JSON.stringify(quality), grade_id: gradeId, ...dryingColumns(drying, part.weight_grams) })
    .where('organisation_id', '=', part.organisation_id)
    .where('id', '=', part.id)
    .execute()
  await keepSample(trx, actor, part, sample)
}

/** Finds the drying of a load. A load measured before may have been taken in undried on purpose; that stays so. */
function dryingOfLoad(
  part: LockedMovementRow,
  contracts: Measuring['contracts'],
  quality: ReturnType<typeof measurementsOf>,
) {
  const before = dryingOfRow(part)
  const wasDeclined = before === undefined && moistureOf(descriptionOf(part).quality) !== undefined
  const contract = contracts.get(part.storage_contract_id ?? '')
  return contract && !wasDeclined ? dryingUnder(contract, { quality }) : before
}

/** A load has one sample: what was measured again takes the place of what was measured before. */
async function keepSample(trx: Transaction, actor: Actor, part: LockedMovementRow, sample: SampleInput) {
  const { id: movementId, destination_record_id: recordId, effective_at: at } = part
  if (recordId === null) return
  const [before] = await trx
    .deleteFrom('samples')
    .where('storer_id', '=', actor.organisationId)
    .where('movement_id', '=', movementId)
    .returning(['id', 'fields', 'file_ids', 'grade_id'])
    .execute()
  insertSamples(trx, actor, [{ id: before?.id, recordId, movementId, at, sample: together(before, sample) }])
}

/** Reads the earlier measurements of a load; undefined where there are none. */
export async function sampleOfLoad(
  trx: Transaction,
  { organisationId }: Actor,
  movementId: number,
): Promise<SampleInput | undefined> {
  const kept = await trx
    .selectFrom('samples')
    .select(['id', 'fields', 'file_ids', 'grade_id'])
    .where('storer_id', '=', organisationId)
    .where('movement_id', '=', movementId)
    .executeTakeFirst()
  return kept && together(kept, {})
}

type Kept = { fields: unknown; file_ids: string[]; grade_id: number | null }

function together(before: Kept | undefined, sample: SampleInput): SampleInput {
  if (!before) return sample
  const fields = sample.fields ?? []
  const named = new Set(fields.map(({ name }) => measuredName(name)))
  // The column has what the intakes and this write.
  const earlier = before.fields as typeof fields
  const files = [...before.file_ids.map((id) => ({ id })), ...(sample.files ?? [])]
  return {
    fields: [...earlier.filter(({ name }) => !named.has(measuredName(name))), ...fields],
    file: sample.file ?? null,
    files,
    commodityGradeId: sample.commodityGradeId || before.grade_id,
  }
}
