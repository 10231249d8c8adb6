import { isDay } from '../i18n/days.ts'
import { useFormats } from '../i18n/format.ts'
import { Field } from './parts.tsx'

interface InputProps {
  value: string
  onChange: (day: string) => void
  className?: string
}

/**
 * The browser's own control for a day, which is written out as the reader writes it until somebody goes into it: the control itself has the
 * browser's order of day and month, and not the page's.
 */
export function DayInput({ value, onChange, className = '', ...control }: InputProps & Control) {
  const formats = useFormats()
  return (
    <span className={`day-input ${className}`}>
      <input
        {...control}
        className="input"
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="day-words" aria-hidden="true">
        {isDay(value) ? formats.day(value) : '–'}
      </span>
    </span>
  )
}

interface Control {
  id?: string
  'aria-label'?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

interface FieldProps {
  label: string
  value: string
  onChange: (day: string) => void
  fault?: string | undefined
  hint?: string | undefined
}

/** A day with its label. */
export function DayField({ label, value, onChange, fault, hint }: FieldProps) {
  return (
    <Field label={label} fault={fault} hint={hint}>
      {(control) => <DayInput {...control} value={value} onChange={onChange} />}
    </Field>
  )
}
