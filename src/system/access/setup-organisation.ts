import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import type { AccessTokens } from './access-tokens.ts'
import { sessionOf, type OpenedSession } from './browser-session.ts'
import type { SetupBody } from './browser-session-schema.ts'
import { newPassword, prepareOrganisation, promoteFirstOwner, type NewPassword } from './command-line.ts'
import { insertOrganisation } from './init-organisation.ts'
import { openSession } from './sessions.ts'
import { ensureSetupCode, useSetupCode } from './setup-code.ts'

/** Enters a farm to look around in. */
export type FillDemo = (trx: Transaction, organisationId: string, now: Date) => Promise<void>

/**
 * Hashes the owner's password, which takes long, for whoever has the code and for nobody else.
 *
 * @throws Refusal `invalid_input` at `code`
 */
export async function prepareSetup(db: Kysely<Tables>, { code, password }: SetupBody): Promise<NewPassword> {
  await ensureSetupCode(db, code)
  return newPassword(password)
}

/**
 * Makes the first organisation and signs its owner in, for whoever has the code that `npm start` printed.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function setupOrganisation(
  trx: Transaction,
  { tokens, fillDemo }: { tokens: AccessTokens; fillDemo: FillDemo | undefined },
  { now }: PublicRequest,
  { code, demo, givenName, familyName, ...input }: Omit<SetupBody, 'password'> & { password: NewPassword },
): Promise<OpenedSession> {
  await useSetupCode(trx, code)
  if (demo && !fillDemo) refuseFaults([fault('demo', 'is not offered here', 'not_allowed')])
  const organisation = await prepareOrganisation(trx, {
    ...input,
    countryISO: input.countryISO.toUpperCase(),
    givenName: givenName ?? '',
    familyName: familyName ?? '',
    now,
  })
  const made = await insertOrganisation(trx, organisation)
  await promoteFirstOwner(trx, made)
  const { organisationId, userId } = made
  if (demo) await fillDemo?.(trx, organisationId, now)
  return sessionOf(trx, await openSession(trx, tokens, { userId, organisationId, now }), now)
}
