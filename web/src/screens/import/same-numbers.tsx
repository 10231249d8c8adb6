import { say, useMessages } from '../../i18n/messages.ts'
import type { ImportDraft } from './draft.ts'
import { change } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

/** Tickets with the numbers of earlier loads, of which nothing tells whether they are those: asked once for the file. */
export function SameNumbers({ draft, rows }: { draft: ImportDraft; rows: number }) {
  const m = useMessages(rowsMessages)
  if (rows === 0 && draft.sameNumber === undefined) return null
  const answers = { new: m.numbersNew, update: m.numbersUpdate }
  return (
    <fieldset className="panel pad stack question">
      <legend className="hidden">{m.numbers}</legend>
      <div>
        <p className="strong">{rows > 0 ? say(m.sameNumbers, { n: rows }) : m.numbers}</p>
        <p className="quiet small">{m.numbersWhy}</p>
      </div>
      <div className="stack tight">
        {(['new', 'update'] as const).map((answer) => (
          <label key={answer} className="check">
            <input
              type="radio"
              name="same-number"
              checked={draft.sameNumber === answer}
              onChange={() => change({ ...draft, sameNumber: answer })}
            />
            {answers[answer]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
