import type { FileImportResult } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { ImportDraft } from './draft.ts'
import { change } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

const SHOWN = 50

/** Sums and what is printed beside the table: left out, unless somebody ticks that one is a row. */
export function SetAside({ draft, result }: { draft: ImportDraft; result: FileImportResult }) {
  const m = useMessages(rowsMessages)
  const rows = result.results.filter(({ status }) => status === 'left_out')
  if (rows.length === 0) return null
  const left = result.leftOut - Math.min(rows.length, SHOWN)
  return (
    <section className="panel list" aria-labelledby="set-aside">
      <header>
        <h2 id="set-aside">{say(m.setAside, { n: result.leftOut })}</h2>
      </header>
      <ul>
        {rows.slice(0, SHOWN).map(({ rows: row, reference }) => (
          <li key={row} className="row">
            <span className="badge">{say(m.row, { row })}</span>
            <span className="strong">{reference}</span>
            <label className="check">
              <input
                type="checkbox"
                checked={draft.confirmed.includes(Number(row))}
                onChange={() => change({ ...draft, confirmed: [...draft.confirmed, Number(row)] })}
              />
              {m.isARow}
            </label>
          </li>
        ))}
        {left > 0 && <li className="row quiet small">{say(m.andMore, { n: left })}</li>}
      </ul>
    </section>
  )
}
