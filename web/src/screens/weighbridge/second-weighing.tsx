import { useState, type FormEvent } from 'react'
import { now } from '../../api/clock.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { fieldWeight } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { beginTicket, correctTicket, finishTicket } from '../../offline/outbox.ts'
import { tabPlace } from '../../offline/tab.ts'
import type { Entered, Ticket } from '../../offline/tickets.ts'
import { Icon } from '../../ui/icons.tsx'
import { useRehearsalOf } from '../../ui/rehearsal.tsx'
import { firstReading, secondReading } from './draft.ts'
import { secondEntry, withBothReadings } from './entries.ts'
import type { ReferenceData } from './reference-data.ts'
import { messages } from './messages.ts'
import { LaterMeasures, measuredSince, typedMeasures } from './later-measures.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { isPlan } from './movement-ticket.ts'
import { NetFoot } from './net-foot.tsx'
import { withOtherNumber } from './other-number.ts'
import { holdOn } from './hold-on.ts'
import { goOnByEnter, goToFirstFault } from './next-field.ts'
import { RefusalFoot } from './refusal-foot.tsx'
import { refusedBy } from './refused-by.ts'
import { Facts, FirstWeight, OtherShares, withShares } from './second-facts.tsx'
import { ScaleFigure } from './scale-figure.tsx'
import type { Indicator } from '../../scale/use-indicator.ts'
import { WhatIsLeft } from './what-is-left.tsx'
import { useMeasures } from './terms.ts'
import { messages as severalMessages } from './several-messages.ts'
import { netOf } from './ticket-facts.ts'
import { TicketTradeChoice } from './ticket-trade.tsx'
import { useWeighed, type Typed } from './weighed-again.ts'
import { TypedReason } from './typed-reason.tsx'
import { useDoubts } from './use-doubts.ts'
import { useCheckedPress } from './use-checked-press.ts'
import { messages as yardMessages } from './yard-messages.ts'

interface Props {
  ticket: Ticket
  ground: Pick<ReferenceData, 'bays' | 'grains' | 'known' | 'plantings'>
  indicator: Indicator
  /** Its second weighing was refused, and is taken again. */
  isCorrecting: boolean
  /** Weight typed before the ticket was known to be in the yard. */
  typed?: string | undefined
  onDone: () => void
  /** This device cannot keep it. */
  onUnkept: (ticket: Ticket, entry: Entered) => void
  onBack: () => void
}

/** A lorry that comes back over the bridge: its other weight, and the ticket is done. */
export function SecondWeighing(props: Props) {
  const { ticket, ground, indicator, onBack } = props
  const m = useMessages(messages)
  const second = useSecondReading(props)
  const { draft, change, isFirst, reading, net } = second
  return (
    <form
      className="panel ticket"
      aria-label={isFirst ? m.weighing1 : m.weighing2}
      noValidate
      onKeyDown={goOnByEnter}
      onPointerDown={holdOn}
      onChange={second.takeBack}
      onSubmit={second.submit}
    >
      <ScaleFigure
        label={m[reading]}
        step={isFirst ? m.weighing1 : m.weighing2}
        value={draft.weight}
        onChange={(weight, taken) =>
          change({ weight, isTaken: taken !== undefined, ...(taken && { read: taken }) })
        }
        fault={second.fault}
        indicator={indicator}
        commodityId={ticket.grain.id}
        autoFocus
      />
      <SecondBody {...{ ticket, ground, second, onBack }} />
      <NetFoot net={net} says={<RefusalFoot {...second.refusal} />}>
        <button className="button primary big" aria-keyshortcuts="Control+Enter">
          {isFirst ? (reading === 'full' ? m.saveFirst : m.saveFirstOut) : m.finish}
        </button>
      </NetFoot>
    </form>
  )
}

type BodyProps = Pick<Props, 'ticket' | 'ground' | 'onBack'> & { second: ReturnType<typeof useSecondReading> }

/** The facts of the ticket, and all of it that may turn out otherwise by its second weighing. */
function SecondBody({ ticket, ground, second, onBack }: BodyProps) {
  const m = useMessages(messages)
  const y = useMessages(yardMessages)
  const formats = useFormats()
  const { draft, change, measures, isFirst, isTried, weighed, net } = second
  return (
    <div className="ticket-body">
      {ticket.openedAt > now().toISOString() && (
        <p className="note">{say(y.movesThen, { when: formats.moment(ticket.openedAt) })}</p>
      )}
      <Facts ticket={weighed} />
      {!isFirst && (
        <FirstWeight
          label={say(m.correctFirst, { reading: m[firstReading(ticket.kind)] })}
          value={draft.first}
          commodityId={ticket.grain.id}
          onChange={(typed) => change({ first: typed })}
        />
      )}
      <Elsewhere {...{ ticket, weighed, ground, draft, change, isFirst, isTried }} />
      <TypedReason
        isTyped={draft.weight !== '' && weighed.typed.length > 0}
        value={draft.typedReason ?? ''}
        onChange={(typedReason) => change({ typedReason })}
      />
      <LaterMeasures
        ticket={ticket}
        measures={measures}
        sampled={{ measured: draft.measured, metered: draft.metered }}
        change={change}
      />
      {ticket.parts && draft.parts.length === 0 && (
        <OtherShares parts={ticket.parts} typed={draft.shares} onType={(shares) => change({ shares })} />
      )}
      <TicketTradeChoice
        kind={ticket.kind}
        basis={ticket.basis}
        partnerId={ticket.party.id}
        grain={ticket.grain}
        net={net}
        day=""
        value={draft.trade === undefined ? ticket.trade : draft.trade}
        onChange={(trade) => change({ trade })}
      />
      {net !== undefined && ticket.movementId !== undefined && (
        <WhatIsLeft
          rehearsal={second.rehearsal}
          net={net}
          isDried={ticket.contract !== undefined}
          commodityId={ticket.grain.id}
        />
      )}
      <button type="button" className="button bare start" onClick={onBack}>
        <Icon name="plus" />
        {m.newTicket}
      </button>
    </div>
  )
}

/** The weight as it is typed, what it means, and what finishes the ticket with it. */
function useSecondReading({ ticket, ground, isCorrecting, typed: carried = '', onDone, onUnkept }: Props) {
  const m = useMessages(messages)
  const s = useMessages(severalMessages)
  // A plan is weighed for the first time here: its load is in the book already.
  const isFirst = isPlan(ticket) || (isCorrecting && ticket.closedAt === undefined)
  const reading = isFirst ? firstReading(ticket.kind) : secondReading(ticket.kind)
  const [draft, change, clear] = useSecondDraft(ticket, reading, carried)
  const [isTried, setTried] = useState(false)
  const { measures } = useMeasures(ticket.kind, ticket.grain, ground)
  const measured = measuredSince(ticket, draft.measured, measures)
  const shared =
    draft.parts.length > 0
      ? withOtherNumber(measured, draft.parts, ground.bays, s)
      : withShares(measured, draft.shares)
  const { weighed, kg, net, typed } = useWeighed(shared ?? ticket, draft, reading, ground)
  const rehearsal = useRehearsalOf(shared && entryInBook(weighed))
  const doubts = useDoubts(weighed, rehearsal, weighed.read?.[reading]?.before)
  const judging = useCheckedPress(rehearsal, (isUnread) => {
    if (doubts.pass(isUnread)) void finish()
  })
  const missing = isTried && draft.weight === '' ? m.needed : undefined
  const fault = kg === undefined ? missing : net === undefined && !isFirst ? m.mustExceed : undefined

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setTried(true)
    if (kg === undefined || !shared || (net === undefined && !isFirst))
      return goToFirstFault(event.currentTarget)
    judging.press()
  }

  async function finish(more: Pick<Ticket, 'emptiesBay'> = {}): Promise<void> {
    // What was refused before may have been meant to empty the bay; this one says so itself.
    const { emptiesBay: _before, ...again } = weighed
    const closed: Ticket = { ...again, ...more, ...(!isFirst && { closedAt: now().toISOString() }), typed }
    const entry = { ...secondEntry(closed, reading), saw: { full: ticket.full, empty: ticket.empty } }
    try {
      // If the first weighing has not left this device, the load goes as one; otherwise the second reading follows it.
      if (isCorrecting) await correctTicket(closed, entry)
      else if (isFirst) await beginTicket(closed, entry)
      else await finishTicket(closed, entry, withBothReadings)
    } catch {
      return onUnkept(closed, entry)
    }
    clear()
    onDone()
  }
  const shown = { draft, change, measures, isFirst, reading, weighed, net, fault: fault ?? doubts.fault }
  const refusal = {
    ticket: weighed,
    refused: refusedBy(rehearsal.error),
    rehearsal,
    isJudging: judging.isJudging,
    questions: doubts.questions,
    reasons: draft,
    onReasons: change,
    onLate: (enteredOn: string) => change({ enteredOn }),
    onWriteUp: () => void finish({ emptiesBay: true }),
  }
  return { ...shown, rehearsal, refusal, isTried, submit, takeBack: judging.takeBack }
}

/** The form of a second weighing as it is typed: this tab keeps it until the ticket is done. */
function useSecondDraft(ticket: Ticket, reading: 'full' | 'empty', carried: string) {
  const formats = useFormats()
  const language = useLanguage()
  const before = ticket[reading]
  const name = `${ticket.organisationId}.second.${ticket.id}.${tabPlace()}`
  return useDraft<Typed>(name, () => ({
    weight: before === null ? carried : fieldWeight(before, formats, language),
    isTaken: false,
    first: '',
    bays: {},
    field: '',
    gradeReason: ticket.gradeReason ?? '',
    holdOverride: ticket.holdOverride ?? '',
    measured: typedMeasures(ticket, language),
    shares: (ticket.parts ?? []).map(({ share }) => String(share)),
    parts: [],
  }))
}

/** Builds the entry that the second reading would send, once the first is in the book. */
function entryInBook(ticket: Ticket): Entered | undefined {
  if (netOf(ticket) === undefined || ticket.movementId === undefined) return undefined
  const entry = secondEntry(ticket)
  return { ...entry, path: entry.path.replace('{movementId}', ticket.movementId) }
}
