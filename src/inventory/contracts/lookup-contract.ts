import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import { findPartners } from '../partners/known-partners.ts'
import { ourId } from '../partners/parties.ts'
import { getContract } from './queries.ts'
import type { LookupQuery, StorageContract } from './schema.ts'

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
 * The same for a query.
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
    const [partner] = await findPartners(moment, actor, [{ id: ownerId, name: '' }])
    const id = await findContractFor(moment, actor, { ...load, ownerId: partner?.id ?? ownerId })
    if (id === undefined) throw new Refusal('not_found', 'There is no storage contract for such a load.')
    return getContract(moment, actor, id)
  })
}
