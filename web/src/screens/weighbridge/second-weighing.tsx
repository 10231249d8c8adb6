import { useState, type FormEvent } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { amend, keep } from '../../offline/outbox.ts'
import type { Ticket } from '../../offline/store.ts'
import { Icon } from '../../ui/icons.tsx'
import { firstReading, secondReading } from './draft.ts'
import { netOf, placesOf, secondEntry, withBothReadings } from './entries.ts'
import { messages } from './messages.ts'
import { NetFoot } from './net-foot.tsx'
import { goOnByEnter } from './next-field.ts'
import { ScaleFigure, useWeightReader } from './scale-figure.tsx'
import type { Indicator } from '../../scale/use-indicator.ts'
import { WhatIsLeft } from './what-is-left.tsx'

interface Props {
  ticket: Ticket
  indicator: Indicator
  onDone: (ticket: Ticket) => void
  onBack: () => void
}

/** A lorry that comes back over the bridge: its other weight, and the ticket is done. */
export function SecondWeighing({ ticket, indicator, onDone, onBack }: Props) {
  const m = useMessages(messages)
  const name = `${ticket.organisationId}.second.${ticket.id}`
  const [draft, change, clear] = useDraft(name, () => ({ weight: '', isTaken: false }))
  const [isTried, setTried] = useState(false)
  const kg = useWeightReader()(draft.weight).kg
  const reading = secondReading(ticket.kind)
  const weighed: Ticket = { ...ticket, [reading]: kg ?? null }
  const net = netOf(weighed)
  const fault =
    kg === undefined
      ? isTried && draft.weight === ''
        ? m.needed
        : undefined
      : net === undefined
        ? m.mustExceed
        : undefined

  async function finish(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (net === undefined) return
    const closed: Ticket = {
      ...weighed,
      closedAt: justNow(),
      typed: [...ticket.typed, ...(draft.isTaken ? [] : ([reading] as const))],
    }
    await store(closed)
    clear()
    onDone(closed)
  }

  return (
    <form
      className="panel ticket"
      aria-label={m.weighing2}
      noValidate
      onKeyDown={goOnByEnter}
      onSubmit={(event) => void finish(event)}
    >
      <ScaleFigure
        label={m[reading]}
        step={m.weighing2}
        value={draft.weight}
        onChange={(weight, isTaken) => change({ weight, isTaken })}
        fault={fault}
        indicator={indicator}
        autoFocus
      />
      <div className="ticket-body">
        <Facts ticket={ticket} />
        <WhatIsLeft entry={entryInBook(weighed)} net={net} isDried={ticket.contract !== undefined} />
        <button type="button" className="button bare start" onClick={onBack}>
          <Icon name="plus" />
          {m.newTicket}
        </button>
      </div>
      <NetFoot net={net}>
        <button className="button primary big" aria-keyshortcuts="Control+Enter">
          {m.finish}
        </button>
      </NetFoot>
    </form>
  )
}

const justNow = () => new Date().toISOString()

/** What the second reading would send, once the first is in the book. */
function entryInBook(ticket: Ticket) {
  if (netOf(ticket) === undefined || ticket.movementId === undefined) return undefined
  const { method, path, body } = secondEntry(ticket)
  return { method, path: path.replace('{movementId}', ticket.movementId), body }
}

/** What is known of the load since the first weighing. */
function Facts({ ticket }: { ticket: Ticket }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const first = firstReading(ticket.kind)
  const facts: [string, string | undefined][] = [
    [m.vehicle, ticket.vehicle],
    [ticket.kind === 'out' ? m.receiver : m.sender, ticket.party.name],
    [m.grain, ticket.grain.name],
    [m.fromBay, ticket.kind === 'field' ? undefined : placesOf(ticket, 'from')],
    [m.toBay, placesOf(ticket, 'to')],
    ...(ticket.measured ?? []).map(({ name, value, metric }): [string, string] => [
      name,
      `${value} ${metric}`.trim(),
    ]),
    [m[first], `${formats.kg(ticket[first] ?? 0)} kg`],
    [m.reference, ticket.reference],
  ]
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** If the first weighing has not left this device, the load goes as one; otherwise the second reading follows it. */
async function store(closed: Ticket): Promise<void> {
  if (await amend(closed, (body) => withBothReadings(body, closed))) return
  await keep(closed, secondEntry(closed))
}
