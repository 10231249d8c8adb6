import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { countSet } from '../../stock/filters.ts'
import { cropOfFilter } from '../../stock/only-crop.ts'
import { SavedViews } from '../../stock/saved-views.tsx'
import { useFilters } from '../../stock/use-filters.ts'
import { NothingFound } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { Bulk } from './bulk.tsx'
import { Facets } from './facets.tsx'
import { movementFilters, openedIn, type MovementFilters } from './filters.ts'
import { messages } from './messages.ts'
import './movements.css'
import { MovementPanel } from './panel.tsx'
import { movementsTablePath, movementsQuery, totalsQuery } from './queries.ts'
import { Removed, type RemovedMovement } from './removed.tsx'
import type { Sum } from '../../ui/compact-rows.tsx'
import { MovementTable } from './table.tsx'

const nobody: ReadonlySet<number> = new Set()

/** Every movement: found, opened, completed, copied, changed, and taken back. */
export function Movements() {
  const m = useMessages(messages)
  const mayWrite = useMay('movements:write')
  const { search, filters, change } = useFilters('/movements', movementFilters)
  const opened = openedIn(search)
  const [chosen, choose] = useState<ReadonlySet<number>>(nobody)
  const [removed, setRemoved] = useState<RemovedMovement>()
  const { found, first, rows, onEnd } = usePages(movementsQuery(filters))
  const sums = useSums(filters)
  const close = () => change({ open: undefined })
  const picked = rows.filter(({ id }) => chosen.has(id))
  return (
    <>
      <ListScreen
        title={m.movements}
        sums={first && say(m.count, { n: first.totalDocs })}
        {...{ found, rows }}
        filters={{ set: countSet(filters), choices: <Facets filters={filters} change={change} /> }}
        actions={
          <>
            <SavedViews screen="/movements" search={search} />
            <SaveTable path={movementsTablePath(filters)} name="movements" />
          </>
        }
        above={
          <>
            {removed && <Removed removed={removed} onDone={() => setRemoved(undefined)} />}
            {mayWrite && <Bulk picked={picked} onDone={() => choose(nobody)} />}
          </>
        }
        nothing={<Nothing isFiltered={countSet(filters) > 0} />}
      >
        <MovementTable {...{ rows, sums, filters, opened, change, chosen, choose, onEnd }} />
      </ListScreen>
      {opened !== undefined && (
        <MovementPanel
          key={opened}
          id={opened}
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

/** Sums the loads that came in, left and were moved within, of all that the filters leave. */
function useSums(filters: MovementFilters): Sum[] {
  const m = useMessages(messages)
  const formats = useFormats(cropOfFilter(filters.set.grain))
  const { data } = useQuery(totalsQuery(filters))
  return (['in', 'out', 'within'] as const).flatMap((flow) => {
    const { loads = 0, weight = 0, unweighed = 0 } = data?.[flow] ?? {}
    if (loads === 0) return []
    const which = say(m[`sum_${flow}`], { n: loads })
    const from = unweighed > 0 ? `${which} ${say(m.sumUnweighed, { n: unweighed })}` : which
    return [{ from, weight: formats.stockWeight(weight) }]
  })
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const m = useMessages(messages)
  return (
    <NothingFound title={isFiltered ? m.empty : m.none} hint={m.emptyHint}>
      <Link to="/weighbridge" search={{}} className="button">
        {m.toWeighbridge}
      </Link>
    </NothingFound>
  )
}
