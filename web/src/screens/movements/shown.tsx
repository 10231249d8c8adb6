import type { Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { isAhead } from '../../stock/timeline.ts'
import { messages } from './messages.ts'

type Side = Movement['inventory']['storage']['source']

/** A store of ours with its bay, anybody else by name. */
export const placeName = ({ name, substorageName, organisationName }: Side) =>
  [name, substorageName].filter(Boolean).join(' · ') || organisationName

/** Names of up to so many letters are usual, and stand on one line. */
const USUAL_LENGTH = 20

/** Shows a place in a table, in which a usual name is not broken. */
export function Place({ side }: { side: Side }) {
  const name = placeName(side)
  return name.length <= USUAL_LENGTH ? <span className="one-line">{name}</span> : name
}

/** Kilograms; undefined of what nobody has weighed, which is not 0. */
export const weighed = ({ inventory }: Movement) => inventory.commodity.weight.weight || undefined

/** Shows the weight on its ticket, in kilograms, or that nobody has weighed it. */
export function Weighed({ movement, unit = '' }: { movement: Movement; unit?: string }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const kg = weighed(movement)
  if (kg === undefined) return <span className="quiet">{m.notWeighed}</span>
  return (
    <span className="strong">
      {formats.weighed(kg)}
      {unit}
    </span>
  )
}

/** In the book, planned, deleted, or how much is missing. */
export function Status({ movement }: { movement: Movement }) {
  const m = useMessages(messages)
  const { status, actionsRequired, movementDateISO } = movement
  const { outstanding } = actionsRequired
  if (status === 'deleted') return <span className="badge bad">{m.deleted}</span>
  if (outstanding > 0 && status === 'incomplete')
    return <span className="badge grain">{say(m.missing, { n: outstanding })}</span>
  if (isAhead(movementDateISO)) return <span className="badge plan">{m.planned}</span>
  return <span className="badge good">{m.inBook}</span>
}
