import { useQuery } from '@tanstack/react-query'
import { askOnce } from '../../api/ask-once.ts'
import type { Hold } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { holdMessages } from '../../stock/hold-messages.ts'
import { holdTraceQuery } from './hold-queries.ts'

/** Shows what left a held bay or parcel since its hold begins, and holds in one step where it went. */
export function TracedLoads({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const m = useMessages(holdMessages)
  const formats = useFormats()
  const maySet = useMay('holds:write')
  const trace = useQuery(holdTraceQuery(hold.id))
  const sending = useSending()
  const free = trace.data?.parcels.filter(({ isHeld }) => !isHeld).length ?? 0
  const isToHold = maySet && free > 0
  return (
    <Dialog title={m.trace} onClose={onClose} isSheet>
      {trace.isPending && <Skeleton />}
      {trace.isError && <Failed error={trace.error} again={() => void trace.refetch()} />}
      {trace.data?.loads.length === 0 && <p className="quiet">{m.noTrace}</p>}
      <ul className="list">
        {trace.data?.loads.map(({ movementId, movementDateUTC, weight, to, holdOverride }) => (
          <li key={movementId} className="row">
            <span>
              <span>{say(m.leftFor, { day: formats.day(formats.dayOf(movementDateUTC)), place: to })}</span>
              {holdOverride !== '' && (
                <span className="quiet small">{say(m.letGo, { reason: holdOverride })}</span>
              )}
            </span>
            <span className="num">{weight === null ? m.notWeighed : formats.stockWeight(weight)}</span>
          </li>
        ))}
      </ul>
      <Form
        sending={sending}
        action={isToHold ? say(m.holdTraced, { n: free }) : m.close}
        onSend={() =>
          isToHold
            ? sending.send(
                () => askOnce('POST /api/inventory/holds/{id}/trace', { path: { id: hold.id } }),
                onClose,
              )
            : onClose()
        }
        onCancel={onClose}
      >
        {null}
      </Form>
    </Dialog>
  )
}
