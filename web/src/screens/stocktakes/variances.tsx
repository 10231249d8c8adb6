import type { Stocktake } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { sessionMessages } from './session-messages.ts'

/** The differences by owner and reason, as the certificate has them. */
export function Variances({ session: { variances } }: { session: Stocktake }) {
  const m = useMessages(sessionMessages)
  const formats = useFormats()
  if (variances.length === 0) return null
  const weight = (kg: number) => `${formats.exactStock(kg)} ${formats.stockUnit}`
  return (
    <section className="panel pad stack" aria-labelledby="variances">
      <h2 id="variances">{m.variances}</h2>
      <ul className="lines">
        {variances.map(({ ownerId, ownerName, reasonId, reason, found, lost }) => (
          <li key={`${ownerId} ${reasonId}`} className="bar apart">
            <span>
              <b>{ownerName}</b>
              <br />
              <span className="quiet small">{reason}</span>
            </span>
            <span className="num">
              {found > 0 && <span className="change-in">{`${m.found} ${weight(found)}`}</span>}
              {found > 0 && lost > 0 && <br />}
              {lost > 0 && <span className="change-out">{`${m.lost} ${weight(lost)}`}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
