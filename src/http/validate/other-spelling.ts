import type { FastifyRequest } from 'fastify'

/**
 * Takes a filter by its name with and without `f:`, whichever of the two the documents of an operation have: `type` of one search is
 * `f:type` of another. A parameter that is documented stays as it is.
 */
export function takeBothSpellings({ query, routeOptions }: FastifyRequest): void {
  const { operation } = routeOptions.config
  const { properties: known } = (operation?.query ?? {}) as { properties?: object }
  if (!known) return
  // The frame has parsed it into an object of its own.
  const given = query as Record<string, unknown>
  for (const [name, value] of Object.entries(given)) {
    const other = name.startsWith('f:') ? name.slice(2) : `f:${name}`
    if (Object.hasOwn(known, name) || !Object.hasOwn(known, other)) continue
    given[other] = given[other] === undefined ? value : [given[other], value].flat()
    delete given[name]
  }
}
