import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { database } from './store.ts'

const WRITTEN_AFTER_MS = 500
const nameOf = (organisationId: string) => `queries:${organisationId}`

/**
 * What screens need without a network: answers of queries that say `meta: { kept: true }`, as they were last, for each organisation.
 * Answers a function that no longer keeps them.
 */
export async function keepQueries(client: QueryClient, organisationId: string): Promise<() => void> {
  const db = await database
  const kept = await db.get('kept', nameOf(organisationId))
  if (kept) hydrate(client, kept)
  let due: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    due ??= setTimeout(() => {
      due = undefined
      void write(client, organisationId)
    }, WRITTEN_AFTER_MS)
  })
  return () => {
    clearTimeout(due)
    unsubscribe()
  }
}

async function write(client: QueryClient, organisationId: string): Promise<void> {
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ state: { status }, meta }) => status === 'success' && meta?.['kept'] === true,
    serializeData: beginningOf,
  })
  await (await database).put('kept', state, nameOf(organisationId))
}

/** Of a list that was scrolled far only its first page is kept: a hundred thousand rows are not written anew with each page. */
function beginningOf(data: unknown): unknown {
  const isList = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
  if (!isList || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

/** Whoever signs out leaves nothing to read behind; what waits to be sent stays. */
export async function forgetKeptQueries(organisationId: string): Promise<void> {
  await (await database).delete('kept', nameOf(organisationId))
}
