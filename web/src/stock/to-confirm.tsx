import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { say, useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { confirmMessages } from './confirm-messages.ts'
import { openConfirmationsQuery } from './confirmations.ts'

/** Leads to what others have booked in the organisation's name; nothing where all of it is decided. */
export function ToConfirm() {
  const m = useMessages(confirmMessages)
  const { data } = useInfiniteQuery(openConfirmationsQuery)
  const first = data?.pages[0]
  // A lorry that was weighed once brings nothing to judge yet.
  const empty = first?.docs.filter(({ contract, weight, area }) => !contract && weight === 0 && area === 0)
  const n = (first?.totalDocs ?? 0) - (empty?.length ?? 0)
  if (n === 0) return null
  return (
    <section className="note bar apart" aria-label={m.toConfirm}>
      <span>{say(m.waiting, { n })}</span>
      <Link to="/confirmations" className="button">
        {m.look}
      </Link>
    </section>
  )
}

/** Leads to what was decided about bookings of others and about these for good, also while nothing is open. */
export function WhoBooksForUs() {
  const m = useMessages(confirmMessages)
  return (
    <p className="quiet">
      {m.whoBooks} <Link to="/confirmations">{m.lookAll}</Link>
    </p>
  )
}

/** Warns of a name that can be taken for a partner's. */
export function LooksLike({ name }: { name: string }) {
  const m = useMessages(confirmMessages)
  if (name === '') return null
  return (
    <span className="badge bad">
      <Icon name="warn" />
      {say(m.looksLike, { name })}
    </span>
  )
}
