import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { chooseDensity, useDensity } from '../../ui/density.ts'
import { useSending } from '../../ui/form.tsx'
import { Segmented } from '../../ui/parts.tsx'
import { mineMessages } from './mine-messages.ts'

/** Choice of the distance between the rows of tables. */
export function DensityChoice() {
  const m = useMessages(mineMessages)
  const refusal = useRefusal()
  const sending = useSending()
  return (
    <div className="stack">
      <h3>{m.density}</h3>
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      <Segmented
        label={m.density}
        value={useDensity()}
        options={{ roomy: m.roomy, compact: m.compact }}
        onChange={(density) => void sending.send(() => chooseDensity(density))}
      />
      <p className="quiet small">{m.densityHint}</p>
    </div>
  )
}
