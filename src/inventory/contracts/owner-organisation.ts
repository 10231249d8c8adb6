import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { isId } from '../../kernel/ids.ts'
import { findCountry } from '../../system/countries/countries.ts'
import { noFile } from '../../system/files/find-files.ts'
import { nowhere } from '../../system/locations/schema.ts'
import type { OwnerOrganisation } from './schema.ts'

/**
 * The documented shape of a contract's owner. What the service does not keep of an organisation is empty, and so is
 * nearly all of a trading partner that does not use the service.
 */

/** An owner as a contract names it. */
interface OwnerName {
  id: string
  name: string
}

interface Row {
  id: string
  name: string
  country_iso: string
  status: string
  created_at: Date
}

interface ContactRow {
  organisation_id: string
  id: string
  email: string
  given_name: string
  family_name: string
}

/**
 * Owners by id. Contact, bank and push fields are filled for the organisation itself and for platform admins, and
 * empty for everybody else (rules.md §5).
 */
export async function findOwners(
  db: Kysely<Tables>,
  actor: Actor,
  owners: OwnerName[],
): Promise<Map<string, OwnerOrganisation>> {
  const ids = [...new Set(owners.map(({ id }) => id))].filter(isId)
  const organisations = new Map((await findOrganisations(db, ids)).map((row) => [row.id, row]))
  const mayBeKnown = ids.filter((id) => id === actor.organisationId || actor.isPlatformAdmin)
  const contacts = new Map((await findContacts(db, mayBeKnown)).map((row) => [row.organisation_id, row]))
  return new Map(
    owners.map((owner) => {
      const organisation = organisations.get(owner.id)
      return [owner.id, organisation ? ownerOf(organisation, contacts.get(owner.id)) : partner(owner)]
    }),
  )
}

async function findOrganisations(db: Kysely<Tables>, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('organisations')
    .select(['id', 'name', 'country_iso', 'status', 'created_at'])
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute()
}

/** Finds the contact of each organisation: of its owners, the one who has been so longest. */
async function findContacts(db: Kysely<Tables>, organisationIds: string[]): Promise<ContactRow[]> {
  if (organisationIds.length === 0) return []
  const { rows } = await sql<ContactRow>`
    select distinct on (m.organisation_id) m.organisation_id, u.id, u.email, u.given_name, u.family_name
    from memberships m join users u on u.id = m.user_id
    where m.organisation_id = any(${organisationIds}::uuid[]) and m.role = 'owner' and m.status = 'active' and u.status = 'active'
    order by m.organisation_id, m.created_at, u.id`.execute(db)
  return rows
}

function ownerOf(row: Row, contact: ContactRow | undefined): OwnerOrganisation {
  const country = findCountry(row.country_iso)
  const address = { ...nowhere.address, countryISO: row.country_iso, countryName: country?.name ?? '' }
  return {
    ...partner(row),
    createdAtUTC: row.created_at.toISOString(),
    location: { ...nowhere, address },
    countryISO: row.country_iso,
    status: row.status,
    ownerContact: contact ? contactOf(contact, row.country_iso) : noContact,
    billing: { amount: 0, currency: country?.currency ?? '', period: 'month' },
  }
}

function contactOf(contact: ContactRow, countryISO: string): OwnerOrganisation['ownerContact'] {
  return {
    ...noContact,
    id: contact.id,
    email: contact.email,
    familyName: contact.family_name,
    givenName: contact.given_name,
    organisationId: contact.organisation_id,
    countryISO,
  }
}

const noContact: OwnerOrganisation['ownerContact'] = {
  id: '',
  email: '',
  familyName: '',
  givenName: '',
  authPlatformId: '',
  organisationId: '',
  countryISO: '',
  phone: { callingCode: '', number: '' },
  pushToken: '',
}

/** Somebody of whom the id and the name are all that is known. */
function partner({ id, name }: OwnerName): OwnerOrganisation {
  return {
    id,
    createdAtUTC: '',
    name,
    location: nowhere,
    countryISO: '',
    status: '',
    companyId: '',
    companyHoldingNumber: '',
    bio: '',
    logo: noFile,
    ownerContact: noContact,
    billing: { amount: 0, currency: '', period: 'month' },
    settlementContacts: [],
    modules: [],
    vetted: false,
    rejected: false,
    isMerchant: false,
    assuranceId: '',
    assuranceScheme: '',
    advancePay: { accountName: '', sortCode: '', accountNumber: '', enabled: false, eligible: false },
    crmId: '',
    crmUpdates: [],
  }
}
