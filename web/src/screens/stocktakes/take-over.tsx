import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Stocktake } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { correctCount } from '../../offline/outbox.ts'
import { positionQuery } from '../../stock/queries.ts'
import { bayCountMessages } from './count-messages.ts'
import { onlyCropOf } from './next-bay.ts'
import { parcelCounted, takenOver } from './take-over.ts'

interface Props {
  session: Stocktake
  count: BayCount
  title: string
  /** The other way out. */
  children: ReactNode
}

/** Says of a count that came too late for its session that it is kept here, and enters it as a count of the bay itself by one press. */
export function TakeOver({ session, count, title, children }: Props) {
  const line = session.lines.find(({ substorageId }) => substorageId === count.bayId)
  const crop = line && onlyCropOf(line)
  const m = useMessages(bayCountMessages, crop)
  const formats = useFormats(crop)
  const { organisation } = useMe()
  const mayCount = useMay('adjustments:write')
  const position = useQuery(positionQuery()).data
  const lying = (position?.lines ?? []).filter(({ substorageId }) => substorageId === count.bayId)
  const parcel = parcelCounted(
    line,
    lying.map(({ recordId }) => recordId),
  )
  const weight = formats.exactStock(count.weight)
  const isUnclear = mayCount && parcel === undefined && line !== undefined
  return (
    <>
      <span>
        {say(m.tooLate, { weight, when: formats.moment(count.closedAt) })}{' '}
        {!mayCount && say(m.mayNot, { organisation: organisation.name })}
        {isUnclear && m.whichParcel}
      </span>
      <span className="bar">
        {isUnclear && (
          <Link
            to="/stores/$id"
            params={{ id: line.storageId }}
            search={{ bay: count.bayId }}
            className="button"
          >
            {m.toBay}
          </Link>
        )}
        {mayCount && parcel !== undefined && (
          <button
            type="button"
            className="button"
            onClick={() => void correctCount(...takenOver(count, title, parcel))}
          >
            {m.takeOver}
          </button>
        )}
        {children}
      </span>
    </>
  )
}
