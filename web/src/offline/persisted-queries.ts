import {
  dehydrate,
  hydrate,
  type DehydratedState,
  type QueryClient,
  type QueryState,
} from '@tanstack/react-query'
import { Away } from '../api/client.ts'
import { database } from './store.ts'

const WRITTEN_AFTER_MS = 500
const NAME = 'queries'

/** Answers stored on a device, of one person at a time. While no person is named here, no tab writes anything. */
interface Kept {
  person: string
  state?: DehydratedState
}

/** Keeping that can be ended. */
export interface Keeping {
  /** Resolves once the answers stored before are back. */
  restored: Promise<void>
  end(): void
}

/**
 * Stores the answers that screens need without a network: the latest of each query with `meta: { kept: true }`.
 * They belong to one person alone: at the start, answers stored for somebody else are removed.
 */
export function persistQueries(client: QueryClient, person: string): Keeping {
  let due: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  // A browser that keeps nothing, or is full, shows its screens all the same.
  const restored = restore(person)
    .catch(() => undefined)
    .then((state) => {
      if (!state || isOver) return
      hydrate(client, state)
      // They are shown at once, and read anew however fresh they were: another device, or the page before this one, may have written since.
      void client.invalidateQueries({ refetchType: 'none' })
    })
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    due ??= setTimeout(() => {
      due = undefined
      void restored.then(() => (isOver ? undefined : write(client, person))).catch(() => undefined)
    }, WRITTEN_AFTER_MS)
  })
  return {
    restored,
    end() {
      isOver = true
      clearTimeout(due)
      unsubscribe()
    },
  }
}

async function restore(person: string): Promise<DehydratedState | undefined> {
  const trx = (await database).transaction('kept', 'readwrite')
  // It was written by `write`.
  const kept = (await trx.store.get(NAME)) as Kept | undefined
  if (kept?.person !== person) await trx.store.put({ person } satisfies Kept, NAME)
  await trx.done
  return kept?.person === person ? kept.state : undefined
}

/** In one transaction it looks whose it is and writes: what was forgotten, here or in another tab, does not come back. */
async function write(client: QueryClient, person: string): Promise<void> {
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ state, meta }) => meta?.['kept'] === true && isKnown(state),
    serializeData: beginningOf,
  })
  const trx = (await database).transaction('kept', 'readwrite')
  const kept = (await trx.store.get(NAME)) as Kept | undefined
  if (kept?.person === person) await trx.store.put({ person, state } satisfies Kept, NAME)
  await trx.done
}

/** True if an answer stays known where nobody answers: without it, a device that is closed then could weigh no lorry. */
const isKnown = ({ status, data, error }: QueryState) =>
  status === 'success' || (data !== undefined && error instanceof Away)

/** Of a list that was scrolled far only its first page is kept: a hundred thousand rows are not written anew with each page. */
function beginningOf(data: unknown): unknown {
  const isList = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
  if (!isList || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

/**
 * Whoever signs out, or is no longer let in, leaves nothing to read behind; what waits to be sent stays.
 *
 * @param person whose it is; left out, where nobody is here, everybody's
 */
export async function forgetPersistedQueries(person?: string): Promise<void> {
  const db = await database.catch(() => undefined)
  // A browser that keeps nothing has nothing to forget.
  if (!db) return
  const trx = db.transaction('kept', 'readwrite')
  const kept = (await trx.store.get(NAME)) as Kept | undefined
  if (person === undefined || kept?.person === person) await trx.store.delete(NAME)
  // As they were kept before, for each organisation.
  await trx.store.delete(IDBKeyRange.bound('queries:', 'queries;'))
  await trx.done
}
