import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hold } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Bay } from '../../stock/bays.ts'
import { Failed } from '../../ui/parts.tsx'
import { holdMessages } from '../../stock/hold-messages.ts'
import { holdsQuery } from './hold-queries.ts'
import { ReleaseHold } from './release-hold.tsx'
import { SetHold } from './set-hold.tsx'
import { TracedLoads } from './traced-loads.tsx'

interface Parcel {
  recordId: string
  name: string
}

/** Lists what is on hold in a bay, and lets whoever may set and release holds. */
export function BayHolds({ bay, parcels, isOurs }: { bay: Bay; parcels: Parcel[]; isOurs: boolean }) {
  const m = useMessages(holdMessages)
  const maySet = useMay('holds:write') && isOurs
  const isOnline = useOnline()
  const [isSetting, set] = useState(false)
  const holds = useQuery({ ...holdsQuery(bay.bayId), enabled: isOurs })
  if (!isOurs) return null
  if (holds.isError && !holds.data) return <Failed error={holds.error} again={() => void holds.refetch()} />
  return (
    <section className="panel list" aria-label={m.holds} aria-busy={holds.isPending}>
      <header className="bar apart">
        <h2>{m.holds}</h2>
        {maySet && (
          <button type="button" className="button" disabled={!isOnline} onClick={() => set(true)}>
            {m.set}
          </button>
        )}
      </header>
      {holds.data?.docs.length === 0 && <p className="pad quiet">{m.none}</p>}
      <ul>
        {holds.data?.docs.map((hold) => (
          <HoldLine key={hold.id} hold={hold} />
        ))}
      </ul>
      {isSetting && <SetHold bay={bay} parcels={parcels} onClose={() => set(false)} />}
    </section>
  )
}

const BLOCKED = { both: 'isBoth', out: 'isOut', in: 'isIn' } as const

function HoldLine({ hold }: { hold: Hold }) {
  const m = useMessages(holdMessages)
  const mayRelease = useMay('holds:release')
  const isOnline = useOnline()
  const [act, begin] = useState<'release' | 'trace'>()
  const end = () => begin(undefined)
  const span = useSpan(hold)
  const { recordName, reason, blocks, note, fumigation, createdByName } = hold
  return (
    <li className="row">
      <span>
        <span className="strong">
          <span className="badge bad">{m[reason]}</span> {recordName}
        </span>
        <span>{[m[BLOCKED[blocks]], span].join(' · ')}</span>
        {fumigation && (
          <span>{say(m.fumigated, { product: fumigation.product, dose: fumigation.dose })}</span>
        )}
        {note !== '' && <span>{note}</span>}
        <span className="quiet small">{say(m.by, { person: createdByName })}</span>
        <span className="bar">
          <button type="button" className="button" disabled={!isOnline} onClick={() => begin('trace')}>
            {m.trace}
          </button>
          {mayRelease && (
            <button type="button" className="button" disabled={!isOnline} onClick={() => begin('release')}>
              {m.release}
            </button>
          )}
        </span>
      </span>
      {act === 'release' && <ReleaseHold hold={hold} onClose={end} />}
      {act === 'trace' && <TracedLoads hold={hold} onClose={end} />}
    </li>
  )
}

function useSpan({ fromUTC, untilUTC }: Hold): string {
  const m = useMessages(holdMessages)
  const formats = useFormats()
  const from = formats.day(formats.dayOf(fromUTC))
  if (untilUTC === null) return say(m.since, { day: from })
  return say(m.sinceUntil, { from, until: formats.day(formats.dayOf(untilUTC)) })
}
