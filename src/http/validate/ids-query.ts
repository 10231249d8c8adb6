import Type from 'typebox'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { MAX_LIMIT } from '../../kernel/page.ts'
import { closed } from './schema.ts'

/** The query of an operation that answers what has these ids. */
export const IdsQuery = closed({
  ids: Type.String({
    minLength: 1,
    maxLength: 8000,
    description: `Ids, separated by commas; ${MAX_LIMIT} at most.`,
  }),
})

/**
 * The ids that a query names.
 *
 * @throws Refusal `invalid_input` where they are more than a page has
 */
export function idsIn({ ids: text }: { ids: string }): string[] {
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length > MAX_LIMIT) refuseFaults([fault('ids', `must be ${MAX_LIMIT} ids at most`, 'maxItems')])
  return ids
}
