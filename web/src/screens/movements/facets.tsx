import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { ClearFacets } from '../../stock/facet-terms.tsx'
import type { ChangeFilters } from '../../stock/filters.ts'
import { partnersQuery, storesQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Terms } from '../../ui/terms.tsx'
import { movementFilters, type MovementFilters } from './filters.ts'
import { messages } from './messages.ts'
import { grainsInStockQuery } from './queries.ts'

export interface FacetsProps {
  filters: MovementFilters
  change: ChangeFilters
}

/** Filters of the list: to the left of it, on a phone in a sheet. */
export function Facets({ filters, change }: FacetsProps) {
  const m = useMessages(messages)
  const grains = useQuery(grainsInStockQuery)
  return (
    <div className="facets">
      <label className="check strong">
        <input
          type="checkbox"
          checked={filters.set.actions === '1'}
          onChange={({ target }) => change({ actions: target.checked ? '1' : undefined })}
        />
        {m.actions}
      </label>
      <Terms
        label={m.kind}
        value={filters.set.type}
        terms={[
          { id: 'intake', name: m.intake },
          { id: 'internal', name: m.internal },
          { id: 'outbound', name: m.outbound },
        ]}
        onChange={(type) => change({ type })}
      />
      <Terms
        label={m.status}
        value={filters.set.status}
        terms={[
          { id: 'incomplete', name: m.incomplete },
          { id: 'complete', name: m.complete },
          { id: 'deleted', name: m.deleted },
        ]}
        onChange={(status) => change({ status })}
      />
      <Terms
        label={m.grain}
        value={filters.set.grain}
        terms={(grains.data ?? []).map(([id, name]) => ({ id: String(id), name }))}
        onChange={(grain) => change({ grain })}
      />
      <WhoAndWhat filters={filters} change={change} />
      <PlacesAndDays filters={filters} change={change} />
      <ClearFacets names={movementFilters.names} ticked={filters.set} change={change} />
    </div>
  )
}

/** By whom it was sent or received, by its lorry, and by what stands on its ticket. */
function WhoAndWhat({ filters, change }: FacetsProps) {
  const m = useMessages(messages)
  const partners = useQuery(partnersQuery()).data?.docs ?? []
  return (
    <>
      <Choice
        label={m.partner}
        value={filters.set.partner ?? ''}
        onChange={(partner) => change({ partner: partner || undefined })}
      >
        <option value="">{m.any}</option>
        {partners.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <TypedFilter label={m.vehicle} value={filters.set.lorry} onChange={(lorry) => change({ lorry })} />
      <TypedFilter
        label={m.ticket}
        hint={m.ticketHint}
        value={filters.set.text}
        onChange={(text) => change({ text })}
      />
    </>
  )
}

const ASKED_AFTER_MS = 400

/** A text to narrow by, which is asked for once nobody types any more. */
function TypedFilter(props: {
  label: string
  hint?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const { label, hint, value = '', onChange } = props
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // Taken away elsewhere, as by “Clear all”.
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }
  const asked = typed.trim()
  useEffect(() => {
    if (asked === value) return undefined
    const timer = setTimeout(() => onChange(asked || undefined), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [asked, value, onChange])
  return <TextField label={label} hint={hint} value={typed} onChange={setTyped} />
}

function PlacesAndDays({ filters, change }: FacetsProps) {
  const m = useMessages(messages)
  const places = useQuery(storesQuery).data ?? []
  return (
    <>
      {(['from', 'to'] as const).map((side) => (
        <Choice
          key={side}
          label={side === 'from' ? m.fromStore : m.toStore}
          value={filters.set[side] ?? ''}
          onChange={(id) => change({ [side]: id || undefined })}
        >
          <option value="">{m.any}</option>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      ))}
      {(['since', 'until'] as const).map((end) => (
        <DayField
          key={end}
          label={m[end]}
          value={filters.set[end] ?? ''}
          onChange={(day) => change({ [end]: day || undefined })}
        />
      ))}
    </>
  )
}
