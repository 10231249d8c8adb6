import { useQuery } from '@tanstack/react-query'
import type { Movement } from '../../api/operations.ts'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { measureText } from '../../i18n/numbers.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Photo } from '../../ui/photo.tsx'
import { useLimitWords } from '../../stock/limit-words.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { History } from './history.tsx'
import { messages } from './messages.ts'
import { panelMessages } from './panel-messages.ts'
import { movementTraceQuery } from './queries.ts'
import { placeName, Status, weighed } from './shown.tsx'
import { useSourceText } from './source-text.ts'

/** The ticket of a movement with its weights. */
export function TicketFacts({ movement }: { movement: Movement }) {
  const words = useMessages(messages)
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const { inventory, driver, weighbridge, drying, adjustment } = movement
  const { source, destination } = inventory.storage
  const kg = (value: number | null | undefined) => (value ? formats.weight(value) : m.notWeighed)
  const sourceText = useSourceText()
  const reading = (name: 'full' | 'empty') =>
    [kg(weighbridge[name].weight), sourceText(weighbridge.readings?.[name])].filter(Boolean).join(' · ')
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
    [m.full, reading('full')],
    [m.empty, reading('empty')],
    [m.net, kg(weighed(movement))],
    ...(movement.contractReference ? [[m.contract, movement.contractReference] as [string, string]] : []),
    ...(movement.type === 'outbound' ? [[m.sold, movement.sold ? m.yes : m.no] as [string, string]] : []),
    ...(drying
      ? ([
          [m.dried, kg(drying.lossWeight)],
          [m.afterDrying, kg(drying.netWeight)],
        ] as [string, string][])
      : []),
    ...(movement.storageContract.requiresCleaning ? [[m.cleaning, m.toClean] as [string, string]] : []),
    ...(movement.gradeReason ? [[m.gradeReason, movement.gradeReason] as [string, string]] : []),
    ...(movement.holdOverride ? [[m.holdOverride, movement.holdOverride] as [string, string]] : []),
    ...(adjustment
      ? [
          [
            m.corrected,
            `${formats.signedWeighed(adjustment.difference)} ${formats.scaleUnit} · ${adjustment.reason}`,
          ] as [string, string],
        ]
      : []),
  ]
  return (
    <>
      <div>
        <Status movement={movement} />
      </div>
      <FactList className="facts" facts={facts} />
      {movement.order && (
        <p>
          {m.order}:{' '}
          <Link to="/orders/$id" params={{ id: movement.order.id }}>
            {movement.order.name}
          </Link>
        </p>
      )}
      {movement.trade && (
        <p>
          {m.trade}:{' '}
          <Link to="/trades/$id" params={{ id: movement.trade.id }}>
            {movement.trade.name}
          </Link>
        </p>
      )}
    </>
  )
}

/** Shows further details of a movement: its photo, its measurements, the parts of the load, and all that has happened to it. */
export function TicketDetails({ movement }: { movement: Movement }) {
  const m = useMessages(panelMessages)
  const { file } = movement.weighbridge
  return (
    <>
      {file.id !== '' && <Photo id={file.id} label={m.photo} />}
      <Parts movement={movement} />
      <Measured movement={movement} />
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
              {formats.weight(weight)} <span className="quiet small">{formats.percent(share)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Of a lorry that was tipped in several bays, or loaded out of several: full less empty is the net of all its parts. */
function Parts({ movement: { ticket } }: { movement: Movement }) {
  const m = useMessages(panelMessages)
  const formats = useFormats()
  if (!ticket || ticket.parts.length < 2) return null
  const { part, parts, reference, net } = ticket
  return (
    <section className="stack tight">
      <h3 className="strong">
        {say(reference === '' ? m.partOfLorry : m.partOf, { part, parts: parts.length, reference })}
      </h3>
      {net !== null && <p className="quiet small">{say(m.netOfAll, { kg: formats.weighed(net) })}</p>}
      <ul className="lines">
        {parts.map(({ movementId, weight }, index) => (
          <li key={movementId} className="bar apart">
            <Link to="/movements" search={{ open: String(movementId) }}>
              {say(m.onePart, { n: index + 1, uid: String(movementId).padStart(6, '0') })}
            </Link>
            <span className="num">{weight === null ? m.notWeighed : formats.weight(weight)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All that was measured of the load, the latest last; what is outside the limits of its grade is marked with them. */
function Measured({ movement: { samples = [], brokenLimits = [] } }: { movement: Movement }) {
  const m = useMessages(panelMessages)
  const limitWords = useLimitWords()
  const nameOf = useMeasureName()
  const language = useLanguage()
  const fields = samples.flatMap((sample) => sample.fields)
  if (fields.length === 0) return null
  return (
    <section className="stack tight">
      <h3 className="strong">{m.measured}</h3>
      <dl className="facts">
        {fields.map(({ name, value, metric }, index) => {
          const limit = brokenLimits.find((each) => each.name === name)
          return (
            <div key={index}>
              <dt>{nameOf(name)}</dt>
              <dd>
                {measureText(value, language)} {metric}{' '}
                {limit && <span className="badge bad">{limitWords(limit)}</span>}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
