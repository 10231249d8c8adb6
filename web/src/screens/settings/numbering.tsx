import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askWithEtag } from '../../api/client.ts'
import { patchInventoryPapersNumberingLimits, type Numbering } from '../../api/operations.ts'
import { requestOf } from '../../api/client.ts'
import { SaveTable, type TableFormat } from '../../frame/save-table.tsx'
import { numberingQuery } from '../../frame/numbering.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { Choice, Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { numberingMessages } from './numbering-messages.ts'

type Series = Numbering['series'][number]

/** Form for the series of papers: how they are written, and where they begin again. */
export function NumberingSettings() {
  const { data, error, refetch } = useQuery(numberingQuery)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  return <NumberingForm key={data.etag} numbering={data.result} etag={data.etag} />
}

/** The kinds whose papers are about one store. */
const OF_A_STORE = new Set<Series['kind']>(['ticket-in', 'ticket-out', 'transfer', 'passport'])

function NumberingForm({ numbering, etag }: { numbering: Numbering; etag: string | undefined }) {
  const m = useMessages(numberingMessages)
  const sending = useSending(patchInventoryPapersNumberingLimits)
  const [series, setSeries] = useState(numbering.series)
  const [stores, setStores] = useState(numbering.stores)
  const [isSaved, setSaved] = useState(false)
  const queries = useQueryClient()
  const replace = <Item,>(all: Item[], place: number, part: Partial<Item>) =>
    all.map((each, index) => (index === place ? { ...each, ...part } : each))
  const save = () => {
    setSaved(false)
    const body = {
      series: series.map(({ next: _next, ...said }) => said),
      stores: stores.flatMap(({ storageId, code }, index) =>
        code === numbering.stores[index]?.code ? [] : [{ storageId, code }],
      ),
    }
    return sending.send(
      () => askWithEtag('PATCH /api/inventory/papers/numbering', { body, ifMatch: etag }),
      (answer) => {
        queries.setQueryData(numberingQuery.queryKey, answer)
        setSaved(true)
      },
    )
  }
  return (
    <section className="panel pad stack">
      <h2>{m.numbering}</h2>
      <p className="quiet small">{m.hint}</p>
      <Form sending={sending} action={m.save} onSend={save}>
        {series.map((each, index) => (
          <SeriesFields
            key={each.kind}
            series={each}
            index={index}
            sending={sending}
            change={(part) => setSeries(replace(series, index, part))}
          />
        ))}
        {series.some(({ pattern }) => pattern.includes('{store}')) && (
          <fieldset className="stack tight">
            <legend>{m.stores}</legend>
            {stores.map(({ storageId, name, code }, index) => (
              <TextField
                key={storageId}
                label={name}
                value={code}
                onChange={(text) => setStores(replace(stores, index, { code: text }))}
              />
            ))}
          </fieldset>
        )}
        {isSaved && (
          <p className="note good" role="status">
            {m.saved}
          </p>
        )}
      </Form>
      <div className="bar">
        <span>{m.list}</span>
        <SaveTable path={numbersPath} />
      </div>
    </section>
  )
}

const numbersPath = (format: TableFormat) =>
  requestOf('GET /api/inventory/papers/numbers', { query: { format } }).path

interface FieldsProps {
  series: Series
  index: number
  sending: Sending
  change: (part: Partial<Series>) => void
}

function SeriesFields({ series, index, sending, change }: FieldsProps) {
  const m = useMessages(numberingMessages)
  const { kind, pattern, restarts, byStore, next } = series
  const names: Record<Series['kind'], string> = {
    'ticket-in': m.ticketIn,
    'ticket-out': m.ticketOut,
    transfer: m.transfer,
    passport: m.passport,
    count: m.count,
    statement: m.statement,
    charges: m.charges,
  }
  const name = names[kind]
  return (
    <fieldset className="stack tight">
      <legend className="strong">{name}</legend>
      <TextField
        label={say(m.patternOf, { kind: name })}
        value={pattern}
        onChange={(text) => change({ pattern: text })}
        hint={say(m.next, { number: next })}
        {...sending.at(`series[${index}].pattern`)}
      />
      <Choice
        label={say(m.restartsOf, { kind: name })}
        value={restarts}
        onChange={(value) => change({ restarts: value as Series['restarts'] })}
      >
        <option value="never">{m.never}</option>
        <option value="calendar-year">{m.calendarYear}</option>
        <option value="harvest-year">{m.harvestYear}</option>
      </Choice>
      {OF_A_STORE.has(kind) && (
        <label className="check">
          <input
            type="checkbox"
            checked={byStore}
            onChange={({ target }) => change({ byStore: target.checked })}
          />
          {m.byStore}
        </label>
      )}
    </fieldset>
  )
}
