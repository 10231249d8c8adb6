import { say, useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { commodityOfTrade, emptyWindow, type WindowRow } from './draft.ts'
import type { TradeFieldsProps } from './fields-props.ts'
import { tradeFormMessages } from './form-messages.ts'

/** When how much is to move, row by row. */
export function WindowRows({ draft, change, sending: { faultOf } }: TradeFieldsProps) {
  const commodityId = commodityOfTrade(draft)
  const m = useMessages(tradeFormMessages, commodityId)
  const { windows } = draft
  const set = (row: number, part: Partial<WindowRow>) =>
    change({ windows: windows.map((each, index) => (index === row ? { ...each, ...part } : each)) })
  const fault = faultOf('windows')
  return (
    <div className="trade-rows">
      {windows.map((window, row) => (
        <div key={row} className="trade-row">
          <DayField
            label={say(m.windowFrom, { n: row + 1 })}
            value={window.from}
            onChange={(from) => set(row, { from })}
            fault={faultOf(`windows[${row}].fromISO`)}
          />
          <DayField
            label={say(m.windowTo, { n: row + 1 })}
            value={window.to}
            onChange={(to) => set(row, { to })}
            fault={faultOf(`windows[${row}].toISO`)}
          />
          <StockField
            label={say(m.windowWeight, { n: row + 1 })}
            value={window.weight}
            onChange={(weight) => set(row, { weight })}
            fault={faultOf(`windows[${row}].weight`)}
            commodityId={commodityId}
            awaitsCrop
          />
          <RemoveRow
            label={say(m.removeWindow, { n: row + 1 })}
            onRemove={() => change({ windows: windows.filter((_each, index) => index !== row) })}
          />
        </div>
      ))}
      {fault !== undefined && <p className="fault">{fault}</p>}
      <AddRow label={m.addWindow} onAdd={() => change({ windows: [...windows, emptyWindow] })} />
    </div>
  )
}

/** Takes a row of the form out. */
export function RemoveRow({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className="button" aria-label={label} onClick={onRemove}>
      <Icon name="close" size={18} />
    </button>
  )
}

/** Adds a row to the form. */
export function AddRow({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <button type="button" className="button start" onClick={onAdd}>
      <Icon name="plus" />
      {label}
    </button>
  )
}
