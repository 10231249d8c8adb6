import { useState } from 'react'
import { prefer } from '../api/preferences.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { preferenceOf, useChosenColumns, type NamedColumn } from './choose-columns.tsx'
import {
  columnWidths,
  inChosenOrder,
  isShown,
  choiceText,
  moved,
  type ChosenColumns,
} from './chosen-columns.ts'
import { Dialog } from './dialog.tsx'
import { Form, useSending } from './form.tsx'
import { Icon } from './icons.tsx'
import { listMessages } from './list-messages.ts'

interface Props {
  list: string
  columns: NamedColumn[]
  onClose: () => void
}

/** Lets the reader of a list leave columns out, move them and set their widths. */
export function ColumnsDialog({ list, columns, onClose }: Props) {
  const m = useMessages(listMessages)
  const sending = useSending()
  const [draft, setDraft] = useState(useChosenColumns(list))
  const lines = inChosenOrder(columns, draft)
  const keep = (value: string | undefined) =>
    sending.send(() => prefer(preferenceOf(list), () => value), onClose)
  return (
    <Dialog title={m.columns} onClose={onClose}>
      <Form sending={sending} action={m.keepColumns} onSend={() => keep(choiceText(draft))}>
        <p className="quiet">{m.columnsHint}</p>
        <ul className="lines column-lines">
          {lines.map((column, index) => (
            <Line
              key={column.id}
              column={column}
              chosen={draft}
              ids={lines.map(({ id }) => id)}
              place={index}
              change={setDraft}
            />
          ))}
        </ul>
        <button type="button" className="button" onClick={() => void keep(undefined)}>
          {m.columnsAsBefore}
        </button>
      </Form>
    </Dialog>
  )
}

interface LineProps {
  column: NamedColumn
  chosen: ChosenColumns
  /** All columns, as they are ordered now. */
  ids: string[]
  place: number
  change: (chosen: ChosenColumns) => void
}

/** One column: if it is shown, how wide, and its place among the others. */
function Line({ column, chosen, ids, place, change }: LineProps) {
  const m = useMessages(listMessages)
  const { id, label, isNeeded } = column
  const isTicked = isShown(column, chosen)
  const others = chosen.hidden.filter((each) => each !== id)
  const { [id]: width = '', ...widths } = chosen.widths
  const widen = (value: string) => {
    const found = columnWidths.find((each) => each === value)
    change({ ...chosen, widths: found ? { ...widths, [id]: found } : widths })
  }
  const mover = (by: -1 | 1, icon: 'left' | 'right', words: string, isEnd: boolean) => (
    <button
      type="button"
      className="button column-mover"
      aria-label={say(words, { column: label })}
      disabled={isEnd}
      onClick={() => change({ ...chosen, order: moved(ids, id, by) })}
    >
      <Icon name={icon} size={18} />
    </button>
  )
  return (
    <li className="column-line">
      <label className="column-name">
        <input
          type="checkbox"
          className="tick"
          checked={isTicked}
          disabled={isNeeded}
          onChange={() => change({ ...chosen, hidden: isTicked ? [...others, id] : others })}
        />
        {label}
      </label>
      <select
        className="input"
        aria-label={say(m.widthOf, { column: label })}
        value={width}
        onChange={({ target }) => widen(target.value)}
      >
        <option value="">{m.ownWidth}</option>
        {columnWidths.map((each) => (
          <option key={each} value={each}>
            {m[each]}
          </option>
        ))}
      </select>
      {mover(-1, 'left', m.earlier, place === 0)}
      {mover(1, 'right', m.later, place === ids.length - 1)}
    </li>
  )
}
