import type { Kysely } from 'kysely'
import type { Tables } from '../src/db/tables.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { initOrganisation } from '../src/system/access/new-organisation.ts'
import { hashPassword } from '../src/system/access/passwords.ts'

/** One organisation of a measured database, and how to ask as it. */
export interface Filled {
  organisationId: string
  apiKey: string
}

/** What the owner of an organisation signs in with. */
export const PASSWORD = 'long barley evenings'

/** The owner's e-mail address, from the organisation's name. */
export const ownerOf = (name: string): string => `${name.replaceAll(' ', '-').toLowerCase()}@bench.example`

/** Makes an organisation in the database itself, where nobody can sign in before. Its owner's key may do everything. */
export async function makeOrganisation(
  db: Kysely<Tables>,
  name: string,
  now: Date = new Date(),
): Promise<Filled> {
  const passwordHash = await hashPassword(PASSWORD)
  const { organisationId, apiKey } = await inTransaction(db, (trx) =>
    initOrganisation(trx, {
      name,
      countryISO: 'GB',
      timeZone: 'Europe/London',
      locale: 'en-GB',
      owner: { email: ownerOf(name), givenName: 'Bench', familyName: name, passwordHash },
      apiKey: { name: 'bench', role: 'owner' },
      now,
    }),
  )
  return { organisationId, apiKey }
}
