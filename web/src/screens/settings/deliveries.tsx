import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { WebhookDelivery } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSending } from '../../ui/form.tsx'
import { Attempt, Attempts } from './attempts.tsx'
import { webhookMessages } from './webhook-messages.ts'

const PAGE = 50
const MOST = 200
/** Milliseconds between looks at the list: a delivery that was sent again arrives while one looks. */
const LOOK_AGAIN_MS = 3000

type Shown = 'all' | WebhookDelivery['status']

/** Lists the deliveries to a webhook in the last 30 days, the latest first, each with its result. */
export function Deliveries({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const m = useMessages(webhookMessages)
  const sending = useSending()
  const [status, setStatus] = useState<Shown>('all')
  const [limit, setLimit] = useState(PAGE)
  const found = useQuery({
    queryKey: ['deliveries', id, status, limit],
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: () =>
      ask('GET /api/system/webhooks/{id}/deliveries', {
        path: { id },
        query: { limit, ...(status !== 'all' && { status }) },
      }),
  })
  const sendAgain = (deliveryId: string) =>
    void sending.send(() =>
      ask('POST /api/system/webhooks/{id}/deliveries/{deliveryId}/redeliver', { path: { id, deliveryId } }),
    )
  return (
    <Dialog title={say(m.deliveriesOf, { name })} onClose={onClose} isWide>
      <Attempts
        words={{ choice: m.outcome, none: m.noDeliveries, shownOf: m.shownOf }}
        options={{ all: m.all, delivered: m.delivered, retrying: m.retrying, failed: m.failed }}
        shown={status}
        onShow={setStatus}
        found={found}
        sending={sending}
        draw={(each) => <Line delivery={each} onSend={() => sendAgain(each.id)} isBusy={sending.isBusy} />}
        more={
          limit < MOST && (
            <button type="button" className="button" onClick={() => setLimit(limit + PAGE)}>
              {m.more}
            </button>
          )
        }
      />
    </Dialog>
  )
}

interface LineProps {
  delivery: WebhookDelivery
  isBusy: boolean
  onSend: () => void
}

function Line({ delivery, isBusy, onSend }: LineProps) {
  const m = useMessages(webhookMessages)
  const formats = useFormats()
  const { eventId, eventType, status, attempts, responseStatus, lastProblem, lastAttemptAtUTC } = delivery
  const answered = responseStatus === 0 ? m.noAnswer : say(m.answered, { status: responseStatus })
  return (
    <>
      <Attempt
        name={eventType}
        status={status}
        statusName={m[status]}
        details={[
          say(m.event, { id: eventId }),
          say(m.attempts, { n: attempts }),
          formats.moment(lastAttemptAtUTC),
          lastProblem || answered,
        ]}
      />
      <button
        type="button"
        className="button"
        disabled={isBusy}
        aria-label={say(m.sendAgainOf, { id: eventId })}
        onClick={onSend}
      >
        {m.sendAgain}
      </button>
    </>
  )
}
