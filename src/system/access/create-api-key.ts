import type { Transaction } from '../../db/transaction.ts'
import type { Actor, Role } from '../../http/actor.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstant } from '../../kernel/time.ts'
import { appendEvent } from '../events/append-event.ts'
import { credentialOf } from './credential.ts'
import { issueApiKey } from './issue-api-key.ts'
import { lockStanding } from './lock-standing.ts'
import { ensureMayGrant } from './member-rules.ts'
import type { ApiKeyMade } from './schema.ts'

/**
 * Makes an API key for a machine, such as a weighbridge PC. Its secret is in this answer alone. A key never does more
 * than whoever made it may do at the moment; one made by another key answers to the same person, ends no later, and
 * is revoked with it.
 *
 * @throws Refusal `forbidden` for a role above the caller's own; `invalid_input` for an expiry that is past
 */
export async function createApiKey(
  trx: Transaction,
  caller: Actor,
  { name, role, expiresAtISO }: { name: string; role: Role; expiresAtISO?: string | null },
): Promise<ApiKeyMade> {
  const actor = await lockStanding(trx, caller, 'keys:write')
  ensureMayGrant(actor.role, role)
  const called = tidied(name)
  const expiresAt = expiryOf(actor, expiresAtISO ?? null)
  const credential = credentialOf(actor)
  const isMadeByKey = credential.kind === 'api-key'
  const isMadeByPerson = credential.kind === 'session' || credential.kind === 'issuer'
  const { id, secret } = await issueApiKey(trx, {
    organisationId: actor.organisationId,
    name: called,
    role,
    madeBy: isMadeByKey ? credential.madeBy : isMadeByPerson ? actor.userId : null,
    madeByKey: isMadeByKey ? actor.userId : null,
    expiresAt,
    now: actor.now,
  })
  await appendEvent(trx, actor, { type: 'api_key.created', subject: id, data: { name: called, role } })
  return { id, name: called, role, expiresAtUTC: expiresAt?.toISOString() ?? null, key: secret }
}

function expiryOf(actor: Actor, text: string | null): Date | null {
  const credential = credentialOf(actor)
  const latest = credential.kind === 'api-key' ? credential.expiresAt : null
  if (text === null) return latest
  const expiresAt = parseInstant(text, actor.timeZone)
  if (!expiresAt) refuseFaults([dateFault('expiresAtISO')])
  if (expiresAt <= actor.now) refuseFaults([fault('expiresAtISO', 'must be in the future', 'past')])
  if (latest && expiresAt > latest) {
    refuseFaults([
      fault('expiresAtISO', 'must not be later than the expiry of the key that makes it', 'too_late'),
    ])
  }
  return expiresAt
}
