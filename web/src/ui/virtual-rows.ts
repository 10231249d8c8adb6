import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

/** As many more as are asked for before somebody comes to the end of what is there. */
const NEAR_THE_END = 20

/**
 * The rows of a long list that are drawn: those in view and some before and after them, with the room of all others.
 *
 * @param rowHeight in pixels; of rows that are measured, how high most of them are
 * @param onEnd more is wanted, since the last rows are in view
 */
export function useVirtualRows(count: number, rowHeight: number, onEnd: (() => void) | undefined) {
  const view = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => view.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  const isAtEnd = (last?.index ?? 0) >= count - NEAR_THE_END
  useEffect(() => {
    if (isAtEnd) onEnd?.()
  }, [isAtEnd, onEnd, count])
  return {
    view,
    items,
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (last?.end ?? 0),
    measure: virtual.measureElement,
  }
}
