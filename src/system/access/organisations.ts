import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readPage } from '../../db/read-page.ts'
import { inOneMoment } from '../../db/transaction.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { PageRequest } from '../../kernel/page.ts'
import type { OrganisationView } from './schema.ts'

const columns = ['id', 'name', 'country_iso', 'time_zone', 'locale', 'status', 'created_at'] as const

interface Row {
  id: string
  name: string
  country_iso: string
  time_zone: string
  locale: string
  status: string
  created_at: Date
}

/**
 * An organisation, as its own people see it.
 *
 * @throws Refusal `not_found`
 */
export async function getOrganisation(db: Kysely<Tables>, id: string): Promise<OrganisationView> {
  const row = isId(id)
    ? await db.selectFrom('organisations').select(columns).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound('organisation', id)
  return toWire(row)
}

/** All organisations by name, for a platform admin. */
export async function listOrganisations(db: Kysely<Tables>, query: Partial<PageRequest>) {
  return inOneMoment(db, (moment) => {
    const found = moment
      .selectFrom('organisations')
      .select(columns)
      .orderBy(sql`lower(name) collate "C"`)
      .orderBy('id')
    return readPage(found, query, toWire)
  })
}

function toWire(row: Row): OrganisationView {
  return {
    id: row.id,
    name: row.name,
    countryISO: row.country_iso,
    timeZone: row.time_zone,
    locale: row.locale,
    status: row.status,
    createdAtUTC: row.created_at.toISOString(),
  }
}
