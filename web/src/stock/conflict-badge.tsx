import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import type { BayConflict } from './bays.ts'
import { stockMessages } from './stock-messages.ts'

const MOST_LOADS = 6

interface Props {
  conflict: Pick<BayConflict, 'kind' | 'on' | 'weight'>
  /** Without the weekday and the year, where there is little room. */
  isShort?: boolean
  /** Of what lies there, by which a bushel is one. */
  commodityId: number | undefined
}

/** Shows the first conflict in a bay: its kind, day and amount. */
export function ConflictBadge({ conflict, isShort = false, commodityId }: Props) {
  const m = useMessages(stockMessages)
  const formats = useFormats(commodityId)
  const day = formats.dayOf(conflict.on)
  return (
    <span className="badge bad">
      <Icon name="warn" size={14} />
      {say(m[conflict.kind], { day: isShort ? formats.dayMonth(day) : formats.day(day) })}
      {conflict.weight > 0 && `: ${formats.stock(conflict.weight)}\u00a0${formats.stockUnit}`}
    </span>
  )
}

/** The movements that lead to a conflict, each to be opened. */
export function ConflictLoads({ conflict: { movementIds } }: { conflict: BayConflict }) {
  const m = useMessages(stockMessages)
  if (movementIds.length === 0) return null
  return (
    <span className="quiet small">
      {say(m.conflictLoads, { n: movementIds.length })}{' '}
      {movementIds.slice(0, MOST_LOADS).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to="/movements" search={{ open: String(id) }}>
            {id}
          </Link>
        </Fragment>
      ))}
      {movementIds.length > MOST_LOADS && ' …'}
    </span>
  )
}
