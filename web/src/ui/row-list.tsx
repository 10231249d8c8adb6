import type { ReactNode } from 'react'
import { useVirtualRows } from './virtual-rows.ts'

interface Props<Row> {
  label: string
  className: string
  rows: Row[]
  /** Height of most rows, in pixels; each is measured once it is drawn. */
  rowHeight: number
  draw: (row: Row) => ReactNode
  onEnd: () => void
}

/** A list of which only what is seen is drawn: ten thousand conversations scroll like ten. */
export function RowList<Row>({ label, className, rows, rowHeight, draw, onEnd }: Props<Row>) {
  const { view, items, before, after, measure } = useVirtualRows(rows.length, rowHeight, onEnd)
  return (
    <div className={`scroll tall ${className}`} ref={view} tabIndex={0} role="region" aria-label={label}>
      <ul>
        {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
        {items.map(({ index }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <li
                key={index}
                ref={measure}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                {draw(row)}
              </li>
            )
          )
        })}
        {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
      </ul>
    </div>
  )
}
