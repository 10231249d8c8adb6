import { useQuery } from '@tanstack/react-query'
import { isDay, type TypedMoment } from '../i18n/days.ts'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { baysOf, type Bay } from '../stock/bays.ts'
import { positionQuery, receiversQuery, storesQuery } from '../stock/queries.ts'
import type { Sending } from '../ui/form.tsx'
import { MomentFields } from '../ui/moment-fields.tsx'
import { Choice } from '../ui/parts.tsx'
import { Suggest } from '../ui/suggest.tsx'
import { DriverFields, type DriverDraft } from './driver-fields.tsx'
import { moveMessages } from './move-messages.ts'

/** Choice in the place of a bay where stock leaves. */
export const ELSEWHERE = 'elsewhere'

/** Destination and time of something, as they are typed. */
export interface Goes extends DriverDraft, TypedMoment {
  /** A bay as `store/bay`, or ELSEWHERE. */
  to: string
  receiver: string
  isSold: boolean
}

export function useOtherBays(key: string): Bay[] {
  const stores = useQuery(storesQuery)
  const position = useQuery(positionQuery())
  if (!stores.data || !position.data) return []
  return baysOf(stores.data, position.data).filter((bay) => bay.key !== key)
}

interface WhereProps {
  others: Bay[]
  /** Of which a bay has another room for each. */
  commodityId: number
  goes: Goes
  change: (part: Partial<Goes>) => void
  sending: Sending
}

/** Into a bay; or out, and then to whom, and with which lorry. */
export function Where({ others, commodityId, goes, change, sending }: WhereProps) {
  const m = useMessages(moveMessages, commodityId)
  const formats = useFormats(commodityId)
  const roomOf = ({ room }: Bay) => {
    const left = room.get(commodityId)
    if (left === undefined) return ''
    return left > 0 ? say(m.room, { t: formats.shortStock(left) }) : m.over
  }
  return (
    <>
      <Choice
        label={m.where}
        value={goes.to}
        onChange={(to) => change({ to })}
        fault={sending.faultOf('destination')}
      >
        <option value="">{m.choose}</option>
        <option value={ELSEWHERE}>{m.elsewhere}</option>
        {[...Map.groupBy(others, ({ store }) => store)].map(([store, own]) => (
          <optgroup key={store} label={store}>
            {own.map((bay) => (
              <option key={bay.key} value={bay.key}>
                {[bay.name, bay.grain || m.emptyBay, roomOf(bay)].filter(Boolean).join(' · ')}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
      {goes.to === ELSEWHERE && <Receiver {...{ goes, change, sending }} />}
    </>
  )
}

function Receiver({ goes, change, sending }: Pick<WhereProps, 'goes' | 'change' | 'sending'>) {
  const m = useMessages(moveMessages)
  const receivers = useQuery(receiversQuery)
  return (
    <>
      <Suggest
        label={m.receiver}
        value={goes.receiver}
        onChange={(receiver) => change({ receiver })}
        options={[...(receivers.data?.keys() ?? [])].map((value) => ({ value }))}
        {...sending.at('destination.organisationName', 'organisationName')}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={goes.isSold}
          onChange={({ target }) => change({ isSold: target.checked })}
        />
        {m.sold}
      </label>
      <DriverFields draft={goes} change={change} at={sending.at} />
    </>
  )
}

interface WhenProps {
  typed: TypedMoment
  onChange: (part: Partial<TypedMoment>) => void
  fault: string | undefined
}

/** The day, which is written out, with what it means that it is not today. */
export function When({ typed, onChange, fault }: WhenProps) {
  const m = useMessages(moveMessages)
  const formats = useFormats()
  const { day } = typed
  const today = formats.today()
  const words = day > today ? m.planned : day < today ? m.late : m.onHint
  const hint = isDay(day) ? say(words, { day: formats.day(day) }) : undefined
  return <MomentFields value={typed} onChange={onChange} hint={hint} fault={fault} isTimeOptional />
}
