import { useQuery } from '@tanstack/react-query'
import type { TicketTrade } from '../offline/tickets.ts'
import { receiversQuery } from '../stock/queries.ts'
import { lazily } from '../ui/lazily.tsx'
import { ELSEWHERE, type Goes } from './move-fields.tsx'
import type { TypedShare } from './shared-lorry.ts'
import { TradeChoice } from './trade-choice.tsx'

const TradeShares = lazily(async () => (await import('./trade-shares.tsx')).TradeShares)
const OfferShares = lazily(async () => (await import('./trade-shares.tsx')).OfferShares)
const RestOnOthers = lazily(async () => (await import('./trade-shares.tsx')).RestOnOthers)

interface Props {
  goes: Goes & { trade: TicketTrade | null; shares: TypedShare[] }
  commodityId: number
  /** Kilograms, once they can be read. */
  weight: number | undefined
  onChange: (part: { trade?: TicketTrade | null; shares?: TypedShare[] }) => void
}

/** The contract of stock that leaves for a buyer; or several, each with its part of the lorry. */
export function MoveTrade({ goes, commodityId, weight, onChange }: Props) {
  const receivers = useQuery(receiversQuery)
  const partnerId = receivers.data?.get(goes.receiver.trim())
  if (goes.to !== ELSEWHERE || !goes.isSold || partnerId === undefined) return null
  const load = { kind: 'sale' as const, partnerId, commodityId, typeId: 0, weight, day: goes.day }
  const share = (shares: TypedShare[]) => onChange({ shares })
  if (goes.shares.length > 0) return <TradeShares load={load} shares={goes.shares} onChange={share} />
  return (
    <>
      <TradeChoice
        load={load}
        value={goes.trade ?? undefined}
        onChange={(trade) => onChange({ trade: trade ?? null })}
        moreWhereOver={(over) => <RestOnOthers {...over} commodityId={commodityId} onShare={share} />}
      />
      {weight !== undefined && <OfferShares load={load} onChange={share} />}
    </>
  )
}
