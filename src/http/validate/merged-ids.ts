import type { FastifyInstance } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { paired } from '../../kernel/paired.ts'
import { tidied } from '../../kernel/names.ts'
import type { Actor } from '../actor.ts'
import type { Operation } from '../operation.ts'
import { givenValues, writeValues } from '../search/filters.ts'
import { NAMES } from './naming-partner.ts'

// Ids of partners that were merged into another: each means the one that stayed.

type Values = Record<string, unknown>

/**
 * Puts the ids that stayed in the place of merged ones in an address, once and before the operation sees them, so that no operation has to think of it. What bodies
 * name is looked up with its name by the commands (`findPartners`).
 *
 * @param findMerged those of the ids that were merged, with the id that stayed
 */
export function replaceMergedIds(
  app: FastifyInstance,
  findMerged: (actor: Actor, ids: string[]) => Promise<ReadonlyMap<string, string>>,
): void {
  const marks = new WeakMap<Operation, { params: string[]; query: string[] }>()
  app.addHook('preHandler', async ({ actor, routeOptions, params, query }) => {
    const { operation } = routeOptions.config
    if (!operation || !actor) return
    const marked = marks.get(operation) ?? {
      params: marksIn(operation.params),
      query: marksIn(operation.query),
    }
    marks.set(operation, marked)
    const given = [
      ...marked.params.map((name) => ({ part: params as Values, name })),
      ...marked.query.map((name) => ({ part: query as Values, name })),
    ].filter(({ part, name }) => part[name] !== undefined)
    if (given.length === 0) return
    const ids = given.map(({ part, name }) => idsOf(part[name]))
    const merged = await findMerged(actor, ids.flat())
    if (merged.size === 0) return
    for (const [{ part, name }, asked] of paired(given, ids)) {
      const found = [...new Set(asked.map((id) => merged.get(id) ?? id))]
      part[name] = Array.isArray(part[name]) ? found.map((id) => writeValues([id])) : found[0]
    }
  })
}

/** A filter has several ids, anything else one. */
const idsOf = (value: unknown) => (Array.isArray(value) ? givenValues(value) : [String(value)]).map(tidied)

function marksIn(schema: TSchema): string[] {
  const { properties = {} } = schema as Partial<TObject>
  return Object.entries(properties).flatMap(([name, each]) => (NAMES in each ? [name] : []))
}
