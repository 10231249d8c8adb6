import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { Choice } from '../../ui/parts.tsx'
import { plantingPlace } from './chosen.ts'
import type { Planting } from './reference-data.ts'
import { messages } from './messages.ts'
import { messages as yardMessages } from './yard-messages.ts'

interface Props {
  /** As it was at the first weighing. */
  ticket: Ticket
  plantings: Planting[]
  /** The planting that it was cut on; '' where it is as it was. */
  chosen: string
  onChoose: (recordId: string) => void
}

/** The field that a load was cut on instead of the one that its first weighing said. */
export function OtherField({ ticket, plantings, chosen, onChoose }: Props) {
  const m = useMessages(messages)
  const y = useMessages(yardMessages)
  const [isOpen, open] = useState(chosen !== '')
  const others = othersOf(ticket, plantings)
  if (others.length === 0) return null
  if (!isOpen)
    return (
      <button type="button" className="button bare start" onClick={() => open(true)}>
        {y.otherField}
      </button>
    )
  return (
    <Choice label={m.planting} value={chosen} onChange={onChoose}>
      <option value="">{ticket.from?.name}</option>
      {others.map(({ recordId, fieldName, grain }) => (
        <option key={recordId} value={recordId}>
          {fieldName} · {grain.text}
        </option>
      ))}
    </Choice>
  )
}

/** Finds plantings of this crop and year on other fields: another crop is another load, with another grade and other bays. */
function othersOf({ kind, from }: Ticket, plantings: Planting[]): Planting[] {
  if (kind !== 'field' || !from) return []
  const planId = from.planId ?? plantings.find(({ recordId }) => recordId === from.recordId)?.planId
  return plantings.filter((each) => each.planId === planId && each.recordId !== from.recordId)
}

/** A ticket that was cut on the chosen field; as it was where none is chosen. */
export function withOtherField(
  ticket: Ticket,
  chosen: string,
  plantings: Planting[],
  loadedElsewhere: string,
): Ticket {
  const other = othersOf(ticket, plantings).find(({ recordId }) => recordId === chosen)
  if (!other) return ticket
  const { grade } = ticket.grain
  // The book knows the load by the crop that it was to come off, until this is in it.
  const recordId = ticket.recordId ?? ticket.from?.recordId
  return {
    ...ticket,
    loadedElsewhere,
    from: plantingPlace(other),
    grain: ticket.isGraded ? { ...other.grain, grade } : other.grain,
    ...(recordId !== undefined && { recordId }),
  }
}
