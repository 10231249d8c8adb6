import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { MAX_LIMIT } from '../../kernel/page.ts'
import { closed } from './schema.ts'
import { message } from '../../words/catalogue.ts'

/**
 * An id of ours in a text. They are UUIDs of version 7; one of another version is a caller's own, such as that of a trading partner,
 * which is kept as it is written.
 */
const OUR_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi
/**
 * Names of fields and parameters that hold ids: `id`, `storageId`, `f:businessUnitIds`. Others are the field that is split, the organisations
 * that a file is shared with, the receivers of a message, the partner of a conversation, and the listing that it is about.
 */
const NAMES_ID = /(?:^id|Id|^ids|Ids|^source|^organisations|^to|^with|^action)$/

/**
 * Writes ids of ours in small letters, as we do, wherever a request names something by one: other programs have UUIDs in capitals, and
 * case says nothing in them (RFC 9562). Once, before anything is validated, so that nothing else has to think of it.
 */
export function takeIdsInCapitals(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const part of [params, query, body]) writeIdsSmall(part)
  })
}

/** Ids are written small in place, for Fastify has no other way to change a query. Forms are read after the hook, and call this themselves. */
export function writeIdsSmall(value: unknown): void {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return
  const fields = value as Record<string, unknown>
  for (const [name, each] of Object.entries(fields)) {
    if (NAMES_ID.test(name)) fields[name] = small(each)
    writeIdsSmall(fields[name])
  }
}

function small(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(OUR_ID, (id) => id.toLowerCase())
  return Array.isArray(value) ? value.map(small) : value
}

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
  if (ids.length > MAX_LIMIT)
    refuseFaults([fault('ids', message('hasTooManyIds', { limit: MAX_LIMIT }), 'maxItems')])
  return ids
}
