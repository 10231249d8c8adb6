import type { StorageContract } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { messages } from './messages.ts'

/** Shows as a bar how much of the agreed weight has come in; the words beside it give the same figures. */
export function UsageBar({ contract: { inventory, usage } }: { contract: StorageContract }) {
  const whole = Math.max(inventory.weight, usage.used + usage.planned, 1)
  const share = (kilograms: number) => `${(kilograms / whole) * 100}%`
  const within = usage.used - usage.exceeded
  const parts = [
    { key: 'in', weight: within, background: colourOf(inventory.commodity.commodity.id) },
    { key: 'over', weight: usage.exceeded, background: 'var(--bad-line)' },
    { key: 'planned', weight: usage.planned, background: 'var(--plan)' },
  ]
  return (
    <div className="usage-bar" aria-hidden="true">
      {parts.map(({ key, weight, background }) =>
        weight > 0 ? <i key={key} style={{ width: share(weight), background }} /> : null,
      )}
      {whole > inventory.weight && <b style={{ insetInlineStart: share(inventory.weight) }} />}
    </div>
  )
}

/** Shows the weight left, or by how much it is exceeded. */
export function Left({ contract: { usage, inventory } }: { contract: StorageContract }) {
  const m = useMessages(messages, inventory.commodity.commodity.id)
  const formats = useFormats(inventory.commodity.commodity.id)
  if (usage.exceeded > 0)
    return <span className="fault strong">{say(m.overWords, { t: formats.stock(usage.exceeded) })}</span>
  return <span>{say(m.leftWords, { t: formats.stock(usage.remaining) })}</span>
}

/** By its dates: yet to begin, running, or ended. */
export function ContractStatus({ status }: Pick<StorageContract, 'status'>) {
  const m = useMessages(messages)
  const tones = { upcoming: 'badge plan', active: 'badge good', expired: 'badge' }
  return <span className={tones[status]}>{m[status]}</span>
}
