import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, rehearse } from '../../api/client.ts'
import { newId } from '../../api/ids.ts'
import { postInventoryMovementsLimits, type FullRecord, type Operations } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { newMoment } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { baysOf } from '../../stock/bays.ts'
import { positionQuery, receiversQuery, storesQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { gradeReasonOf } from '../../stock/grade-reason.ts'
import { GradeReason } from '../../ui/grade-reason.tsx'
import { MomentFields } from '../../ui/moment-fields.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { actionMessages } from './action-messages.ts'
import type { ActionProps } from './action-props.ts'

const ELSEWHERE = 'elsewhere'

interface Draft {
  key: string
  weight: string
  to: string
  receiver: string
  /** Of somebody who never got anything before. */
  receiverId: string
  isSold: boolean
  day: string
  time: string
  vehicle: string
  driver: string
  gradeReason: string
}

type Body = Operations['POST /api/inventory/movements']['body']

/** To another bay, or out to somebody: balances and conflicts are shown before it is saved. */
export function Move({ record, onClose }: ActionProps) {
  const m = useMessages(actionMessages)
  const formats = useFormats()
  const language = useLanguage()
  const me = useMe()
  const sending = useSending(postInventoryMovementsLimits)
  const [draft, change, clear] = useDraft<Draft>(`move.${me.organisation.id}.${record.id}`, () => ({
    key: newId(),
    weight: '',
    to: '',
    receiver: '',
    receiverId: newId(),
    isSold: true,
    day: formats.today(),
    time: '',
    vehicle: '',
    driver: '',
    gradeReason: '',
  }))
  const parsed = parseStock(draft.weight, language)
  const kg = 'kg' in parsed && parsed.kg > 0 ? parsed.kg : undefined
  const [openedAt] = useState(Date.now)
  const at = newMoment(draft, { timeZone: me.organisation.timeZone, openedAt })?.toISOString()
  const receivers = useQuery(receiversQuery)
  const receiverId = receivers.data?.get(draft.receiver.trim()) ?? draft.receiverId
  const body =
    kg === undefined || at === undefined ? undefined : bodyOf({ record, draft, receiverId }, kg, at)
  const rehearsal = useRehearsal('move', body, (given) =>
    rehearse('POST /api/inventory/movements', { body: given }),
  )
  async function save(): Promise<void> {
    if (!body) return
    const isDone = await sending.send(() => ask('POST /api/inventory/movements', { body, key: draft.key }))
    if (!isDone) return
    clear()
    onClose()
  }
  return (
    <Dialog title={say(m.moveTitle, { name: record.name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={kg === undefined ? m.moveWhat : say(m.moveButton, { weight: formats.exactStock(kg) })}
        isReady={body !== undefined}
        onSend={() => void save()}
        onCancel={onClose}
      >
        <StockField
          label={m.howMuch}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          hint={say(m.bookSays, { weight: formats.exactStock(record.yield.current) })}
          fault={sending.faultOf('weight')}
          autoFocus
        />
        <Where record={record} draft={draft} change={change} sending={sending} />
        <div className="two">
          <TextField label={m.vehicle} value={draft.vehicle} onChange={(vehicle) => change({ vehicle })} />
          <TextField label={m.driver} value={draft.driver} onChange={(driver) => change({ driver })} />
        </div>
        <GradeReason
          error={rehearsal.error}
          value={draft.gradeReason}
          onChange={(gradeReason) => change({ gradeReason })}
        />
        <Rehearsed rehearsal={rehearsal} />
      </Form>
    </Dialog>
  )
}

interface WhereProps {
  record: FullRecord
  draft: Draft
  change: (part: Partial<Draft>) => void
  sending: Sending
}

function Where({ record, draft, change, sending }: WhereProps) {
  const m = useMessages(actionMessages)
  const formats = useFormats()
  const stores = useQuery(storesQuery)
  const receivers = useQuery(receiversQuery)
  const position = useQuery(positionQuery())
  const here = `${record.storage.id}/${record.storage.substorageId}`
  const bays = baysOf(stores.data ?? [], position.data ?? { lines: [] }).filter(({ key }) => key !== here)
  return (
    <>
      <Choice
        label={m.where}
        value={draft.to}
        onChange={(to) => change({ to })}
        fault={sending.faultOf('destination')}
      >
        <option value="">{m.choose}</option>
        <option value={ELSEWHERE}>{m.elsewhere}</option>
        {bays.map(({ key, store, name, grain, weight }) => (
          <option key={key} value={key}>
            {store}, {name} ·{' '}
            {weight > 0 ? `${grain}, ${formats.stock(weight)} ${formats.stockUnit}` : m.emptyBay}
          </option>
        ))}
      </Choice>
      {draft.to === ELSEWHERE && (
        <>
          <Suggest
            label={m.receiver}
            value={draft.receiver}
            onChange={(receiver) => change({ receiver })}
            options={[...(receivers.data?.keys() ?? [])].map((value) => ({ value }))}
            {...sending.at('destination.organisationName', 'organisationName')}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={draft.isSold}
              onChange={({ target }) => change({ isSold: target.checked })}
            />
            {m.sold}
          </label>
        </>
      )}
      <MomentFields
        value={draft}
        onChange={change}
        fault={sending.faultOf('movementDateISO')}
        isTimeOptional
      />
    </>
  )
}

function bodyOf(
  { record, draft, receiverId }: { record: FullRecord; draft: Draft; receiverId: string },
  kg: number,
  movementDateISO: string,
): Body | undefined {
  const { to, receiver, isSold, vehicle, driver } = draft
  const shared = {
    recordId: record.id,
    weight: kg,
    movementDateISO,
    driver: { name: driver.trim() || null, vehicleRegistration: vehicle.trim() || null },
    ...gradeReasonOf(draft.gradeReason),
  }
  if (to === ELSEWHERE) {
    const organisationName = receiver.trim()
    if (organisationName === '') return undefined
    return { ...shared, sold: isSold, destination: { organisationId: receiverId, organisationName } }
  }
  const [storageId = '', bay = ''] = to.split('/')
  return storageId === '' ? undefined : { ...shared, destination: { storageId, substorageId: Number(bay) } }
}
