import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { now } from '../../api/clock.ts'
import type { ExpiryOfLoad } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { lorriesOf } from '../../stock/lorries.ts'
import { storedOrdersQuery } from '../../stock/open-trades.ts'
import { partnersQuery } from '../../stock/queries.ts'
import { Warning } from '../../ui/warning.tsx'
import { aboutLorryMessages } from './about-lorry-messages.ts'
import { ExpectedOrders } from './expected-orders.tsx'
import { expiriesKnown } from './expiries-known.ts'
import type { FieldsProps } from './fields-props.ts'
import { knownLorry } from './memory.ts'

/** As many as a passport names. */
const LAST_LOADS = 3

/** All that is known of a lorry and its partner as soon as they are typed: what of theirs ends, what it carried last, and the orders that expect it. */
export function AboutLorry(props: FieldsProps & { said: ExpiryOfLoad[] }) {
  const { draft, ground, said } = props
  return (
    <>
      {said.length === 0 && draft.day === '' && <Expiries {...props} />}
      {draft.kind === 'out' && knownLorry(ground, draft.vehicle) && <LastLoads vehicle={draft.vehicle} />}
      <ExpectedOrders {...props} />
    </>
  )
}

/** Warns of what has ended or ends soon, until the service says it of the whole load. */
function Expiries({ draft, ground }: FieldsProps) {
  const m = useMessages(aboutLorryMessages)
  const formats = useFormats()
  const { kind, party, vehicle, trade } = draft
  const partners = useQuery(partnersQuery('', true)).data?.docs ?? []
  const orders = useQuery(storedOrdersQuery(kind === 'out' ? 'sale' : 'purchase')).data?.docs ?? []
  const order = orders.find(({ orderId }) => orderId === trade?.orderId)
  const typed = { party, vehicle, haulier: order?.haulier ?? '' }
  return expiriesKnown(partners, typed, ground.plates).map(
    ({ partner, isHaulier, scheme, untilISO, isExpired }) => {
      const words = isHaulier ? (isExpired ? m.haulierEnded : m.haulierEnds) : isExpired ? m.ended : m.ends
      const text = say(words, { scheme, partner, day: formats.day(untilISO) })
      return <Warning key={text} text={text} />
    },
  )
}

const lastLoadsQuery = (vehicle: string) =>
  queryOptions({
    queryKey: ['movements', 'of-lorry', vehicle],
    queryFn: () =>
      ask('GET /api/inventory/movements', {
        query: { 'f:vehicle': [vehicle], sortBy: 'movementDateISO', sortDesc: true, limit: 20 },
      }),
  })

/** Names what a lorry that is to be loaded carried last: whoever buys under a scheme such as GMP+ asks for it. */
function LastLoads({ vehicle }: { vehicle: string }) {
  const m = useMessages(aboutLorryMessages)
  const formats = useFormats()
  const movements = useQuery(lastLoadsQuery(vehicle)).data?.docs ?? []
  const carried = lorriesOf(movements)
    .filter(({ first }) => first.movementDateISO <= now().toISOString())
    .slice(0, LAST_LOADS)
  if (carried.length === 0) return null
  const loads = carried.map(
    ({ first }) =>
      `${first.inventory.commodity.commodity.name} (${formats.dayMonth(formats.dayOf(first.movementDateISO))})`,
  )
  return <p className="small">{say(m.lastLoads, { loads: loads.join(', ') })}</p>
}
