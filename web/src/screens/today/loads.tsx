import { Link } from '@tanstack/react-router'
import type { Movement, Today } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Lorry } from '../../stock/lorries.ts'
import { Icon } from '../../ui/icons.tsx'
import { Asked } from './attention.tsx'
import { directionOf } from './day.ts'
import { messages } from './messages.ts'
import type { TodayAnswer } from './today-queries.ts'

const MOST = 6

/** Lorries that wait for their second weighing. */
export function YardPanel({ answer: { yard } }: { answer: TodayAnswer }) {
  const m = useMessages(messages)
  return (
    <Asked title={m.yard} count={yard.length}>
      {yard.map((each) => (
        <InYard key={each.id} movement={each} />
      ))}
    </Asked>
  )
}

/** Lists other loads to be completed, the oldest first: the late ones, and apart from them the planned ones. */
export function LoadActions({ day: { toComplete }, answer: { late, planned } }: ActionsProps) {
  const m = useMessages(messages)
  return (
    <>
      <Incomplete title={m.late} count={toComplete.late} lorries={late} />
      <Incomplete title={m.plannedActions} count={toComplete.planned} lorries={planned} />
    </>
  )
}

interface ActionsProps {
  day: Today
  answer: TodayAnswer
}

function Incomplete({ title, count, lorries }: { title: string; count: number; lorries: Lorry[] }) {
  const m = useMessages(messages)
  const left = count - Math.min(MOST, lorries.length)
  return (
    <Asked title={title} count={count}>
      {lorries.slice(0, MOST).map((each) => (
        <Action key={each.first.id} lorry={each} />
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
    ? say(m.full, { kg: formats.weighed(full) })
    : say(m.emptyLorry, { kg: formats.weighed(weighbridge.empty.weight ?? 0) })
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

const DAY_MS = 86_400_000

function Action({ lorry }: { lorry: Lorry }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const movement = lorry.first
  const { weighbridge, driver } = movement.actionsRequired
  const due = formats.dayOf(movement.movementDateISO)
  const days = Math.round((Date.parse(formats.today()) - Date.parse(due)) / DAY_MS)
  const missing = [
    weighbridge.full && m.missingFull,
    weighbridge.empty && m.missingEmpty,
    driver && m.missingDriver,
  ].filter((each) => each !== false)
  const { commodity } = movement.inventory
  return (
    <li className="row">
      <span>
        <b>
          {commodity.commodity.name} {say(m.to, { place: placesOf(lorry, 'destination') })}
        </b>
        <span className="quiet small">{say(m.missing, { what: missing.join(', ') })}</span>
      </span>
      <span className="num">
        <Weight lorry={lorry} />
        <span className="quiet small">{formats.moment(movement.movementDateISO)}</span>
        {days > 0 && <span className="fault small">{say(m.daysLate, { n: days })}</span>}
      </span>
    </li>
  )
}

const nameOf = ({ name, organisationName }: Movement['inventory']['storage']['source']) =>
  name || organisationName

/** From where or to where a lorry went, each place once. */
const placesOf = ({ parts }: Lorry, side: 'source' | 'destination') =>
  [...new Set(parts.map(({ inventory }) => nameOf(inventory.storage[side])))].join(', ')

function Weight({ lorry: { weighedNet: kg } }: { lorry: Lorry }) {
  const m = useMessages(messages)
  const formats = useFormats()
  return kg ? <b>{formats.weight(kg)}</b> : <span className="quiet">{m.notWeighed}</span>
}

/** Lists the loads that came and left today, the latest first. */
export function TodaysLoads({ answer: { loads, isAll } }: { answer: TodayAnswer }) {
  const m = useMessages(messages)
  if (loads.length === 0) return null
  return (
    <section className="panel list book" aria-label={m.book}>
      <header className="bar apart">
        <h2>{m.book}</h2>
        <span className="quiet small">{isAll && say(m.loads, { n: loads.length })}</span>
      </header>
      <ul>
        {loads.map((each) => (
          <Load key={each.first.id} lorry={each} />
        ))}
      </ul>
      {!isAll && <p className="pad quiet small">{say(m.bookTooLong, { n: loads.length })}</p>}
    </section>
  )
}

function Load({ lorry }: { lorry: Lorry }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { first } = lorry
  const direction = directionOf(first)
  return (
    <li className="row">
      <Icon name={direction === 'in' ? 'down' : direction === 'out' ? 'up' : 'moves'} />
      <span>
        <b>
          {first.inventory.commodity.commodity.name} {say(m.from, { place: placesOf(lorry, 'source') })}{' '}
          {say(m.to, { place: placesOf(lorry, 'destination') })}
        </b>
        <span className="quiet small">
          {[
            formats.time(first.movementDateISO),
            first.driver.vehicleRegistration,
            lorry.parts.length > 1 && say(m.parts, { n: lorry.parts.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="num">
        <Weight lorry={lorry} />
      </span>
    </li>
  )
}
