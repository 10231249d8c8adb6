import { useSession } from '../api/session.ts'
import { say, useMessages } from '../i18n/messages.ts'
import type { Waiting } from '../offline/tickets.ts'
import { useKnownWaiting } from '../offline/use-outbox.ts'
import { useWaitingHere } from '../offline/waiting-here.ts'
import { connectionOf, type Connection } from './connection.ts'
import { messages } from './messages.ts'
import { useOnline } from './online.ts'
import { waitingMessages } from './waiting-messages.ts'

const looks: Record<Connection, string> = {
  refused: 'bad',
  locked: 'grain',
  waiting: 'grain',
  sending: 'grain',
  away: 'grain',
  done: 'good',
}

/** On every screen: whether all that was entered here is in the book, and what waits here for others. */
export function ConnectionState() {
  const isOnline = useOnline()
  const isLocked = useSession().status === 'expired'
  const list = useKnownWaiting()
  // Nothing is said before it is known: “everything” must not be said of what was not looked at.
  if (!list) return <div role="status" className="connection" />
  const connection = connectionOf(list, { isOnline, isLocked })
  return (
    <div className="connections">
      <div role="status" className={`connection badge ${looks[connection]}`}>
        <span className="dot" />
        <Words connection={connection} list={list} />
      </div>
      <OfOthers />
    </div>
  )
}

function Words({ connection, list }: { connection: Connection; list: Waiting[] }) {
  const m = useMessages(messages)
  const w = useMessages(waitingMessages)
  const refused = list.filter(({ state }) => state === 'refused').length
  const n = list.length - refused
  const words = {
    refused: () => say(m.refusedOnes, { n: refused }),
    locked: () => say(w.untilSignIn, { n: new Set(list.map(({ ticketId }) => ticketId)).size }),
    waiting: () => say(m.waitingToSend, { n }),
    sending: () => say(list.some((each) => each.isStrange) ? m.strangeAnswer : m.sending, { n }),
    away: () => m.offline,
    done: () => m.allSent,
  }
  return words[connection]()
}

function OfOthers() {
  const w = useMessages(waitingMessages)
  const { status } = useSession()
  const others = useWaitingHere()
  if (status === 'expired') return null
  return others.map(({ organisationId, name, tickets }) => (
    <p key={organisationId} className="quiet small">
      {say(w.ofOthers, { n: tickets, organisation: name })}
    </p>
  ))
}
