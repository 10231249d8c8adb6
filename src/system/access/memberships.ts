import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Role } from '../../http/actor.ts'
import { roleOf } from './role.ts'

/** An organisation somebody may act for now. */
export interface OpenMembership {
  id: string
  name: string
  role: Role
}

/** The organisations a person may act for now, by name. */
export async function openMemberships(db: Kysely<Tables>, userId: string): Promise<OpenMembership[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select(['o.id', 'o.name', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .where('o.status', '=', 'active')
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  return rows.map(({ id, name, role }) => ({ id, name, role: roleOf(role) }))
}
