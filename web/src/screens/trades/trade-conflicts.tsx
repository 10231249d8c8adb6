import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { Trade } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { PositionConflicts } from '../../stock/position-conflicts.tsx'
import { reservationMessages } from '../../stock/reservation-messages.ts'

/** Shows what is oversold, overbought or less than is reserved because of a contract. */
export function TradeConflicts({ trade: { id, status } }: { trade: Trade }) {
  const m = useMessages(reservationMessages)
  const { data } = useQuery({
    queryKey: ['trading-position', 'conflicts', id],
    enabled: status === 'confirmed',
    queryFn: () => ask('GET /api/inventory/trades/position/conflicts', { query: { tradeId: id } }),
  })
  return <PositionConflicts title={m.conflicts} conflicts={data?.conflicts ?? []} isOfContract />
}
