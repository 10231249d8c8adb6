import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Role } from '../../http/actor.ts'
import type { Refusal } from '../../kernel/errors.ts'
import { forbidden, unauthenticated } from './admit.ts'
import { roleOf } from './role.ts'

/** An organisation somebody may act for now. */
export interface OpenMembership {
  id: string
  name: string
  role: Role
}

/**
 * The organisations a person may act for now, by name. Locked, nobody is suspended in them meanwhile: a session that is
 * begun for one is there to be ended with the others.
 */
export async function openMemberships(
  db: Kysely<Tables>,
  userId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<OpenMembership[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select(['o.id', 'o.name', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .where('o.status', '=', 'active')
    .orderBy(sql`lower(o.name) collate "C"`)
    .orderBy('o.id')
    .$if(isLocked, (select) => select.forShare('m'))
    .execute()
  return rows.map(({ id, name, role }) => ({ id, name, role: roleOf(role) }))
}

/**
 * Why somebody who has proved who they are may not act for an organisation, or for any where none is named: they are
 * suspended there (rules.md §8), or it is not theirs.
 */
export async function membershipRefusal(
  db: Kysely<Tables>,
  userId: string,
  organisationId: string | null | undefined,
): Promise<Refusal> {
  const rows = await db
    .selectFrom('memberships')
    .select('organisation_id as id')
    .where('user_id', '=', userId)
    .execute()
  const isMember = organisationId == null ? rows.length > 0 : rows.some(({ id }) => id === organisationId)
  if (isMember) return unauthenticated('You are suspended in this organisation, or all of it is.')
  return forbidden(
    organisationId == null
      ? 'You belong to no organisation here.'
      : 'You do not belong to this organisation.',
  )
}
