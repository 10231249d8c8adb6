import { Link } from '@tanstack/react-router'
import type { Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { Asked } from './attention.tsx'
import { directionOf } from './day.ts'
import { messages } from './messages.ts'
import type { TodayAnswer } from './today-queries.ts'

const MOST = 6

/** Lorries that wait for their second weighing. */
export function Yard({ answer: { yard } }: { answer: TodayAnswer }) {
  const m = useMessages(messages)
  return (
    <Asked title={m.yard} count={yard.length}>
      {yard.map((each) => (
        <InYard key={each.id} movement={each} />
      ))}
    </Asked>
  )
}

/** What else is to be completed, the oldest first. */
export function Actions({ answer: { actions, outstanding } }: { answer: TodayAnswer }) {
  const m = useMessages(messages)
  const left = outstanding - Math.min(MOST, actions.length)
  return (
    <Asked title={m.actions} count={outstanding}>
      {actions.slice(0, MOST).map((each) => (
        <Action key={each.id} movement={each} />
      ))}
      {left > 0 && <li className="pad quiet small">{say(m.more, { n: left })}</li>}
    </Asked>
  )
}

/** A lorry in the yard goes on at the weighbridge. */
function InYard({ movement }: { movement: Movement }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { driver, weighbridge, inventory, recordedAtUTC } = movement
  const full = weighbridge.full.weight
  const read = full
    ? say(m.full, { kg: formats.kg(full) })
    : say(m.emptyLorry, { kg: formats.kg(weighbridge.empty.weight ?? 0) })
  return (
    <li>
      <Link to="/weighbridge" search={{ ticket: String(movement.id) }} className="row row-link">
        <Icon name="lorry" />
        <span>
          <span className="plate">{driver.vehicleRegistration || m.noPlate}</span>
          <span className="quiet small">{inventory.commodity.commodity.name}</span>
        </span>
        <span className="num">
          <b>{read}</b>
          <span className="quiet small">{say(m.since, { moment: formats.moment(recordedAtUTC) })}</span>
        </span>
      </Link>
    </li>
  )
}

function Action({ movement }: { movement: Movement }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { weighbridge, driver } = movement.actionsRequired
  const missing = [
    weighbridge.full && m.missingFull,
    weighbridge.empty && m.missingEmpty,
    driver && m.missingDriver,
  ].filter((each) => each !== false)
  const { storage, commodity } = movement.inventory
  return (
    <li className="row">
      <span>
        <b>
          {commodity.commodity.name} {say(m.to, { place: nameOf(storage.destination) })}
        </b>
        <span className="quiet small">{say(m.missing, { what: missing.join(', ') })}</span>
      </span>
      <span className="num">
        <Weight movement={movement} />
        <span className="quiet small">{formats.moment(movement.movementDateISO)}</span>
      </span>
    </li>
  )
}

const nameOf = ({ name, organisationName }: Movement['inventory']['storage']['source']) =>
  name || organisationName

function Weight({ movement }: { movement: Movement }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const kg = movement.inventory.commodity.weight.weight
  return kg ? <b>{formats.kg(kg)} kg</b> : <span className="quiet">{m.notWeighed}</span>
}

/** What came and left today, the latest first. */
export function Loads({ answer: { loads, loadCount } }: { answer: TodayAnswer }) {
  const m = useMessages(messages)
  if (loadCount === 0) return null
  return (
    <section className="panel list book" aria-label={m.book}>
      <header className="bar apart">
        <h2>{m.book}</h2>
        <span className="quiet small">{say(m.loads, { n: loadCount })}</span>
      </header>
      <ul>
        {loads.map((each) => (
          <Load key={each.id} movement={each} />
        ))}
      </ul>
      {loadCount > loads.length && (
        <p className="pad quiet small">{say(m.bookTooLong, { n: loads.length, all: loadCount })}</p>
      )}
    </section>
  )
}

function Load({ movement }: { movement: Movement }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { source, destination } = movement.inventory.storage
  const direction = directionOf(movement)
  return (
    <li className="row">
      <Icon name={direction === 'in' ? 'down' : direction === 'out' ? 'up' : 'moves'} />
      <span>
        <b>
          {movement.inventory.commodity.commodity.name} {say(m.from, { place: nameOf(source) })}{' '}
          {say(m.to, { place: nameOf(destination) })}
        </b>
        <span className="quiet small">
          {[formats.time(movement.movementDateISO), movement.driver.vehicleRegistration]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="num">
        <Weight movement={movement} />
      </span>
    </li>
  )
}
