import { useQuery } from '@tanstack/react-query'
import { ask } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { tallyMessages } from './tally-messages.ts'

/** Shows how many movements lack something that a person has to fill in. */
export function ActionsTally() {
  const m = useMessages(tallyMessages)
  const formats = useFormats()
  const tally = useQuery({
    queryKey: ['movements', 'actions', 'tally'],
    enabled: useMay('stock:read'),
    refetchInterval: 60_000,
    queryFn: () => ask('GET /api/inventory/movements/actions', { query: { limit: 1, docs: false } }),
  })
  const n = tally.data?.totalDocs ?? 0
  if (n === 0) return null
  return (
    <span className="tally badge grain">
      <span aria-hidden="true">{formats.whole(n)}</span>
      <span className="hidden">{say(m.required, { n })}</span>
    </span>
  )
}
