import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Refused } from '../../api/client.ts'
import type { FullRecord } from '../../api/operations.ts'
import { Gone } from '../../frame/frame.tsx'
import { OfflineLine } from '../../frame/offline-line.tsx'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { recordQuery } from '../../stock/queries.ts'
import { timelineOf } from '../../stock/timeline.ts'
import { Icon } from '../../ui/icons.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { Actions } from './actions.tsx'
import { Explained } from './explained.tsx'
import { Happened } from './happened.tsx'
import { messages } from './messages.ts'
import './stock.css'
import { Traced } from './traced.tsx'

/** A parcel of stock or a planting: every kilogram of it explained. */
export function Stock() {
  const { id } = useParams({ from: '/stock/$id' })
  const { data, error, refetch, dataUpdatedAt } = useQuery(recordQuery(id))
  if (!data) {
    if (error instanceof Refused && (error.status === 404 || error.status === 400)) return <Gone />
    return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={4} />
  }
  const { result: record, etag } = data
  const entries = timelineOf(record)
  return (
    <>
      <Head record={record} />
      <OfflineLine readAt={dataUpdatedAt} />
      <Actions record={record} etag={etag} />
      <Explained record={record} entries={entries} />
      <Traced record={record} />
      <Happened entries={entries} />
    </>
  )
}

function Head({ record }: { record: FullRecord }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { commodity, storage } = record
  const place = [storage.name, storage.substorageName].filter(Boolean).join(', ')
  const known = [commodity.commodity.name, commodity.grade.name, commodity.variety, record.harvestYear, place]
  return (
    <header className="top">
      <div>
        <p className="small">
          <Link to="/stock" search={{}} className="back">
            <Icon name="left" size={16} />
            {m.stock}
          </Link>
        </p>
        <h1>{record.name}</h1>
        <p className="quiet">{known.filter(Boolean).join(' · ')}</p>
        {record.tags.length > 0 && (
          <p className="bar record-tags">
            {record.tags.map((tag) => (
              <span key={tag} className="badge">
                {tag}
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="record-now">
        <div className="record-weight">
          {formats.tonnes(record.yield.current)} <small>t</small>
        </div>
        <span className={record.owned ? 'badge' : 'badge grain'}>
          {record.owned ? m.owned : record.organisationName}
        </span>
      </div>
    </header>
  )
}
