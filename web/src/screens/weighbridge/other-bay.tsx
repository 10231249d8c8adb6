import { useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket, TicketPlace } from '../../offline/tickets.ts'
import { BayChoice } from './bay-choice.tsx'
import { comingOf } from './coming.ts'
import { partsOfTicket } from './ticket-facts.ts'
import { grainOfBay, placeOf, type Coming, type WaitingBay } from './bay-fit.ts'
import type { ReferenceData } from './reference-data.ts'
import { splitSide, type DraftPart } from './draft.ts'
import { messages } from './messages.ts'
import { SeveralBays } from './several-bays.tsx'
import { messages as severalMessages } from './several-messages.ts'
import { messages as yardMessages } from './yard-messages.ts'

/** Bays that were chosen instead, by what they are chosen for. */
export type ChosenBays = Record<string, string>

/** A bay of a ticket that may turn out to be another one: the first was full, or wet, or locked. */
interface Slot {
  name: string
  side: 'from' | 'to'
  place: TicketPlace
  /** One of several that the load is parted in. */
  isPart: boolean
}

/** The bays of a ticket that can be others: those of its parts, and where a load between bays goes. What was cut on a field comes off that. */
function slotsOf(ticket: Ticket): Slot[] {
  const side = splitSide(ticket.kind)
  const isPart = ticket.parts !== undefined
  const parts = partsOfTicket(ticket).map(({ place }, index) => ({
    name: `${side}.${index}`,
    side,
    place,
    isPart,
  }))
  if (ticket.kind !== 'between' || !ticket.to) return parts
  return [...parts, { name: 'to', side: 'to', place: ticket.to, isPart: false }]
}

interface Props {
  /** As it was at the first weighing. */
  ticket: Ticket
  weighed: Ticket
  ground: Pick<ReferenceData, 'bays' | 'grains' | 'known'>
  chosen: ChosenBays
  onChoose: (chosen: ChosenBays) => void
  /** Another number of bays, with their shares; empty where it is as it was. */
  parts: DraftPart[]
  onParts: (parts: DraftPart[]) => void
  /** A plan is weighed for the first time: how it is parted can be said once it is tipped or loaded. */
  isFirst: boolean
  /** True once somebody has tried to save: only then are faults shown. */
  isTried: boolean
}

/**
 * Form for the bay a lorry used instead of the one from its first weighing; of a load for several bays each part has its own.
 * Another number of bays is chosen together.
 */
export function OtherBays(props: Props) {
  const { ticket, weighed, ground, chosen, onChoose, parts, onParts, isFirst, isTried } = props
  const { bays } = ground
  const coming = comingOf(ticket, weighed, ground)
  const slots = slotsOf(ticket)
  const shown = parts.length > 0 ? slots.filter(({ name }) => name === 'to') : slots
  const [first] = slots
  return (
    <>
      {shown.map((slot) => (
        <OtherBay
          key={slot.name}
          {...{ slot, coming }}
          bays={baysFor(slot, weighed, bays)}
          chosen={chosen[slot.name] ?? ''}
          onChoose={(key) => onChoose({ ...chosen, [slot.name]: key })}
        />
      ))}
      {first && !isFirst && (
        <OtherNumber {...{ ticket, coming, parts, isTried }} bays={ofOwner(first, bays)} onParts={onParts} />
      )}
    </>
  )
}

type NumberProps = Pick<Props, 'ticket' | 'parts' | 'onParts' | 'isTried'> & {
  coming: Coming
  bays: WaitingBay[]
}

/** More bays than the first weighing said, or fewer. */
function OtherNumber({ ticket, coming, bays, parts, onParts, isTried }: NumberProps) {
  const m = useMessages(messages)
  const s = useMessages(severalMessages)
  const isLeaving = splitSide(ticket.kind) === 'from'
  if (parts.length === 0) {
    const present = partsOfTicket(ticket).map(({ place: { key }, share }) => ({ key, share: String(share) }))
    const several = isLeaving ? s.outOfSeveral : s.intoSeveral
    return (
      <button type="button" className="button bare start" onClick={() => onParts(present)}>
        {ticket.parts ? s.otherNumber : several}
      </button>
    )
  }
  return (
    <SeveralBays
      legend={isLeaving ? m.fromBay : m.toBay}
      bays={bays}
      coming={coming}
      isLeaving={isLeaving}
      parts={parts}
      onTake={onParts}
      isTried={isTried}
      one={s.asBefore}
      onOne={() => onParts([])}
    />
  )
}

/** Bays that the load has not otherwise. */
function baysFor(slot: Slot, weighed: Ticket, bays: WaitingBay[]): WaitingBay[] {
  const others = new Set(slotsOf(weighed).flatMap((each) => (each.name === slot.name ? [] : each.place.key)))
  return ofOwner(slot, bays).filter(({ key }) => !others.has(key))
}

/** Filters the bays to load from by owner: the load stays that owner's, for whom receiver and sale were entered. */
function ofOwner({ side, place }: Slot, bays: WaitingBay[]): WaitingBay[] {
  const owner = bays.find(({ key }) => key === place.key)?.ownerId
  return bays.filter(({ ownerId }) => side === 'to' || !owner || ownerId === owner)
}

interface OneProps {
  slot: Slot
  coming: Coming
  bays: WaitingBay[]
  /** By its key; '' where it is as it was. */
  chosen: string
  onChoose: (key: string) => void
}

function OtherBay({ slot: { side, place, isPart }, coming, bays, chosen, onChoose }: OneProps) {
  const m = useMessages(messages)
  const y = useMessages(yardMessages)
  const [isOpen, open] = useState(chosen !== '')
  const bay = [place.store, place.name].filter(Boolean).join(' · ')
  const one = side === 'to' ? y.otherBay : y.otherSource
  const label = isPart ? say(side === 'to' ? y.otherPart : y.otherPartSource, { bay }) : one
  if (!isOpen)
    return (
      <button type="button" className="button bare start" onClick={() => open(true)}>
        {label}
      </button>
    )
  return (
    <BayChoice
      legend={isPart ? label : side === 'to' ? m.toBay : m.fromBay}
      bays={bays}
      coming={{ ...coming, ...(isPart && { weight: 0 }) }}
      isLeaving={side === 'from'}
      chosen={[chosen || place.key]}
      onChoose={onChoose}
    />
  )
}

/** Why a load goes or comes from elsewhere, as it is kept. */
type Why = Record<'sentElsewhere' | 'loadedElsewhere', string>

/** A ticket with the bays that were chosen instead; as it was where there are none. What is loaded elsewhere is what lies there. */
export function withOtherBays(ticket: Ticket, chosen: ChosenBays, bays: WaitingBay[], why: Why): Ticket {
  return slotsOf(ticket).reduce<Ticket>((changed, { name, side, place, isPart }, index) => {
    const bay = bays.find(({ key }) => key === chosen[name])
    if (!bay || bay.key === place.key) return changed
    const other = placeOf(bay)
    const parts = changed.parts?.map((part, at) =>
      isPart && at === index ? { ...part, place: other } : part,
    )
    return {
      ...changed,
      ...((!isPart || index === 0) && { [side]: other }),
      ...(parts && { parts }),
      ...(side === 'to' ? { sentElsewhere: why.sentElsewhere } : loadedFrom(bay, ticket, why)),
    }
  }, ticket)
}

function loadedFrom(bay: WaitingBay, { recordId, from }: Ticket, { loadedElsewhere }: Why) {
  const known = recordId ?? from?.recordId
  return {
    loadedElsewhere,
    grain: grainOfBay(bay),
    // The book knows the load by what it was to be taken from, until this is in it.
    ...(known !== undefined && { recordId: known }),
  }
}
