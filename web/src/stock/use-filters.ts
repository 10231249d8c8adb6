import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ChangeFilters, Offered } from './filters.ts'

/** The lists that are narrowed by their address. */
type List =
  | '/stores'
  | '/stock'
  | '/movements'
  | '/contracts'
  | '/trades'
  | '/orders'
  | '/charges'
  | '/charges/tariffs'
  | '/for-sale'
  | '/for-sale/holders'
  | '/settlements'
  | '/stocktakes'
  | '/fields'
  | '/files'

/**
 * The filters of a list, which are its address, and how they are changed.
 *
 * @example const { filters, change } = useFilters('/stock', stockFilters)
 */
export function useFilters<Name extends string, Column extends string>(
  from: List,
  { read }: Offered<Name, Column>,
) {
  const search: Record<string, string> = useSearch({ from })
  const filters = useMemo(() => read(search), [read, search])
  return { search, filters, change: useChangeFilters(from) }
}

/**
 * Changes the filters of a list. The step before stays one step back only where a row is opened, by `open`: who types a filter does not
 * want each letter there.
 */
export function useChangeFilters(from: List): ChangeFilters {
  const navigate = useNavigate({ from })
  return useCallback(
    (part) =>
      void navigate({
        to: from,
        search: (before: Record<string, string>) =>
          Object.fromEntries(
            Object.entries({ ...before, ...part }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
          ),
        replace: !('open' in part),
        resetScroll: false,
      }),
    [navigate, from],
  )
}
