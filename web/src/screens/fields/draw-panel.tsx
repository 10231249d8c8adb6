import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { askOver } from '../../api/ask-once.ts'
import { ask, Refused } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useSending } from '../../ui/form.tsx'
import { Field } from '../../ui/parts.tsx'
import type { VersionedField } from './queries.ts'
import { fieldMessages } from './field-messages.ts'
import type { Polygons } from './outlines.ts'
import { storageQuery } from '../../stock/queries.ts'
import type { TypedOutline } from './typed-outline.ts'
import type { OutlineDraft } from './use-outline-draft.ts'

interface Props extends VersionedField {
  draft: OutlineDraft
  onDone: () => void
}

/** A boundary is drawn, typed or read from a file. The service measures it, and says what is wrong with it, before it is saved. */
export function DrawPanel({ field, etag, draft, onDone }: Props) {
  const m = useMessages(fieldMessages)
  const refusal = useRefusal()
  const measured = useMeasured(draft.read)
  const [takesArea, takeArea] = useState(field.area === 0)
  const { sending, save, isMeanwhile } = useSaving({ field, etag })
  const go = async () => {
    if (!measured.data || !(await save(measured.data, takesArea))) return
    draft.clear()
    onDone()
  }
  const cancel = () => {
    draft.clear()
    onDone()
  }
  const error = sending.error ?? measured.error
  return (
    <>
      <p className="quiet small">{m.howTo}</p>
      <Corners draft={draft} />
      <FileButton onText={draft.type} />
      {isMeanwhile ? (
        <div className="note bad" role="alert">
          {m.meanwhile}
        </div>
      ) : (
        error !== null && (
          <div className="note bad" role="alert">
            {faultsOf(error) || refusal(error)}
          </div>
        )
      )}
      <Measured {...{ measured, draft, field }} />
      {measured.data && field.area > 0 && (
        <AreaChoice {...{ takesArea, takeArea }} area={measured.data.area} />
      )}
      <div className="bar">
        <button type="button" className="button" onClick={cancel}>
          {m.cancel}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!measured.data || sending.isBusy}
          onClick={() => void go()}
        >
          {m.save}
        </button>
      </div>
    </>
  )
}

/** Every fault of an outline, in the service's words. */
const faultsOf = (error: unknown) =>
  error instanceof Refused ? (error.fault?.validation ?? []).map(({ message }) => message).join(' ') : ''

function Corners({ draft: { text, read, type, undo, clear } }: { draft: OutlineDraft }) {
  const m = useMessages(fieldMessages)
  const line = 'faultyLine' in read ? read.faultyLine : undefined
  const fault = line === undefined ? undefined : line === 0 ? m.noGeoJson : say(m.faultyLine, { line })
  return (
    <>
      <Field label={m.corners} hint={m.cornersHint} fault={fault}>
        {(control) => (
          <textarea
            {...control}
            className="input lines"
            rows={5}
            spellCheck={false}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
      <div className="bar">
        <button type="button" className="button" disabled={text.trim() === ''} onClick={undo}>
          {m.undo}
        </button>
        <button type="button" className="button" disabled={text.trim() === ''} onClick={clear}>
          {m.clear}
        </button>
      </div>
    </>
  )
}

function FileButton({ onText }: { onText: (text: string) => void }) {
  const m = useMessages(fieldMessages)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{m.file}</label>
      <input
        id={id}
        type="file"
        accept=".geojson,.json,application/geo+json"
        onChange={({ target }) => void target.files?.[0]?.text().then(onText)}
      />
    </div>
  )
}

interface MeasuredProps extends Pick<Props, 'draft' | 'field'> {
  measured: ReturnType<typeof useMeasured>
}

/** Shows the area that the outline encloses, or what it still lacks; the element is there from the start. */
function Measured({ measured, draft: { read, text }, field }: MeasuredProps) {
  const m = useMessages(fieldMessages)
  const formats = useFormats()
  const isShort = 'points' in read && read.polygons.length === 0
  const ha = (value: number) => formats.area(value)
  return (
    <p role="status" className="strong" aria-busy={measured.isFetching}>
      {measured.data
        ? say(m.encloses, { ha: ha(measured.data.area) })
        : isShort && text.trim() !== ''
          ? say(m.tooFew, { n: read.points.length })
          : measured.isFetching
            ? m.measuring
            : ' '}
      {measured.data && field.area > 0 && (
        <span className="quiet small"> {say(m.areaStays, { ha: ha(field.area) })}</span>
      )}
    </p>
  )
}

interface AreaProps {
  area: number
  takesArea: boolean
  takeArea: (takes: boolean) => void
}

function AreaChoice({ area, takesArea, takeArea }: AreaProps) {
  const m = useMessages(fieldMessages)
  const formats = useFormats()
  return (
    <label className="check">
      <input type="checkbox" checked={takesArea} onChange={({ target }) => takeArea(target.checked)} />
      {say(m.takeArea, { ha: formats.area(area) })}
    </label>
  )
}

const MEASURED_AFTER_MS = 400

/** Asks the service to measure an outline once nobody has tapped or typed for a moment. */
function useMeasured(read: TypedOutline) {
  const polygons = 'polygons' in read && read.polygons.length > 0 ? read.polygons : undefined
  const written = polygons && JSON.stringify(polygons)
  const [settled, settle] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => settle(written), MEASURED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [written])
  const isOf = written !== undefined && settled === written
  const asked = useQuery({
    queryKey: ['measured', settled],
    enabled: settled !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: () => {
      const coordinates = JSON.parse(settled ?? '[]') as Polygons
      const boundary = { type: 'MultiPolygon' as const, coordinates }
      return ask('POST /api/inventory/storage/fields/measure', { body: { boundary } })
    },
  })
  return {
    data: isOf ? asked.data : undefined,
    error: isOf ? asked.error : null,
    isFetching: written !== undefined && (!isOf || asked.isFetching),
  }
}

type Proposal = NonNullable<ReturnType<typeof useMeasured>['data']>

/** Saves a boundary, and the area and position that a field has not. What somebody else changed meanwhile is no matter, but for the boundary. */
function useSaving({ field, etag }: VersionedField) {
  const queries = useQueryClient()
  const sending = useSending()
  const [isMeanwhile, setMeanwhile] = useState(false)
  const [version, setVersion] = useState<string>()
  const path = { id: field.id }
  const save = async ({ boundary, area, coordinates }: Proposal, takesArea: boolean): Promise<boolean> => {
    const body = {
      boundary,
      ...(takesArea && { area }),
      ...(field.location.coordinates === null && { location: { coordinates } }),
    }
    let isTheirs = false
    const given = { path, body, ifMatch: version ?? etag }
    const put = () =>
      askOver('PATCH /api/inventory/storage/{id}', given, async () => {
        const fresh = await queries.fetchQuery({ ...storageQuery(field.id), staleTime: 0 })
        isTheirs = JSON.stringify(fresh.result.boundary) !== JSON.stringify(field.boundary)
        if (isTheirs) setVersion(fresh.etag)
        return isTheirs ? undefined : { ...given, ifMatch: fresh.etag }
      })
    const isDone = await sending.send(put)
    setMeanwhile(isTheirs)
    return isDone && !isTheirs
  }
  return { sending, save, isMeanwhile }
}
