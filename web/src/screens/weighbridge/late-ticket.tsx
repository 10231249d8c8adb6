import { isDay } from '../../i18n/days.ts'
import { useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { TextField } from '../../ui/parts.tsx'
import { ReadingField } from '../../ui/weight-field.tsx'
import { secondReading } from './draft.ts'
import { messages } from './late-messages.ts'
import { draftLimits } from './limits.ts'
import type { FieldsProps } from './fields-props.ts'

/** A ticket on paper that turns up later: when it was, its number, and the weight that would be taken on the way back. */
export function LateTicket({ draft, change, chosen, isTried }: FieldsProps) {
  const m = useMessages(messages)
  const other = secondReading(draft.kind)
  const isWrong = chosen.at === undefined && (isTried || isDay(draft.day))
  return (
    <fieldset className="earlier">
      <legend className="label">{m.title}</legend>
      <div className="two">
        <DayField
          label={m.day}
          value={draft.day}
          onChange={(day) => change({ day })}
          fault={isWrong ? m.notPast : undefined}
        />
        <TextField label={m.time} type="time" value={draft.time} onChange={(time) => change({ time })} />
        <ReadingField
          label={m[other]}
          value={draft[other]}
          commodityId={chosen.grain?.id}
          onChange={(weight) => change({ [other]: weight, isTareRemembered: false })}
        />
        <TextField
          label={m.reference}
          most={draftLimits.reference}
          value={draft.reference}
          onChange={(reference) => change({ reference })}
        />
      </div>
      <button
        type="button"
        className="button bare start"
        onClick={() => change({ day: '', time: '', reference: '', [other]: '' })}
      >
        {m.now}
      </button>
    </fieldset>
  )
}
