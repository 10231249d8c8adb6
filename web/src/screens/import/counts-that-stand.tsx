import type { CountChange } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Stands } from '../../ui/rehearsal.tsx'
import { rowsMessages } from './rows-messages.ts'

const SHOWN = 30

/** The counts that rows are dated before: each stays as it was counted, and what comes in before it is lost by it. */
export function CountsThatStand({ counts }: { counts: CountChange[] }) {
  const m = useMessages(rowsMessages)
  if (counts.length === 0) return null
  const left = counts.length - SHOWN
  return (
    <section className="panel pad stack tight" aria-labelledby="counts">
      <h2 id="counts">{say(m.counts, { n: counts.length })}</h2>
      <ul className="stack tight">
        {counts.slice(0, SHOWN).map((count) => (
          <li key={`${count.recordId} ${count.countedAtUTC}`}>
            <span className="strong">{count.name}</span> <span className="quiet small">{count.place}</span>
            <Stands {...count} />
          </li>
        ))}
        {left > 0 && <li className="quiet small">{say(m.andMore, { n: left })}</li>}
      </ul>
    </section>
  )
}
