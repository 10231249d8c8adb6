import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ImportRun } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icons.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { noteShown, useImportWork } from './import-work.ts'
import { findKind, nameOfKind } from './kinds.ts'
import { runMessages } from './run-messages.ts'
import { isUnderWay, RunBadge } from './runs.tsx'
import { ImportRefusal, StepFoot } from './step-line.tsx'
import { ImportCounts, TotalsOfFile, ImportedSums } from './sums-step.tsx'
import { Undo } from './undo.tsx'

const WATCHED_MS = 1000

/** One import: how far it has come, then what came of it. It is the service's, so it is the same on every device. */
export function Run({ id }: { id: string }) {
  const m = useMessages(runMessages)
  const queries = useQueryClient()
  const run = useQuery({
    queryKey: ['import-run', id],
    queryFn: () => ask('GET /api/inventory/imports/{id}', { path: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? WATCHED_MS : false),
  })
  const { data, error, refetch } = run
  const status = data?.status
  const { entering } = useImportWork()
  const isOver = data !== undefined && !isUnderWay(data)
  useEffect(() => {
    if (entering) noteShown(id, isOver)
  }, [entering, id, isOver])
  const before = useRef(status)
  useEffect(() => {
    // What it made shows on all other screens.
    if (before.current !== status && isOver) void queries.invalidateQueries()
    before.current = status
  }, [status, isOver, queries])
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  return (
    <>
      <Head run={data} />
      {isUnderWay(data) ? <Progress run={data} /> : <Report run={data} />}
      <StepFoot>
        {!isUnderWay(data) && <Undo run={data} />}
        <Link className="button primary" to="/import" search={{}}>
          {isUnderWay(data) ? m.toOthers : m.another}
        </Link>
      </StepFoot>
    </>
  )
}

function Head({ run }: { run: ImportRun }) {
  const m = useMessages(runMessages)
  const formats = useFormats()
  const language = useLanguage()
  return (
    <div className="bar apart">
      <div>
        <h2>{nameOfKind(run.kind, language)}</h2>
        <p className="quiet small">
          {say(m.byAt, { name: run.createdBy, moment: formats.moment(run.createdAt) })}
          {run.undoneAt !== null &&
            ` · ${say(m.undoneByAt, { name: run.undoneBy, moment: formats.moment(run.undoneAt) })}`}
        </p>
      </div>
      <RunBadge run={run} />
    </div>
  )
}

function Progress({ run: { rowsDone, totalRows } }: { run: ImportRun }) {
  const m = useMessages(runMessages)
  const formats = useFormats()
  const { entering } = useImportWork()
  return (
    <section className="panel pad stack" aria-labelledby="progress">
      <h2 id="progress">
        {say(m.runningAt, { done: formats.whole(rowsDone), total: formats.whole(totalRows) })}
      </h2>
      <progress
        className="progress"
        aria-labelledby="progress"
        value={rowsDone}
        max={Math.max(totalRows, 1)}
      />
      <p className="quiet">{entering?.isLost ? m.lostButRuns : m.mayLeave}</p>
    </section>
  )
}

function Report({ run }: { run: ImportRun }) {
  const m = useMessages(runMessages)
  const { report, success, unchanged } = run
  const leadsTo = findKind(run.kind)?.leadsTo
  const isHere = run.status === 'done' || run.status === 'partly_undone'
  return (
    <>
      {run.status === 'done' && success + unchanged > 0 && (
        <div className="note good" role="status">
          <Icon name="check" />
          <span>{say(m.inTheBook, { n: success + unchanged })}</span>
          {isHere && leadsTo && (
            <Link className="button push" to={leadsTo} search={{}}>
              {m.see}
            </Link>
          )}
        </div>
      )}
      {run.status === 'broken_off' && (
        <div className="note bad">
          <Icon name="warn" />
          {m.brokenOffWhat}
        </div>
      )}
      <ImportCounts result={run} />
      <Wrong run={run} />
      {report && (
        <>
          {report.fileTotals.length > 0 && <TotalsOfFile totals={report.fileTotals} />}
          <ImportedSums sums={report.sums} />
        </>
      )}
    </>
  )
}

/** The rows that were not entered, and the file of them. */
function Wrong({ run }: { run: ImportRun }) {
  const m = useMessages(runMessages)
  const [fault, setFault] = useState<unknown>()
  const count = run.validation + run.errors
  const rows = (run.report?.results ?? []).filter(
    ({ status }) => status === 'validation' || status === 'error',
  )
  if (count === 0) return null
  return (
    <section className="panel list" aria-labelledby="wrong">
      <header className="bar apart">
        <h2 id="wrong">{say(m.notEntered, { n: count })}</h2>
        {run.errorsUrl !== '' && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setFault(undefined)
              download(new URL(run.errorsUrl, location.href).pathname, m.wrongRows).catch(setFault)
            }}
          >
            <Icon name="down" />
            {m.saveWrong}
          </button>
        )}
      </header>
      {fault !== undefined && <ImportRefusal error={fault} />}
      <ul>
        {rows.map(({ rows: number, reference, message }) => (
          <li key={number} className="row">
            <span className="badge bad">{say(m.row, { row: number })}</span>
            <span>
              <span className="strong">{reference}</span>
              <span className="small">{message.join(' ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
