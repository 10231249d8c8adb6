import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { OfflineLine } from './offline-line.tsx'

/** Milliseconds of freshness from which data is no figure, such as the names of grain: its age shows nothing about the page. */
const LASTING_MS = 300_000

/**
 * On every screen, as soon as nobody answers: from when the oldest figure is that is shown there.
 */
export function OfflineNote() {
  return (
    <div className="offline-note">
      <OfflineLine readAt={useOldestShown()} />
    </div>
  )
}

/** When the oldest figures were read of all that is shown now; 0 where there are none. */
function useOldestShown(): number {
  const cache = useQueryClient().getQueryCache()
  const follow = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(follow, () => {
    const read = cache
      .findAll({ type: 'active' })
      .filter(({ state, observers }) => state.data !== undefined && observers.some(isOfFigures))
      .map(({ state }) => state.dataUpdatedAt)
    return read.length === 0 ? 0 : Math.min(...read)
  })
}

const isOfFigures = ({ options }: { options: { staleTime?: unknown } }): boolean =>
  typeof options.staleTime === 'number' && options.staleTime < LASTING_MS
