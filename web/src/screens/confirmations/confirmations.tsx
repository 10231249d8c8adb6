import { useMessages } from '../../i18n/messages.ts'
import { openConfirmationsQuery } from '../../stock/confirmations.ts'
import { NothingYet } from '../../ui/narrowed.tsx'
import { readNextPage, usePages } from '../../ui/pages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import './confirmations.css'
import { BookedForOthers } from './booked-for-others.tsx'
import { Counterparties } from './counterparties.tsx'
import { DecidedLines } from './decided-lines.tsx'
import { messages } from './messages.ts'
import { StorerLines } from './open-lines.tsx'

/** Shows what others have booked in the organisation's name, to be accepted or declined, and what was decided for good. */
export function Confirmations() {
  const m = useMessages(messages)
  const { found, first, rows } = usePages(openConfirmationsQuery)
  const byStorer = [...Map.groupBy(rows, ({ storer }) => storer.id)]
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{m.what}</p>
        </div>
      </header>
      {!first ? (
        found.error ? (
          <Failed error={found.error} again={() => void found.refetch()} />
        ) : (
          <Skeleton rows={3} />
        )
      ) : (
        <div className="stack" aria-busy={found.isFetching}>
          {first.totalDocs === 0 && <NothingYet icon="check" title={m.none} hint={m.noneHint} />}
          {byStorer.map(([id, lines]) => (
            <StorerLines key={id} lines={lines} />
          ))}
          {found.hasNextPage && (
            <button type="button" className="button" onClick={() => void readNextPage(found)}>
              {m.more}
            </button>
          )}
          <BookedForOthers status="declined" />
          <DecidedLines />
          <BookedForOthers status="pending" />
          <BookedForOthers status="accepted" />
          <Counterparties />
        </div>
      )}
    </>
  )
}
