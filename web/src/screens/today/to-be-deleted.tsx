import { Link } from '@tanstack/react-router'
import type { Today } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Asked } from './attention.tsx'
import { attentionMessages } from './attention-messages.ts'

/** Tells owners and admins how many days their organisation has left. */
export function ToBeDeleted({ day: { deletion } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  return (
    <Asked title={m.toBeDeleted} count={deletion.dueAtUTC === '' ? 0 : 1}>
      <li>
        <Link to="/settings/$part" params={{ part: 'organisation' }} className="row row-link">
          <span>{say(m.deletedIn, { n: deletion.daysLeft })}</span>
        </Link>
      </li>
    </Asked>
  )
}
