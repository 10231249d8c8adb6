import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { SaveTable } from '../../frame/save-table.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { PositionConflicts } from '../../stock/position-conflicts.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { Months } from './months.tsx'
import { Overview } from './overview.tsx'
import { tradingPositionPath, tradingPositionQuery } from './queries.ts'
import { positionLinesOf } from './rows.ts'
import './trading-position.css'

const route = getRouteApi('/trades/position')

/** Weights that may still be sold, by grain and month. */
export function TradingPosition() {
  const m = useMessages(messages)
  const formats = useFormats()
  const { data, error, refetch } = useQuery(tradingPositionQuery)
  const { row }: Record<string, string> = route.useSearch()
  const lines = positionLinesOf(data?.commodities ?? [])
  const line = lines.find(({ key }) => key === row) ?? lines[0]
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          {data && <p className="quiet">{say(m.asOf, { moment: formats.moment(data.atUTC) })}</p>}
        </div>
        <div className="bar">
          <Link to="/trades" search={{}} className="button">
            {m.toTrades}
          </Link>
          <SaveTable path={tradingPositionPath} isReady={line !== undefined} />
        </div>
      </header>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={3} />)}
      {data && !line && (
        <div className="panel nothing">
          <h2>{m.none}</h2>
          <p className="quiet">{m.noneHint}</p>
        </div>
      )}
      {data && line && (
        <div className="stack">
          <PositionConflicts title={m.conflicts} conflicts={data.conflicts} />
          <Overview lines={lines} chosen={line.key} />
          <Months key={line.key} line={line} />
        </div>
      )}
    </>
  )
}
