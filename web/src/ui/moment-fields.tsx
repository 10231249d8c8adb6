import type { TypedMoment } from '../i18n/days.ts'
import { useFormats } from '../i18n/format.ts'
import { useMessages } from '../i18n/messages.ts'
import { DayField } from './day-field.tsx'
import { messages } from './messages.ts'
import { TextField } from './parts.tsx'

interface Props {
  value: TypedMoment
  onChange: (part: Partial<TypedMoment>) => void
  fault?: string | undefined
  /** Hint for the day. */
  hint?: string | undefined
  /** True if the time may be left out: it is now, or noon on another day. */
  isTimeOptional?: boolean
}

/** When something happens: the day and the time on the farm's clock. */
export function MomentFields({ value, onChange, fault, hint, isTimeOptional = false }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const whenEmpty = value.day === formats.today() ? m.emptyIsNow : m.emptyIsNoon
  return (
    <div className="two">
      <DayField
        label={m.day}
        value={value.day}
        onChange={(day) => onChange({ day })}
        fault={fault}
        hint={hint}
      />
      <TextField
        label={m.time}
        type="time"
        value={value.time}
        onChange={(time) => onChange({ time })}
        hint={isTimeOptional && value.time === '' ? whenEmpty : undefined}
        required={!isTimeOptional}
      />
    </div>
  )
}
