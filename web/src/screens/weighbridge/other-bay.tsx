import { useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket, TicketPlace } from '../../offline/tickets.ts'
import { BayChoice } from './bay-choice.tsx'
import { netOf, partsOfTicket } from './ticket-facts.ts'
import type { WaitingBay } from './bay-fit.ts'
import { grainOfBay, placeOf } from './chosen.ts'
import { splitSide } from './draft.ts'
import { messages } from './messages.ts'
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
  bays: WaitingBay[]
  chosen: ChosenBays
  onChoose: (chosen: ChosenBays) => void
}

/** Where a lorry was tipped or loaded instead of where its first weighing said; of a load for several bays each part has its own. */
export function OtherBays({ ticket, weighed, bays, chosen, onChoose }: Props) {
  return slotsOf(ticket).map((slot) => (
    <OtherBay
      key={slot.name}
      {...{ slot, ticket, weighed }}
      bays={baysFor(slot, weighed, bays)}
      chosen={chosen[slot.name] ?? ''}
      onChoose={(key) => onChoose({ ...chosen, [slot.name]: key })}
    />
  ))
}

/** Bays that the load has not otherwise. What is loaded stays its owner's, for whom receiver and sale were said. */
function baysFor({ name, side, place }: Slot, weighed: Ticket, bays: WaitingBay[]): WaitingBay[] {
  const others = new Set(slotsOf(weighed).flatMap((each) => (each.name === name ? [] : each.place.key)))
  const owner = bays.find(({ key }) => key === place.key)?.ownerId
  const isOfOwner = ({ ownerId }: WaitingBay) => side === 'to' || !owner || ownerId === owner
  return bays.filter((bay) => !others.has(bay.key) && isOfOwner(bay))
}

interface OneProps {
  slot: Slot
  ticket: Ticket
  weighed: Ticket
  bays: WaitingBay[]
  /** By its key; '' where it is as it was. */
  chosen: string
  onChoose: (key: string) => void
}

function OtherBay({ slot: { side, place, isPart }, ticket, weighed, bays, chosen, onChoose }: OneProps) {
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
  const { grain, party } = ticket
  return (
    <BayChoice
      legend={isPart ? label : side === 'to' ? m.toBay : m.fromBay}
      bays={bays}
      coming={{
        commodityId: grain.id,
        gradeId: grain.grade,
        harvestYear: '',
        owners: ['', party.name],
        weight: isPart ? 0 : (netOf(weighed) ?? 0),
        ranks: new Map(),
      }}
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
