import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Job } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useSending } from '../../ui/form.tsx'
import { Attempt, Attempts } from './attempts.tsx'
import { platformMessages } from './platform-messages.ts'
import { platformNames } from './platform-names.ts'

const PAGE = 50

/** Mail and other work beside the requests, of all organisations: what waits, and what was given up. */
export function Jobs() {
  const m = useMessages(platformMessages)
  const sending = useSending()
  const [status, setStatus] = useState<Job['status']>('failed')
  const found = useQuery({
    queryKey: ['jobs', status],
    placeholderData: keepPreviousData,
    queryFn: () => ask('GET /api/system/jobs', { query: { limit: PAGE, status } }),
  })
  const retry = (id: string) =>
    void sending.send(() => ask('POST /api/system/jobs/{id}/retry', { path: { id } }))
  return (
    <section className="panel pad stack" aria-labelledby="jobs">
      <h2 id="jobs">{m.jobs}</h2>
      <p className="quiet small">{m.jobsHint}</p>
      <Attempts
        words={{ choice: m.state, none: m.noJobs, shownOf: m.shownOf }}
        options={{ failed: m.failed, queued: m.queued, done: m.done }}
        shown={status}
        onShow={setStatus}
        found={found}
        sending={sending}
        draw={(each) => <Line job={each} isBusy={sending.isBusy} onRetry={() => retry(each.id)} />}
      />
    </section>
  )
}

function Line({ job, isBusy, onRetry }: { job: Job; isBusy: boolean; onRetry: () => void }) {
  const m = useMessages(platformMessages)
  const names: Record<string, string> = useMessages(platformNames)
  const formats = useFormats()
  const { kind, key, status, attempts, lastProblem, dueAtUTC, createdAtUTC } = job
  const due = dueAtUTC === '' ? '' : say(m.due, { when: formats.moment(dueAtUTC) })
  const asked = say(m.asked, { when: formats.moment(createdAtUTC) })
  return (
    <>
      <Attempt
        name={names[kind] ?? kind}
        status={status}
        statusName={m[status]}
        details={[key, asked, say(m.attempts, { n: attempts }), due, lastProblem]}
      />
      {status === 'failed' && (
        <button type="button" className="button" disabled={isBusy} onClick={onRetry}>
          {m.retry}
        </button>
      )}
    </>
  )
}
