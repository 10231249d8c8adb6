import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { message } from '../../words/catalogue.ts'
import { forbidden } from './rules.ts'

/**
 * Refuses a sign-in other than by the provider to a member whose organisation wants that, where their address is of a domain that it has proved.
 * The owner whom its settings name signs in all the same.
 *
 * @throws Refusal `forbidden`
 */
export async function ensureNotEnforced(trx: Transaction, userId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select o.name
    from users u
    join memberships m on m.user_id = u.id
    join identity_providers p on p.organisation_id = m.organisation_id and p.is_enforced
    join sign_in_domains d on d.organisation_id = m.organisation_id
      and d.domain = split_part(u.email, '@', 2) and d.verified_at is not null
    join organisations o on o.id = m.organisation_id and o.status = 'active'
    where u.id = ${userId}
      and not (p.break_glass is not distinct from u.id and m.role = 'owner' and m.status = 'active')
    limit 1`.execute(trx)
  const [enforcing] = rows
  if (enforcing) throw forbidden(message('signsInByProvider', { organisation: enforcing.name }))
}

/**
 * Refuses to a session that an organisation's provider has begun what reaches beyond that organisation.
 *
 * @throws Refusal `forbidden`
 */
export async function ensureNotByProvider(trx: Transaction, sessionId: string): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('is_by_provider')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (session?.is_by_provider) throw forbidden(message('providerSessionIsOfOne', {}))
}
