import { useState } from 'react'
import type { FileImportRow } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Field } from '../../ui/parts.tsx'
import { withCell, type ImportDraft } from './draft.ts'
import { change, tryOut } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

interface Props {
  draft: ImportDraft
  row: FileImportRow
  /** Of the file. */
  header: string[]
}

/** A row that would not be entered: what is wrong with it, with its cells to be mended. */
export function FaultyRow({ draft, row, header }: Props) {
  const m = useMessages(rowsMessages)
  const [isWhole, showWhole] = useState(false)
  const number = Number(row.rows)
  const isLeftOut = draft.leftOut.includes(number)
  const leave = (isLeft: boolean) => {
    const others = draft.leftOut.filter((each) => each !== number)
    change({ ...draft, leftOut: isLeft ? [...others, number] : others }, { isTried: false })
  }
  return (
    <li className="faulty">
      <div className="bar apart">
        <span className="bar">
          <span className="badge bad">{say(m.row, { row: row.rows })}</span>
          <span className="strong">{row.reference}</span>
        </span>
        <button
          type="button"
          className="button bare"
          aria-label={say(isLeftOut ? m.takeBackRow : m.leaveOutRow, { row: row.rows })}
          onClick={() => leave(!isLeftOut)}
        >
          {isLeftOut ? m.takeBack : m.leaveOut}
        </button>
      </div>
      {isLeftOut ? (
        <p className="quiet">{m.willBeLeftOut}</p>
      ) : (
        <>
          <Cells {...{ draft, row, header, isWhole }} />
          <span className="bar">
            {row.cells && !isWhole && header.length > 1 && (
              <button type="button" className="button bare small" onClick={() => showWhole(true)}>
                {m.wholeRow}
              </button>
            )}
            {isImplausible(row) && <IsRight draft={draft} row={number} />}
          </span>
        </>
      )}
    </li>
  )
}

/** Refused for its size alone: such a row can be confirmed. */
function isImplausible({ problems }: FileImportRow): boolean {
  return problems.some(({ code }) => code === 'implausible')
}

function IsRight({ draft, row }: { draft: ImportDraft; row: number }) {
  const m = useMessages(rowsMessages)
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={draft.confirmed.includes(row)}
        onChange={({ target }) => {
          const others = draft.confirmed.filter((each) => each !== row)
          change({ ...draft, confirmed: target.checked ? [...others, row] : others })
        }}
      />
      {m.isRight}
    </label>
  )
}

/** The cells that are wrong, or all of the row; where no cell is to blame, what is. Only the first rows of an answer have their cells. */
function Cells({ draft, row, header, isWhole }: Props & { isWhole: boolean }) {
  const m = useMessages(rowsMessages)
  const { cells } = row
  const number = Number(row.rows)
  const mended = draft.mended[number] ?? {}
  const blamed = new Map(row.problems.map(({ column, reason }) => [header.indexOf(column), reason]))
  const places = header
    .map((_name, place) => place)
    .filter((place) => isWhole || blamed.has(place) || place in mended)
  const elsewhere = row.problems.filter(({ column }) => !header.includes(column))
  const sentences =
    row.problems.length > 0
      ? elsewhere.map(({ column, value, reason }) => [column, value, reason].filter(Boolean).join(': '))
      : row.message
  return (
    <>
      {sentences.map((each) => (
        <p key={each} className="fault">
          {each}
        </p>
      ))}
      {!cells && (
        <ul className="stack tight">
          {row.problems
            .filter(({ column }) => header.includes(column))
            .map(({ column, value, reason }) => (
              <li key={column}>
                <span className="quiet small">{column}</span> <b>{value === '' ? m.nothing : value}</b>{' '}
                <span className="fault">{reason}</span>
              </li>
            ))}
        </ul>
      )}
      {cells && places.length > 0 && (
        <div className="cells">
          {places.map((place) => (
            <Field key={place} label={header[place] ?? ''} fault={blamed.get(place)}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  aria-label={say(m.cell, { column: header[place] ?? '', row: row.rows })}
                  value={mended[place] ?? cells[place] ?? ''}
                  onChange={({ target }) =>
                    change(withCell(draft, number, place, target.value), { isTried: false })
                  }
                  onKeyDown={({ key }) => key === 'Enter' && void tryOut()}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </>
  )
}
