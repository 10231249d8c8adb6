import { memo, type ReactNode } from 'react'

/** A row of totals: what stands in which column. */
export type Sum = Record<string, ReactNode>

interface Props<Row extends object> {
  /** Those that are drawn, and which of all they are. */
  rows: { id: string; original: Row }[]
  places: { index: number }[]
  /** Number of all rows. */
  size: number
  /** Heights of what is not drawn, in pixels. */
  before: number
  after: number
  compact: (row: Row) => ReactNode
  sums: Sum[]
}

/** The rows of a table on a phone: each in two lines, with the totals below. */
export function CompactRows<Row extends object>(props: Props<Row>) {
  const { rows, places, size, before, after, compact, sums } = props
  return (
    <ul className="compact">
      <Gap height={before} as="li" />
      {rows.map(({ id, original }, index) => (
        <CompactRow
          key={id}
          row={original}
          compact={compact}
          size={size}
          place={(places[index]?.index ?? 0) + 1}
        />
      ))}
      <Gap height={after} as="li" />
      {sums.length > 0 && (
        <li className="compact-sums">
          {sums.map((sum, index) => (
            <div key={index} className="compact-sum">
              {Object.entries(sum).map(([column, what]) => (
                <span key={column}>{what}</span>
              ))}
            </div>
          ))}
        </li>
      )}
    </ul>
  )
}

// A row that stays in view is not drawn again while others are scrolled past: most of a frame on a phone would go there.

interface CompactRowProps<Row extends object> {
  row: Row
  compact: (row: Row) => ReactNode
  size: number
  place: number
}

const CompactRow = memo(function CompactRow<Row extends object>(props: CompactRowProps<Row>) {
  const { row, compact, size, place } = props
  return (
    <li className="compact-row" aria-setsize={size} aria-posinset={place}>
      {compact(row)}
    </li>
  )
}) as <Row extends object>(props: CompactRowProps<Row>) => ReactNode

/** The room of rows that are not drawn. */
export function Gap({ height, as }: { height: number; as: 'li' | 'tr' }) {
  if (height <= 0) return null
  if (as === 'li') return <li aria-hidden="true" style={{ height }} />
  return (
    <tr aria-hidden="true">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
