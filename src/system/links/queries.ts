import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import { notFound } from '../../kernel/errors.ts'
import { shortUrl, type Links } from './links.ts'
import { findTemplate, judgeTarget } from './rules.ts'
import type { ShortLink } from './schema.ts'

/** As long as two harvests: on paper a link lives long. */
const KEPT_UNUSED_DAYS = 760

/**
 * Where a code leads, or undefined where it leads nowhere, or no longer may: the settings decide today, not on the day
 * it was made.
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
  const { target } = judgeTarget(row.target, template, links.rules())
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
