import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, rehearse } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { isDay, startOfDay, type Day } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseWeight, typedWeight } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { baysOf, type Bay } from '../../stock/bays.ts'
import { positionQuery, storesQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { Choice } from '../../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import { WeightField } from '../../ui/weight-field.tsx'
import { actMessages } from './act-messages.ts'
import { LotChoice, type Lot } from './lots.tsx'

const NOON_MS = 12 * 3_600_000

/** Some stock into another bay: both balances and what would go wrong are shown before it is saved. */
export function MoveDialog({ bay, lots, onClose }: { bay: Bay; lots: Lot[]; onClose: () => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const language = useLanguage()
  const others = useOtherBays(bay.key)
  const { organisation } = useMe()
  const [recordId, choose] = useState(lots[0]?.recordId ?? '')
  const [openedAt] = useState(() => new Date())
  const [draft, change, clear] = useDraft(`${organisation.id}.move.${bay.key}`, () => ({
    weight: '',
    to: '',
  }))
  const [day, setDay] = useState<Day>(formats.today())
  const weight = parseWeight(draft.weight, language)
  const to = others.find(({ key }) => key === draft.to)
  const kg = 'kg' in weight ? weight.kg : 0
  const body =
    to && kg > 0 && isDay(day)
      ? {
          recordId,
          weight: kg,
          movementDateISO: momentOn(day, formats.dayOf(openedAt), openedAt, organisation.timeZone),
          destination: { type: 'store' as const, storageId: to.storeId, substorageId: to.bayId },
        }
      : undefined
  const rehearsal = useRehearsal('move', body, (given) =>
    rehearse('POST /api/inventory/movements', { body: given }),
  )
  const sending = useSending()
  const key = useRequestKey(body)
  const isPlan = day > formats.today()
  const action = body && to && say(isPlan ? m.movePlan : m.moveNow, { kg: formats.kg(kg), bay: to.name })
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
        <WeightField
          label={m.weight}
          value={draft.weight}
          autoFocus
          onChange={(text) => change({ weight: text })}
          fault={sending.faultOf('weight')}
        />
        {lot && <AllOfIt kg={lot.weight} onTake={(text) => change({ weight: text })} />}
        <BayChoice bays={others} value={draft.to} onChange={(key) => change({ to: key })} />
        <When day={day} onChange={setDay} />
        <Rehearsed rehearsal={rehearsal} />
      </Form>
    </Dialog>
  )
}

/** Takes the whole weight over into the field. */
function AllOfIt({ kg, onTake }: { kg: number; onTake: (typed: string) => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const language = useLanguage()
  return (
    <button type="button" className="button start" onClick={() => onTake(typedWeight(kg, language))}>
      {say(m.all, { kg: formats.kg(kg) })}
    </button>
  )
}

/** The day, which is written out, with what it means that it is not today. */
function When({ day, onChange }: { day: Day; onChange: (day: Day) => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const hint = isDay(day) ? say(hintFor(m, day, formats.today()), { day: formats.day(day) }) : undefined
  return <DayField label={m.on} value={day} onChange={onChange} hint={hint} />
}

function hintFor(m: Record<'planned' | 'late' | 'onHint', string>, day: Day, today: Day): string {
  if (day > today) return m.planned
  return day < today ? m.late : m.onHint
}

/** Today it happens as it is entered; of another day nobody knows the hour, so it is noon. */
function momentOn(day: Day, today: Day, now: Date, timeZone: string): string {
  return (day === today ? now : new Date(startOfDay(day, timeZone).getTime() + NOON_MS)).toISOString()
}

function useOtherBays(key: string): Bay[] {
  const stores = useQuery(storesQuery)
  const position = useQuery(positionQuery())
  if (!stores.data || !position.data) return []
  return baysOf(stores.data, position.data).filter((bay) => bay.key !== key)
}

function BayChoice(props: { bays: Bay[]; value: string; onChange: (key: string) => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const roomOf = ({ capacity, weight }: Bay) => {
    if (capacity === undefined) return ''
    return capacity > weight ? say(m.room, { t: formats.shortTonnes(capacity - weight) }) : m.over
  }
  return (
    <Choice label={m.to} value={props.value} onChange={props.onChange}>
      <option value="">{m.choose}</option>
      {[...Map.groupBy(props.bays, ({ store }) => store)].map(([store, own]) => (
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
