import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { FieldShapes, StorageDetails } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { useSending } from '../../ui/form.tsx'
import { colouredBy } from './colouring.ts'
import { DrawPanel } from './draw-panel.tsx'
import type { VersionedField } from './queries.ts'
import { fieldMessages } from './field-messages.ts'
import { FieldMap } from './field-map.tsx'
import { around, cornersOf, cornersOfAll, type Corners, type Polygons } from './outlines.ts'
import { useOutlineDraft } from './use-outline-draft.ts'

interface Props extends VersionedField {
  fields: FieldShapes
  mayChange: boolean
  isDrawnAtOnce: boolean
}

/** Shows the place of a field: its boundary among the fields around it, and a way to draw it. */
export function Boundary({ field, etag, fields, mayChange, isDrawnAtOnce }: Props) {
  const m = useMessages(fieldMessages)
  const navigate = useNavigate({ from: '/fields/$id' })
  const [isDrawing, setDrawing] = useState(isDrawnAtOnce && mayChange)
  const draft = useOutlineDraft(field.id)
  const polygons = field.boundary?.coordinates as Polygons | undefined
  const coloured = useMemo(() => colouredBy('crop', fields, colourOf), [fields])
  const corners = useMemo(() => firstCorners(field, fields), [field, fields])
  const drawn = useMemo(
    () => (isDrawing && 'points' in draft.read ? draft.read : { polygons: [], points: [] }),
    [isDrawing, draft.read],
  )
  const open = (id: string) => void navigate({ to: '/fields/$id', params: { id }, search: {} })
  return (
    <section className="field-boundary" aria-label={m.boundary}>
      <FieldMap
        shapes={fields.shapes}
        near={undefined}
        coloured={coloured}
        chosen={polygons ?? NO_POLYGONS}
        drawn={drawn}
        corners={corners}
        onField={open}
        onTap={isDrawing ? draft.add : undefined}
      />
      <div className="panel pad stack">
        <h2>{m.boundary}</h2>
        {isDrawing ? (
          <DrawPanel {...{ field, etag, draft }} onDone={() => setDrawing(false)} />
        ) : (
          <Standing {...{ field, etag, mayChange }} onDraw={() => setDrawing(true)} />
        )}
      </div>
    </section>
  )
}

const NO_POLYGONS: Polygons = []

/** The field, or where the others are. */
function firstCorners(field: StorageDetails, { shapes }: FieldShapes): Corners | undefined {
  const polygons = field.boundary?.coordinates as Polygons | undefined
  if (polygons) return around(polygons.flat(2))
  const { coordinates } = field.location
  return coordinates ? cornersOf({ outline: null, coordinates }) : cornersOfAll(shapes)
}

interface StandingProps extends VersionedField {
  mayChange: boolean
  onDraw: () => void
}

/** Shows whether there is a boundary, and the actions on it. A removed boundary can be put back. */
function Standing({ field, etag, mayChange, onDraw }: StandingProps) {
  const m = useMessages(fieldMessages)
  const refusal = useRefusal()
  const sending = useSending()
  const [removed, setRemoved] = useState<StorageDetails['boundary']>(null)
  const put = (boundary: StorageDetails['boundary']) =>
    sending.send(() =>
      ask('PATCH /api/inventory/storage/{id}', { path: { id: field.id }, body: { boundary }, ifMatch: etag }),
    )
  const remove = async () => {
    if (await put(null)) setRemoved(field.boundary)
  }
  return (
    <>
      <p className="quiet">{field.boundary ? m.hasBoundary : m.noBoundary}</p>
      {sending.error !== null && (
        <div className="note bad" role="alert">
          {refusal(sending.error)}
        </div>
      )}
      {removed && !field.boundary && (
        <p className="note bar" role="status">
          {m.removed}
          <button type="button" className="button" onClick={() => void put(removed)}>
            {m.putBack}
          </button>
        </p>
      )}
      {mayChange && (
        <div className="bar">
          <button type="button" className={field.boundary ? 'button' : 'button primary'} onClick={onDraw}>
            {field.boundary ? m.redraw : m.draw}
          </button>
          {field.boundary ? (
            <button type="button" className="button" onClick={() => void remove()}>
              {m.remove}
            </button>
          ) : (
            <Link to="/import" search={{ kind: 'inventory/boundaries' }} className="button">
              {m.importMap}
            </Link>
          )}
        </div>
      )}
    </>
  )
}
