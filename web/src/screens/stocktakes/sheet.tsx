import { useMemo } from 'react'
import type { Stocktake, StocktakeLine } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { StocktakeLineState } from './line-state.tsx'
import { countHere, onlyCropOf } from './next-bay.ts'
import { sessionMessages } from './session-messages.ts'
import { LineVariance, parcelWords, useSheetColumns, type SheetRow } from './sheet-columns.tsx'

interface Props {
  session: Stocktake
  counts: BayCount[]
  onOpen: (line: StocktakeLine) => void
}

const rowsOf = (lines: StocktakeLine[]): SheetRow[] =>
  lines.flatMap((line) => {
    const parcels = line.stock.length > 0 ? line.stock : [undefined]
    return parcels.map((parcel, index) => ({ line, parcel, isFirst: index === 0 }))
  })

/** The sheet: a row for each bay and parcel. */
export function Sheet({ session, counts, onOpen }: Props) {
  const m = useMessages(sessionMessages)
  const formats = useFormats()
  const rows = useMemo(() => rowsOf(session.lines), [session.lines])
  const { book, countedWeight, variance } = session.totals
  const weight = (kg: number | null) => (kg === null ? '' : formats.exactStock(kg))
  const hasSums = book !== null && session.lines.length > 1
  return (
    <DataTable
      label={m.sheet}
      columns={useSheetColumns(counts, onOpen)}
      rows={rows}
      onOpen={({ line }) => onOpen(line)}
      order={{ by: undefined, isDescending: false, sortable: [], onOrder: () => undefined }}
      sums={
        hasSums
          ? [
              {
                bay: m.sums,
                book: weight(book),
                counted: weight(countedWeight),
                variance: variance === null ? '' : formats.signedStock(variance),
              },
            ]
          : []
      }
      compact={(row) => <Compact row={row} counts={counts} onOpen={onOpen} />}
    />
  )
}

function Compact({ row, counts, onOpen }: { row: SheetRow } & Pick<Props, 'counts' | 'onOpen'>) {
  const { line, parcel, isFirst } = row
  const m = useMessages(sessionMessages)
  const formats = useFormats(onlyCropOf(line))
  return (
    <button type="button" className="compact-open" onClick={() => onOpen(line)}>
      <span className="compact-words">
        <span className="strong">{line.substorageName}</span>
        <span className="quiet small">
          {[line.storageName, parcel ? parcelWords(parcel) : m.nobody].join(' · ')}
        </span>
      </span>
      {isFirst && (
        <span className="num compact-end">
          {line.counted !== null && (
            <span>
              {formats.exactStock(line.counted)} {formats.stockUnit} <LineVariance line={line} />
            </span>
          )}
          <span className="small">
            <StocktakeLineState line={line} here={countHere(line, counts)} />
          </span>
        </span>
      )}
    </button>
  )
}
