import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { reasonsQuery } from '../../stock/queries.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { reasonsMessages } from './reasons-messages.ts'

interface Reason {
  id: number
  description: string
  names?: Record<string, string>
  direction?: 'loss' | 'gain' | 'either'
}

/** Why stock is set to another weight, and what notes and settlements are about: the service's lists, the same for everybody. */
export function Reasons() {
  const m = useMessages(reasonsMessages)
  const { data, error, refetch } = useQuery(reasonsQuery)
  return (
    <div className="settings">
      <p className="quiet">{m.fixed}</p>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && (
        <>
          <Group title={m.adjustment} hint={m.adjustmentHint} reasons={data.adjustment} />
          <Group title={m.storageNote} hint={m.storageNoteHint} reasons={data.storageNote} />
          <Group title={m.deduction} hint={m.settlementHint} reasons={data.settlementDeduction} />
          <Group title={m.bonus} hint={m.settlementHint} reasons={data.settlementBonus} />
        </>
      )}
    </div>
  )
}

function Group({ title, hint, reasons }: { title: string; hint: string; reasons: Reason[] }) {
  const m = useMessages(reasonsMessages)
  const language = useLanguage()
  const directions = { loss: m.loss, gain: m.gain, either: m.either }
  return (
    <section className="panel pad stack">
      <h2>{title}</h2>
      <p className="quiet small">{hint}</p>
      <ul className="lines">
        {reasons.map(({ id, description, names, direction }) => (
          <li key={id} className="bar apart">
            <span>{names?.[language] ?? description}</span>
            {direction && <span className="badge">{directions[direction]}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
