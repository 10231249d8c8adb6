import type { ImportMissing } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Creatable, ImportDraft } from './draft.ts'
import { change } from './import-work.ts'
import { findKind } from './kinds.ts'
import { CustomName } from './custom-name.tsx'
import { rowsMessages } from './rows-messages.ts'

/** Things that can be created, and what each creates; fields only from a map, as they otherwise have a file of their own. */
const makeable: { creates: Creatable; whats: ImportMissing['what'][] }[] = [
  { creates: 'units', whats: ['units'] },
  { creates: 'stores', whats: ['stores', 'bays'] },
  { creates: 'partners', whats: ['partners'] },
  { creates: 'fields', whats: ['fields'] },
]

/** Lists things that rows name and that do not exist: they are created with the file if somebody asks for it. */
export function Missing({ draft, missing }: { draft: ImportDraft; missing: ImportMissing[] }) {
  const m = useMessages(rowsMessages)
  const said = saidWords(draft)
  if (missing.length + said.length === 0) return null
  const makesFields = findKind(draft.kind)?.makesFields ?? false
  const fields = makesFields ? [] : missing.filter(({ what }) => what === 'fields')
  const crops = missing.filter(({ what }) => what === 'commodities')
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
            <Names draft={draft} missing={its} />
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
          <Names draft={draft} missing={fields} />
          <p className="quiet small">{m.fieldsFirst}</p>
        </div>
      )}
      {crops.length > 0 && (
        <div className="stack tight">
          <Names draft={draft} missing={crops} />
          <p className="quiet small">{m.wordsKept}</p>
        </div>
      )}
      {said.length > 0 && (
        <div className="stack tight">
          <h3>{m.saidWords}</h3>
          <Names draft={draft} missing={said} />
          <p className="quiet small">{m.wordsKept}</p>
        </div>
      )}
    </section>
  )
}

const whats = {
  commodity: 'commodities',
  store: 'stores',
  field: 'fields',
  businessUnit: 'units',
  partner: 'partners',
} as const

/** Words of which somebody has just said what they stand for: nothing is missing of them any more, and it can be taken back. */
function saidWords({ mapping: { aliases = {} } }: ImportDraft): ImportMissing[] {
  return Object.entries(whats).flatMap(([subject, what]) =>
    Object.keys(aliases[subject as keyof typeof whats] ?? {}).map((name) => ({
      what,
      name,
      rows: 0,
      isMade: false,
    })),
  )
}

function withCreated(draft: ImportDraft, creates: Creatable, isWanted: boolean): ImportDraft {
  const others = draft.creates.filter((each) => each !== creates)
  return { ...draft, creates: isWanted ? [...others, creates] : others }
}

const SHOWN = 30

function Names({ draft, missing }: { draft: ImportDraft; missing: ImportMissing[] }) {
  const m = useMessages(rowsMessages)
  const left = missing.length - SHOWN
  return (
    <ul className="stack tight missing-names">
      {missing.slice(0, SHOWN).map((each) => (
        <li key={`${each.what} ${each.name}`} className="bar">
          <span className="badge">
            {say(m[`what_${each.what}`], { name: each.name })}
            {each.rows > 0 && ` · ${say(m.inRows, { n: each.rows })}`}
          </span>
          <CustomName draft={draft} missing={each} />
        </li>
      ))}
      {left > 0 && <li className="quiet small">{say(m.andMore, { n: left })}</li>}
    </ul>
  )
}
