import { timingSafeEqual } from 'node:crypto'
import { Resolver as DnsResolver } from 'node:dns/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { PublicRequest } from '../../http/operation.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { noteAudit } from '../../http/write/audit.ts'
import { fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { readerOf } from '../../words/render.ts'
import { message } from '../../words/catalogue.ts'
import { ensureSession } from '../access/credentials.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { isDomain } from './rules.ts'
import type { DomainMailBody, SignInDomain } from './schema.ts'

/** The texts of the TXT records of a name, each with its pieces joined. */
export type TxtResolver = (name: string) => Promise<string[]>

const DNS_MS = 4000

/** Asks the name servers of the machine. */
export const systemTxtResolver: TxtResolver = async (name) => {
  const records = await new DnsResolver({ timeout: DNS_MS, tries: 2 }).resolveTxt(name)
  return records.map((pieces) => pieces.join(''))
}

export const DOMAIN_MAIL_JOB = 'sign-in-domain'
const MAIL_GOOD_FOR_HOURS = 24
const MOST_DOMAINS = 20

const recordName = (domain: string) => `_granary.${domain}`

/** The text of the TXT record that proves a domain: for this organisation and this entry alone. */
export function recordValue(vault: Vault, { id, domain }: { id: string; domain: string }): string {
  return `granary-domain=${vault.derive(`domain record ${id} ${domain}`).toString('base64url')}`
}

/** The token of a link that was mailed to a domain; none is kept. */
export function domainToken(vault: Vault, { id, expiresAt }: { id: string; expiresAt: Date }): string {
  return `domain_${id}.${vault.derive(`domain mail ${id} ${expiresAt.toISOString()}`).toString('base64url')}`
}

/** The domains of an organisation, by name. */
export async function domainsOf(
  db: Kysely<Tables>,
  vault: Vault,
  organisationId: string,
): Promise<SignInDomain[]> {
  const rows = await db
    .selectFrom('sign_in_domains')
    .select(['id', 'domain', 'verified_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('domain')
    .execute()
  return rows.map(({ id, domain, verified_at: verified }) => ({
    id,
    domain,
    recordName: recordName(domain),
    recordValue: recordValue(vault, { id, domain }),
    verifiedAtUTC: verified?.toISOString() ?? null,
  }))
}

/**
 * Enters a domain that the organisation's people have their addresses in. It signs nobody in until it is proved.
 *
 * @throws Refusal `invalid_input` for what is no domain; `not_found` without a provider; `already_exists` for one that is there; `quota_exceeded`
 */
export async function addDomain(
  trx: Transaction,
  vault: Vault,
  caller: Actor,
  { domain: typed }: { domain: string },
): Promise<SignInDomain> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'organisation:write')
  const { organisationId, now } = actor
  const domain = typed.trim().toLowerCase()
  if (!isDomain(domain)) refuseFaults([fault('domain', message('isNoDomain', {}), 'format')])
  const provider = await trx
    .selectFrom('identity_providers')
    .select('organisation_id')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!provider) throw new Refusal('not_found', message('hasNoProvider', {}))
  const there = await domainsOf(trx, vault, organisationId)
  if (there.some((each) => each.domain === domain))
    throw new Refusal('already_exists', message('hasDomainAlready', { domain }))
  if (there.length >= MOST_DOMAINS)
    throw new Refusal('quota_exceeded', message('hasMostDomains', { most: MOST_DOMAINS }))
  const id = newId()
  await trx
    .insertInto('sign_in_domains')
    .values({ organisation_id: organisationId, id, domain, created_at: now })
    .execute()
  return {
    id,
    domain,
    recordName: recordName(domain),
    recordValue: recordValue(vault, { id, domain }),
    verifiedAtUTC: null,
  }
}

/** Takes a domain away: nobody is signed in by it any more. @throws Refusal `not_found`; `in_use` for the last one where the provider is enforced */
export async function removeDomain(trx: Transaction, caller: Actor, id: string): Promise<Acknowledgement> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'organisation:write')
  const { organisationId } = actor
  const { domain } = await getDomain(trx, actor, id)
  await trx
    .deleteFrom('sign_in_domains')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  const left = await trx
    .selectFrom('identity_providers as p')
    .select('p.is_enforced')
    .where('p.organisation_id', '=', organisationId)
    .where('p.is_enforced', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sign_in_domains as d')
            .select('d.id')
            .whereRef('d.organisation_id', '=', 'p.organisation_id')
            .where('d.verified_at', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()
  if (left) throw new Refusal('in_use', message('enforcedNeedsDomain', {}))
  return acknowledge(actor, message('domainIsRemoved', { domain }))
}

/** A domain of the caller's organisation. @throws Refusal `not_found` */
async function getDomain(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  id: string,
): Promise<{ id: string; domain: string; isVerified: boolean }> {
  const row = isId(id)
    ? await db
        .selectFrom('sign_in_domains')
        .select(['id', 'domain', 'verified_at'])
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('domain', id)
  return { id: row.id, domain: row.domain, isVerified: row.verified_at !== null }
}

/**
 * Looks for the record that proves a domain, before the transaction.
 *
 * @throws Refusal `not_found`; `invalid_input` where the record is not there
 */
export async function findRecord(
  db: Kysely<Tables>,
  { vault, resolveTxt }: { vault: Vault; resolveTxt: TxtResolver },
  actor: Actor,
  id: string,
): Promise<void> {
  const { domain } = await getDomain(db, actor, id)
  const texts = await resolveTxt(recordName(domain)).catch((): string[] => [])
  if (!texts.includes(recordValue(vault, { id, domain })))
    refuseFaults([fault('', message('recordIsNotThere', { name: recordName(domain) }), 'unknown')])
}

/**
 * Notes that the caller's organisation has proved a domain whose record was found.
 *
 * @throws Refusal `already_exists` where another organisation has proved it first
 */
export async function verifyByRecord(trx: Transaction, caller: Actor, id: string): Promise<Acknowledgement> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'organisation:write')
  const { organisationId, now } = actor
  const { domain } = await getDomain(trx, actor, id)
  await markVerified(trx, { organisationId, id, domain, now })
  return acknowledge(actor, message('domainIsVerified', { domain }))
}

async function markVerified(
  trx: Transaction,
  { organisationId, id, domain, now }: { organisationId: string; id: string; domain: string; now: Date },
): Promise<void> {
  const other = await trx
    .selectFrom('sign_in_domains')
    .select('id')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .where('organisation_id', '<>', organisationId)
    .executeTakeFirst()
  // Two at the same moment are held apart by the unique index.
  if (other) throw new Refusal('already_exists', message('domainIsOfAnother', { domain }))
  await trx
    .updateTable('sign_in_domains')
    .set({ verified_at: now, mail_expires_at: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute()
}

/**
 * Mails a link to a mailbox that only whoever runs the domain has. It is good for a day; an earlier one is good no more.
 *
 * @throws Refusal `not_found`
 */
export async function mailDomain(
  trx: Transaction,
  sendsMail: boolean,
  caller: Actor,
  { id, mailbox }: { id: string } & DomainMailBody,
): Promise<Acknowledgement> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'organisation:write')
  const { organisationId, now, language } = actor
  const { domain } = await getDomain(trx, actor, id)
  const expiresAt = new Date(now.getTime() + MAIL_GOOD_FOR_HOURS * 3_600_000)
  await trx
    .updateTable('sign_in_domains')
    .set({ mail_expires_at: expiresAt })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  const payload = { organisationId, domainId: id, mailbox, language }
  await enqueueJob(trx, { kind: DOMAIN_MAIL_JOB, key: newId(), payload, now })
  const said = sendsMail
    ? message('domainIsMailed', { address: `${mailbox}@${domain}` })
    : message('domainMailIsNotSent', {})
  return acknowledge(actor, said)
}

const TOKEN = /^domain_([0-9a-f-]{36})\.[\w-]+$/

/**
 * Proves a domain by the link that was mailed to it.
 *
 * @throws Refusal `not_found` for a link that is not known, used, or expired; `already_exists` as `verifyByRecord`
 */
export async function redeemDomainToken(
  trx: Transaction,
  vault: Vault,
  { now, language }: PublicRequest,
  { token }: { token: string },
): Promise<Acknowledgement> {
  const id = TOKEN.exec(token)?.[1] ?? ''
  const row = isId(id)
    ? await trx
        .selectFrom('sign_in_domains')
        .select(['organisation_id', 'domain', 'mail_expires_at'])
        .where('id', '=', id)
        .where('mail_expires_at', '>', now)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  const isRight =
    row?.mail_expires_at != null && isSame(token, domainToken(vault, { id, expiresAt: row.mail_expires_at }))
  if (!row || !isRight) throw new Refusal('not_found', message('domainLinkIsGone', {}))
  const { organisation_id: organisationId, domain } = row
  await markVerified(trx, { organisationId, id, domain, now })
  noteAudit(trx, { organisationIds: [organisationId], subjectId: id })
  return acknowledge(readerOf(language), message('domainIsVerified', { domain }))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
