import { Field } from '../../ui/parts.tsx'

interface Props {
  label: string
  value: string
  fault: string | undefined
  onChange: (note: string) => void
}

/** A note of a few lines. */
export function NoteField({ label, value, fault, onChange }: Props) {
  return (
    <Field label={label} fault={fault}>
      {(control) => (
        <textarea
          {...control}
          className="input lines"
          rows={3}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
