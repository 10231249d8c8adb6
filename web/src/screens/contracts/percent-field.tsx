import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parsePercentage } from '../../i18n/numbers.ts'
import { Field } from '../../ui/parts.tsx'
import { formMessages } from './form-messages.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  fault?: string | undefined
}

/** Per cent, as it is typed. */
export function PercentField({ label, value, onChange, fault }: Props) {
  const m = useMessages(formMessages)
  const formats = useFormats()
  const parsed = parsePercentage(value, useLanguage())
  const isWrong = 'value' in parsed ? parsed.value > 100 : parsed.fault !== 'none'
  const own = isWrong ? say(m.notAPercentage, { example: formats.figure(14.5) }) : undefined
  return (
    <Field label={label} fault={own ?? fault}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
