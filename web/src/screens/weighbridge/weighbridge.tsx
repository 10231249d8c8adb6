import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState, type ComponentProps } from 'react'
import { useMay, useMe } from '../../api/session.ts'
import { ConnectionState } from '../../frame/connection-state.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { useWaiting } from '../../offline/use-outbox.ts'
import type { Entered, Ticket } from '../../offline/tickets.ts'
import { Done } from './done.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Failed, Segmented } from '../../ui/parts.tsx'
import { Correction } from './correction.tsx'
import { blankTicket } from './draft.ts'
import { FirstWeighing } from './first-weighing.tsx'
import { useReferenceData, type ReferenceData } from './reference-data.ts'
import { messages } from './messages.ts'
import { useDeviceSettings } from '../../scale/device-settings.ts'
import { useIndicator } from '../../scale/use-indicator.ts'
import './ticket.css'
import './paper.css'
import './weighbridge.css'
import { Unkept, type UnkeptTicket } from './unkept.tsx'
import { useFreshFigures, useNewsOfYard } from './use-news.ts'
import { useDraftOfTab } from './use-draft-of-tab.ts'
import { useOpenTicket, useYard } from './use-yard.ts'
import { Yard } from './yard-list.tsx'

const FirstStore = lazily(async () => (await import('./first-store.tsx')).FirstStore)
const MayNotWeigh = lazily(async () => (await import('./may-not-weigh.tsx')).MayNotWeigh)
// Few have one.
const MeterListener = lazily(async () => (await import('../../scale/meter-listener.tsx')).MeterListener)
const RefusedEntries = lazily(async () => (await import('./refused.tsx')).RefusedEntries)
const SecondWeighing = lazily(async () => (await import('./second-weighing.tsx')).SecondWeighing)
// What draws its code is larger than the ticket.
const TicketPaper = lazily(async () => (await import('./ticket-paper.tsx')).TicketPaper)

/** Lorries in and out: the ticket, who waits in the yard, and what was done here. */
export function Weighbridge() {
  const m = useMessages(messages)
  const { waiting, tickets, yard, openId, open, refused, look } = useTicketsHere()
  const done = useMemo(() => tickets.filter(({ closedAt }) => closedAt), [tickets])
  const { organisation } = useMe()
  const [draft, change, clear] = useDraftOfTab(organisation.id, tickets)
  const ground = useReferenceData(open?.kind ?? draft.kind)
  const indicator = useIndicator()
  const { meter } = useDeviceSettings()
  const [printing, setPrinting] = useState<Ticket>()
  const { carried, takeUp } = useTakingUp(look)
  const { unkept, onUnkept, onKept } = useUnkept()
  const hasNoStores = ground.isReady && ground.bays.length === 0
  const onDone = () => {
    onKept()
    look()
  }
  const onSent = () => {
    // What could not be kept is in the book: its form is empty again.
    if (!open) clear()
    onDone()
  }
  const form = { ground, indicator, onUnkept, onSaved: onDone }

  return (
    <>
      <Head />
      {meter !== 'none' && <MeterListener />}
      {waiting.length > 0 && <RefusedEntries entries={waiting} tickets={tickets} onCorrect={look} />}
      {ground.failure && <Failed {...ground.failure} />}
      {!open && !hasNoStores && (
        <Segmented
          label={m.kind}
          value={draft.kind}
          options={{ in: m.in, field: m.field, out: m.out, between: m.between }}
          onChange={(next) => change({ ...blankTicket(next), vehicle: draft.vehicle })}
        />
      )}
      {unkept && <Unkept key={unkept.ticket.id} {...unkept} onSent={onSent} onPrint={setPrinting} />}
      <div className={yard.length > 0 ? 'weigh busy' : 'weigh'}>
        {open ? (
          <OpenTicket
            key={open.id}
            {...form}
            ticket={open}
            refused={refused?.step}
            typed={carried?.id === open.id ? carried.weight : undefined}
            onBack={() => look()}
          />
        ) : hasNoStores ? (
          <FirstStore />
        ) : (
          <FirstWeighing key={draft.id} {...form} {...{ draft, change, clear, yard }} onTakeUp={takeUp} />
        )}
        <aside className="stack">
          <Yard tickets={yard} waiting={waiting} openId={openId} onOpen={look} />
          <Done tickets={done} waiting={waiting} onPrint={setPrinting} />
        </aside>
      </div>
      {printing && (
        <TicketPaper ticket={printing} grains={ground.grains} onPrinted={() => setPrinting(undefined)} />
      )}
    </>
  )
}

/** Finds the tickets on this device and in the yard, and the one that is open. */
function useTicketsHere() {
  const { organisation } = useMe()
  const { ticket: openId } = useSearch({ from: '/weighbridge' })
  const waiting = useWaiting()
  const { tickets, yard } = useYard(organisation)
  const refused = waiting.find(({ ticketId, state }) => ticketId === openId && state === 'refused')
  const inYard = useOpenTicket(yard, tickets, openId)
  const open = refused ? tickets.find(({ id }) => id === openId) : inYard
  useFreshFigures(waiting)
  useNewsOfYard()
  return { waiting, tickets, yard, openId, open, refused, look: useLook() }
}

/** Opens a lorry of the yard with the weight that was typed before anybody knew that it is there. */
function useTakingUp(look: Look) {
  const [carried, setCarried] = useState<{ id: string; weight: string }>()
  const takeUp = ({ id }: Ticket, weight: string) => {
    setCarried({ id, weight })
    look(id)
  }
  return { carried, takeUp }
}

/** The ticket that this device could not keep. Of one form there is one, however often it is tried: sent twice, it is in the book once. */
function useUnkept() {
  const [unkept, setUnkept] = useState<UnkeptTicket>()
  const onUnkept = (ticket: Ticket, entry: Entered) =>
    setUnkept((before) => {
      const isSame = before !== undefined && before.ticket.asTyped?.id === ticket.asTyped?.id
      return { ticket: isSame ? { ...ticket, id: before.ticket.id } : ticket, entry }
    })
  return { unkept, onUnkept, onKept: () => setUnkept(undefined) }
}

interface OpenTicketProps extends Omit<ComponentProps<typeof SecondWeighing>, 'isCorrecting' | 'onDone'> {
  onSaved: () => void
  ground: ReferenceData
  /** Which step of it was refused, if any. */
  refused: Entered['step'] | undefined
}

/** A ticket of the yard as it comes back over the bridge, or one that was refused. */
function OpenTicket({ refused, ground, onSaved, ...props }: OpenTicketProps) {
  const { ticket, indicator, onBack, onUnkept } = props
  if (refused === 'first') return <Correction {...{ ticket, ground, indicator, onBack, onUnkept, onSaved }} />
  return <SecondWeighing {...props} ground={ground} onDone={onSaved} isCorrecting={refused === 'second'} />
}

function Head() {
  const m = useMessages(messages)
  return (
    <>
      <header className="top">
        <h1>{m.title}</h1>
        <ConnectionState />
      </header>
      {!useMay('movements:write') && <MayNotWeigh />}
    </>
  )
}

type Look = (ticket?: string) => void

/** Opens a ticket of the yard, or the new one. */
function useLook(): Look {
  const navigate = useNavigate()
  return useCallback(
    (ticket) => void navigate({ to: '/weighbridge', search: ticket ? { ticket } : {} }),
    [navigate],
  )
}
