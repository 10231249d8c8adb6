import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldShapes, StorageDetails } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { Gone } from '../../frame/frame.tsx'
import { isGone, NotRead } from '../../frame/not-read.tsx'
import { StorageForm } from '../../forms/storage.tsx'
import { useOnline } from '../../frame/online.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import type { Formats } from '../../i18n/make-formats.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { PlaceWords } from '../../place/found-place.tsx'
import { storageQuery } from '../../stock/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { fieldMessages } from './field-messages.ts'
import './fields.css'
import { fieldsQuery, type VersionedField } from './queries.ts'
import { SplitField } from './split-field.tsx'

const Boundary = lazily(
  async () => (await import('./boundary.tsx')).Boundary,
  <div className="field-map small" />,
)

const route = getRouteApi('/fields/$id')

/** One field: what grows there, and where it is. */
export function FieldScreen() {
  const m = useMessages(fieldMessages)
  const { id } = route.useParams()
  const found = useQuery(storageQuery(id))
  const fields = useQuery(fieldsQuery(undefined))
  const error = found.error ?? fields.error
  if (isGone(error) || found.data?.result.type === 'store') return <Gone />
  const again = () => Promise.all([found.refetch(), fields.refetch()])
  if (!found.data || !fields.data) return <NotRead title={m.back} error={error} again={again} rows={3} />
  return (
    <>
      <Shown key={id} field={found.data.result} etag={found.data.etag} fields={fields.data} />
    </>
  )
}

function Shown({ field, etag, fields }: VersionedField & { fields: FieldShapes }) {
  const m = useMessages(fieldMessages)
  const formats = useFormats()
  const isOnline = useOnline()
  const mayChange = useMay('storage:write') && isOnline
  const { draw } = route.useSearch()
  const [opened, open] = useState<'split' | 'edit'>()
  const close = () => open(undefined)
  return (
    <>
      <header className="top">
        <div>
          <Link to="/fields" search={{}} className="back">
            <Icon name="left" size={18} />
            {m.back}
          </Link>
          <h1>{field.name}</h1>
          <p className="quiet">
            {[
              field.area === 0 ? m.noArea : say(m.areaIs, { ha: formats.area(field.area) }),
              ...field.businessUnits.map(({ name }) => name),
            ].join(' · ')}
          </p>
          <PlaceWords location={field.location} />
        </div>
        {mayChange && (
          <div className="bar">
            <button type="button" className="button" onClick={() => open('edit')}>
              <Icon name="pencil" />
              {m.edit}
            </button>
            <button type="button" className="button" onClick={() => open('split')}>
              {m.split}
            </button>
          </div>
        )}
      </header>
      <Crops field={field} fields={fields} />
      <Boundary {...{ field, etag, fields, mayChange }} isDrawnAtOnce={draw === '1'} />
      <Papers
        papers={[
          printable('recall', 'GET /api/inventory/storage/{id}/recall.pdf', { path: { id: field.id } }),
        ]}
      />
      {opened === 'split' && <SplitField field={field} onClose={close} />}
      {opened === 'edit' && <StorageForm type="field" known={{ storage: field, etag }} onClose={close} />}
    </>
  )
}

const yieldWords = ({ yieldOf, yieldUnit }: Formats, kilograms: number) =>
  `${yieldOf(kilograms)} ${yieldUnit}`

/** Lists the crops sown for the newest harvest year. */
function Crops({ field, fields }: { field: StorageDetails; fields: FieldShapes }) {
  const m = useMessages(fieldMessages)
  const formats = useFormats()
  const { harvestYear, commodities, shapes } = fields
  const crops = shapes.find(({ id }) => id === field.id)?.crops ?? []
  const names = new Map(commodities.map(({ id, name }) => [id, name]))
  if (harvestYear === '') return null
  return (
    <section className="panel pad stack" aria-label={say(m.crops, { year: harvestYear })}>
      <h2>{say(m.crops, { year: harvestYear })}</h2>
      {crops.length === 0 && <p className="quiet">{say(m.nothingSown, { year: harvestYear })}</p>}
      <ul className="stack tight">
        {crops.map(({ commodityId, varieties, area, kilogramsPerHectare }) => (
          <li key={commodityId} className="bar apart">
            <span>
              <b>{say(m.cropIs, { name: names.get(commodityId) ?? '', ha: formats.area(area) })}</b>{' '}
              <span className="quiet small">{varieties.join(', ')}</span>
            </span>
            <span className={kilogramsPerHectare === null ? 'quiet' : 'strong'}>
              {kilogramsPerHectare === null
                ? m.yieldUnknown
                : yieldWords(formats.of(commodityId), kilogramsPerHectare)}
            </span>
          </li>
        ))}
      </ul>
      <Link
        to="/stock"
        search={{ place: 'field', 'f:storageId': field.id, empty: '1' }}
        className="button start"
      >
        {m.seeStock}
      </Link>
    </section>
  )
}
