import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag } from '../../api/client.ts'
import { partnersQuery, positionQuery } from '../../stock/queries.ts'
import { pagesOf } from '../../ui/pages.ts'
import { filesAsked, type FileFilters } from './filters.ts'

const PAGE = 100

/** Page after page of files, as one scrolls. */
export function filesQuery(filters: FileFilters) {
  const query = filesAsked(filters)
  return pagesOf(['files', query], (offset) =>
    ask('GET /api/system/files', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Queries the details of one file, whichever list it is in, and the version that a change names. */
export function fileQuery(id: string) {
  return queryOptions({
    queryKey: ['file-info', id],
    queryFn: () => askWithEtag('GET /api/system/files/{id}/info', { path: { id } }),
  })
}

/**
 * Other organisations that somebody has to do with: those of the people they write to, those that keep their grain, and those whose
 * grain they keep. A partner is none: nobody signs in as one.
 */
export function knownOrganisationsQuery(userId: string, ownId: string) {
  return queryOptions({
    queryKey: ['known-organisations', userId, ownId],
    queryFn: async ({ client }) => {
      const [people, partners, { lines }] = await Promise.all([
        ask('GET /api/system/conversations/people', { query: { limit: 200 } }),
        client.fetchQuery(partnersQuery()),
        client.fetchQuery(positionQuery()),
      ])
      const known = new Map([
        ...lines.map((line) => [line.storerId, line.storerName] as const),
        ...lines.map((line) => [line.ownerId, line.ownerName] as const),
        ...people.docs.map((person) => [person.organisationId, person.organisationName] as const),
      ])
      for (const id of [ownId, ...partners.docs.flatMap((each) => [each.id, ...each.otherIds])])
        known.delete(id)
      return [...known].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name))
    },
  })
}

/** Queries the places where a file is used. */
export function usesQuery(id: string) {
  return queryOptions({
    queryKey: ['file-uses', id],
    queryFn: () => ask('GET /api/inventory/files/{id}/uses', { path: { id } }),
  })
}
