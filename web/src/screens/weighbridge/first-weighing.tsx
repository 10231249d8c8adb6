import { useState, type FormEvent } from 'react'
import { now } from '../../api/clock.ts'
import { newId } from '../../api/ids.ts'
import { useMessages } from '../../i18n/messages.ts'
import { correctTicket, saveTicket } from '../../offline/outbox.ts'
import type { Entered, Ticket } from '../../offline/tickets.ts'
import { Icon } from '../../ui/icons.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { isUpsideDown, type Chosen } from './chosen.ts'
import { blankTicket, firstReading, hasTyped, secondReading, takenWith, type TicketDraft } from './draft.ts'
import type { ReferenceData } from './reference-data.ts'
import { holdOn } from './hold-on.ts'
import { InYardAlready, useSameLorry } from './in-yard-already.tsx'
import { messages } from './messages.ts'
import { NetFoot } from './net-foot.tsx'
import { goOnByEnter, goToFirstFault } from './next-field.ts'
import { isReadyButForWeight, KnownLorries, Recalled, RememberedTare } from './recalled.tsx'
import { RefusalFoot } from './refusal-foot.tsx'
import { ScaleFigure } from './scale-figure.tsx'
import { isDried } from './terms.ts'
import type { FieldsProps } from './fields-props.ts'
import { TicketFields } from './ticket-fields.tsx'
import { useMeaning, type Meaning } from './use-meaning.ts'
import { useDoubts } from './use-doubts.ts'
import { useCheckedPress } from './use-checked-press.ts'
import { TypedReason } from './typed-reason.tsx'
import { WhoseLoad } from './whose-load.tsx'
import { messages as yardMessages } from './yard-messages.ts'
import type { Indicator } from '../../scale/use-indicator.ts'
import { ReadingField } from '../../ui/weight-field.tsx'

const Quality = lazily(async () => (await import('./quality.tsx')).Quality)
const StillToCut = lazily(async () => (await import('./still-to-cut.tsx')).StillToCut)
const AboutLorry = lazily(async () => (await import('./about-lorry.tsx')).AboutLorry)
const DraftTradeChoice = lazily(async () => (await import('./ticket-trade.tsx')).DraftTradeChoice)
const WhatIsLeft = lazily(async () => (await import('./what-is-left.tsx')).WhatIsLeft)

interface Props {
  draft: TicketDraft
  change: (part: Partial<TicketDraft>) => void
  clear: () => void
  ground: ReferenceData
  indicator: Indicator
  /** The refused ticket that this corrects. */
  correcting?: Ticket | undefined
  onSaved: () => void
  onBack?: (() => void) | undefined
  /** The lorries that wait for their second weighing, and what opens one of them with the weight that was typed here. */
  yard?: Ticket[]
  onTakeUp?: (ticket: Ticket, weight: string) => void
  /** This device cannot keep it. */
  onUnkept: (ticket: Ticket, entry: Entered) => void
}

/** A lorry that has come: who it is, what it brings or takes, and its first weight; with a remembered tare the whole ticket. */
export function FirstWeighing(props: Props) {
  const { draft, change, clear, ground, indicator, correcting, yard, onTakeUp } = props
  const m = useMessages(messages)
  const y = useMessages(yardMessages)
  const [isTried, setTried] = useState(false)
  const [isOpen, open] = useState(false)
  const reading = firstReading(draft.kind)
  const { here, isAsked, takeAsOther } = useSameLorry(yard, draft.vehicle, ground.plates)
  const meaning = useMeaning(draft, ground, change, correcting)
  const { chosen, isReady, made, judged } = meaning
  const weights = { full: chosen.full ?? null, empty: chosen.empty ?? null }
  const doubts = useDoubts(weights, judged.rehearsal, draft.read[reading]?.before)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setTried(true)
    if (!isReady || isAsked) {
      // What the card says is all there: the weight has its fault, and nothing moves.
      if (!isReadyButForWeight(draft, chosen)) open(true)
      return goToFirstFault(event.currentTarget)
    }
    judging.press()
  }
  const send = (more?: Pick<Ticket, 'emptiesBay'>) =>
    void save(props, made(now(), correcting?.id ?? newId(), more))
  const judging = useCheckedPress(judged.rehearsal, (isUnread) => {
    // Grain that may not go there must not be tipped there. What has been tipped is entered, whatever is said of it.
    if (isReady && doubts.pass(isUnread) && !(judged.isGuess && judged.refused)) send()
  })

  return (
    <form
      className="panel ticket"
      aria-label={correcting ? `${y.correct}: ${correcting.reference}` : m.newTicket}
      noValidate
      onKeyDown={goOnByEnter}
      onPointerDown={holdOn}
      onChange={judging.takeBack}
      onSubmit={submit}
    >
      <ScaleFigure
        label={m[reading]}
        step={m.weighing1}
        value={draft[reading]}
        onChange={(value, taken) => change({ [reading]: value, ...takenWith(draft, reading, taken) })}
        fault={faultOf(draft, chosen, isTried, m) ?? doubts.fault}
        commodityId={chosen.grain?.id}
        indicator={indicator}
      />
      {here && isAsked && (
        <InYardAlready
          ticket={here}
          onTakeUp={() => {
            onTakeUp?.(here, draft[secondReading(here.kind)])
            clear()
          }}
          onOther={takeAsOther}
        />
      )}
      <TicketBody {...props} {...meaning} {...{ isTried, isOpen }} onOpen={() => open(true)} />
      <TicketFoot
        {...props}
        {...meaning}
        questions={doubts.questions}
        isJudging={judging.isJudging}
        onWriteUp={() => send({ emptiesBay: true })}
      />
    </form>
  )
}

/** Keeps a ticket, or the one that it corrects, and empties the form. */
async function save(
  { draft, change, clear, correcting, onSaved, onUnkept }: Props,
  { ticket, entry }: { ticket: Ticket; entry: Entered },
): Promise<void> {
  try {
    await (correcting ? correctTicket : saveTicket)(ticket, entry)
  } catch {
    return onUnkept(ticket, entry)
  }
  clear()
  if (!correcting) change({ ...blankTicket(draft.kind) })
  scrollTo({ top: 0 })
  onSaved()
}

/** Finds the fault of the first weight itself. */
function faultOf(
  draft: TicketDraft,
  chosen: Chosen,
  isTried: boolean,
  m: Record<'needed' | 'notZero' | 'mustExceed', string>,
): string | undefined {
  const reading = firstReading(draft.kind)
  if (isTried && draft[reading] === '') return m.needed
  if (chosen[reading] === 0) return m.notZero
  return isUpsideDown(chosen) ? m.mustExceed : undefined
}

type BodyProps = Pick<Props, 'draft' | 'change' | 'ground' | 'correcting' | 'onBack'> &
  Pick<Meaning, 'chosen' | 'terms' | 'judged'> & { isTried: boolean; isOpen: boolean; onOpen: () => void }

/** All of the ticket but its weight: in short where the lorry was recalled. */
function TicketBody({
  draft,
  change,
  ground,
  correcting,
  onBack,
  chosen,
  terms,
  judged,
  isTried,
  isOpen,
  onOpen,
}: BodyProps) {
  const m = useMessages(messages)
  const other = secondReading(draft.kind)
  const fieldsProps: FieldsProps = { draft, change, ground, chosen, isTried }
  const isRecalled = !isOpen && draft.day === '' && isReadyButForWeight(draft, chosen)
  return (
    <div className="ticket-body">
      {correcting?.closedAt !== undefined && draft.day === '' && (
        <ReadingField
          label={m[other]}
          value={draft[other]}
          onChange={(weight) => change({ [other]: weight, isTareRemembered: false })}
        />
      )}
      {!isRecalled && !isOpen && !correcting && <KnownLorries {...fieldsProps} />}
      {isRecalled ? <Recalled {...fieldsProps} onChange={onOpen} /> : <TicketFields {...fieldsProps} />}
      {draft.vehicle + draft.party !== '' && <AboutLorry {...fieldsProps} said={judged.rehearsal.expiries} />}
      {draft.kind === 'field' && <StillToCut {...fieldsProps} />}
      <WhoseLoad draft={draft} change={change} terms={terms} isTried={isTried} />
      {chosen.grain && draft.party !== '' && <DraftTradeChoice {...fieldsProps} basis={terms.basis} />}
      {terms.measures.length > 0 && (
        <Quality draft={draft} change={change} terms={terms} grain={chosen.grain} />
      )}
      <RememberedTare {...fieldsProps} />
      <TypedReason
        isTyped={hasTyped(draft)}
        value={draft.typedReason}
        onChange={(typedReason) => change({ typedReason })}
      />
      {judged.ticket && (
        <WhatIsLeft
          rehearsal={judged.rehearsal}
          net={chosen.net}
          isDried={isDried(terms) && draft.day === ''}
          commodityId={chosen.grain?.id}
        />
      )}
      {onBack && (
        <button type="button" className="button bare start" onClick={onBack}>
          <Icon name="plus" />
          {m.newTicket}
        </button>
      )}
    </div>
  )
}

type FootProps = Pick<Props, 'draft' | 'change' | 'ground'> &
  Pick<Meaning, 'chosen' | 'judged'> & {
    questions: string[]
    isJudging: boolean
    onWriteUp: () => void
  }

/** The net weight with what speaks against it, and the button that saves the ticket. */
function TicketFoot(props: FootProps) {
  const { draft, change, ground, chosen, judged, questions, isJudging, onWriteUp } = props
  const m = useMessages(messages)
  const save = firstReading(draft.kind) === 'full' ? m.saveFirst : m.saveFirstOut
  return (
    <NetFoot
      net={chosen.net}
      says={
        <RefusalFoot
          {...judged}
          {...{ questions, isJudging }}
          reasons={draft}
          onReasons={change}
          onLate={(enteredOn) => change({ enteredOn })}
          onWriteUp={onWriteUp}
        />
      }
    >
      <button className="button primary big" disabled={!ground.isReady} aria-keyshortcuts="Control+Enter">
        {chosen.net !== undefined ? m.finish : save}
      </button>
    </NetFoot>
  )
}
