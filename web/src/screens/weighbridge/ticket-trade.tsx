import { TradeChoice } from '../../forms/trade-choice.tsx'
import type { Ticket, TicketTrade } from '../../offline/tickets.ts'
import { partyOf } from './chosen.ts'
import type { FieldsProps } from './fields-props.ts'

interface Props {
  /** Of the load, what its contract depends on. */
  kind: Ticket['kind']
  basis: Ticket['basis'] | undefined
  partnerId: string
  grain: Pick<Ticket['grain'], 'id' | 'type'> | undefined
  /** Kilograms; undefined as long as it is weighed once. */
  net: number | undefined
  /** '' is today. */
  day: string
  value: TicketTrade | null | undefined
  onChange: (trade: TicketTrade | null) => void
}

/** The contract of a load that a seller brings or that leaves for a buyer; what is stored for others is under none. */
export function TicketTradeChoice({ kind, basis, partnerId, grain, net, day, value, onChange }: Props) {
  const isTraded = kind === 'out' || (kind === 'in' && (basis === undefined || basis === 'bought'))
  if (!isTraded || partnerId === '' || !grain) return null
  return (
    <TradeChoice
      load={{
        kind: kind === 'out' ? 'sale' : 'purchase',
        partnerId,
        commodityId: grain.id,
        typeId: grain.type,
        weight: net,
        day,
      }}
      value={value ?? undefined}
      onChange={(trade) => onChange(trade ?? null)}
    />
  )
}

/** The contract of a ticket as it is typed. */
export function DraftTradeChoice({
  draft,
  change,
  ground,
  chosen,
  basis,
}: FieldsProps & Pick<Props, 'basis'>) {
  return (
    <TicketTradeChoice
      kind={draft.kind}
      basis={basis}
      partnerId={draft.party.trim() && partyOf(draft, ground.parties).id}
      grain={chosen.grain}
      net={chosen.net}
      day={draft.day}
      value={draft.trade}
      onChange={(trade) => change({ trade })}
    />
  )
}
