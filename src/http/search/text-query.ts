import { sql } from 'kysely'
import Type from 'typebox'
import type { Sql } from './definition.ts'

/** The parameter `query` of a search: text that a document has to contain somewhere. */
export function textParameter(description: string) {
  return Type.Optional(Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', description }))
}

/**
 * That one of these texts contains what `query` says, whatever its case; no condition where it says nothing.
 *
 * @param contains the condition, from a pattern for ILIKE
 */
export function matchesText(query: unknown, contains: (pattern: Sql) => Sql): Sql[] {
  if (typeof query !== 'string' || query.trim() === '') return []
  return [contains(sql`${`%${query.trim().replaceAll(/[\\%_]/g, '\\$&')}%`}`)]
}
