import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/** A page of a search, as the service answers it. */
interface Page<Doc> {
  offset: number
  docs: Doc[]
  totalDocs: number
}

/**
 * A search that is read page after page, as one scrolls; kept on the device for when there is no network.
 *
 * @param key names the search and what it is narrowed by
 * @example pagesOf(['contracts', query], (offset) => ask('GET /api/inventory/contracts', { query: { ...query, limit: 200, offset } }))
 */
export function pagesOf<Doc, More>(
  key: readonly unknown[],
  askFrom: (offset: number) => Promise<Page<Doc> & More>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    meta: { kept: true },
    initialPageParam: 0,
    queryFn: ({ pageParam }) => askFrom(pageParam),
    getNextPageParam: ({ offset, docs, totalDocs }) =>
      docs.length > 0 && offset + docs.length < totalDocs ? offset + docs.length : undefined,
  })
}

/** As many pages as are read again at once. */
const FEW_PAGES = 4

/** Reads a search again from time to time, unless somebody has scrolled so far that it would be a hundred pages each time. */
export const againWhileShort =
  (milliseconds: number) =>
  ({ state }: { state: { data?: { pages: unknown[] } | undefined } }): number | false =>
    (state.data?.pages.length ?? 0) > FEW_PAGES ? false : milliseconds

/** The result of reading page after page, as far as the next one needs it. */
interface Paged {
  data: { pages: unknown[] } | undefined
  hasNextPage: boolean
  isError: boolean
}

/**
 * Reads the next page, for a button. What is read again meanwhile, since news came, ends that reading: it is begun anew until the page is
 * there or cannot be read.
 *
 * @example <button onClick={() => void readNextPage(useInfiniteQuery(query))}>
 */
export async function readNextPage(found: Paged & { fetchNextPage: () => Promise<Paged> }): Promise<void> {
  const count = ({ data }: Paged) => data?.pages.length ?? 0
  let read: Paged
  do read = await found.fetchNextPage()
  while (!read.isError && read.hasNextPage && count(read) <= count(found))
}

/** The rows that were read so far, the first page with its figures, and what to do at the last row. What was found before stays until the next is there. */
export function usePages<Doc, More>(query: ReturnType<typeof pagesOf<Doc, More>>) {
  const found = useInfiniteQuery({ placeholderData: keepPreviousData, ...query })
  const rows = useMemo(() => found.data?.pages.flatMap(({ docs }) => docs) ?? [], [found.data])
  const { fetchNextPage, hasNextPage, isFetching } = found
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])
  return { found, first: found.data?.pages[0], rows, onEnd }
}
