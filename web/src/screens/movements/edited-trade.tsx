import type { Movement } from '../../api/operations.ts'
import { TradeChoice } from '../../forms/trade-choice.tsx'
import type { TicketTrade } from '../../offline/tickets.ts'
import { storedTradeOf } from '../../stock/trade-offers.ts'

interface Props {
  movement: Movement
  /** Kilograms, as they are typed by now. */
  kg: number | null | undefined
  /** Undefined as long as nobody has touched it. */
  typed: TicketTrade | null | undefined
  onChange: (trade: TicketTrade | null) => void
}

/** The order or the contract of a load that was sold or bought: another one, or none. */
export function EditedTrade({ movement, kg, typed, onChange }: Props) {
  const { type, inventory, movementDateISO } = movement
  const { source, destination } = inventory.storage
  const isOut = type === 'outbound'
  if (type === 'internal') return null
  const partnerId = (isOut ? destination : source).organisationId
  const { commodity, type: kind } = inventory.commodity
  const on = storedTradeOf(movement)
  const stored = on && { ...on, partnerId, commodityId: commodity.id, typeId: kind.id }
  return (
    <TradeChoice
      load={{
        kind: isOut ? 'sale' : 'purchase',
        partnerId,
        commodityId: commodity.id,
        typeId: kind.id,
        // Of the contract that it is on, what it weighs has moved already.
        weight: typed === undefined ? undefined : (kg ?? undefined),
        day: movementDateISO,
      }}
      value={typed === undefined ? stored : (typed ?? undefined)}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  )
}
