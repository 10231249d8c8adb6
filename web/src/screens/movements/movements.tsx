import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../../api/session.ts'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { SavedViews } from '../../stock/saved-views.tsx'
import { useChangeFilters } from '../../stock/change-filters.ts'
import { download } from '../../ui/download.ts'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Narrowed } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { Failed } from '../../ui/parts.tsx'
import { Bulk } from './bulk.tsx'
import { Facets } from './facets.tsx'
import { countSet, filtersOf } from './filters.ts'
import { messages } from './messages.ts'
import './movements.css'
import { Panel } from './panel.tsx'
import { csvPath, movementsQuery } from './queries.ts'
import { Removed, type RemovedMovement } from './removed.tsx'
import { MovementTable } from './table.tsx'

const nobody: ReadonlySet<number> = new Set()

/** Every movement: found, opened, completed, copied, changed, and taken back. */
export function Movements() {
  const m = useMessages(messages)
  const formats = useFormats()
  const isOnline = useOnline()
  const mayWrite = useMay('movements:write')
  const search = useSearch({ from: '/movements' })
  const filters = useMemo(() => filtersOf(search), [search])
  const change = useChangeFilters('/movements')
  const [chosen, choose] = useState<ReadonlySet<number>>(nobody)
  const [removed, setRemoved] = useState<RemovedMovement>()
  const { found, first, rows, onEnd } = usePages(movementsQuery(filters))
  const total = first?.totalDocs
  const close = () => change({ open: undefined })
  const picked = rows.filter(({ id }) => chosen.has(id))
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.movements}</h1>
          <p className="quiet">
            {total === undefined
              ? ' '
              : say(m.count, { n: total }).replace(String(total), formats.whole(total))}
          </p>
        </div>
        <div className="bar">
          <FilterSheet count={countSet(filters)}>
            <Facets filters={filters} change={change} />
          </FilterSheet>
          <SavedViews screen="/movements" search={search} />
          <button
            type="button"
            className="button"
            disabled={!isOnline}
            onClick={() => void download(csvPath(filters), 'movements.csv')}
          >
            {m.csv}
          </button>
        </div>
      </header>
      <OfflineLine readAt={found.dataUpdatedAt} />
      {removed && <Removed removed={removed} onDone={() => setRemoved(undefined)} />}
      {mayWrite && <Bulk picked={picked} onDone={() => choose(nobody)} />}
      {found.error && !found.data ? (
        <Failed error={found.error} again={() => void found.refetch()} />
      ) : (
        <Narrowed
          label={m.filters}
          by={<Facets filters={filters} change={change} />}
          count={found.data && rows.length}
          nothing={<Nothing isFiltered={countSet(filters) > 0} />}
        >
          <MovementTable {...{ rows, filters, change, chosen, choose, onEnd }} />
        </Narrowed>
      )}
      {filters.open !== undefined && (
        <Panel
          key={filters.open}
          id={filters.open}
          onClose={close}
          onRemoved={(what) => {
            setRemoved(what)
            close()
          }}
        />
      )}
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const m = useMessages(messages)
  return (
    <div className="panel nothing">
      <h2>{isFiltered ? m.empty : m.none}</h2>
      <p className="quiet">{m.emptyHint}</p>
      <Link to="/weighbridge" search={{}} className="button">
        {m.toWeighbridge}
      </Link>
    </div>
  )
}
