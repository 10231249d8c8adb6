import {
  createSortedRowModel,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row as TableRow,
} from '@tanstack/react-table'
import { memo, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react'
import { CompactRows, Gap, type Sum } from './compact-rows.tsx'
import { ChooseColumns, useArranged, type Widths } from './choose-columns.tsx'
import { useDensity } from './density.ts'
import { useVirtualRows } from './virtual-rows.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns })

/**
 * Columns of a table. Name a sort function (`sortFn: 'basic'`): the automatic one takes seconds for dates. `meta.isNumber` puts figures to the
 * right and on one line, `meta.isPlace` gives a store with its bay more room than other words. Where the table is wider than its box, the column of names stays in view, and the one with `meta.stays`: the weight.
 */
export type Columns<Row extends object> = ColumnDef<typeof features, Row, unknown>[]

const NARROW = '(max-width: 700px)'
const follow = (listener: () => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
/** In pixels; a phone has rows of two lines, and base.css the same as `--row`. */
function useRowHeight(isNarrow: boolean): number {
  const density = useDensity()
  if (isNarrow) return 68
  if (matchMedia('(pointer: coarse)').matches) return 52
  return density === 'compact' ? 32 : 40
}
const useNarrow = () => useSyncExternalStore(follow, () => matchMedia(NARROW).matches)

interface Props<Row extends object> {
  label: string
  /** The name under which its reader's choice of columns is kept; without one they cannot be chosen. */
  list?: string
  columns: Columns<Row>
  rows: Row[]
  /** A row on a phone, in two lines: a table is not pushed sideways. */
  compact: (row: Row) => ReactNode
  /** More is wanted, since the last rows are in view. */
  onEnd?: () => void
  onOpen?: (row: Row) => void
  /** The row that is shown beside the table. */
  isOpen?: (row: Row) => boolean
  /** Totals of all that is found, by the ids of columns: each is a row that stays in view below the others. */
  sums?: Sum[]
  /** Order made elsewhere, if this page does not sort: it sorts only lists that it has whole. */
  order?: Order
}

/** An order that the service makes: by which column, and what pressing one does. */
export interface Order {
  by: string | undefined
  isDescending: boolean
  sortable: readonly string[]
  onOrder: (column: string) => void
}

/** Rows beyond what is seen are not drawn: a hundred thousand scroll like ten. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, list: name, rows, compact, onEnd, onOpen, isOpen, sums = [], order } = props
  const { columns, choosable, widths } = useArranged(
    name,
    props.columns,
    sums.flatMap((sum) => Object.keys(sum)),
  )
  const table = useTable({ features, columns, data: rows })
  const list = table.getRowModel().rows
  const isNarrow = useNarrow()
  const { view, items, before, after } = useVirtualRows(list.length, useRowHeight(isNarrow), onEnd)
  const shown = items.flatMap(({ index }) => list[index] ?? [])
  const figures = columns.filter(({ meta }) => has(meta, 'isNumber')).length
  const share = { '--figures': figures, '--words': columns.length - figures } as CSSProperties
  const panel = (
    <div className="panel scroll tall" ref={view} tabIndex={0} role="region" aria-label={label} style={share}>
      {isNarrow ? (
        <CompactRows rows={shown} places={items} size={list.length} {...{ before, after, compact, sums }} />
      ) : (
        <table className={onOpen ? 'table sticky opens' : 'table sticky'} aria-rowcount={list.length + 1}>
          <Head table={table} order={order} widths={widths} />
          <tbody>
            <Gap height={before} as="tr" />
            {shown.map((row, index) => (
              <WideRow
                key={row.id}
                row={row}
                widths={widths}
                place={(items[index]?.index ?? 0) + 2}
                isOpen={isOpen?.(row.original) ?? false}
                onOpen={onOpen}
              />
            ))}
            <Gap height={after} as="tr" />
          </tbody>
          {sums.length > 0 && (
            <tfoot>
              {sums.map((sum, index) => (
                <tr key={index}>
                  {columns.map(({ id = '', meta }) => (
                    <td key={id} className={classOf(meta)}>
                      {sum[id]}
                    </td>
                  ))}
                </tr>
              ))}
            </tfoot>
          )}
        </table>
      )}
    </div>
  )
  if (name === undefined || isNarrow || choosable.length < 2) return panel
  return (
    <div className="columned">
      <ChooseColumns list={name} columns={choosable} />
      {panel}
    </div>
  )
}

// A row that stays in view is not drawn again while others are scrolled past: most of a frame on a phone would go there.

interface WideRowProps<Row extends object> {
  row: TableRow<typeof features, Row>
  widths: Widths
  place: number
  isOpen: boolean
  onOpen: ((row: Row) => void) | undefined
}

const WideRow = memo(function WideRow<Row extends object>(props: WideRowProps<Row>) {
  const { row, widths, place, isOpen, onOpen } = props
  return (
    <tr
      aria-rowindex={place}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen?.(row.original)}
    >
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={classOf(cell.column.columnDef.meta)} style={widths[cell.column.id]}>
          <div className="cell">{drawn(cell.column.columnDef.cell, cell.getContext())}</div>
        </td>
      ))}
    </tr>
  )
}) as <Row extends object>(props: WideRowProps<Row>) => ReactNode

/** Draws a cell. As a component it would be a new one with each new list of columns, and the focus on its button would be lost. */
const drawn = <Context extends object>(
  cell: ReactNode | ((context: Context) => ReactNode),
  context: Context,
): ReactNode => (typeof cell === 'function' ? cell(context) : cell)

interface HeadProps<Row extends object> {
  table: ReturnType<typeof useTable<typeof features, Row>>
  order: Order | undefined
  widths: Widths
}

/** The names of the columns; pressing one sorts by it, here or by the service. */
function Head<Row extends object>({ table, order, widths }: HeadProps<Row>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header) => {
            const { column } = header
            const own = column.getIsSorted()
            const asked = order?.by === column.id && (order.isDescending ? 'desc' : 'asc')
            const sorted = order ? asked : own
            const canSort = order ? order.sortable.includes(column.id) : column.getCanSort()
            const sort = order ? () => order.onOrder(column.id) : column.getToggleSortingHandler()
            return (
              <th
                key={header.id}
                scope="col"
                className={classOf(column.columnDef.meta)}
                style={widths[column.id]}
                aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
              >
                {canSort ? (
                  <button type="button" className="sorter" onClick={sort}>
                    <table.FlexRender header={header} />
                    {sorted === 'asc' ? ' ↑' : sorted === 'desc' ? ' ↓' : ''}
                  </button>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

const has = (meta: object | undefined, name: string) => meta !== undefined && Reflect.get(meta, name) === true

const classOf = (meta: object | undefined) =>
  [has(meta, 'isNumber') && 'num', has(meta, 'isPlace') && 'place', has(meta, 'stays') && 'stays']
    .filter(Boolean)
    .join(' ') || undefined
