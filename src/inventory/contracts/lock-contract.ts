import { type Selectable, sql, type Kysely } from 'kysely'
import { rowsById } from '../../db/any-of.ts'
import type { StorageContracts, Tables } from '../../db/tables.ts'
import { type Transaction, inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, dateFault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { DryingAgreement, LossRow } from './rules.ts'
import type { Terms } from './terms.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import { ourId } from '../partners/parties.ts'
import { getContract } from './queries.ts'
import type { LookupQuery, StorageContract } from './schema.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { message } from '../../words/catalogue.ts'

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
    .select(ownerOfContract.as('owner_name'))
    .where('id', 'in', (known) =>
      known
        .selectFrom(rowsById('storage_contracts', possible).as('known'))
        .select('known.id')
        .where((where) =>
          where.or([
            where('known.storer_id', '=', organisationId),
            where.and([
              where('known.owner_id', '=', organisationId),
              where('known.confirmation', 'is', null),
            ]),
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
export async function lockContract(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
): Promise<Contract> {
  if (!isId(id)) throw notFound('storage contract', id, { within: 'yours' })
  const row = await trx
    .selectFrom('storage_contracts')
    .selectAll()
    .select(ownerOfContract.as('owner_name'))
    .where('id', '=', id)
    .where('storer_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('storage contract', id, { within: 'yours' })
  return contractOf(row)
}

const ownerOfContract = nameOfOwner(sql`storage_contracts.owner_id`, sql`storage_contracts.storer_id`)

function contractOf(row: Selectable<StorageContracts> & { owner_name: string }): Contract {
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

/** Picks the terms of drying from a contract, for the rules. */
export function dryingAgreement({
  dryingAgreed,
  dryingLevelPercentage,
  dryingMatrix,
}: Terms): DryingAgreement {
  return { isAgreed: dryingAgreed, levelPercentage: dryingLevelPercentage, matrix: dryingMatrix }
}

/** A load that a contract is looked up for: it comes at some time from `from` to `to`. */
export interface ComingLoad {
  ownerId: string
  commodityId: number
  typeId: number
  gradeId: number | null
  from: Date
  to: Date
}

/**
 * The contract under which the caller's organisation takes a load in (rules.md §5): of those that run then, the one
 * that names the load's grade wins, then the latest to start. A contract for another grade is none.
 */
export async function findContractFor(
  db: Kysely<Tables>,
  actor: Actor,
  load: ComingLoad,
): Promise<string | undefined> {
  const { ownerId, commodityId, typeId, gradeId, from, to } = load
  const { rows } = await sql<{ id: string }>`
    select id from storage_contracts
    where storer_id = ${actor.organisationId} and owner_id = ${ownerId} and commodity_id = ${commodityId} and type_id = ${typeId}
      and start_at <= ${to} and end_at >= ${from}
      and (grade_id is null or ${gradeId}::int is null or grade_id = ${gradeId}::int)
    order by (grade_id is not distinct from ${gradeId}::int) desc, start_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * Finds the contract for the load that a query describes.
 *
 * @throws Refusal `not_found` where there is none
 */
export async function lookupContract(
  db: Kysely<Tables>,
  actor: Actor,
  query: LookupQuery,
): Promise<StorageContract> {
  const from = parseInstant(query.dateISO, actor.timeZone)
  const to = parseInstantEnd(query.dateISO, actor.timeZone)
  if (!from || !to) refuseFaults([dateFault('dateISO')])
  const ownerId = ourId(tidied(query.ownerOrganisationId))
  const load = {
    commodityId: query.commodity,
    typeId: query.commodityType,
    gradeId: query.commodityGrade || null,
    from,
    to,
  }
  return inOneMoment(db, async (moment) => {
    const id = await findContractFor(moment, actor, { ...load, ownerId })
    if (id === undefined) throw new Refusal('not_found', message('noContractForLoad', {}))
    return getContract(moment, actor, id)
  })
}
