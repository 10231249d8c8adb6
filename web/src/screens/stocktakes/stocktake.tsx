import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Stocktake, StocktakeLine } from '../../api/operations.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { LineDialog } from './line.tsx'
import { RolledLines } from './rolled.tsx'
import { RefusedCounts } from './refused-counts.tsx'
import { SessionActions } from './session-actions.tsx'
import { sessionMessages } from './session-messages.ts'
import { Sheet } from './sheet.tsx'
import './stocktakes.css'
import { StocktakeStatus } from './table.tsx'
import { useStocktake } from './use-session.ts'
import { Variances } from './variances.tsx'

const route = getRouteApi('/stocktakes/$id')

/** One session: the sheet of its bays, and what is decided about it. */
export function StocktakePage() {
  const m = useMessages(sessionMessages)
  const { id } = route.useParams()
  const { session, etag, counts, refused, error, refetch } = useStocktake(id)
  const [open, setOpen] = useState<number>()
  const show = useCallback(({ substorageId }: StocktakeLine) => setOpen(substorageId), [])
  if (!session) return <NotRead title={m.back} error={error} again={refetch} />
  const line = session.lines.find(({ substorageId }) => substorageId === open)
  return (
    <>
      <header className="top">
        <Head session={session} />
        <SessionActions session={session} etag={etag} counts={counts} />
      </header>
      <div className="stack">
        <RefusedCounts session={session} refused={refused} counts={counts} />
        {session.hidesBook && <p className="note">{m.hidden}</p>}
        <Moved session={session} />
        <Sheet session={session} counts={counts} onOpen={show} />
        <RolledLines session={session} />
        <Variances session={session} />
      </div>
      {line && <LineDialog session={session} line={line} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Head({ session }: { session: Stocktake }) {
  const m = useMessages(sessionMessages)
  const formats = useFormats()
  const { name, status, cutOffUTC, isBlind, tolerance, counters, approvers } = session
  const { percent, weight } = tolerance
  const tolerated = [
    percent !== null && formats.percent(percent),
    weight !== null && `${formats.exactStock(weight)} ${formats.stockUnit}`,
  ].filter(Boolean)
  const names = (people: { name: string }[]) => people.map((each) => each.name).join(', ')
  return (
    <div>
      <Link to="/stocktakes" search={{}} className="back">
        <Icon name="left" size={18} />
        {m.back}
      </Link>
      <h1>{name}</h1>
      <p className="quiet">
        {[
          say(m.cutOff, { moment: formats.moment(cutOffUTC) }),
          isBlind && m.blind,
          tolerated.length > 0 && say(m.tolerance, { what: tolerated.join(' / ') }),
          counters.length > 0 && say(m.counters, { names: names(counters) }),
          approvers.length > 0 && say(m.approvers, { names: names(approvers) }),
        ]
          .filter(Boolean)
          .join(' · ')}{' '}
        <StocktakeStatus status={status} />
      </p>
      <Ended session={session} />
    </div>
  )
}

/** Names the person who approved or cancelled it, and the hash that the certificate has, too. */
function Ended({ session }: { session: Stocktake }) {
  const m = useMessages(sessionMessages)
  const formats = useFormats()
  const { approvedAtUTC, approvedBy, cancelledAtUTC, cancelledBy, ledgerHash } = session
  if (approvedAtUTC !== null)
    return (
      <p className="quiet small stocktake-hash">
        {say(m.approvedBy, { name: approvedBy, moment: formats.moment(approvedAtUTC) })}
        {' · '}
        {say(m.hash, { hash: ledgerHash })}
      </p>
    )
  if (cancelledAtUTC === null) return null
  return (
    <p className="quiet small">
      {say(m.cancelledBy, { name: cancelledBy, moment: formats.moment(cancelledAtUTC) })}
    </p>
  )
}

/** Tells of an approved session how many of its bays late tickets have changed. */
function Moved({ session: { status, lines } }: { session: Stocktake }) {
  const m = useMessages(sessionMessages)
  const n = lines.filter(
    ({ variance, varianceNow }) => varianceNow !== null && varianceNow !== variance,
  ).length
  if (status !== 'approved' || n === 0) return null
  return (
    <p className="note">
      <Icon name="warn" />
      <span>
        {say(m.moved, { n })} {m.movedHint}
      </span>
    </p>
  )
}
