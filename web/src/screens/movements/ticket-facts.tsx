import { useQuery } from '@tanstack/react-query'
import type { Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Photo } from '../../ui/photo.tsx'
import { messages } from './messages.ts'
import { panelMessages } from './panel-messages.ts'
import { movementTraceQuery } from './queries.ts'
import { placeName, Status, weighed } from './shown.tsx'

/** The ticket of a movement with its weights, what the load was made of, and when it was entered. */
export function TicketFacts({ movement }: { movement: Movement }) {
  const words = useMessages(messages)
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const { inventory, driver, weighbridge, drying, adjustment } = movement
  const { source, destination } = inventory.storage
  const kg = (value: number | null | undefined) => (value ? `${formats.kg(value)} kg` : m.notWeighed)
  // A ticket says what was printed on it, whatever has come to light since.
  const { grade, variety } = inventory.commodityOnTicket ?? inventory.commodity
  const grain = [inventory.commodity.commodity.name, grade.name, variety]
  const facts: [string, string][] = [
    [words.from, placeName(source)],
    [words.to, placeName(destination)],
    [words.grain, grain.filter(Boolean).join(' · ')],
    [m.vehicle, driver.vehicleRegistration || '–'],
    [m.driver, driver.name || '–'],
    [m.reference, driver.loadReference || '–'],
    [m.full, kg(weighbridge.full.weight)],
    [m.empty, kg(weighbridge.empty.weight)],
    [m.net, kg(weighed(movement))],
    ...(movement.contractReference ? [[m.contract, movement.contractReference] as [string, string]] : []),
    ...(movement.type === 'outbound' ? [[m.sold, movement.sold ? m.yes : m.no] as [string, string]] : []),
    ...(drying ? [[m.dried, kg(drying.lossWeight)] as [string, string]] : []),
    ...(adjustment
      ? [
          [m.corrected, `${formats.signedKg(adjustment.difference)} kg · ${adjustment.reason}`] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <>
      <div>
        <Status movement={movement} />
      </div>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {weighbridge.file.id !== '' && <Photo id={weighbridge.file.id} label={m.photo} />}
      <Trace movement={movement} />
      <History movement={movement} />
    </>
  )
}

function Trace({ movement }: { movement: Movement }) {
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const trace = useQuery(movementTraceQuery(String(movement.id)))
  const madeOf = trace.data?.madeOf ?? []
  if (madeOf.length === 0) return null
  return (
    <section className="stack tight">
      <h3 className="strong">{m.madeOf}</h3>
      <ul className="lines">
        {madeOf.map(({ fieldName, organisationName, reason, variety, weight, share }, index) => (
          <li key={index} className="bar apart">
            <span>
              {fieldName || organisationName || reason || m.unknown}{' '}
              <span className="quiet small">{variety}</span>
            </span>
            <span className="num">
              {formats.kg(weight)} kg <span className="quiet small">{formats.percent(share)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ movement }: { movement: Movement }) {
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const { movementDateISO, recordedAtUTC, completedAtUTC } = movement
  const moments: [string, string][] = [
    [m.happened, movementDateISO],
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
      </ul>
    </section>
  )
}
