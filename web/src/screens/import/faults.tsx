import { useState } from 'react'
import type { FileImportResult } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { ImportDraft } from './draft.ts'
import { FaultyRow } from './faulty-row.tsx'
import { change } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

const AT_ONCE = 25

/** The rows that would not be entered, each to be mended where it stands, or left out. */
export function Faults({ draft, result }: { draft: ImportDraft; result: FileImportResult }) {
  const m = useMessages(rowsMessages)
  const [count, setCount] = useState(AT_ONCE)
  const wrong = result.results.filter(({ status }) => status === 'validation' || status === 'error')
  const left = draft.leftOut.filter((row) => wrong.every(({ rows }) => Number(rows) !== row))
  const shown = wrong.slice(0, count)
  const total = result.validation + result.errors
  return (
    <section className="panel list" aria-labelledby="faults">
      <header className="stack tight">
        <h2 id="faults">{say(m.faults, { n: total })}</h2>
        <p className="quiet small">{m.mendHere}</p>
      </header>
      <ul>
        {shown.map((row) => (
          <FaultyRow key={row.rows} draft={draft} row={row} header={result.table.header} />
        ))}
        {left.map((row) => (
          <li key={row} className="row">
            <span className="badge">{say(m.row, { row })}</span>
            <span className="quiet">{m.isLeftOut}</span>
            <button
              type="button"
              className="button push"
              onClick={() =>
                change(
                  { ...draft, leftOut: draft.leftOut.filter((each) => each !== row) },
                  { isTried: false },
                )
              }
            >
              {m.takeBack}
            </button>
          </li>
        ))}
      </ul>
      {(wrong.length > shown.length || result.errors > 0 || draft.mayUpdate) && (
        <div className="pad bar apart fault-foot">
          {wrong.length > shown.length && (
            <button type="button" className="button" onClick={() => setCount(count + AT_ONCE)}>
              {say(m.showMore, {
                n: Math.min(AT_ONCE, wrong.length - shown.length),
                of: total - shown.length,
              })}
            </button>
          )}
          {(result.errors > 0 || draft.mayUpdate) && (
            <label className="check">
              <input
                type="checkbox"
                checked={draft.mayUpdate}
                onChange={({ target }) => change({ ...draft, mayUpdate: target.checked })}
              />
              {m.mayUpdate}
            </label>
          )}
        </div>
      )}
    </section>
  )
}
