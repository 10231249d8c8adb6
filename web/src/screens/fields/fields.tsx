import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { requestOf } from '../../api/client.ts'
import type { FieldShapes } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { storageMessages } from '../../forms/storage-messages.ts'
import { StorageForm } from '../../forms/storage.tsx'
import { BusinessUnits } from '../../frame/business-units.tsx'
import { SaveTable, type TableFormat } from '../../frame/save-table.tsx'
import { MoreActions } from '../../frame/more-actions.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { ChangeFilters } from '../../stock/filters.ts'
import { useChangeFilters } from '../../stock/use-filters.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { Icon } from '../../ui/icons.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Choice, Failed, Segmented, Skeleton, TextField } from '../../ui/parts.tsx'
import { colouredBy, cropOfField, roundFigure } from './colouring.ts'
import { FieldsTable } from './fields-table.tsx'
import './fields.css'
import { fieldsViewOf, named, type FieldsView } from './filters.ts'
import { messages } from './messages.ts'
import { NoFields } from './no-fields.tsx'
import { fieldsQuery } from './queries.ts'

const tablePath = (format: TableFormat) =>
  requestOf('GET /api/inventory/storage', { query: { type: ['field'], format } }).path

// What draws comes only where the map is asked for: old machines have the list.
const FarmMap = lazily(async () => (await import('./farm-map.tsx')).FarmMap, <div className="field-map" />)

/** All fields: a list, and a map that says the same. */
export function Fields() {
  const m = useMessages(messages)
  const words = useMessages(storageMessages)
  const search = useSearch({ from: '/fields' })
  const view = useMemo(() => fieldsViewOf(search), [search])
  const change = useChangeFilters('/fields')
  const mayAdd = useMay('storage:write')
  const navigate = useNavigate()
  const [isAdding, add] = useState(false)
  const found = useQuery({ ...fieldsQuery(view.year), placeholderData: keepPreviousData })
  const isEmpty = found.data?.shapes.length === 0
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">
            {found.data ? say(m.count, { n: named(found.data.shapes, view.find).length }) : ' '}
          </p>
        </div>
        {!isEmpty && (
          <div className="bar">
            <MoreActions>
              <BusinessUnits type="field" />
              <SaveTable path={tablePath} name="fields" />
            </MoreActions>
            {mayAdd && (
              <button type="button" className="button primary" onClick={() => add(true)}>
                <Icon name="plus" />
                {words.newField}
              </button>
            )}
          </div>
        )}
      </header>
      {found.error && !found.data ? (
        <Failed error={found.error} again={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton rows={4} />
      ) : isEmpty ? (
        <NoFields onAdd={() => add(true)} />
      ) : (
        <Shown view={view} fields={found.data} change={change} />
      )}
      {isAdding && (
        <StorageForm
          type="field"
          onMade={(id) => navigate({ to: '/fields/$id', params: { id }, search: { draw: '1' } })}
          onClose={() => add(false)}
        />
      )}
    </>
  )
}

interface ShownProps {
  view: FieldsView
  fields: FieldShapes
  change: ChangeFilters
}

function Shown({ view, fields, change }: ShownProps) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const roundTo = roundFigure(useFormats(cropOfField(fields.shapes)).yieldSize)
  const coloured = useMemo(
    () => colouredBy(view.colouring, fields, colourOf, roundTo),
    [view.colouring, fields, roundTo],
  )
  const shapes = useMemo(() => named(fields.shapes, view.find), [fields, view.find])
  const open = useCallback(
    (id: string) => void navigate({ to: '/fields/$id', params: { id }, search: {} }),
    [navigate],
  )
  const isMap = view.view === 'map'
  const table = (
    <FieldsTable shapes={shapes} fields={fields} coloured={coloured} isBeside={isMap} onOpen={open} />
  )
  return (
    <>
      <Choices {...{ view, fields, change }} />
      {fields.hasMore && <p className="note">{m.more}</p>}
      {isMap ? (
        <div className="map-beside">
          <FarmMap {...{ shapes, coloured }} all={fields.shapes} colouring={view.colouring} onField={open} />
          {shapes.length > 0 ? table : <p className="quiet">{m.nothingFound}</p>}
        </div>
      ) : shapes.length > 0 ? (
        table
      ) : (
        <p className="quiet">{m.nothingFound}</p>
      )}
    </>
  )
}

/** Offers the views of the fields, and the years to show. */
function Choices({ view, fields, change }: ShownProps) {
  const m = useMessages(messages)
  return (
    <div className="bar field-choices">
      <Segmented
        label={m.shown}
        value={view.view}
        options={{ list: m.list, map: m.asMap }}
        onChange={(shown) => change({ view: shown === 'list' ? undefined : shown })}
      />
      {view.view === 'map' && (
        <Segmented
          label={m.colouring}
          value={view.colouring}
          options={{ crop: m.crop, year: m.harvest, yield: m.yield }}
          onChange={(colour) => change({ colour: colour === 'crop' ? undefined : colour })}
        />
      )}
      <TextField
        label={m.find}
        value={view.find}
        onChange={(find) => change({ find: find === '' ? undefined : find })}
      />
      <Choice
        label={m.year}
        value={fields.harvestYear}
        onChange={(year) => change({ year: year === fields.harvestYears[0] ? undefined : year })}
      >
        {[...new Set([...fields.harvestYears, fields.harvestYear])].map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Choice>
    </div>
  )
}
