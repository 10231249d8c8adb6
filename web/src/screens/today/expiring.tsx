import { Link } from '@tanstack/react-router'
import type { Today } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Asked, More } from './attention.tsx'
import { attentionMessages } from './attention-messages.ts'

/** Assurances and declarations of partners that have ended, or end soon. */
export function Expiring({ day: { assurance } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  const formats = useFormats()
  return (
    <Asked title={m.assurance} count={assurance.count}>
      {assurance.first.map(({ partnerId, partnerName, scheme, covers, untilISO, isExpired }) => (
        <li key={`${partnerId} ${scheme} ${covers}`}>
          <Link to="/settings/$part" params={{ part: 'partners' }} className="row row-link">
            <span>
              <b>{partnerName}</b>
              <span className="quiet small">{scheme}</span>
            </span>
            <span className={isExpired ? 'num fault' : 'num'}>
              {say(isExpired ? m.assuranceEnded : m.assuranceEnds, { day: formats.day(untilISO) })}
            </span>
          </Link>
        </li>
      ))}
      <More n={assurance.count - assurance.first.length} />
    </Asked>
  )
}
