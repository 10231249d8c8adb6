import type { Kysely } from 'kysely'
import { Value } from 'typebox/value'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { Preferences } from './browser-session-schema.ts'
import { credentialOf } from './credential.ts'

/** Enough for hundreds of views of tables; more is a fault of a program. */
const MOST_BYTES = 64 * 1024

/**
 * How a person likes the console in this organisation, by name.
 *
 * @throws Refusal `forbidden` for an API key
 */
export async function readPreferences(db: Kysely<Tables>, actor: Actor): Promise<Preferences> {
  ensurePerson(actor)
  const row = await db
    .selectFrom('preferences')
    .select('entries')
    .where('user_id', '=', actor.userId)
    .where('organisation_id', '=', actor.organisationId)
    .executeTakeFirst()
  return Value.Parse(Preferences, { entries: row?.entries ?? [] })
}

/**
 * Puts these in the place of all that a person preferred in this organisation.
 *
 * @throws Refusal `forbidden` for an API key; `invalid_input` for two of one name, or more than 64 kB
 */
export async function storePreferences(
  trx: Transaction,
  actor: Actor,
  { entries }: Preferences,
): Promise<Preferences> {
  ensurePerson(actor)
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const twice = entries.flatMap(({ name }, index) =>
    entries.findIndex((each) => each.name === name) < index ? [index] : [],
  )
  refuseFaults([
    ...twice.map((index) => fault(`entries[${index}].name`, 'stands here twice', 'duplicate')),
    ...(Buffer.byteLength(JSON.stringify(entries)) > MOST_BYTES
      ? [fault('entries', 'may have 64 kB at most', 'maxLength')]
      : []),
  ])
  const row = { entries: JSON.stringify(sorted), updated_at: actor.now }
  await trx
    .insertInto('preferences')
    .values({ user_id: actor.userId, organisation_id: actor.organisationId, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'organisation_id']).doUpdateSet(row))
    .execute()
  return { entries: sorted }
}

function ensurePerson(actor: Actor): void {
  const { kind } = credentialOf(actor)
  if (kind === 'api-key') throw new Refusal('forbidden', 'Only people have preferences, not an API key.')
}
