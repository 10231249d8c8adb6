import { createHash, randomInt } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Acknowledgement, closed, described, named, maybe } from '../../http/validate/schema.ts'
import { fault, Refusal, refuseFaults, notFound } from '../../kernel/errors.ts'
import { findTemplate, validateTarget, withUtm, type LinkRules, type LinkTemplate } from './rules.ts'
import Type, { type Static } from 'typebox'
import { message } from '../../words/catalogue.ts'

export interface LinkSettings {
  /** Address at which people reach the service. */
  publicUrl: () => string
  /** Hosts that links may lead to; the one of the public URL when undefined. */
  hosts: string[] | undefined
  templates: LinkTemplate[]
  /** The people who may make one: anybody, or only somebody with a credential. */
  makers: 'anybody' | 'members'
  /** Most links that one address may make in a minute, or one member; 0 is no limit. */
  perMinute: number
}

/** Settings by which links are made and followed. The public URL may be known only once the service listens. */
export interface Links extends Omit<LinkSettings, 'publicUrl' | 'hosts'> {
  rules: () => LinkRules
}

/** Without `hosts` links lead to the host of the public URL alone. */
export function openLinks({ publicUrl, hosts, ...others }: LinkSettings): Links {
  return {
    ...others,
    rules: () => ({ publicUrl: publicUrl(), hosts: hosts ?? [new URL(publicUrl()).host] }),
  }
}

/** Gives the address of a link. */
function shortUrl({ publicUrl }: LinkRules, code: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/s/${code}`
}

/** Letters and digits that nobody takes for others. Eleven of 58 are 64 bits. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CODE_LENGTH = 11

/**
 * Makes a short link to an address of the installation's own. Anybody may, unless it is set otherwise, so it leads nowhere else, and one network,
 * or one member, makes only so many a minute.
 *
 * @param from the network or member that asks
 * @throws Refusal `invalid_input` for a template that there is not, or an address that links may not lead to; `rate_limited`
 */
export async function createLink(
  trx: Transaction,
  links: Links,
  { now, from }: { now: Date; from: string },
  body: CreateLinkBody,
): Promise<Acknowledgement> {
  const rules = links.rules()
  const template = findTemplate(links.templates, body.template)
  const plain = { name: '', medium: '', path: '/' }
  const { target, problem } = validateTarget(body.url, template ?? plain, rules)
  refuseFaults([
    ...(template
      ? []
      : [
          fault(
            'template',
            message('mustBeOneOf', { choices: links.templates.map(({ name }) => name) }),
            'enum',
          ),
        ]),
    ...(problem === undefined ? [] : [fault('url', problem, 'not_allowed')]),
  ])
  if (!template || !target) throw new Error('what is wrong was refused')
  const madeFrom = await takeTurn(trx, links.perMinute, from, now)
  const [source, campaign] = [body.source?.trim() ?? '', body.campaign?.trim() ?? '']
  const code = newCode()
  await trx
    .insertInto('short_links')
    .values({
      code,
      target: withUtm(target, { source, campaign, medium: template.medium }).href,
      template: template.name,
      source,
      campaign,
      made_from: madeFrom,
      created_at: now,
    })
    .execute()
  return { status: 'success', message: shortUrl(rules, code), ids: [code] }
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Counts the links of one network or member, in every process; those of one take turns, so that none slip past. */
async function takeTurn(trx: Transaction, perMinute: number, from: string, now: Date): Promise<Buffer> {
  const maker = createHash('sha256').update(from).digest()
  if (perMinute === 0) return maker
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links ${maker.toString('hex')}`}, 0))`.execute(
    trx,
  )
  const { made } = await trx
    .selectFrom('short_links')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('made_from', '=', maker)
    .where('created_at', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirstOrThrow()
  if (made < perMinute) return maker
  throw new Refusal('rate_limited', message('tooManyLinks', { count: made }), {
    details: { retryAfterSeconds: 60 },
  })
}

/** As long as two harvests: on paper a link lives long. */
const KEPT_UNUSED_DAYS = 760

/**
 * Finds the address a code leads to, or undefined where it leads nowhere, or no longer may: the settings decide today, not on the day it was made.
 *
 * @param counts whether this is somebody who follows it
 */
export async function followLink(
  db: Kysely<Tables>,
  links: Links,
  code: string,
  { now, counts }: { now: Date; counts: boolean },
): Promise<string | undefined> {
  const isCode = /^[1-9A-HJ-NP-Za-km-z]{11}$/.test(code)
  const row = isCode
    ? await db
        .selectFrom('short_links')
        .select(['target', 'template'])
        .where('code', '=', code)
        .executeTakeFirst()
    : undefined
  if (!row) return undefined
  const template = findTemplate(links.templates, row.template) ?? { name: '', medium: '', path: '/' }
  const { target } = validateTarget(row.target, template, links.rules())
  if (!target) return undefined
  if (counts) {
    await db
      .updateTable('short_links')
      .set({ hits: sql`hits + 1`, last_hit_at: now })
      .where('code', '=', code)
      .execute()
  }
  return target.href
}

/**
 * A link, and how often it was followed.
 *
 * @throws Refusal `not_found`
 */
export async function getLink(db: Kysely<Tables>, links: Links, code: string): Promise<ShortLink> {
  const row = code.includes('\0')
    ? undefined
    : await db.selectFrom('short_links').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw notFound('short link', code)
  return {
    code,
    shortUrl: shortUrl(links.rules(), code),
    url: row.target,
    template: row.template,
    source: row.source,
    campaign: row.campaign,
    hits: row.hits,
    createdAtUTC: row.created_at.toISOString(),
    lastHitAtUTC: row.last_hit_at?.toISOString() ?? '',
  }
}

/** Forgets links that nobody has followed for long, and after a day where any of them was made from. */
export async function purgeLinks(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  await deleteInPieces(
    db,
    'short_links',
    sql`coalesce(last_hit_at, created_at) < ${before(KEPT_UNUSED_DAYS)}`,
  )
  await db
    .updateTable('short_links')
    .set({ made_from: null })
    .where('made_from', 'is not', null)
    .where('created_at', '<', before(1))
    .execute()
}

const Counted = Type.String({ maxLength: 100 })

export const CreateLinkBody = closed({
  template: Type.String({
    minLength: 1,
    maxLength: 50,
    description:
      'What the link is made for: plain, email, sms, qr, social, or one of the installation’s own.',
  }),
  source: maybe(described(Counted, 'utm_source: who sends people there.')),
  campaign: maybe(described(Counted, 'utm_campaign.')),
  url: Type.String({
    minLength: 1,
    maxLength: 2000,
    description:
      'Where it leads: https:// or http:// with an allowed host, or relative to where people reach the service.',
  }),
})
export type CreateLinkBody = Static<typeof CreateLinkBody>

export const ShortLink = named('ShortLink', {
  code: Type.String(),
  shortUrl: Type.String(),
  url: Type.String({ description: 'Where it leads, with what is counted by.' }),
  template: Type.String(),
  source: Type.String(),
  campaign: Type.String(),
  hits: Type.Integer({ description: 'How often it was followed.' }),
  createdAtUTC: Type.String(),
  lastHitAtUTC: Type.String({ description: 'Empty as long as nobody has followed it.' }),
})
export type ShortLink = Static<typeof ShortLink>
