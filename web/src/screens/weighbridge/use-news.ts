import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useNews } from '../../api/use-news.ts'
import type { Waiting } from '../../offline/tickets.ts'
import { bookQuery } from './book-of-tickets.ts'
import { unfinishedQuery } from './reference-data.ts'

/** Reads the yard again as soon as anybody weighs a lorry. */
export function useNewsOfYard(): void {
  const queries = useQueryClient()
  useNews(
    'movement.',
    useCallback(() => void readYard(queries), [queries]),
  )
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
