import { useQuery } from '@tanstack/react-query'
import type { TicketTrade } from '../offline/tickets.ts'
import { receiversQuery } from '../stock/queries.ts'
import { ELSEWHERE, type Goes } from './move-fields.tsx'
import { TradeChoice } from './trade-choice.tsx'

interface Props {
  goes: Goes & { trade: TicketTrade | null }
  commodityId: number
  /** Kilograms, once they can be read. */
  weight: number | undefined
  onChange: (trade: TicketTrade | null) => void
}

/** The contract of stock that leaves for a buyer. */
export function MoveTrade({ goes, commodityId, weight, onChange }: Props) {
  const receivers = useQuery(receiversQuery)
  const partnerId = receivers.data?.get(goes.receiver.trim())
  if (goes.to !== ELSEWHERE || !goes.isSold || partnerId === undefined) return null
  return (
    <TradeChoice
      load={{ kind: 'sale', partnerId, commodityId, typeId: 0, weight, day: goes.day }}
      value={goes.trade ?? undefined}
      onChange={(trade) => onChange(trade ?? null)}
    />
  )
}
