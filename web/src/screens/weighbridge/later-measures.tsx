import { useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import { measureText } from '../../i18n/numbers.ts'
import type { Language } from '../../i18n/languages.ts'
import type { Measured, Ticket } from '../../offline/tickets.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { measuredOf, type Sampled } from './draft.ts'
import { FromMeter, useMeterMarks } from './from-meter.tsx'
import { Measures } from './quality.tsx'
import { messages } from './quality-messages.ts'
import type { Measure } from '../../stock/measures.ts'

interface Props {
  ticket: Ticket
  measures: Measure[]
  sampled: Sampled
  change: (sampled: Sampled) => void
}

/** Form for measurements taken while the lorry tipped, or to be corrected: they go with the second reading. A contract asks for them. */
export function LaterMeasures({ ticket, measures, sampled, change }: Props) {
  const m = useMessages(messages)
  const nameOf = useMeasureName()
  // The contract may be known a moment after the ticket is opened.
  const isMissed = ticket.contract !== undefined && !isMeasured(ticket, 'Moisture')
  const [isOpened, open] = useState(sampled.metered !== undefined)
  const marks = useMeterMarks(sampled)
  if (measures.length === 0) return null
  const take = (taken: Sampled) => {
    open(true)
    change(taken)
  }
  return (
    <>
      <FromMeter measures={measures} sampled={sampled} onTake={take} />
      {isOpened || isMissed ? (
        <Measures
          measures={measures}
          typed={sampled.measured}
          marks={marks}
          onType={(measured) => change({ ...sampled, measured })}
        />
      ) : (
        <button type="button" className="button bare start" onClick={() => open(true)}>
          {say(m.measure, { what: measures.map(({ name, label }) => nameOf(name, label)).join(', ') })}
        </button>
      )}
    </>
  )
}

const isMeasured = ({ measured = [] }: Ticket, wanted: string) => measured.some(({ name }) => name === wanted)

/** Returns the measurements of a ticket so far, as they are typed. */
export const typedMeasures = ({ measured = [] }: Ticket, language: Language): Record<string, string> =>
  Object.fromEntries(measured.map(({ name, value }) => [name, measureText(value, language)]))

/** The ticket with what was measured of it since; as it was where nothing was. */
export function measuredSince(ticket: Ticket, typed: Record<string, string>, measures: Measure[]): Ticket {
  const before = ticket.measured ?? []
  const said = measuredOf({ measured: typed }, measures)
  const isNews = ({ name, value }: Measured) =>
    !before.some(
      (each) => each.name === name && (each.value === value || Number(each.value) === Number(value)),
    )
  if (!said.some(isNews)) return ticket
  const stays = before.filter(({ name }) => !said.some((each) => each.name === name))
  return { ...ticket, measured: [...stays, ...said], isMeasuredAgain: true }
}
