import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { Attached } from '../../frame/attach.tsx'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { agreedName } from '../../stock/agreed-name.ts'
import { NamedLoads } from '../../stock/named-loads.tsx'
import { Icon } from '../../ui/icons.tsx'
import { grainOfTrade, TradeStatus } from './amount.tsx'
import { CalledOff } from './called-off.tsx'
import { DeliveryValues } from './deliveries.tsx'
import { TradeHistory } from './history.tsx'
import { messages } from './messages.ts'
import { pageMessages } from './page-messages.ts'
import { TradeProgress } from './progress.tsx'
import { tradeQuery, type VersionedTrade } from './queries.ts'
import { TradeConflicts } from './trade-conflicts.tsx'
import { TradeReservations } from './reservations.tsx'
import { StatusActions } from './status-actions.tsx'
import { AgreedTerms } from './terms.tsx'
import '../../stock/agreed.css'

const route = getRouteApi('/trades/$id')

/** One contract to buy or to sell: what is agreed, what moved under it, and what is left. */
export function TradePage() {
  const m = useMessages(pageMessages)
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(tradeQuery(id))
  if (!data) return <NotRead title={m.back} error={error} again={refetch} />
  return <Shown trade={data.result} etag={data.etag} />
}

function Shown({ trade, etag }: VersionedTrade) {
  const m = useMessages(pageMessages)
  return (
    <>
      <Head trade={trade} etag={etag} />
      <div className="trade-page">
        <div className="stack">
          <TradeConflicts trade={trade} />
          <TradeProgress trade={trade} />
          <CalledOff trade={trade} />
          <NamedLoads of="tradeId" id={trade.id} />
          <DeliveryValues trade={trade} />
          {trade.kind === 'sale' && <TradeReservations trade={trade} />}
        </div>
        <div className="stack">
          <AgreedTerms trade={trade} />
          {trade.notes !== '' && (
            <section className="panel pad stack tight">
              <h2>{m.notes}</h2>
              <p className="trade-notes">{trade.notes}</p>
            </section>
          )}
          <section className="panel pad stack tight">
            <h2>{m.files}</h2>
            {trade.files.length === 0 ? (
              <p className="quiet">{m.noFiles}</p>
            ) : (
              <Attached files={trade.files} />
            )}
          </section>
          <TradeHistory trade={trade} />
        </div>
      </div>
    </>
  )
}

function Head({ trade, etag }: VersionedTrade) {
  const m = useMessages(pageMessages)
  const words = useMessages(messages)
  const formats = useFormats(trade.commodity.commodity.id)
  const isOnline = useOnline()
  const mayChange = useMay('contracts:write')
  const { id, kind, status, partner, weight } = trade
  const name = agreedName(trade)
  const whose = name === partner.name ? [] : [partner.name]
  const known = [words[kind], ...whose, grainOfTrade(trade), formats.stockWeight(weight)]
  const isGolden = status === 'confirmed'
  return (
    <header className="top">
      <div>
        <Link to="/trades" search={{}} className="back">
          <Icon name="left" size={18} />
          {m.back}
        </Link>
        <h1>{name}</h1>
        <p className="quiet">
          {known.join(' · ')} <TradeStatus status={status} />
        </p>
      </div>
      {mayChange && (
        <div className="bar">
          <StatusActions trade={trade} etag={etag} />
          {status !== 'cancelled' &&
            (isOnline ? (
              <Link to="/trades/$id/edit" params={{ id }} className={isGolden ? 'button primary' : 'button'}>
                {m.edit}
              </Link>
            ) : (
              <button type="button" className="button" disabled>
                {m.edit}
              </button>
            ))}
        </div>
      )}
    </header>
  )
}
