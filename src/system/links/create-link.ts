import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { sayOr } from '../../kernel/names.ts'
import { shortUrl, type Links } from './links.ts'
import { findTemplate, judgeTarget, withUtm } from './rules.ts'
import type { CreateLinkBody } from './schema.ts'

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
  const { target, problem } = judgeTarget(body.url, template ?? plain, rules)
  refuseFaults([
    ...(template
      ? []
      : [fault('template', `must be ${sayOr(links.templates.map(({ name }) => name))}`, 'enum')]),
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
  throw new Refusal(
    'rate_limited',
    `${made} links were made within a minute, the most allowed. Try again in a minute.`,
    {
      details: { retryAfterSeconds: 60 },
    },
  )
}
