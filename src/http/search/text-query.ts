import { sql } from 'kysely'
import Type from 'typebox'
import { tidied } from '../../kernel/names.ts'
import type { Sql } from './definition.ts'

/** The parameter `query` of a search: text that a document has to contain somewhere. */
export function textParameter(description: string) {
  return Type.Optional(Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', description }))
}

/**
 * That one of these texts contains what `query` says, whatever its case; no condition where it says nothing. Names are kept tidied, so
 * the text is tidied too; other texts, such as a contract's reference, may have been kept as they were written.
 *
 * @param contains the condition, from a pattern for ILIKE
 */
export function matchesText(query: unknown, contains: (pattern: Sql) => Sql): Sql[] {
  if (typeof query !== 'string' || tidied(query) === '') return []
  const [first, ...others] = [...new Set([tidied(query), query.trim()])].map((text) =>
    contains(sql`${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
  )
  return first === undefined ? [] : [others.reduce((either, other) => sql`(${either}) or (${other})`, first)]
}
