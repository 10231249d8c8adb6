import { Link } from '@tanstack/react-router'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'
import { isFilled, lowestOf, type Line } from './rows.ts'
import { nameOfLine, useMonthWords } from './words.ts'

interface Props {
  lines: Line[]
  chosen: string
}

/** Each grain, and its parts, with what is free now and at its least. A line is chosen to be seen by month. */
export function Overview({ lines, chosen }: Props) {
  const m = useMessages(messages)
  return (
    <div className="panel scroll" tabIndex={0} role="region" aria-label={m.rows}>
      <table className="table trading-overview">
        <thead>
          <tr>
            <th scope="col">{m.grain}</th>
            <th scope="col" className="num trading-wide">
              {m.stock}
            </th>
            <th scope="col" className="num trading-wide">
              {m.reserved}
            </th>
            <th scope="col" className="num">
              {m.nowFree}
            </th>
            <th scope="col" className="num">
              {m.lowest}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <OverviewLine key={line.key} line={line} isChosen={line.key === chosen} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OverviewLine({ line, isChosen }: { line: Line; isChosen: boolean }) {
  const m = useMessages(messages)
  const { crop, row } = line
  const formats = useFormats(crop.commodity.id)
  const monthWords = useMonthWords()
  const { stock, reserved, months } = row ?? crop
  const exact = (weight: number) => formats.cell(formats.exactStock(weight))
  const free = months[0]?.available ?? 0
  const lowest = lowestOf(months)
  const strong = (weight: number) => (weight < 0 && !isFilled(line) ? 'strong fault' : 'strong')
  return (
    <tr className={isChosen ? 'trading-chosen' : undefined}>
      <th scope="row" className={row ? 'trading-part' : undefined}>
        <Link
          to="/trades/position"
          search={{ row: line.key }}
          replace
          className="trading-choose"
          aria-current={isChosen ? 'true' : undefined}
        >
          {nameOfLine(line, m.anyKind)}
        </Link>
        {isFilled(line) && <span className="quiet small trading-filled">{m.filled}</span>}
      </th>
      <td className="num trading-wide">{exact(stock)}</td>
      <td className="num trading-wide">{exact(reserved)}</td>
      <td className={`num ${strong(free)}`}>{exact(free)}</td>
      <td className="num">
        {lowest && (
          <>
            <span className={strong(lowest.available)}>{exact(lowest.available)}</span>
            <span className="quiet small trading-when">{monthWords(lowest.month)}</span>
          </>
        )}
      </td>
    </tr>
  )
}
