import { isCellReady } from '../../i18n/decimals.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Choice, Field, TextField } from '../../ui/parts.tsx'
import {
  allowanceCells,
  emptyAllowance,
  emptyLimit,
  limitCells,
  type AllowanceRow,
  type LimitRow,
} from './draft.ts'
import type { TradeFieldsProps } from './fields-props.ts'
import { tradeFormMessages } from './form-messages.ts'
import { qualityMessages } from './quality-messages.ts'
import { AddRow, RemoveRow } from './window-rows.tsx'

/** The limits agreed for quality, a measure a row. */
export function LimitRows({ draft, change, sending: { at, faultOf } }: TradeFieldsProps) {
  const m = useMessages(qualityMessages)
  const { limits } = draft
  const set = (row: number, part: Partial<LimitRow>) =>
    change({ limits: limits.map((each, index) => (index === row ? { ...each, ...part } : each)) })
  return (
    <div className="trade-rows">
      {limits.map((limit, row) => (
        <div key={row} className="trade-row">
          <TextField
            label={say(m.name, { n: row + 1 })}
            value={limit.name}
            onChange={(name) => set(row, { name })}
            {...at(`limits[${row}].name`)}
          />
          {limitCells.map((cell) => (
            <Figure
              key={cell}
              label={m[cell]}
              value={limit[cell]}
              onChange={(value) => set(row, { [cell]: value })}
              fault={faultOf(`limits[${row}].${cell}`)}
            />
          ))}
          <RemoveRow
            label={say(m.removeLimit, { n: row + 1 })}
            onRemove={() => change({ limits: limits.filter((_each, index) => index !== row) })}
          />
        </div>
      ))}
      <AddRow label={m.addLimit} onAdd={() => change({ limits: [...limits, emptyLimit] })} />
    </div>
  )
}

/** The changes of the price by better or worse quality, a range of figures a row. */
export function AllowanceRows({ draft, change, sending: { at, faultOf } }: TradeFieldsProps) {
  const m = useMessages(qualityMessages)
  const { allowances } = draft
  const set = (row: number, part: Partial<AllowanceRow>) =>
    change({ allowances: allowances.map((each, index) => (index === row ? { ...each, ...part } : each)) })
  return (
    <div className="trade-rows">
      {allowances.map((allowance, row) => (
        <div key={row} className="trade-row">
          <TextField
            label={say(m.name, { n: row + 1 })}
            value={allowance.name}
            onChange={(name) => set(row, { name })}
            {...at(`allowances[${row}].name`)}
          />
          {allowanceCells.map((cell) => (
            <Figure
              key={cell}
              label={m[cell]}
              value={allowance[cell]}
              onChange={(value) => set(row, { [cell]: value })}
              fault={
                allowance[cell] === '' && allowance.perPoint !== ''
                  ? m.needed
                  : faultOf(`allowances[${row}].${cell}`)
              }
            />
          ))}
          <Choice
            label={m.ofWhat}
            value={allowance.unit}
            onChange={(unit) => set(row, { unit: unit === 'amount' ? 'amount' : 'percent' })}
          >
            <option value="percent">{m.percent}</option>
            <option value="amount">{m.amountOf}</option>
          </Choice>
          <RemoveRow
            label={say(m.removeAllowance, { n: row + 1 })}
            onRemove={() => change({ allowances: allowances.filter((_each, index) => index !== row) })}
          />
        </div>
      ))}
      <AddRow label={m.addAllowance} onAdd={() => change({ allowances: [...allowances, emptyAllowance] })} />
    </div>
  )
}

interface FigureProps {
  label: string
  value: string
  onChange: (value: string) => void
  fault: string | undefined
}

/** A figure that may be below nothing; what is none is said at once. */
export function Figure({ label, value, onChange, fault }: FigureProps) {
  const m = useMessages(tradeFormMessages)
  const formats = useFormats()
  const isWrong = !isCellReady(value, useLanguage())
  return (
    <Field label={label} fault={isWrong ? say(m.notAFigure, { example: formats.figure(14.5) }) : fault}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="text"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
