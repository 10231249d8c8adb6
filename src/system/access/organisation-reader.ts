import { unitsFrom } from './organisation-units.ts'
import { weighingFrom } from './organisation-weighing.ts'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { isLanguage } from '../../words/languages.ts'
import { roleOf } from './rules.ts'

/** Sees what an organisation sees, for what is read in nobody's name. */
export async function organisationReader(
  db: Kysely<Tables>,
  organisationId: string,
  now: Date,
): Promise<Actor> {
  const { name, country_iso, time_zone, units, weighing } = await db
    .selectFrom('organisations')
    .select(['name', 'country_iso', 'time_zone', 'units', 'weighing'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return {
    organisationId,
    organisationName: name,
    countryISO: country_iso,
    timeZone: time_zone,
    language: 'en',
    units: unitsFrom(units),
    weighing: weighingFrom(weighing),
    userId: '',
    userName: '',
    role: 'viewer',
    isPlatformAdmin: false,
    now,
  }
}

/** A member as whom something is read that they are sent. */
export interface MemberReader {
  actor: Actor
  email: string
}

/**
 * Sees what a member of an organisation sees, for what is sent to them: in the language that they chose in the console, otherwise in the
 * organisation's. Undefined for whoever has left or is suspended, and where the organisation is.
 */
export async function memberReader(
  db: Kysely<Tables>,
  { organisationId, userId, now }: { organisationId: string; userId: string; now: Date },
): Promise<MemberReader | undefined> {
  const { rows } = await sql<{
    email: string
    name: string
    role: string
    locale: string
    chosen: string | null
  }>`
    select u.email, concat_ws(' ', u.given_name, u.family_name) as name, m.role, o.locale,
      (select entry ->> 'value' from preferences p cross join jsonb_array_elements(p.entries) entry
        where p.user_id = u.id and p.organisation_id = o.id and entry ->> 'name' = 'language') as chosen
    from memberships m join users u on u.id = m.user_id join organisations o on o.id = m.organisation_id
    where m.organisation_id = ${organisationId} and m.user_id = ${userId}
      and m.status = 'active' and u.status = 'active' and o.status = 'active'`.execute(db)
  const [member] = rows
  if (!member) return undefined
  const language = [member.chosen ?? '', member.locale.slice(0, 2)].find(isLanguage) ?? 'en'
  const reader = await organisationReader(db, organisationId, now)
  const actor = { ...reader, language, userId, userName: member.name, role: roleOf(member.role) }
  return { actor, email: member.email }
}
