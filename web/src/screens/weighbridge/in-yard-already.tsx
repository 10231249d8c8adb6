import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { Icon } from '../../ui/icons.tsx'
import { firstReading } from './draft.ts'
import { plateKey } from './plates.ts'
import { messages } from './yard-messages.ts'

interface Props {
  /** The ticket of the same lorry that waits for its second weighing. */
  ticket: Ticket
  onTakeUp: () => void
  onOther: () => void
}

/** The lorry is in the yard already, weighed here or on another device: it is one lorry, and its ticket is taken up. */
export function InYardAlready({ ticket, onTakeUp, onOther }: Props) {
  const y = useMessages(messages)
  const formats = useFormats()
  const weighed = formats.weighed(ticket[firstReading(ticket.kind)] ?? 0)
  return (
    <div className="note in-yard" role="alert">
      <Icon name="lorry" />
      <span className="fault">
        {say(y.alreadyHere, { vehicle: ticket.vehicle, kg: weighed, when: formats.moment(ticket.openedAt) })}
      </span>
      <span className="bar">
        <button type="button" className="button primary" onClick={onTakeUp}>
          {y.takeUp}
        </button>
        <button type="button" className="button" onClick={onOther}>
          {y.otherLoad}
        </button>
      </span>
    </div>
  )
}

/** The ticket of the same lorry in the yard, and whether it has to be asked which load this is. */
export function useSameLorry(yard: Ticket[] = [], typed: string, plates: string) {
  const [other, setOther] = useState('')
  const key = plateKey(typed, plates)
  // Of this device the clerk sees both; of another, one lorry would be in the yard twice.
  const here = yard.find(
    ({ number, vehicle }) => number === 0 && key !== '' && plateKey(vehicle, plates) === key,
  )
  return { here, isAsked: here !== undefined && other !== typed, takeAsOther: () => setOther(typed) }
}
