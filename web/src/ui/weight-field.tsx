import { formatsOf, useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { parseWeight } from '../i18n/numbers.ts'
import { messages } from './messages.ts'
import { Field } from './parts.tsx'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  fault?: string | undefined
  hint?: string | undefined
  autoFocus?: boolean
}

/** A weight in kilograms, with what was understood below it. */
export function WeightField({ label, value, onChange, fault, hint, autoFocus }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const language = useLanguage()
  const parsed = parseWeight(value, language)
  const faults = {
    none: undefined,
    unreadable: m.weightUnreadable,
    ambiguous: m.weightAmbiguous,
    'too-large': m.weightTooLarge,
  }
  const own = 'fault' in parsed ? faults[parsed.fault] : undefined
  const example =
    parsed && 'fault' in parsed && parsed.fault === 'ambiguous'
      ? '28460'
      : formatsOf(language, 'UTC').kg(28_460)
  const read = 'kg' in parsed ? say(m.weightRead, { kg: formats.kg(parsed.kg) }) : undefined
  return (
    <Field label={label} fault={own ? say(own, { example }) : fault} hint={read ?? hint}>
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
