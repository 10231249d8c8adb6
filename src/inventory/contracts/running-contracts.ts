import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { nameOfOwner } from '../partners/party-names.ts'

const MOST = 50

/** A storage contract, as far as grain of its owner is to be told by it. */
export interface RunningContract {
  id: string
  reference: string
  ownerId: string
  ownerName: string
}

/** The contracts under which an organisation stores grain of these owners and commodities at a moment, the latest first. */
export async function findRunningContracts(
  db: Kysely<Tables>,
  {
    storerId,
    ownerIds,
    commodityIds,
    at,
  }: { storerId: string; ownerIds: string[]; commodityIds: number[]; at: Date },
): Promise<RunningContract[]> {
  const { rows } = await sql<RunningContract>`
    select c.id, c.reference, c.owner_id as "ownerId", ${nameOfOwner(sql`c.owner_id`, sql`c.storer_id`)} as "ownerName"
    from storage_contracts c
    where c.storer_id = ${storerId} and c.owner_id = any(${ownerIds}::text[]) and c.commodity_id = any(${commodityIds}::integer[])
      and c.start_at <= ${at} and c.end_at >= ${at}
    order by c.start_at desc, c.id desc limit ${MOST}`.execute(db)
  return rows
}
