import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileImportResult, FileImportRow } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Draft } from './draft.ts'
import { FaultyRow } from './faulty-row.tsx'
import { change, useImportWork } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'
import { readCells } from './text-table.ts'

const AT_ONCE = 25

/** The rows that would not be entered, each to be mended where it stands, or left out. */
export function Faults({ draft, result }: { draft: Draft; result: FileImportResult }) {
  const m = useMessages(rowsMessages)
  const [count, setCount] = useState(AT_ONCE)
  const wrong = result.results.filter(({ status }) => status === 'validation' || status === 'error')
  const left = draft.leftOut.filter((row) => wrong.every(({ rows }) => Number(rows) !== row))
  const shown = wrong.slice(0, count)
  const cells = useCells(draft, shown)
  const total = result.validation + result.errors
  return (
    <section className="panel list" aria-labelledby="faults">
      <header className="stack tight">
        <h2 id="faults">{say(m.faults, { n: total })}</h2>
        <p className="quiet small">{draft.writing ? m.mendHere : m.mendInFile}</p>
      </header>
      <ul>
        {shown.map((row) => (
          <FaultyRow
            key={row.rows}
            draft={draft}
            row={row}
            header={result.table.header}
            cells={cells?.get(Number(row.rows))}
          />
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

/** The cells of faulty rows as the file has them: an answer has only those that are wrong, and cut short. */
function useCells(draft: Draft, rows: FileImportRow[]): Map<number, string[]> | undefined {
  const { file } = useImportWork()
  const { writing } = draft
  const wanted = rows.map(({ rows: number }) => Number(number))
  const { data } = useQuery({
    queryKey: ['import-cells', draft.name, file?.size, writing, wanted],
    queryFn: async () =>
      file && writing ? readCells(file, writing, new Set(wanted)) : new Map<number, string[]>(),
    enabled: file !== undefined && writing !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  return data
}
