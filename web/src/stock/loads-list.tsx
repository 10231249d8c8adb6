import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'
import { DataTable, type Columns } from '../ui/data-table.tsx'
import { Failed, Skeleton } from '../ui/parts.tsx'

/** A query read page by page, as far as a list of it needs to know. */
interface Found {
  error: Error | null
  hasNextPage: boolean
  isFetching: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface Props<Load extends object> {
  words: { loads: string; noLoads: string; noLoadsHint: string; toWeighbridge: string }
  found: Found
  /** Undefined as long as nothing has been read. */
  rows: Load[] | undefined
  columns: Columns<Load>
  compact: (load: Load) => ReactNode
  movementIdOf: (load: Load) => number
}

/** The loads of something; one opens among the movements, where it is corrected or taken back. */
export function LoadsList<Load extends object>(props: Props<Load>) {
  const { words, found, rows, columns, compact, movementIdOf } = props
  const navigate = useNavigate()
  const { fetchNextPage, hasNextPage, isFetching, error } = found
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching])
  return (
    <div className="stack">
      <h2>{words.loads}</h2>
      {!rows && (error ? <Failed error={error} again={() => void found.refetch()} /> : <Skeleton rows={2} />)}
      {rows?.length === 0 && (
        <div className="panel nothing">
          <p className="strong">{words.noLoads}</p>
          <p className="quiet">{words.noLoadsHint}</p>
          <Link to="/weighbridge" search={{}} className="button">
            {words.toWeighbridge}
          </Link>
        </div>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={words.loads}
          columns={columns}
          rows={rows}
          onEnd={onEnd}
          onOpen={(load) => void navigate({ to: '/movements', search: { open: String(movementIdOf(load)) } })}
          order={{ by: undefined, isDescending: false, sortable: [], onOrder: () => undefined }}
          compact={compact}
        />
      )}
    </div>
  )
}
