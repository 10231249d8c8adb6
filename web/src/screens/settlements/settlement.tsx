import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import type { Settlement, SettlementLine } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Decide } from './decide.tsx'
import { lineMessages } from './line-messages.ts'
import { Lines } from './lines.tsx'
import { settlementQuery } from './queries.ts'
import './settlements.css'
import { Totals } from './totals.tsx'

const route = getRouteApi('/settlements/$id')

interface Versioned {
  settlement: Settlement
  etag: string | undefined
}

/** One statement beside our loads. */
export function SettlementPage() {
  const m = useMessages(lineMessages)
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(settlementQuery(id))
  if (!data) return <NotRead title={m.back} error={error} again={refetch} />
  return <Shown settlement={data.result} etag={data.etag} />
}

function Shown({ settlement, etag }: Versioned) {
  const isOnline = useOnline()
  const mayChange = useMay('contracts:write') && settlement.status === 'open' && isOnline
  const [deciding, setDeciding] = useState<number | undefined>()
  const decide = useCallback(({ line }: SettlementLine) => setDeciding(line), [])
  const line = settlement.lines.find((each) => each.line === deciding)
  return (
    <>
      <Head settlement={settlement} etag={etag} mayChange={mayChange} />
      <Totals totals={settlement.totals} missing={settlement.missing} />
      <Lines lines={settlement.lines} {...(mayChange && { onDecide: decide })} />
      <Missing settlement={settlement} />
      {line && mayChange && (
        <Decide settlement={settlement} etag={etag} line={line} onClose={() => setDeciding(undefined)} />
      )}
    </>
  )
}

function Head({ settlement, etag, mayChange }: Versioned & { mayChange: boolean }) {
  const m = useMessages(lineMessages)
  const formats = useFormats()
  const refusal = useRefusal()
  const sending = useSending()
  const [isRemoving, remove] = useState(false)
  const { id, buyer, reference, date, totals, closedAtUTC, closedBy } = settlement
  const close = () =>
    sending.send(() =>
      askOnce('POST /api/inventory/settlements/{id}/close', { path: { id }, body: {}, ifMatch: etag }),
    )
  return (
    <header className="top">
      <div>
        <Link to="/settlements" search={{}} className="back">
          <Icon name="left" size={18} />
          {m.back}
        </Link>
        <h1>{buyer.name}</h1>
        <p className="quiet">
          {[reference, formats.day(date)].filter(Boolean).join(' · ')}{' '}
          {closedAtUTC !== null && (
            <span className="badge">
              {say(m.closedBy, { name: closedBy, moment: formats.moment(closedAtUTC) })}
            </span>
          )}
        </p>
        {sending.error !== null && (
          <div className="note bad" role="alert">
            {refusal(sending.error)}
          </div>
        )}
      </div>
      {mayChange && (
        <div className="bar">
          <button type="button" className="button" onClick={() => remove(true)}>
            {m.remove}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={totals.undecided > 0 || sending.isBusy}
            title={totals.undecided > 0 ? m.closeHint : undefined}
            onClick={() => void close()}
          >
            {m.close}
          </button>
        </div>
      )}
      {isRemoving && <Remove settlement={settlement} etag={etag} onClose={() => remove(false)} />}
    </header>
  )
}

function Remove({ settlement: { id }, etag, onClose }: Versioned & { onClose: () => void }) {
  const m = useMessages(lineMessages)
  const navigate = useNavigate()
  const sending = useSending()
  const remove = () =>
    sending.send(
      () => ask('DELETE /api/inventory/settlements/{id}', { path: { id }, ifMatch: etag }),
      () => navigate({ to: '/settlements', search: {}, replace: true }),
    )
  return (
    <Dialog title={m.remove} onClose={onClose} isSheet>
      <Form sending={sending} action={m.reallyRemove} onSend={remove} onCancel={onClose}>
        <p>{m.removeHint}</p>
      </Form>
    </Dialog>
  )
}

/** Loads that left for the buyer in the days of the statement, and are on none. */
function Missing({ settlement: { missing, unweighed } }: { settlement: Settlement }) {
  const m = useMessages(lineMessages)
  return (
    <>
      <LeftLoads title={m.missing} hint={m.missingHint} found={missing} />
      <LeftLoads title={m.unweighedLoads} hint={m.unweighedHint} found={unweighed} />
    </>
  )
}

interface LeftProps {
  title: string
  hint: string
  found: Settlement['unweighed']
}

function LeftLoads({ title, hint, found: { loads, first } }: LeftProps) {
  const m = useMessages(lineMessages)
  const formats = useFormats()
  if (loads === 0) return null
  const left = loads - first.length
  return (
    <section className="panel list settlement-missing" aria-label={title}>
      <header className="bar apart">
        <h2>{title}</h2>
        <span className="badge grain">{loads}</span>
      </header>
      <p className="pad quiet small">{hint}</p>
      <ul>
        {first.map((load) => (
          <li key={load.movementId}>
            <Link to="/movements" search={{ open: String(load.movementId) }} className="row row-link">
              <span>
                <b>{load.reference || load.movementId}</b>
                <span className="quiet small">
                  {[formats.dayMonth(load.date), load.vehicle, load.commodity].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="num">
                {load.weight === null ? (
                  <span className="quiet">{m.notWeighed}</span>
                ) : (
                  <b>{formats.weight(load.weight)}</b>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="pad quiet small">{say(m.missingMore, { n: left })}</p>}
    </section>
  )
}
