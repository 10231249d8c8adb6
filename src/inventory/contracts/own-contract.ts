import type { Selectable } from 'kysely'
import { rowsById } from '../../db/rows-by-id.ts'
import type { StorageContracts } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { DryingAgreement, LossRow } from './rules.ts'
import type { Terms } from './terms.ts'

/** A contract as commands need it. */
export interface Contract extends Terms {
  id: string
  storerId: string
  ownerId: string
  ownerName: string
}

/**
 * The contracts among `ids` that the caller stores under or owns the grain of. Their terms stay as they are until the
 * transaction ends.
 */
export async function holdContracts(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
): Promise<Map<string, Contract>> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return new Map()
  const rows = await trx
    .selectFrom('storage_contracts')
    .selectAll()
    .where('id', 'in', (known) =>
      known
        .selectFrom(rowsById('storage_contracts', possible).as('known'))
        .select('known.id')
        .where((where) =>
          where.or([
            where('known.storer_id', '=', organisationId),
            where('known.owner_id', '=', organisationId),
          ]),
        ),
    )
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.id, contractOf(row)]))
}

/**
 * A contract that the caller's organisation entered, locked to be changed. Owners read theirs and change nothing.
 *
 * @throws Refusal `not_found`
 */
export async function lockOwnContract(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
): Promise<Contract> {
  if (!isId(id)) throw notFound('storage contract', id, 'of yours')
  const row = await trx
    .selectFrom('storage_contracts')
    .selectAll()
    .where('id', '=', id)
    .where('storer_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('storage contract', id, 'of yours')
  return contractOf(row)
}

function contractOf(row: Selectable<StorageContracts>): Contract {
  return {
    id: row.id,
    storerId: row.storer_id,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    reference: row.reference,
    startAt: row.start_at,
    endAt: row.end_at,
    fileIds: row.file_ids,
    weightGrams: row.weight_grams,
    kind: row.kind === 'produce' ? 'produce' : 'crop',
    commodityId: row.commodity_id,
    typeId: row.type_id,
    gradeId: row.grade_id,
    varieties: row.varieties,
    tagIds: row.tag_ids,
    cleaningAgreed: row.cleaning_agreed,
    dryingAgreed: row.drying_agreed,
    dryingLevelPercentage: row.drying_level_percentage === null ? null : Number(row.drying_level_percentage),
    // Written by termColumns alone.
    dryingMatrix: row.drying_matrix as LossRow[],
  }
}

/** What a contract says of drying, for the rules. */
export function dryingAgreement({
  dryingAgreed,
  dryingLevelPercentage,
  dryingMatrix,
}: Terms): DryingAgreement {
  return { isAgreed: dryingAgreed, levelPercentage: dryingLevelPercentage, matrix: dryingMatrix }
}
