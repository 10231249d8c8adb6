import type { StocktakeLine } from '../../api/operations.ts'
import { onDeviceMessages } from '../../forms/on-device-messages.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { useWaiting } from '../../offline/use-outbox.ts'
import { bayCountMessages } from './count-messages.ts'
import { stateMessages } from './state-messages.ts'

const tones: Record<StocktakeLine['state'], string> = {
  open: '',
  counted: 'good',
  recount: 'grain',
  unknown_stock: 'bad',
  several_parcels: 'bad',
  left_out: '',
}

/** Shows the state of a line, or of its count that is on this device and not in the session yet. */
export function StocktakeLineState({
  line: { state },
  here,
}: {
  line: StocktakeLine
  here: BayCount | undefined
}) {
  const m = useMessages(bayCountMessages)
  const kept = useMessages(onDeviceMessages)
  const words = useMessages(stateMessages)
  const entry = useWaiting().find(({ ticketId }) => ticketId === here?.id)
  if (entry) {
    const isRefused = entry.state === 'refused'
    return (
      <span className={`badge ${isRefused ? 'bad' : 'grain'}`}>{isRefused ? kept.refused : kept.waits}</span>
    )
  }
  if (here && state === 'open') return <span className="badge good">{m.inBook}</span>
  return <span className={`badge ${tones[state]}`}>{words[state]}</span>
}
