import { Link } from '@tanstack/react-router'
import type { StorageLocation } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { baysOf } from '../../stock/bays.ts'
import { ConflictBadge, ConflictLoads } from '../../stock/conflict-badge.tsx'
import { messages } from './messages.ts'

const MOST = 6

/** The bays in which the plan breaks a rule, the first day first. Of each bay the first conflict is known. */
export function Conflicts({ stores }: { stores: StorageLocation[] }) {
  const m = useMessages(messages)
  const bays = baysOf(stores, { lines: [] })
    .flatMap((bay) => (bay.conflict ? [{ ...bay, conflict: bay.conflict }] : []))
    .toSorted((a, b) => a.conflict.on.localeCompare(b.conflict.on))
  if (bays.length === 0) return null
  return (
    <section className="panel list" aria-label={m.conflicts}>
      <header className="bar apart">
        <h2>{m.conflicts}</h2>
        <span className="badge bad">{bays.length}</span>
      </header>
      <ul>
        {bays.slice(0, MOST).map((bay) => (
          <li key={bay.key} className="row">
            <span>
              <Link
                to="/stores/$id"
                params={{ id: bay.storeId }}
                search={{ bay: bay.bayId }}
                className="strong"
              >
                {bay.name}
              </Link>
              <span className="quiet small">{bay.store}</span>
            </span>
            <span className="num">
              <ConflictBadge conflict={bay.conflict} commodityId={bay.cropId} isShort />
              <ConflictLoads conflict={bay.conflict} />
            </span>
          </li>
        ))}
      </ul>
      {bays.length > MOST && <p className="pad quiet small">{say(m.more, { n: bays.length - MOST })}</p>}
    </section>
  )
}
