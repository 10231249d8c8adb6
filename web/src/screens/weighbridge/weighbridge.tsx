import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMe } from '../../api/session.ts'
import { ConnectionState } from '../../frame/connection-state.tsx'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { setAside } from '../../offline/outbox.ts'
import { useTickets, useWaiting } from '../../offline/use-outbox.ts'
import type { Ticket, Waiting } from '../../offline/store.ts'
import { storesQuery } from '../../stock/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Failed, Segmented } from '../../ui/parts.tsx'
import { blankDraft, draftOf, secondReading, type Draft } from './draft.ts'
import { FirstWeighing } from './first-weighing.tsx'
import { unfinishedQuery, useGround } from './ground.ts'
import { messages } from './messages.ts'
import { isFinishedElsewhere, ticketsOf } from './movement-ticket.ts'
import { RefusedEntries } from './refused.tsx'
import { useIndicator } from '../../scale/use-indicator.ts'
import './ticket.css'
import './paper.css'
import './weighbridge.css'
import { Done, Yard } from './yard.tsx'
import { messages as yardMessages } from './yard-messages.ts'

const FirstStore = lazily(async () => (await import('./first-store.tsx')).FirstStore)
const SecondWeighing = lazily(async () => (await import('./second-weighing.tsx')).SecondWeighing)
// What draws its code is larger than the ticket.
const TicketPaper = lazily(async () => (await import('./ticket-paper.tsx')).TicketPaper)

/** Lorries in and out: the ticket, who waits in the yard, and what was done here. */
export function Weighbridge() {
  const m = useMessages(messages)
  const { organisation } = useMe()
  const { ticket: openId } = useSearch({ from: '/weighbridge' })
  const waiting = useWaiting()
  const { tickets, yard } = useYard(organisation.id)
  const done = useMemo(() => tickets.filter(({ closedAt }) => closedAt), [tickets])
  const [draft, change, clear] = useDraft(`${organisation.id}.ticket`, blankDraft)
  const open = yard.find(({ id }) => id === openId)
  const kind = open?.kind ?? draft.kind
  const ground = useGround(kind)
  const indicator = useIndicator()
  const [printing, setPrinting] = useState<Ticket>()
  useFreshFigures(waiting)
  const look = useLook()
  const correct = useCorrection(change, look)
  const hasNoStores = ground.isReady && ground.bays.length === 0

  return (
    <>
      <Head />
      <RefusedEntries
        entries={waiting}
        tickets={tickets}
        onCorrect={(ticket, step) => void correct(ticket, step)}
      />
      {ground.failure && <Failed {...ground.failure} />}
      {!open && !hasNoStores && (
        <Segmented
          label={m.kind}
          value={draft.kind}
          options={{ in: m.in, field: m.field, out: m.out, between: m.between }}
          onChange={(next) => change({ ...blankDraft(next), vehicle: draft.vehicle })}
        />
      )}
      <div className={yard.length > 0 ? 'weigh busy' : 'weigh'}>
        {open ? (
          <SecondWeighing
            key={open.id}
            ticket={open}
            indicator={indicator}
            onDone={() => look()}
            onBack={() => look()}
          />
        ) : hasNoStores ? (
          <FirstStore />
        ) : (
          <FirstWeighing
            key={draft.id}
            draft={draft}
            change={change}
            clear={clear}
            ground={ground}
            indicator={indicator}
            onSaved={() => look()}
          />
        )}
        <aside className="stack">
          <Yard tickets={yard} openId={openId} onOpen={look} />
          <Done tickets={done} waiting={waiting} onPrint={setPrinting} />
        </aside>
      </div>
      {printing && <TicketPaper ticket={printing} onPrinted={() => setPrinting(undefined)} />}
    </>
  )
}

function Head() {
  const m = useMessages(messages)
  const y = useMessages(yardMessages)
  const isOnline = useOnline()
  return (
    <>
      <header className="top">
        <h1>{m.title}</h1>
        <ConnectionState />
      </header>
      {!isOnline && (
        <div className="note">
          <Icon name="cloud" />
          <span>{y.goOn}</span>
        </div>
      )}
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

/** Opens what was refused as a draft, under a key of its own. */
function useCorrection(change: (part: Partial<Draft>) => void, look: Look) {
  return async (ticket: Ticket, step: Waiting['step']): Promise<void> => {
    if (step === 'second' && ticket.movementId !== undefined) {
      // The first weighing is in the book: only the second is taken again.
      const { closedAt: _closed, ...again } = ticket
      await setAside(ticket.id, { ...again, [secondReading(ticket.kind)]: null })
      look(ticket.id)
      return
    }
    await setAside(ticket.id, undefined)
    change(draftOf(ticket))
    look()
  }
}

/** The tickets of this device, and the yard of all devices: what was weighed once here comes from here, whatever the network does. */
function useYard(organisationId: string): { tickets: Ticket[]; yard: Ticket[] } {
  const tickets = useTickets()
  const { data: unfinished, dataUpdatedAt: readAt } = useQuery(unfinishedQuery)
  const { data: stores } = useQuery(storesQuery)
  // Letters are typed beside it: it is worked out, and drawn, when something of it has changed.
  const yard = useMemo(() => {
    const own = tickets.filter(
      (each) =>
        each.closedAt === undefined &&
        each.givenUp === undefined &&
        !isFinishedElsewhere(each, unfinished, readAt),
    )
    const here = new Set(tickets.flatMap(({ movementId }) => movementId ?? []))
    // Of a ticket whose answer got lost only the reference is known, in the book as here.
    const references = new Set(tickets.map(({ reference }) => reference))
    const elsewhere = (unfinished ?? []).filter(
      ({ id, driver }) => !here.has(String(id)) && !references.has(driver.loadReference),
    )
    const bayNames = new Map(
      stores?.flatMap(({ id, substorage }) =>
        substorage.map((bay) => [`${id}/${bay.id}`, bay.name] as const),
      ),
    )
    const others = ticketsOf(elsewhere, organisationId, bayNames)
      // Enough for a day's queue; older ones are found among the movements.
      .slice(0, 20)
    return [...own, ...others]
  }, [tickets, unfinished, readAt, stores, organisationId])
  return { tickets, yard }
}

/** When something came into the book, what is shown of bays and lorries is read again. */
function useFreshFigures(waiting: Waiting[]): void {
  const queries = useQueryClient()
  const before = useRef(waiting.length)
  useEffect(() => {
    if (waiting.length < before.current)
      void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['kept'] === true })
    before.current = waiting.length
  }, [waiting.length, queries])
}
