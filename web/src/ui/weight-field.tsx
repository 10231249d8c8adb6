import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { messages } from './messages.ts'
import { Field } from './parts.tsx'
import { useWeightReader } from './weight-reader.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  fault?: string | undefined
  hint?: string | undefined
  autoFocus?: boolean
  /** The grain that is weighed, by which a bushel is one. */
  commodityId?: number | undefined
}

/** A weight in kilograms, or with its unit, with what was understood below it. */
export function WeightField({ label, value, onChange, fault, hint, autoFocus, commodityId }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const read = useWeightReader()(value, { commodityId })
  const understood = read.kg === undefined ? undefined : say(m.weightRead, { kg: formats.kg(read.kg) })
  return (
    <Field label={label} fault={read.fault ?? fault} hint={understood ?? hint}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
