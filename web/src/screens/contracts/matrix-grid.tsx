import { useId } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { CurveChart } from './curve.tsx'
import { formMessages } from './form-messages.ts'
import { cells, emptyRow, type CellFault, type ReadMatrix, type TypedRow } from './matrix.ts'

interface Props {
  typed: TypedRow[]
  read: ReadMatrix
  level: number | undefined
  onChange: (rows: TypedRow[]) => void
  /** Returns the service's message about a cell, once it was sent. */
  refusedOf: (row: number, cell: CellFault['cell']) => string | undefined
}

/** The loss matrix as cells to type into, with its curve; gaps and overlaps are said below it as they are typed. */
export function MatrixGrid({ typed, read, level, onChange, refusedOf }: Props) {
  const m = useMessages(formMessages)
  const id = useId()
  const faultWords = useFaultWords()
  const faults = [
    ...read.faults.map((fault) => ({ ...fault, words: faultWords(fault) })),
    ...typed.flatMap((_row, row) =>
      cells.flatMap((cell) => {
        const words = refusedOf(row, cell)
        const isSaid = read.faults.some((each) => each.row === row && each.cell === cell)
        return words === undefined || isSaid ? [] : [{ row, cell, words }]
      }),
    ),
  ]
  const isWrong = (row: number, cell: CellFault['cell']) =>
    faults.some((each) => each.row === row && each.cell === cell)
  const set = (row: number, part: Partial<TypedRow>) =>
    onChange(typed.map((each, index) => (index === row ? { ...each, ...part } : each)))
  const add = () => onChange([...typed, { ...emptyRow, from: typed.at(-1)?.to ?? '' }])
  return (
    <div className="stack tight">
      <p className="quiet small">{m.matrixHint}</p>
      {typed.length > 0 && (
        <table className="matrix-grid">
          <thead>
            <tr>
              {cells.map((cell) => (
                <th key={cell} scope="col">
                  {m[cell]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {typed.map((row, index) => (
              <Row
                key={index}
                row={row}
                n={index + 1}
                isWrong={(cell) => isWrong(index, cell)}
                described={`${id}-faults`}
                onType={(part) => set(index, part)}
                onEnter={() => index === typed.length - 1 && add()}
                onRemove={() => onChange(typed.filter((_each, place) => place !== index))}
              />
            ))}
          </tbody>
        </table>
      )}
      <ul id={`${id}-faults`} aria-live="polite">
        {faults.map(({ row, cell, words }) => (
          <li key={`${row} ${cell} ${words}`} className="fault">
            {say(m.fault, { n: row + 1, what: words })}
          </li>
        ))}
      </ul>
      <button type="button" className="button start" onClick={add}>
        <Icon name="plus" />
        {m.addRow}
      </button>
      <CurveChart rows={read.rows} level={level} />
    </div>
  )
}

function useFaultWords(): (fault: CellFault) => string {
  const m = useMessages(formMessages)
  const formats = useFormats()
  return ({ code, than }) => say(m[code], { than: formats.figure(than), example: formats.figure(14.5) })
}

interface RowProps {
  row: TypedRow
  n: number
  isWrong: (cell: CellFault['cell']) => boolean
  /** The id of what says why. */
  described: string
  onType: (part: Partial<TypedRow>) => void
  onEnter: () => void
  onRemove: () => void
}

/** One row. Enter in the last one makes the next; the form is not sent by it. */
function Row({ row, n, isWrong, described, onType, onEnter, onRemove }: RowProps) {
  const m = useMessages(formMessages)
  const labels = { from: m.rowFrom, to: m.rowTo, loss: m.rowLoss }
  return (
    <tr>
      {cells.map((cell) => (
        <td key={cell}>
          <input
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            aria-label={say(labels[cell], { n })}
            aria-invalid={isWrong(cell) ? true : undefined}
            aria-describedby={isWrong(cell) ? described : undefined}
            value={row[cell]}
            onChange={({ target }) => onType({ [cell]: target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey) return
              event.preventDefault()
              onEnter()
            }}
          />
        </td>
      ))}
      <td>
        <button type="button" className="button bare" aria-label={say(m.removeRow, { n })} onClick={onRemove}>
          <Icon name="close" size={18} />
        </button>
      </td>
    </tr>
  )
}
