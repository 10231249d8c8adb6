import { askOnce } from '../../api/ask-once.ts'
import type { DryRunAnswer, Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useSending } from '../../ui/form.tsx'
import { panelMessages } from './panel-messages.ts'

/** A movement that was just deleted, with what that took back. */
export interface RemovedMovement {
  movement: Movement
  balances: DryRunAnswer['dryRun']['balances']
}

/** Says what a deletion took back, and offers to restore it; later its own page does. */
export function Removed({ removed, onDone }: { removed: RemovedMovement; onDone: () => void }) {
  const { movement, balances } = removed
  const commodityId = movement.inventory.commodity.commodity.id
  const m = useMessages(panelMessages, commodityId)
  const formats = useFormats(commodityId)
  const refusal = useRefusal()
  const sending = useSending()
  const path = { id: String(movement.id) }
  const restore = () =>
    sending.send(() => askOnce('POST /api/inventory/movements/{id}/restore', { path, body: {} }))
  return (
    <div className="note removed" role="status">
      <div>
        <p>{say(m.removed, { uid: movement.documentNumber || movement.uid })}</p>
        {balances.map(({ recordId, name, before, after }) => (
          <p key={recordId} className="small">
            {say(m.undoOf, { name, before: formats.exactStock(before), after: formats.exactStock(after) })}
          </p>
        ))}
        {sending.error !== null && <p className="fault">{refusal(sending.error)}</p>}
      </div>
      <div className="bar">
        <button
          type="button"
          className="button"
          disabled={sending.isBusy}
          onClick={() => void restore().then((isDone) => isDone && onDone())}
        >
          {m.restore}
        </button>
        <button type="button" className="button bare" onClick={onDone}>
          {m.done}
        </button>
      </div>
    </div>
  )
}
