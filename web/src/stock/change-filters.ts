import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Sets filters of a list in its address; what is undefined or empty is taken out of it. */
export type ChangeFilters = (part: Record<string, string | undefined>) => void

/**
 * Changes the filters of a list, which are its address. The step before stays one step back only where a row is opened, by `open`: who
 * types a filter does not want each letter there.
 *
 * @example const change = useChangeFilters('/stock')
 */
export function useChangeFilters(
  from:
    | '/stores'
    | '/stock'
    | '/movements'
    | '/contracts'
    | '/for-sale'
    | '/for-sale/holders'
    | '/settlements'
    | '/fields'
    | '/files',
): ChangeFilters {
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
