import { useId } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import type { Sending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Field, TextField } from '../../ui/parts.tsx'
import { WeightField } from '../../ui/weight-field.tsx'
import { blankLine, type TypedLine } from './draft.ts'
import { newMessages } from './new-messages.ts'

/** A statement as cells of a spreadsheet, or out of a file. */
export function Pasted({ table, onChange }: { table: string; onChange: (table: string) => void }) {
  const m = useMessages(newMessages)
  const id = useId()
  return (
    <>
      <Field label={m.table} hint={m.tableHint}>
        {(control) => (
          <textarea
            {...control}
            className="input settlement-table"
            rows={7}
            value={table}
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <div className="field">
        <label htmlFor={id}>{m.file}</label>
        <input
          id={id}
          type="file"
          className="input settlement-file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={({ target }) => void target.files?.[0]?.text().then(onChange)}
        />
      </div>
    </>
  )
}

interface TypedProps {
  lines: TypedLine[]
  onChange: (lines: TypedLine[]) => void
  sending: Sending
}

/** The lines of a statement, typed one by one. */
export function TypedLines({ lines, onChange, sending }: TypedProps) {
  const m = useMessages(newMessages)
  const formats = useFormats()
  const change = (at: number, part: Partial<TypedLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  return (
    <div className="stack">
      {lines.map((line, index) => (
        <div key={index} className="settlement-typed">
          <TextField
            label={say(m.ticket, { n: index + 1 })}
            value={line.reference}
            onChange={(reference) => change(index, { reference })}
            {...sending.at(`lines[${index}].reference`)}
          />
          <DayField
            label={say(m.day, { n: index + 1 })}
            value={line.day}
            onChange={(day) => change(index, { day })}
            fault={sending.faultOf(`lines[${index}].dateISO`)}
          />
          <TextField
            label={say(m.lorry, { n: index + 1 })}
            value={line.vehicle}
            onChange={(vehicle) => change(index, { vehicle })}
            {...sending.at(`lines[${index}].vehicle`)}
          />
          <WeightField
            label={say(m.weight, { n: index + 1 })}
            value={line.weight}
            onChange={(weight) => change(index, { weight })}
            fault={sending.faultOf(`lines[${index}].weight`)}
          />
          {lines.length > 1 && (
            <button
              type="button"
              className="button"
              aria-label={say(m.less, { n: index + 1 })}
              onClick={() => onChange(lines.filter((_line, at) => at !== index))}
            >
              <Icon name="close" size={18} />
            </button>
          )}
        </div>
      ))}
      <div className="bar">
        <button
          type="button"
          className="button"
          onClick={() => onChange([...lines, blankLine(lines.at(-1)?.day ?? formats.today())])}
        >
          <Icon name="plus" size={18} />
          {m.more}
        </button>
      </div>
    </div>
  )
}
