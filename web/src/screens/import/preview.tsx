import type { FileImportRow, ImportTable } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { columnsMessages } from './columns-messages.ts'
import { useUnderstood } from './understood.ts'

const SHOWN = 50
/** Beyond it nobody looks. */
const SHOWN_COLUMNS = 100

/** The first rows: what was understood of each, beside its cells as they are. */
export function ImportPreview({
  table,
  results,
}: {
  table: ImportTable
  results: FileImportRow[] | undefined
}) {
  const m = useMessages(columnsMessages)
  const formats = useFormats()
  const rows = table.sample.slice(0, SHOWN)
  const header = table.header.slice(0, SHOWN_COLUMNS)
  if (rows.length === 0) return null
  return (
    <section className="panel list" aria-labelledby="preview">
      <header>
        <h2 id="preview">{say(results ? m.preview : m.previewRaw, { n: rows.length })}</h2>
      </header>
      <div className="preview scroll" tabIndex={0} role="group" aria-labelledby="preview">
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="num">
                {m.row}
              </th>
              {results && <th scope="col">{m.understood}</th>}
              {header.map((each, place) => (
                <th key={place} scope="col" className={results ? 'raw' : ''}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => {
              const result = results?.[index]
              return (
                <tr key={index}>
                  <td className="num quiet">{result?.rows ?? formats.whole(table.headerRow + 1 + index)}</td>
                  {results && (
                    <td className="as-understood">
                      {result && <Understood row={result} />}
                      <span className="raw-line quiet small">
                        {cells.slice(0, SHOWN_COLUMNS).filter(Boolean).join(' · ')}
                      </span>
                    </td>
                  )}
                  {header.map((_each, place) => (
                    <td key={place} className={results ? 'raw quiet' : ''}>
                      {cells[place]}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const looks: Record<FileImportRow['status'], string> = {
  success: 'good',
  changed: 'plan',
  unchanged: '',
  left_out: '',
  validation: 'bad',
  error: 'bad',
}

/** Shows how a row was understood, in words and figures, and what becomes of it. */
function Understood({ row }: { row: FileImportRow }) {
  const m = useMessages(columnsMessages)
  const { first, second } = useUnderstood()(row)
  return (
    <>
      <span className="strong">{first}</span>
      <span className={`badge ${looks[row.status]}`}>{m[row.status]}</span>
      {second !== '' && <span className="quiet small second">{second}</span>}
      {row.understood.taken?.map(({ column, word, means }) => (
        <span key={`${column} ${word}`} className="quiet small second">
          {say(m.taken, { word, means })}
        </span>
      ))}
    </>
  )
}
