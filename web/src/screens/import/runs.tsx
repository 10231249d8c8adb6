import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import type { ImportRunSummary } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { nameOfKind } from './kinds.ts'
import { runMessages } from './run-messages.ts'

const SHOWN = 20
const WATCHED_MS = 2000

/** The files of the last 30 days, the last first. One that still runs is watched. */
export function Runs() {
  const m = useMessages(runMessages)
  const runs = useQuery({
    queryKey: ['imports'],
    queryFn: () => ask('GET /api/inventory/imports', { query: { limit: SHOWN } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? WATCHED_MS : false),
  })
  const { data, error, refetch } = runs
  return (
    <section className="panel list" aria-labelledby="runs">
      <header>
        <h2 id="runs">{m.earlier}</h2>
      </header>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={1} />)}
      {data?.length === 0 && <p className="pad quiet">{m.noEarlier}</p>}
      <ul>
        {data?.map((each) => (
          <RunLine key={each.id} run={each} />
        ))}
      </ul>
    </section>
  )
}

function RunLine({ run }: { run: ImportRunSummary }) {
  const m = useMessages(runMessages)
  const formats = useFormats()
  const language = useLanguage()
  const wrong = run.validation + run.errors
  return (
    <li>
      <Link className="row run-row" to="/import" search={{ run: run.id }}>
        <span>
          <span className="strong">{nameOfKind(run.kind, language)}</span>
          <span className="quiet small">
            {say(m.byAt, { name: run.createdBy, moment: formats.moment(run.createdAt) })}
          </span>
        </span>
        <span className="num small">
          <RunBadge run={run} />
          <span className="quiet">
            {[
              run.success > 0 && say(m.entered, { n: run.success }),
              run.unchanged > 0 && say(m.unchanged, { n: run.unchanged }),
              wrong > 0 && say(m.wrong, { n: wrong }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** True if rows of a run are still to come. */
export function isUnderWay({ status }: Pick<ImportRunSummary, 'status'>): boolean {
  return status === 'running' || status === 'waiting'
}

/** Shows the state of a run, in a word. */
export function RunBadge({ run }: { run: Pick<ImportRunSummary, 'status' | 'rowsDone' | 'totalRows'> }) {
  const m = useMessages(runMessages)
  const formats = useFormats()
  const looks = {
    waiting: '',
    running: 'plan',
    done: 'good',
    broken_off: 'bad',
    undone: '',
    partly_undone: 'grain',
  }
  return (
    <span className={`badge ${looks[run.status]}`}>
      {run.status === 'running'
        ? say(m.runningAt, { done: formats.whole(run.rowsDone), total: formats.whole(run.totalRows) })
        : m[run.status]}
    </span>
  )
}
