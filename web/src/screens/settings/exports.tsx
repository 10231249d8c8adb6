import { queryOptions, useQuery } from '@tanstack/react-query'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import type { OrganisationExport } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { download } from '../../ui/download.ts'
import { useSending } from '../../ui/form.tsx'
import { Failed } from '../../ui/parts.tsx'
import { myDataMessages } from './my-data-messages.ts'

const LOOK_AGAIN_MS = 2000
const MEGABYTE = 1024 * 1024

const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: () => ask('GET /api/identity/organisation/exports'),
  // No event tells that one is written.
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'queued') ? LOOK_AGAIN_MS : false,
})

/** Archives of all that the organisation has: made, and downloaded while they are there. */
export function Exports() {
  const m = useMessages(myDataMessages)
  const { data = [], error, refetch } = useQuery(exportsQuery)
  const sending = useSending()
  const refusal = useRefusal()
  const isWriting = data.some(({ status }) => status === 'queued')
  return (
    <section className="panel pad stack">
      <h2>{m.exportAll}</h2>
      <p className="quiet">{m.exportWhat}</p>
      {error && <Failed error={error} again={() => void refetch()} />}
      {sending.error !== null && <p className="fault by">{refusal(sending.error)}</p>}
      {isWriting && (
        <p className="note" role="status">
          {m.writing}
        </p>
      )}
      <ul className="lines">
        {data
          .filter(({ status }) => status !== 'queued')
          .map((each) => (
            <ExportLine key={each.id} line={each} sending={sending} />
          ))}
      </ul>
      <button
        type="button"
        className="button start"
        disabled={isWriting || sending.isBusy}
        onClick={() => void sending.send(() => askOnce('POST /api/identity/organisation/exports', {}))}
      >
        {m.askExport}
      </button>
    </section>
  )
}

function ExportLine({ line, sending }: { line: OrganisationExport; sending: ReturnType<typeof useSending> }) {
  const m = useMessages(myDataMessages)
  const formats = useFormats()
  const { id, askedAtUTC, sizeBytes, expiresAtUTC, problem } = line
  const day = formats.moment(askedAtUTC)
  if (sizeBytes === 0) return <li className="quiet">{say(m.failed, { day, problem })}</li>
  const mb = formats.figure(Math.max(0.1, Math.round((sizeBytes / MEGABYTE) * 10) / 10))
  const until = formats.day(formats.dayOf(expiresAtUTC))
  const save = () => download(`/api/identity/organisation/exports/${encodeURIComponent(id)}/archive`)
  return (
    <li className="bar apart">
      <span>{say(m.until, { day, mb, until })}</span>
      <button type="button" className="button" onClick={() => void sending.send(save)}>
        {m.download}
      </button>
    </li>
  )
}
