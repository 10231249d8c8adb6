import type { FileImportResult, FileImportRow } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { ImportDraft } from './draft.ts'
import { change } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

/** Rows that are worth a second look and would be entered; those that somebody has confirmed one by one are not asked about again. */
export function warningsOf(
  { results }: Pick<FileImportResult, 'results'>,
  { confirmed }: ImportDraft,
): FileImportRow[] {
  return results.filter(
    ({ rows, status, warnings }) =>
      warnings.length > 0 &&
      status !== 'validation' &&
      status !== 'error' &&
      !confirmed.includes(Number(rows)),
  )
}

const SHOWN = 50

/** Lists values that look odd and may be right: somebody has to look at them before going on. */
export function Warnings({ draft, result }: { draft: ImportDraft; result: FileImportResult }) {
  const m = useMessages(rowsMessages)
  const rows = warningsOf(result, draft)
  if (rows.length === 0) return null
  const left = rows.length - SHOWN
  return (
    <section className="panel list" aria-labelledby="warnings">
      <header>
        <h2 id="warnings">{say(m.warnings, { n: rows.length })}</h2>
      </header>
      <ul>
        {rows.slice(0, SHOWN).map((each) => (
          <li key={each.rows} className="row">
            <span className="badge grain">{say(m.row, { row: each.rows })}</span>
            <span>
              <span className="strong">{each.reference}</span>
              <span className="small">{each.warnings.join(' ')}</span>
            </span>
          </li>
        ))}
        {left > 0 && <li className="row quiet small">{say(m.andMore, { n: left })}</li>}
      </ul>
      <label className="check strong pad">
        <input
          type="checkbox"
          checked={draft.looked === rows.length}
          onChange={({ target }) =>
            // Nothing of it is sent, so nothing needs to be tried again.
            change({ ...draft, looked: target.checked ? rows.length : 0 }, { isTried: false, isSent: false })
          }
        />
        {m.lookedAt}
      </label>
    </section>
  )
}
