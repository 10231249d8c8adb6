import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { dateOrderOf } from './date-rules.ts'
import { decimalMarkOf } from './number-rules.ts'
import { readLocale } from './queries.ts'
import type { FileOwner } from './survey.ts'

/** Reads how numbers and dates are written where the caller is. */
export async function originOf(db: Kysely<Tables>, actor: Actor): Promise<FileOwner> {
  const locale = await readLocale(db, actor)
  const { organisationId, countryISO, language } = actor
  return { organisationId, countryISO, language, order: dateOrderOf(locale), mark: decimalMarkOf(locale) }
}
