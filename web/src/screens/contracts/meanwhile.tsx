import { say, useMessages } from '../../i18n/messages.ts'
import type { ContractDraft } from './draft.ts'
import { formMessages } from './form-messages.ts'

/** The button that was pressed is at the end of a long form. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

interface MeanwhileProps {
  theirs: ContractDraft
  both: (keyof ContractDraft)[]
  onTake: (name: keyof ContractDraft) => void
}

/** Shows fields changed here that somebody else has stored, too: their value can be taken, or replaced by saving again. */
export function Meanwhile({ theirs, both, onTake }: MeanwhileProps) {
  const m = useMessages(formMessages)
  const names: Record<keyof ContractDraft, string> = {
    owner: m.owner,
    reference: m.reference,
    grain: m.grain,
    grade: m.grade,
    varieties: m.varieties,
    start: m.start,
    end: m.end,
    weight: m.weight,
    isCleaned: m.cleaned,
    isDried: m.dried,
    level: m.level,
    matrix: m.loss,
    files: m.files,
  }
  const written = (name: keyof ContractDraft) => {
    const value = theirs[name]
    if (typeof value === 'boolean') return value ? '✓' : '–'
    if (typeof value === 'string') return value || m.empty
    return say(name === 'files' ? m.fileCount : m.rows, { n: value.length })
  }
  return (
    <div className="note bad meanwhile" role="alert" ref={bringIntoView}>
      <p>{m.meanwhile}</p>
      <ul className="stack tight">
        {both.map((name) => (
          <li key={name} className="bar">
            <span>
              <b>{names[name]}</b> · {say(m.theirs, { value: written(name) })}
            </span>
            <button type="button" className="button" onClick={() => onTake(name)}>
              {m.take}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
