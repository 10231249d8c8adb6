import type { Confirmation } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { bookedForOthersQuery } from '../../stock/confirmations.ts'
import { readNextPage, usePages } from '../../ui/pages.ts'
import { Bookings } from './bookings.tsx'
import { messages } from './messages.ts'
import { useWhat } from './use-what.ts'

const titles = { declined: 'declined', accepted: 'acceptedByOwners', pending: 'pendingWithOwners' } as const
const hints = {
  declined: 'declinedHint',
  accepted: 'acceptedByOwnersHint',
  pending: 'pendingWithOwnersHint',
} as const

/** Lists the bookings of the organisation in the name of others, by what these say to it. */
export function BookedForOthers({ status }: { status: keyof typeof titles }) {
  const m = useMessages(messages)
  const { found, first, rows } = usePages(bookedForOthersQuery(status))
  if (!first || first.totalDocs === 0) return null
  const title = m[titles[status]]
  return (
    <section className="panel pad stack" aria-label={title}>
      <h2>{title}</h2>
      <p className="quiet">{m[hints[status]]}</p>
      <ul className="confirm-lines">
        {rows.map((each) => (
          <Booked key={each.id} line={each} />
        ))}
      </ul>
      {found.hasNextPage && (
        <button type="button" className="button" onClick={() => void readNextPage(found)}>
          {m.more}
        </button>
      )}
    </section>
  )
}

function Booked({ line }: { line: Confirmation }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { what, facts } = useWhat(line)
  const answered =
    line.status === 'pending' ? '' : `${say(m.answered, { day: formats.datedMoment(line.decidedAtUTC) })} · `
  return (
    <li>
      <span className="strong">{say(m.forOwner, { what, owner: line.owner.name })}</span>
      <span className="quiet small confirm-facts">
        {answered}
        {facts}
      </span>
      <Bookings line={line} />
    </li>
  )
}
