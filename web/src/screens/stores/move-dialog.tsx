import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, rehearse } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { isDay, newMoment, type TypedMoment } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock, typedStock } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { baysOf, fullName, type Bay } from '../../stock/bays.ts'
import { positionQuery, storesQuery } from '../../stock/queries.ts'
import { isAhead } from '../../stock/timeline.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { gradeReasonOf } from '../../stock/grade-reason.ts'
import { GradeReason } from '../../ui/grade-reason.tsx'
import { MomentFields } from '../../ui/moment-fields.tsx'
import { Choice } from '../../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import { StockField } from '../../ui/weight-field.tsx'
import { actMessages } from './act-messages.ts'
import { LotChoice, type Lot } from './lots.tsx'

/** Some stock into another bay: both balances and what would go wrong are shown before it is saved. */
export function MoveDialog({ bay, lots, onClose }: { bay: Bay; lots: Lot[]; onClose: () => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const language = useLanguage()
  const others = useOtherBays(bay.key)
  const { organisation } = useMe()
  const [recordId, choose] = useState(lots[0]?.recordId ?? '')
  const [openedAt] = useState(Date.now)
  const [draft, change, clear] = useDraft(`${organisation.id}.move.${bay.key}`, () => ({
    weight: '',
    to: '',
    gradeReason: '',
  }))
  const [typed, setTyped] = useState<TypedMoment>({ day: formats.today(), time: '' })
  const at = newMoment(typed, { timeZone: organisation.timeZone, openedAt })
  const weight = parseStock(draft.weight, language)
  const to = others.find(({ key }) => key === draft.to)
  const kg = 'kg' in weight ? weight.kg : 0
  const body = moveOf({ recordId, kg, at, to, gradeReason: draft.gradeReason })
  const rehearsal = useRehearsal('move', body, (given) =>
    rehearse('POST /api/inventory/movements', { body: given }),
  )
  const sending = useSending()
  const key = useRequestKey(body)
  const isPlan = at !== undefined && isAhead(at.toISOString())
  const action =
    body && to && say(isPlan ? m.movePlan : m.moveNow, { weight: formats.exactStock(kg), bay: fullName(to) })
  const lot = lots.find((each) => each.recordId === recordId)
  return (
    <Dialog title={say(m.moveFrom, { bay: bay.name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={action ?? m.moveNothing}
        isReady={body !== undefined && !rehearsal.isAsking && rehearsal.error === null}
        onSend={() =>
          void sending.send(async () => {
            if (body) await ask('POST /api/inventory/movements', { body, key })
            clear()
            onClose()
          })
        }
        onCancel={onClose}
      >
        <LotChoice lots={lots} value={recordId} onChange={choose} />
        <StockField
          label={m.weight}
          value={draft.weight}
          autoFocus
          onChange={(text) => change({ weight: text })}
          fault={sending.faultOf('weight')}
        />
        {lot && <AllOfIt kg={lot.weight} onTake={(text) => change({ weight: text })} />}
        <BayChoice {...{ bay, others }} value={draft.to} onChange={(key) => change({ to: key })} />
        <When
          typed={typed}
          onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
          fault={sending.faultOf('movementDateISO')}
        />
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

interface Move {
  recordId: string
  kg: number
  at: Date | undefined
  to: Bay | undefined
  gradeReason: string
}

/** The request of a move; undefined as long as something is missing in it. */
function moveOf({ recordId, kg, at, to, gradeReason }: Move) {
  if (!to || kg <= 0 || !at) return undefined
  return {
    recordId,
    weight: kg,
    movementDateISO: at.toISOString(),
    destination: { type: 'store' as const, storageId: to.storeId, substorageId: to.bayId },
    ...gradeReasonOf(gradeReason),
  }
}

/** Takes the whole weight over into the field. */
function AllOfIt({ kg, onTake }: { kg: number; onTake: (typed: string) => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const language = useLanguage()
  return (
    <button type="button" className="button start" onClick={() => onTake(typedStock(kg, language))}>
      {say(m.all, { weight: formats.exactStock(kg) })}
    </button>
  )
}

/** The day, which is written out, with what it means that it is not today. */
function When(props: {
  typed: TypedMoment
  onChange: (part: Partial<TypedMoment>) => void
  fault: string | undefined
}) {
  const { typed, onChange, fault } = props
  const m = useMessages(actMessages)
  const formats = useFormats()
  const { day } = typed
  const hint = isDay(day) ? say(hintFor(m, day, formats.today()), { day: formats.day(day) }) : undefined
  return <MomentFields value={typed} onChange={onChange} hint={hint} fault={fault} isTimeOptional />
}

function hintFor(m: Record<'planned' | 'late' | 'onHint', string>, day: string, today: string): string {
  if (day > today) return m.planned
  return day < today ? m.late : m.onHint
}

function useOtherBays(key: string): Bay[] {
  const stores = useQuery(storesQuery)
  const position = useQuery(positionQuery())
  if (!stores.data || !position.data) return []
  return baysOf(stores.data, position.data).filter((bay) => bay.key !== key)
}

interface ChoiceProps {
  /** From where: a bay has another room for each commodity. */
  bay: Bay
  others: Bay[]
  value: string
  onChange: (key: string) => void
}

function BayChoice(props: ChoiceProps) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const roomOf = ({ room }: Bay) => {
    const left = room.get(props.bay.commodityId)
    if (left === undefined) return ''
    return left > 0 ? say(m.room, { t: formats.shortStock(left) }) : m.over
  }
  return (
    <Choice label={m.to} value={props.value} onChange={props.onChange}>
      <option value="">{m.choose}</option>
      {[...Map.groupBy(props.others, ({ store }) => store)].map(([store, own]) => (
        <optgroup key={store} label={store}>
          {own.map((bay) => (
            <option key={bay.key} value={bay.key}>
              {[bay.name, bay.grain || m.emptyBay, roomOf(bay)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </optgroup>
      ))}
    </Choice>
  )
}
