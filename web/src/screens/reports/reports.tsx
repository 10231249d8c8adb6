import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Report } from '../../api/operations.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { SavedViews } from '../../stock/saved-views.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { reportAskedBy, readAddress, type AskedReport } from './asked.ts'
import { ReportChoices } from './choices.tsx'
import { MailedReports } from './mailings.tsx'
import { messages } from './messages.ts'
import { reportPath, reportQuery } from './queries.ts'
import { GroupTable, TotalTable } from './report-table.tsx'
import './reports.css'

const route = getRouteApi('/reports')

/** Reports: one of its kinds for a period, with its filters in the address. */
export function Reports() {
  const m = useMessages(messages)
  const search: Record<string, string> = route.useSearch()
  const navigate = useNavigate({ from: '/reports' })
  const address = readAddress(search)
  const asked = reportAskedBy(address)
  const change = (part: Record<string, string>) =>
    void navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value !== '')),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <header className="top">
        <h1>{m.title}</h1>
        <div className="bar report-actions">
          <SavedViews screen="/reports" search={search} />
          <MailedReports address={address} search={search} />
          <button type="button" className="button" onClick={() => window.print()}>
            <Icon name="printer" />
            {m.print}
          </button>
          {asked && <SaveTable path={reportPath(asked)} paperPath={reportPath(asked)('pdf')} />}
        </div>
      </header>
      <div className="stack">
        <ReportChoices address={address} change={change} />
        {asked ? <Shown asked={asked} /> : <p className="quiet">{m.needsDays}</p>}
        <Elsewhere />
      </div>
    </>
  )
}

function Shown({ asked }: { asked: AskedReport }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(reportQuery(asked))
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={3} />
  return (
    <div className="stack" aria-busy={isPlaceholderData}>
      <Heading report={data} />
      {data.groups.length === 0 && <Nothing />}
      {data.groups.map((group) => (
        <GroupTable key={group.group.id} report={data} group={group} />
      ))}
      {data.kind === 'owners' && <OffTheField />}
      {data.groups.length > 1 && data.kind !== 'quality' && <TotalTable report={data} />}
    </div>
  )
}

/** The period that a report is of, which also stands on paper, and the one beside it. */
function Heading({ report: { kind, before, ...days } }: { report: Report }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const of = ({ from, to, harvestYear }: Pick<Report, 'from' | 'to' | 'harvestYear'>) =>
    harvestYear === ''
      ? say(m.days, { from: formats.day(from), to: formats.day(to) })
      : say(m.year, { year: harvestYear })
  return (
    <p className="report-heading">
      <span className="strong">{m[kind]}</span> · {of(days)}
      {before && <span className="quiet"> · {say(m.below, { days: of(before) })}</span>}
    </p>
  )
}

/** Loads that never lay in a store are in no stock; the harvest has them. */
function OffTheField() {
  const m = useMessages(messages)
  return (
    <p className="quiet">
      {m.offTheField}{' '}
      <Link to="/reports" search={{ kind: 'season' }}>
        {m.season}
      </Link>
    </p>
  )
}

function Nothing() {
  const m = useMessages(messages)
  return (
    <div className="panel nothing">
      <h2>{m.nothing}</h2>
      <p className="quiet">{m.nothingHint}</p>
    </div>
  )
}

/** Reports that have screens of their own. */
function Elsewhere() {
  const m = useMessages(messages)
  return (
    <nav className="bar report-elsewhere" aria-label={m.elsewhere}>
      <span className="quiet small">{m.elsewhere}</span>
      <Link to="/books">{m.register}</Link>
      <Link to="/position" search={{}}>
        {m.position}
      </Link>
      <Link to="/trades/position" search={{}}>
        {m.tradingPosition}
      </Link>
      <Link to="/settlements" search={{}}>
        {m.settlements}
      </Link>
    </nav>
  )
}
