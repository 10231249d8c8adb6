import type { ImportMissing } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Creatable, Draft } from './draft.ts'
import { change } from './import-work.ts'
import { findKind } from './kinds.ts'
import { rowsMessages } from './rows-messages.ts'

/** What can be made, and what that makes; fields only by a map, else they have a file of their own. */
const makeable: { creates: Creatable; whats: ImportMissing['what'][] }[] = [
  { creates: 'units', whats: ['units'] },
  { creates: 'stores', whats: ['stores', 'bays'] },
  { creates: 'partners', whats: ['partners'] },
  { creates: 'fields', whats: ['fields'] },
]

/** What rows name that is not there: made with the file, if somebody says so. */
export function Missing({ draft, missing }: { draft: Draft; missing: ImportMissing[] }) {
  const m = useMessages(rowsMessages)
  if (missing.length === 0) return null
  const makesFields = findKind(draft.kind)?.makesFields ?? false
  const fields = makesFields ? [] : missing.filter(({ what }) => what === 'fields')
  return (
    <section className="panel pad stack" aria-labelledby="missing">
      <h2 id="missing">{m.missing}</h2>
      {makeable.map(({ creates, whats }) => {
        const its = missing.filter(({ what }) => whats.includes(what))
        if (its.length === 0 || (creates === 'fields' && !makesFields)) return null
        const isSaid = draft.creates.includes(creates)
        const isMadeAnyway = !isSaid && its.every(({ isMade }) => isMade)
        return (
          <div key={creates} className="stack tight">
            <Names missing={its} />
            {isMadeAnyway ? (
              <p className="quiet small">{m.madeAnyway}</p>
            ) : (
              <label className="check strong">
                <input
                  type="checkbox"
                  checked={isSaid}
                  onChange={({ target }) => change(withCreated(draft, creates, target.checked))}
                />
                {m[`make_${creates}`]}
              </label>
            )}
          </div>
        )
      })}
      {fields.length > 0 && (
        <div className="stack tight">
          <Names missing={fields} />
          <p className="quiet small">{m.fieldsFirst}</p>
        </div>
      )}
    </section>
  )
}

function withCreated(draft: Draft, creates: Creatable, isWanted: boolean): Draft {
  const others = draft.creates.filter((each) => each !== creates)
  return { ...draft, creates: isWanted ? [...others, creates] : others }
}

const SHOWN = 30

function Names({ missing }: { missing: ImportMissing[] }) {
  const m = useMessages(rowsMessages)
  const left = missing.length - SHOWN
  return (
    <ul className="bar missing-names">
      {missing.slice(0, SHOWN).map(({ what, name, rows }) => (
        <li key={`${what} ${name}`} className="badge">
          {say(m[`what_${what}`], { name })} · {say(m.inRows, { n: rows })}
        </li>
      ))}
      {left > 0 && <li className="quiet small">{say(m.andMore, { n: left })}</li>}
    </ul>
  )
}
