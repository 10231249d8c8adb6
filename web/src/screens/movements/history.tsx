import type { Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { historyMessages } from './history-messages.ts'

type Change = NonNullable<Movement['changes']>[number]
type Value = Change['changed'][number]['before']

/** When it happened, when it was entered, and each change since: by whom, when, why, and what it said before. */
export function History({ movement }: { movement: Movement }) {
  const m = useMessages(historyMessages)
  const formats = useFormats()
  const { movementDateISO, happenedAtISO = '', recordedAtUTC, completedAtUTC, changes = [] } = movement
  const moments: [string, string][] = [
    [m.happened, happenedAtISO || movementDateISO],
    [m.inTheBooks, happenedAtISO && movementDateISO],
    [m.entered, recordedAtUTC],
    [m.completed, completedAtUTC],
  ]
  return (
    <section className="stack tight">
      <h3 className="strong">{m.history}</h3>
      <ul className="lines">
        {moments
          .filter(([, at]) => at !== '')
          .map(([name, at]) => (
            <li key={name} className="bar apart">
              <span className="quiet">{name}</span>
              <span>
                {formats.day(new Date(at))}, {formats.time(at)}
              </span>
            </li>
          ))}
        {changes.map((change, index) => (
          <ChangeLine key={index} change={change} />
        ))}
      </ul>
    </section>
  )
}

function ChangeLine({ change }: { change: Change }) {
  const m = useMessages(historyMessages)
  const formats = useFormats()
  const { kind, atUTC, byName, reason, changed } = change
  const sayValue = useValue()
  return (
    <li className="stack tight">
      <span className="bar apart">
        <span className={kind === 'deleted' ? 'strong fault' : 'strong'}>{m[kind]}</span>
        <span className="quiet">
          {byName || m.somebody}, {formats.moment(atUTC)}
        </span>
      </span>
      {reason !== '' && <span>{say(m.because, { reason })}</span>}
      {changed.map(({ what, before, after }) => (
        <span key={what} className="small">
          {what === 'file' || what === 'storageContract' || what === 'trade' || what === 'order'
            ? m[`of_${what}`]
            : `${m[`of_${what}`]}: ${sayValue(what, before)} → ${sayValue(what, after)}`}
        </span>
      ))}
    </li>
  )
}

/** A value as the page writes it: weights in kilograms, moments on the farm's clock. */
function useValue() {
  const m = useMessages(historyMessages)
  const formats = useFormats()
  return (what: Change['changed'][number]['what'], value: Value): string => {
    if (value === null || value === '') return '–'
    if (typeof value === 'boolean') return value ? m.yes : m.no
    if (typeof value === 'number') return formats.weight(value)
    return what === 'date' ? formats.moment(value) : value
  }
}
