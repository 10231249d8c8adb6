import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'
import { MonthBars } from './month-bars.tsx'
import { PartsOfCell } from './parts-of-cell.tsx'
import { isFilled, shownMonths, type PositionCell, type Line } from './rows.ts'
import { nameOfLine, useMonthWords } from './words.ts'

const flows = ['plannedIn', 'harvest', 'purchases', 'plannedOut', 'sales'] as const

/** One grain by month: bars, and the table that has their figures. A month opens what makes it. */
export function Months({ line }: { line: Line }) {
  const commodityId = line.crop.commodity.id
  const m = useMessages(messages, commodityId)
  const monthWords = useMonthWords()
  const [opened, open] = useState<string>()
  const months = shownMonths((line.row ?? line.crop).months)
  const name = [line.row && line.crop.commodity.name, nameOfLine(line, m.anyKind)].filter(Boolean).join(': ')
  return (
    <section className="panel stack" aria-label={say(m.byMonth, { grain: name })}>
      <div className="pad stack tight">
        <h2>{say(m.byMonth, { grain: name })}</h2>
        {isFilled(line) && <p className="quiet">{m.filledHint}</p>}
        <MonthBars months={months} label={m.bars} wordsOf={monthWords} onPick={open} />
      </div>
      <div className="scroll" tabIndex={0} role="region" aria-label={m.bars}>
        <table className="table trading-months">
          <thead>
            <tr>
              <th scope="col">{m.month}</th>
              {flows.map((flow) => (
                <th key={flow} scope="col" className="num trading-wide">
                  {m[flow]}
                </th>
              ))}
              <th scope="col" className="num trading-narrow">
                {m.comes}
              </th>
              <th scope="col" className="num trading-narrow">
                {m.goes}
              </th>
              <th scope="col" className="num">
                {m.available}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map((cell) => (
              <MonthLine key={cell.month} cell={cell} line={line} onOpen={open} />
            ))}
          </tbody>
        </table>
      </div>
      {opened !== undefined && (
        <PartsOfCell line={line} name={name} month={opened} onClose={() => open(undefined)} />
      )}
    </section>
  )
}

interface LineProps {
  cell: PositionCell
  line: Line
  onOpen: (month: string) => void
}

function MonthLine({ cell, line, onOpen }: LineProps) {
  const m = useMessages(messages)
  const formats = useFormats(line.crop.commodity.id)
  const monthWords = useMonthWords()
  const shown = (weight: number) => (weight === 0 ? '' : formats.cell(formats.exactStock(weight)))
  const { month, plannedIn, harvest, purchases, plannedOut, sales, available } = cell
  const isShort = available < 0 && !isFilled(line)
  return (
    <tr>
      <th scope="row">
        <button type="button" className="trading-month" onClick={() => onOpen(month)}>
          {monthWords(month)}
        </button>
      </th>
      {flows.map((flow) => (
        <td key={flow} className="num trading-wide">
          {shown(cell[flow])}
        </td>
      ))}
      <td className="num trading-narrow">{shown(plannedIn + harvest + purchases)}</td>
      <td className="num trading-narrow">{shown(plannedOut + sales)}</td>
      <td className={isShort ? 'num strong fault' : 'num strong'}>
        <button type="button" className="trading-open" onClick={() => onOpen(month)}>
          {isShort && <span className="badge bad">{m.short}</span>}{' '}
          {formats.cell(formats.exactStock(available))}
        </button>
      </td>
    </tr>
  )
}
