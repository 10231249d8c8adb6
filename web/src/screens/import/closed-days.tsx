import { say, useMessages } from '../../i18n/messages.ts'
import type { ImportDraft } from './draft.ts'
import { change } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

/** Loads of days up to which the books are closed: asked once for the file. */
export function ClosedDays({ draft, rows }: { draft: ImportDraft; rows: number }) {
  const m = useMessages(rowsMessages)
  const { isClosedDayLate = false } = draft
  if (rows === 0 && !isClosedDayLate) return null
  return (
    <section className="panel pad stack question">
      {rows > 0 && <p className="strong">{say(m.closedDays, { n: rows })}</p>}
      <label className="check">
        <input
          type="checkbox"
          checked={isClosedDayLate}
          onChange={({ target }) => change({ ...draft, isClosedDayLate: target.checked })}
        />
        {m.enterLate}
      </label>
    </section>
  )
}
