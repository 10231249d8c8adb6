import { Link } from '@tanstack/react-router'
import type { Today } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { confirmMessages } from '../../stock/confirm-messages.ts'
import { Asked } from './attention.tsx'
import { attentionMessages } from './attention-messages.ts'

/** Counts the bookings of others in the organisation's name that it has not accepted, and what others say to its own. */
export function Unconfirmed({ day: { toConfirm } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  const { toConfirm: title } = useMessages(confirmMessages)
  const formats = useFormats()
  const { stock, contracts, weight, declined, accepted } = toConfirm
  const rows = [
    stock > 0 && say(m.stockToConfirm, { n: stock, t: formats.stock(weight) }),
    contracts > 0 && say(m.contractsToConfirm, { n: contracts }),
    declined > 0 && say(m.declinedByOwners, { n: declined }),
    accepted > 0 && say(m.acceptedByOwners, { n: accepted }),
  ].filter((row) => row !== false)
  return (
    <Asked title={title} count={stock + contracts + declined + accepted}>
      {rows.map((row) => (
        <li key={row}>
          <Link to="/confirmations" className="row row-link">
            <span>{row}</span>
          </Link>
        </li>
      ))}
    </Asked>
  )
}
