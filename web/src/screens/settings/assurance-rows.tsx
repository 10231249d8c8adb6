import type { Partner } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import type { Sending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { assuranceMessages } from './assurance-messages.ts'

type Assurance = Partner['assurances'][number]
type Declaration = Partner['declarations'][number]

const SCHEMES = ['TASCC', 'Red Tractor', 'GMP+', 'QS', 'UFAS', 'GTAS', 'SQC', 'CSA-GTP', 'OQUALIM', 'REDcert']

interface RowsProps<Row> {
  rows: Row[]
  onChange: (rows: Row[]) => void
  sending: Sending
}

const replaced = <Row,>(rows: Row[], at: number, part: Partial<Row>) =>
  rows.map((each, index) => (index === at ? { ...each, ...part } : each))
const without = <Row,>(rows: Row[], at: number) => rows.filter((_each, index) => index !== at)

/** By which schemes a partner is assured, row by row. */
export function AssuranceRows({ rows, onChange, sending }: RowsProps<Assurance>) {
  const m = useMessages(assuranceMessages)
  const at = (row: number, name: string) => sending.at(`assurances[${row}].${name}`)
  return (
    <fieldset className="assurance-rows">
      <legend className="strong">{m.assurances}</legend>
      <p className="quiet small">{m.assurancesHint}</p>
      {rows.map(({ scheme, number, covers, untilISO }, row) => (
        <div key={row} className="assurance-row">
          <Suggest
            label={say(m.scheme, { n: row + 1 })}
            value={scheme}
            options={SCHEMES.map((value) => ({ value }))}
            onChange={(value) => onChange(replaced(rows, row, { scheme: value }))}
            {...at(row, 'scheme')}
          />
          <TextField
            label={say(m.number, { n: row + 1 })}
            value={number}
            onChange={(value) => onChange(replaced(rows, row, { number: value }))}
            {...at(row, 'number')}
          />
          <Choice
            label={say(m.covers, { n: row + 1 })}
            value={covers ?? ''}
            onChange={(value) => onChange(replaced(rows, row, { covers: coversOf(value) }))}
            fault={at(row, 'covers').fault}
          >
            <option value="">{m.all}</option>
            {businesses.map((each) => (
              <option key={each} value={each}>
                {m[each]}
              </option>
            ))}
          </Choice>
          <DayField
            label={say(m.until, { n: row + 1 })}
            value={untilISO ?? ''}
            onChange={(day) => onChange(replaced(rows, row, { untilISO: day || null }))}
            fault={at(row, 'untilISO').fault}
          />
          <RemoveRow
            label={say(m.removeAssurance, { n: row + 1 })}
            onRemove={() => onChange(without(rows, row))}
          />
        </div>
      ))}
      <AddRow
        label={m.addAssurance}
        onAdd={() => onChange([...rows, { scheme: '', number: '', covers: null, untilISO: null }])}
      />
    </fieldset>
  )
}

const businesses = ['merchant', 'haulier', 'farm'] as const
const coversOf = (text: string) => businesses.find((each) => each === text) ?? null

/** Declarations of a partner, row by row. */
export function DeclarationRows({ rows, onChange, sending }: RowsProps<Declaration>) {
  const m = useMessages(assuranceMessages)
  const at = (row: number, name: string) => sending.at(`declarations[${row}].${name}`)
  return (
    <fieldset className="assurance-rows">
      <legend className="strong">{m.declarations}</legend>
      {rows.map(({ name, dayISO, untilISO }, row) => (
        <div key={row} className="assurance-row">
          <Suggest
            label={say(m.declaration, { n: row + 1 })}
            value={name}
            options={[m.eligibility, m.vendorDec].map((value) => ({ value }))}
            onChange={(value) => onChange(replaced(rows, row, { name: value }))}
            {...at(row, 'name')}
          />
          <DayField
            label={say(m.madeOn, { n: row + 1 })}
            value={dayISO ?? ''}
            onChange={(day) => onChange(replaced(rows, row, { dayISO: day || null }))}
            fault={at(row, 'dayISO').fault}
          />
          <DayField
            label={say(m.declarationUntil, { n: row + 1 })}
            value={untilISO ?? ''}
            onChange={(day) => onChange(replaced(rows, row, { untilISO: day || null }))}
            fault={at(row, 'untilISO').fault}
          />
          <RemoveRow
            label={say(m.removeDeclaration, { n: row + 1 })}
            onRemove={() => onChange(without(rows, row))}
          />
        </div>
      ))}
      <AddRow
        label={m.addDeclaration}
        onAdd={() => onChange([...rows, { name: '', dayISO: null, untilISO: null }])}
      />
    </fieldset>
  )
}

function RemoveRow({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className="button" aria-label={label} onClick={onRemove}>
      <Icon name="close" size={18} />
    </button>
  )
}

function AddRow({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <button type="button" className="button start" onClick={onAdd}>
      <Icon name="plus" />
      {label}
    </button>
  )
}
