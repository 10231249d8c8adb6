import { useQuery } from '@tanstack/react-query'
import { ask, rehearse } from '../../api/client.ts'
import { newId } from '../../api/ids.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { reasonsQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice } from '../../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { actionMessages } from './action-messages.ts'
import type { ActionProps } from './action-props.ts'

/** What somebody found to lie there; the loss or gain is said before it is saved. */
export function Count({ record, onClose }: ActionProps) {
  const m = useMessages(actionMessages)
  const formats = useFormats()
  const language = useLanguage()
  const me = useMe()
  const sending = useSending()
  const reasons = useQuery(reasonsQuery)
  const [draft, change, clear] = useDraft(`count.${me.organisation.id}.${record.id}`, () => ({
    key: newId(),
    weight: '',
    reason: '',
  }))
  const parsed = parseStock(draft.weight, language)
  const kg = 'kg' in parsed ? parsed.kg : undefined
  const difference = kg === undefined ? 0 : Math.round((kg - record.yield.current) * 1000) / 1000
  const fitting = (reasons.data?.adjustment ?? []).filter(
    ({ direction }) =>
      direction === 'either' || difference === 0 || direction === (difference < 0 ? 'loss' : 'gain'),
  )
  const reasonId = fitting.find(({ id }) => String(id) === draft.reason)?.id
  const body =
    kg === undefined || reasonId === undefined
      ? undefined
      : { records: [{ id: record.id, adjustTo: kg }], reasonId }
  const rehearsal = useRehearsal('count', body, (given) =>
    rehearse('POST /api/inventory/records/adjustments', { body: given }),
  )
  async function save(): Promise<void> {
    if (!body) return
    const isDone = await sending.send(() =>
      ask('POST /api/inventory/records/adjustments', { body, key: draft.key }),
    )
    if (!isDone) return
    clear()
    onClose()
  }
  return (
    <Dialog title={say(m.countTitle, { name: record.name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={say(m.setTo, { weight: kg === undefined ? '…' : formats.exactStock(kg) })}
        isReady={body !== undefined}
        onSend={() => void save()}
        onCancel={onClose}
      >
        <StockField
          label={m.countedWeight}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          hint={say(m.bookSays, { weight: formats.exactStock(record.yield.current) })}
          fault={sending.faultOf('records.0.adjustTo')}
          autoFocus
        />
        {kg !== undefined && <Difference kg={difference} />}
        <Choice
          label={m.reason}
          value={reasonId === undefined ? '' : draft.reason}
          onChange={(reason) => change({ reason })}
          fault={sending.faultOf('reasonId')}
        >
          <ReasonOptions reasons={fitting} />
        </Choice>
        <Rehearsed rehearsal={rehearsal} />
      </Form>
    </Dialog>
  )
}

function ReasonOptions({ reasons }: { reasons: { id: number; description: string }[] }) {
  const m = useMessages(actionMessages)
  return (
    <>
      <option value="">{m.choose}</option>
      {reasons.map(({ id, description }) => (
        <option key={id} value={id}>
          {description}
        </option>
      ))}
    </>
  )
}

/** What is lost or found by the count. */
function Difference({ kg }: { kg: number }) {
  const m = useMessages(actionMessages)
  const formats = useFormats()
  if (kg === 0) return null
  return (
    <p className={kg < 0 ? 'change-out' : 'change-in'}>
      {say(kg < 0 ? m.loses : m.gains, { weight: formats.exactStock(Math.abs(kg)) })}
    </p>
  )
}
