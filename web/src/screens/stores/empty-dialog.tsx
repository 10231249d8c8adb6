import { useQuery } from '@tanstack/react-query'
import { ask, rehearse } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { reasonsQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import { actMessages } from './act-messages.ts'
import type { Lot } from './lots.tsx'

const BAY_EMPTIED = 6

/** Writes off what the book still has in a bay that is swept clean. */
export function EmptyDialog({ bay, lots, onClose }: { bay: string; lots: Lot[]; onClose: () => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const reasons = useQuery(reasonsQuery)
  const reason = reasons.data?.adjustment.find(({ id }) => id === BAY_EMPTIED)?.description ?? ''
  const body = {
    records: lots.map(({ recordId }) => ({ id: recordId, adjustTo: 0 })),
    reasonId: BAY_EMPTIED,
  }
  const rehearsal = useRehearsal('empty', body, (given) =>
    rehearse('POST /api/inventory/records/adjustments', { body: given }),
  )
  const sending = useSending()
  const key = useRequestKey(body)
  const weight = formats.exactStock(lots.reduce((sum, lot) => sum + Math.round(lot.weight * 1000), 0) / 1000)
  return (
    <Dialog title={say(m.emptyOf, { bay })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={say(m.emptyNow, { weight })}
        isReady={rehearsal.answer !== undefined}
        onSend={() =>
          void sending.send(async () => {
            await ask('POST /api/inventory/records/adjustments', { body, key })
            onClose()
          })
        }
        onCancel={onClose}
      >
        <p>{say(m.emptySentence, { weight, reason })}</p>
        <Rehearsed rehearsal={rehearsal} />
      </Form>
    </Dialog>
  )
}
