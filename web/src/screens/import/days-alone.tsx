import { say, useMessages } from '../../i18n/messages.ts'
import type { ImportDraft } from './draft.ts'
import { change } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

/** Loads with a date and no time: taken as the start of their day, or, by one tick, as its end. */
export function DaysAlone({ draft, rows }: { draft: ImportDraft; rows: number }) {
  const m = useMessages(rowsMessages)
  if (rows === 0) return null
  return (
    <section className="panel pad stack tight" aria-label={m.daysAlone}>
      <p>{say(draft.isDayAloneAtEnd ? m.daysAloneAtEnd : m.daysAloneAtStart, { n: rows })}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.isDayAloneAtEnd === true}
          onChange={({ target }) => change({ ...draft, isDayAloneAtEnd: target.checked })}
        />
        {m.putAtEnd}
      </label>
    </section>
  )
}
