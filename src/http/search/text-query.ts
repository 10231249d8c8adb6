import { sql } from 'kysely'
import Type from 'typebox'
import { tidied } from '../../kernel/names.ts'
import type { Sql } from './definition.ts'

/** The parameter `query` of a search: text that a document has to contain somewhere. */
export function textParameter(description: string) {
  return Type.Optional(Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', description }))
}

/** Marks over and under letters, which stand by themselves in Unicode's decomposed form. */
const MARKS = '[\\u0300-\\u036f]'

/** A text as it is searched: in small letters without their marks. */
function searched(text: Sql): Sql {
  return sql`lower(regexp_replace(normalize(${text}, NFD), ${MARKS}, '', 'g'))`
}

/**
 * That one of these texts contains what `query` says, whatever its case and accents; no condition where it says nothing. Names are kept
 * tidied, so the text is tidied too; other texts, such as a contract's reference, may have been kept as they were written.
 *
 * @param contains the condition, from a function that says that a text contains it; null is no text
 */
export function matchesText(query: unknown, contains: (says: (text: Sql) => Sql) => Sql): Sql[] {
  if (typeof query !== 'string' || tidied(query) === '') return []
  const patterns = [...new Set([tidied(query), query.trim()])].map(
    (text) => sql`${searched(sql`${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}::text`)}`,
  )
  return [contains((text) => sql`coalesce(${searched(text)} like any(array[${sql.join(patterns)}]), false)`)]
}
