import type { FileImportResult } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { download } from '../../ui/download.ts'
import { messages } from './messages.ts'

interface Props {
  name: string
  result: FileImportResult
  isDone: boolean
  isBusy: boolean
  onCommit: () => void
}

/** What a file enters, what was there before, and what is wrong in it, row by row as the spreadsheet counts them. */
export function Outcome({ name, result, isDone, isBusy, onCommit }: Props) {
  const m = useMessages(messages)
  const { success: fresh, unchanged } = result
  const wrong = result.validation + result.errors
  return (
    <section className="panel pad stack" aria-label={name}>
      <h2>{say(isDone ? m.done : m.tried, { name })}</h2>
      <div role="status">
        <ul className="bar">
          <li className="badge good">{say(isDone ? m.entered : m.wouldEnter, { n: fresh })}</li>
          {unchanged > 0 && <li className="badge">{say(m.unchanged, { n: unchanged })}</li>}
          {wrong > 0 && <li className="badge bad">{say(m.wrong, { n: wrong })}</li>}
        </ul>
      </div>
      {result.ignoredColumns.length > 0 && (
        <p className="quiet">{say(m.ignored, { columns: result.ignoredColumns.join(', ') })}</p>
      )}
      {wrong > 0 && <Faults result={result} />}
      <div className="bar">
        {result.errorsUrl !== '' && (
          <button
            type="button"
            className="button"
            onClick={() =>
              void download(new URL(result.errorsUrl, location.href).pathname, `${m.wrongRows} ${name}`)
            }
          >
            {m.saveWrong}
          </button>
        )}
        {!isDone && fresh > 0 && (
          <button type="button" className="button primary" disabled={isBusy} onClick={onCommit}>
            {say(m.commit, { n: fresh })}
          </button>
        )}
      </div>
    </section>
  )
}

const MOST_SHOWN = 200

/** The rows that are not entered: which, in which column, what stood there, and what is wrong with it. */
function Faults({ result }: { result: FileImportResult }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const wrong = result.results.filter(({ status }) => status === 'validation' || status === 'error')
  const lines = wrong.flatMap(({ rows, message, problems }) =>
    problems.length > 0
      ? problems.map((each) => ({ rows, ...each }))
      : [{ rows, column: '', value: '', reason: message.join(' ') }],
  )
  const left = lines.length - MOST_SHOWN
  return (
    <div className="import-faults" tabIndex={0} role="region" aria-label={m.faults}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{m.row}</th>
            <th scope="col">{m.column}</th>
            <th scope="col">{m.stood}</th>
            <th scope="col">{m.reason}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MOST_SHOWN).map(({ rows, column, value, reason }) => (
            <tr key={`${rows} ${column} ${reason}`}>
              <td className="num">{rows}</td>
              <td>{column}</td>
              <td>{value}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="quiet">{say(m.more, { count: formats.whole(left) })}</p>}
    </div>
  )
}
