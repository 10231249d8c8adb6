import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listen } from '../../api/events.ts'
import type { Waiting } from '../../offline/tickets.ts'
import { bookQuery } from './book-of-tickets.ts'
import { unfinishedQuery } from './reference-data.ts'

/** Many loads may be entered at once, such as from a file: they are read once. */
const READ_AFTER_MS = 300

/**
 * Reads the yard again as soon as anybody weighs a lorry, as long as somebody looks at the page: a browser has few connections, and each
 * tab that listens takes one.
 */
export function useNewsOfYard(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let due: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      due ??= setTimeout(() => {
        due = undefined
        void readYard(queries)
      }, READ_AFTER_MS)
    }
    const follow = () => {
      if (document.visibilityState === 'visible') stop ??= listen('movement.', read)
      else {
        stop?.()
        stop = undefined
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(due)
      stop?.()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [queries])
}

async function readYard(queries: QueryClient): Promise<void> {
  await Promise.all(
    [unfinishedQuery, bookQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
  )
}

/** When something came into the book, what is shown of bays and lorries is read again. */
export function useFreshFigures(waiting: Waiting[]): void {
  const queries = useQueryClient()
  const before = useRef(waiting.length)
  useEffect(() => {
    if (waiting.length < before.current)
      void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['kept'] === true })
    before.current = waiting.length
  }, [waiting.length, queries])
}
