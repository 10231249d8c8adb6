import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Failed } from '../../ui/parts.tsx'
import { storePageMessages } from './store-messages.ts'
import { countsQuery } from './store-queries.ts'

/** When what lies in a bay was counted, and what was lost or found by it. */
export function Counts({ recordId, commodityId }: { recordId: string; commodityId: number }) {
  const m = useMessages(storePageMessages)
  const formats = useFormats(commodityId)
  const counts = useQuery(countsQuery(recordId))
  if (recordId === '') return null
  if (counts.isError && !counts.data)
    return <Failed error={counts.error} again={() => void counts.refetch()} />
  return (
    <section className="panel list" aria-label={m.counts} aria-busy={counts.isPending}>
      <header>
        <h2>{m.counts}</h2>
      </header>
      {counts.data?.length === 0 && <p className="pad quiet">{m.noCounts}</p>}
      <ul>
        {counts.data?.map(({ createdAtUTC, userName, details: { id, adjustment } }) => (
          <li key={id} className="row">
            <span>
              <span className="strong">{adjustment?.reason}</span>
              <span className="quiet small">
                {say(m.by, { person: userName, moment: formats.moment(createdAtUTC) })}
              </span>
            </span>
            <span className="num strong">
              {formats.signedStock(adjustment?.difference ?? 0)} {formats.stockUnit}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
