import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../api/ask-once.ts'
import { ask } from '../api/client.ts'
import type { StorageLocation } from '../api/operations.ts'
import { useMay, useMe } from '../api/session.ts'
import { useOnline } from './online.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { DataTable, type Columns } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Find } from '../ui/find.tsx'
import { Form, useSending, type Sending } from '../ui/form.tsx'
import { pagesOf, usePages } from '../ui/pages.ts'
import { Choice, Failed, Skeleton } from '../ui/parts.tsx'
import { Tick } from '../ui/tick.tsx'
import './business-units.css'
import { unitsMessages } from './units-messages.ts'

type Kind = StorageLocation['type']
type Units = { id: string; name: string }[]

const MINUTE_MS = 60_000
const PAGE = 200

/** Puts several stores or fields under a business unit: not there where the organisation has none, or the caller may not. */
export function BusinessUnits({ type }: { type: Kind }) {
  const m = useMessages(unitsMessages)
  const may = useMay('storage:write')
  const isOnline = useOnline()
  const units = useQuery({
    queryKey: ['business-units'],
    staleTime: MINUTE_MS,
    enabled: may,
    queryFn: () => ask('GET /api/identity/business-units'),
  })
  const [isOpen, open] = useState(false)
  if (!may || !units.data || units.data.length === 0) return null
  return (
    <>
      <button type="button" className="button" disabled={!isOnline} onClick={() => open(true)}>
        {m.units}
      </button>
      {isOpen && <Assign type={type} units={units.data} onClose={() => open(false)} />}
    </>
  )
}

function placesQuery(type: Kind, query: string) {
  return pagesOf(['places by unit', type, query], (offset) =>
    ask('GET /api/inventory/storage/search', {
      query: { 'f:type': [type], bays: false, limit: PAGE, offset, ...(query !== '' && { query }) },
    }),
  )
}

interface AssignProps {
  type: Kind
  units: Units
  onClose: () => void
}

/** The places, ticked one by one or all that are listed, and the unit that they are to belong to. */
function Assign({ type, units, onClose }: AssignProps) {
  const m = useMessages(unitsMessages)
  const { organisation } = useMe()
  const [query, find] = useState('')
  const [chosen, choose] = useState<ReadonlyMap<string, string>>(new Map())
  const [unitId, setUnit] = useState('')
  const [done, setDone] = useState('')
  const { found, rows, onEnd } = usePages(placesQuery(type, query))
  const own = rows.filter(({ organisationId }) => organisationId === organisation.id)
  const storageIds = [...chosen.keys()]
  const body = { businessUnitId: unitId, storageIds }
  const sending = useSending()
  const unit = units.find(({ id }) => id === unitId)?.name ?? ''
  const put = () => {
    setDone('')
    return sending.send(
      () => askOnce('PUT /api/inventory/storage/business-units', { body }),
      () => {
        setDone(say(m[`done_${type}`], { n: chosen.size, name: unit }))
        choose(new Map())
      },
    )
  }
  const unitFault = sending.faultOf('businessUnitId')
  const isReady = unitId !== '' && chosen.size > 0
  return (
    <Dialog title={m[`title_${type}`]} onClose={onClose} isWide isSheet>
      <Form
        sending={sending}
        action={isReady ? say(m[`put_${type}`], { n: chosen.size, name: unit }) : m.put}
        isReady={isReady}
        isSaidBelow={unitFault !== undefined}
        onSend={put}
        onCancel={onClose}
      >
        <p className="quiet">{m.hint}</p>
        <RefusedPlaces sending={sending} chosen={chosen} />
        {done && (
          <p className="note good" role="status">
            {done}
          </p>
        )}
        <div className="two">
          <Find label={m.find} query={query} change={(part) => find(part.query ?? '')} />
          <Choice label={m.unit} value={unitId} onChange={setUnit} fault={unitFault}>
            <option value="">{m.choose}</option>
            {units.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
        </div>
        {!found.data ? (
          found.error ? (
            <Failed error={found.error} again={() => void found.refetch()} />
          ) : (
            <Skeleton />
          )
        ) : own.length === 0 ? (
          <p className="quiet">{m.nothing}</p>
        ) : (
          <Places places={own} chosen={chosen} choose={choose} onEnd={onEnd} />
        )}
      </Form>
    </Dialog>
  )
}

/** Which of those that were chosen the service names in its refusal. */
function RefusedPlaces({ sending, chosen }: { sending: Sending; chosen: ReadonlyMap<string, string> }) {
  const names = [...chosen.values()]
  const faults = names.flatMap((name, index) => {
    const message = sending.faultOf(`storageIds[${index}]`)
    return message === undefined ? [] : [{ name, message }]
  })
  if (faults.length === 0) return null
  return (
    <ul className="fault">
      {faults.map(({ name, message }) => (
        <li key={name}>
          {name} {message}
        </li>
      ))}
    </ul>
  )
}

interface PlacesProps {
  places: StorageLocation[]
  /** Names by id. */
  chosen: ReadonlyMap<string, string>
  choose: (chosen: ReadonlyMap<string, string>) => void
  onEnd: () => void
}

function Places({ places, chosen, choose, onEnd }: PlacesProps) {
  const m = useMessages(unitsMessages)
  const toggle = ({ id, name }: StorageLocation) => {
    const next = new Map(chosen)
    if (!next.delete(id)) next.set(id, name)
    choose(next)
  }
  const isAll = places.every(({ id }) => chosen.has(id))
  const all = () => choose(isAll ? new Map() : new Map(places.map(({ id, name }) => [id, name])))
  const unitsOf = ({ businessUnits }: StorageLocation) =>
    businessUnits.map(({ name }) => name).join(', ') || m.none
  const tick = (place: StorageLocation) => (
    <Tick
      label={say(m.chooseOne, { name: place.name })}
      isTicked={chosen.has(place.id)}
      onTick={() => toggle(place)}
    />
  )
  const columns: Columns<StorageLocation> = [
    {
      id: 'choose',
      header: () => <Tick label={m.chooseAll} isTicked={isAll} onTick={all} />,
      cell: ({ row: { original } }) => tick(original),
    },
    {
      id: 'name',
      header: m.name,
      accessorFn: ({ name }) => name.toLocaleLowerCase(),
      sortFn: 'basic',
      cell: ({ row: { original } }) => original.name,
    },
    { id: 'units', header: m.now, accessorFn: unitsOf, sortFn: 'basic' },
  ]
  return (
    <div className="places-of-unit">
      <label className="check all-places">
        <input type="checkbox" checked={isAll} onChange={all} />
        {m.chooseAll}
      </label>
      <DataTable
        label={m.places}
        columns={columns}
        rows={places}
        onEnd={onEnd}
        compact={(place) => (
          <label className="compact-open">
            {tick(place)}
            <span className="compact-words">
              <span className="strong">{place.name}</span>
              <span className="quiet small">{unitsOf(place)}</span>
            </span>
          </label>
        )}
      />
    </div>
  )
}
