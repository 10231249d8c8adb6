import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { FullRecord } from '../../api/operations.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useLimitWords } from '../../stock/limit-words.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { recordQuery } from '../../stock/queries.ts'
import { epcis, Papers, printable } from '../../frame/papers.tsx'
import { timelineOf } from '../../stock/timeline.ts'
import { Besides } from '../../ui/besides.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Actions } from './actions.tsx'
import { Explained } from './explained.tsx'
import { Happened } from './happened.tsx'
import { messages } from './messages.ts'
import './stock.css'
import { Traced } from './traced.tsx'

/** A parcel of stock or a planting: every kilogram of it explained. */
export function Stock() {
  const m = useMessages(messages)
  const { id } = useParams({ from: '/stock/$id' })
  const { data, error, refetch } = useQuery(recordQuery(id))
  if (!data) return <NotRead title={m.stock} error={error} again={refetch} />
  const { result: record, etag } = data
  const entries = timelineOf(record)
  return (
    <>
      <Head record={record} />
      <Actions record={record} etag={etag} />
      <Explained record={record} entries={entries} />
      <Traced record={record} />
      <RecordPapers record={record} />
      <Happened recordId={record.id} commodityId={record.commodity.commodity.id} entries={entries} />
    </>
  )
}

/** Lists papers of a record: for a complaint, for its owner, and for a buyer's programs. */
function RecordPapers({ record }: { record: FullRecord }) {
  const recall = printable('recall', 'GET /api/inventory/records/{id}/recall.pdf', {
    path: { id: record.id },
  })
  const statement = printable('statement', 'GET /api/inventory/owners/{id}/statement.pdf', {
    path: { id: record.organisationId },
  })
  const trace = epcis('GET /api/inventory/records/{id}/trace', record.id)
  return <Papers papers={record.source === 'planting' ? [recall, trace] : [recall, statement, trace]} />
}

/** Marks measures outside the limits of the grade, and the weight still to be cleaned. */
function Marks({ record }: { record: FullRecord }) {
  const { brokenLimits, uncleanedWeight } = record
  const m = useMessages(messages, record.commodity.commodity.id)
  const formats = useFormats(record.commodity.commodity.id)
  const nameOf = useMeasureName()
  const limitWords = useLimitWords()
  const uncleaned = uncleanedWeight.weight ?? 0
  if (brokenLimits.length === 0 && uncleaned === 0) return null
  return (
    <p className="bar">
      {brokenLimits.map((limit) => (
        <span key={limit.name} className="badge bad">
          {nameOf(limit.name)} {formats.figure(limit.value)} {limit.unit}, {limitWords(limit)}
        </span>
      ))}
      {uncleaned > 0 && (
        <span className="badge grain">{say(m.toClean, { t: formats.stock(uncleaned) })}</span>
      )}
    </p>
  )
}

function Head({ record }: { record: FullRecord }) {
  const { commodity, storage } = record
  const m = useMessages(messages)
  const formats = useFormats(commodity.commodity.id)
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
        <Marks record={record} />
      </div>
      <div className="record-now">
        <div className="record-weight">
          {formats.stock(record.yield.current)} <small>{formats.stockUnit}</small>
        </div>
        <Besides weight={record.yield.current} commodityId={commodity.commodity.id} />
        <span className={record.owned ? 'badge' : 'badge grain'}>
          {record.owned ? m.owned : record.organisationName}
        </span>
      </div>
    </header>
  )
}
