import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { inOneMoment } from '../../db/transaction.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import type { MyFactors } from './schema.ts'

/** The second factors of the caller. An API key has none. */
export async function myFactors(db: Kysely<Tables>, { userId }: Actor): Promise<MyFactors> {
  return inOneMoment(db, async (moment) => {
    const app = await moment
      .selectFrom('code_apps')
      .select('confirmed_at')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    const passkeys = await moment
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return {
      codeAppSinceUTC: app?.confirmed_at?.toISOString() ?? null,
      passkeys: passkeys.map(({ id, name, created_at: made, last_used_at: used }) => ({
        id,
        name,
        createdAtUTC: made.toISOString(),
        lastUsedAtUTC: used?.toISOString() ?? null,
      })),
      recoveryCodesLeft: await countRecoveryCodes(moment, userId),
    }
  })
}
