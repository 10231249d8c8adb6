import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Today } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { checkMessages } from '../../stock/check-messages.ts'
import { holdMessages } from '../../stock/hold-messages.ts'
import { Asked, More } from './attention.tsx'
import { attentionMessages } from './attention-messages.ts'

interface Place {
  storageId: string
  substorageId: number
  store: string
  bay: string
}

function BayRow({ place, children }: { place: Place; children: ReactNode }) {
  return (
    <li>
      <Link
        to="/stores/$id"
        params={{ id: place.storageId }}
        search={{ bay: place.substorageId }}
        className="row row-link"
      >
        <span>
          <b>{place.bay}</b>
          <span className="quiet small">{place.store}</span>
        </span>
        <span className="quiet small">{children}</span>
      </Link>
    </li>
  )
}

/** Bays with stock that nobody has counted for long. */
export function Uncounted({ day: { uncounted } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  const formats = useFormats()
  return (
    <Asked title={m.uncounted} count={uncounted.count}>
      {uncounted.first.map((each) => (
        <BayRow key={each.substorageId} place={each}>
          {each.countedAtUTC === ''
            ? m.never
            : say(m.counted, { day: formats.day(formats.dayOf(each.countedAtUTC)) })}
        </BayRow>
      ))}
      <More n={uncounted.count - uncounted.first.length} />
    </Asked>
  )
}

/** Bays and parcels that are on hold now. */
export function OnHold({ day: { onHold } }: { day: Today }) {
  const m = useMessages(holdMessages)
  const formats = useFormats()
  return (
    <Asked title={m.holds} count={onHold.count}>
      {onHold.first.map((hold) => (
        <BayRow key={hold.id} place={hold}>
          {[m[hold.reason], say(m.since, { day: formats.day(formats.dayOf(hold.fromUTC)) })].join(' · ')}
        </BayRow>
      ))}
      <More n={onHold.count - onHold.first.length} />
    </Asked>
  )
}

/** Stock-takes that are open, and how far they are. */
export function OpenStocktakes({ day: { stocktakes } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  const formats = useFormats()
  return (
    <Asked title={m.stocktakes} count={stocktakes.count}>
      {stocktakes.first.map(({ id, name, cutOffUTC, bays, counted }) => (
        <li key={id}>
          <Link to="/stocktakes/$id" params={{ id }} className="row row-link">
            <span>
              <b>{name}</b>
              <span className="quiet small">{formats.day(formats.dayOf(cutOffUTC))}</span>
            </span>
            <span className="num quiet small">{say(m.bayOf, { n: counted, all: bays })}</span>
          </Link>
        </li>
      ))}
      <More n={stocktakes.count - stocktakes.first.length} />
    </Asked>
  )
}

/** Bays whose last check found too much, and those whose check is due. */
export function ToCheck({ day: { toCheck, alarming } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  const words = useMessages(checkMessages)
  const formats = useFormats()
  const found = { ...words, moisture: words.tooWet }
  return (
    <>
      <Asked title={m.alarming} count={alarming.count}>
        {alarming.first.map((each) => (
          <BayRow key={each.substorageId} place={each}>
            {each.alarms.map((alarm) => found[alarm]).join(' · ')}
          </BayRow>
        ))}
        <More n={alarming.count - alarming.first.length} />
      </Asked>
      <Asked title={m.toCheck} count={toCheck.count}>
        {toCheck.first.map((each) => (
          <BayRow key={each.substorageId} place={each}>
            {each.checkedAtUTC === ''
              ? m.neverChecked
              : say(m.checked, { day: formats.day(formats.dayOf(each.checkedAtUTC)) })}
          </BayRow>
        ))}
        <More n={toCheck.count - toCheck.first.length} />
      </Asked>
    </>
  )
}
