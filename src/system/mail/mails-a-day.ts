import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { lockOrganisation } from '../lock-organisation.ts'

const DAY_MS = 86_400_000

/** What an organisation has mailed to people: where it is written down, how often it may be done a day, and how that is said. */
interface MailedThings {
  table: 'expert_questions' | 'invitations'
  mostADay: number
  /** "asked 100 questions" */
  said: (count: number) => string
}

/**
 * Refuses one more of what somebody reads as a mail, where the caller's organisation has had as many of them within a day as may be:
 * a farm does so now and then, and what does so more often has gone wild.
 *
 * @throws Refusal `rate_limited`
 */
export async function ensureNotTooManyMails(
  trx: Transaction,
  { organisationId, now }: Actor,
  { table, mostADay, said }: MailedThings,
): Promise<void> {
  // Or of several made at once none would see the others.
  await lockOrganisation(trx, organisationId)
  const { count, first } = await trx
    .selectFrom(table)
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.min('created_at').as('first')])
    .where('organisation_id', '=', organisationId)
    .where('created_at', '>', sql<Date>`${now}::timestamptz - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (count < mostADay || !first) return
  // When the first of them is a day old there is room for one again.
  const retryAfterSeconds = Math.max(1, Math.ceil((first.getTime() + DAY_MS - now.getTime()) / 1000))
  const hours = Math.ceil(retryAfterSeconds / 3600)
  const wait = hours === 1 ? 'within the hour' : `in ${hours} hours`
  const message = `Your organisation has ${said(count)} within a day, the most allowed. Try again ${wait}.`
  throw new Refusal('rate_limited', message, { details: { retryAfterSeconds } })
}
