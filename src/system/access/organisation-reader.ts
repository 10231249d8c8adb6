import { unitsFrom } from './organisation-units.ts'
import { weighingFrom } from './organisation-weighing.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'

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
