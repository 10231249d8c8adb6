import { say, useMessages } from '../i18n/messages.ts'
import { useKnownWaiting } from '../offline/use-outbox.ts'
import { messages } from './messages.ts'
import { useOnline } from './online.ts'

/** On every screen: whether all that was entered here is in the book. */
export function ConnectionState() {
  const m = useMessages(messages)
  const isOnline = useOnline()
  const list = useKnownWaiting()
  // Nothing is said before it is known: “everything” must not be said of what was not looked at.
  if (!list) return <div role="status" className="connection" />
  const refused = list.filter(({ state }) => state === 'refused').length
  const still = list.length - refused
  const look = refused > 0 ? 'bad' : !isOnline || still > 0 ? 'grain' : 'good'
  return (
    <div role="status" className={`connection badge ${look}`}>
      <span className="dot" />
      {words(m, { refused, still, isOnline })}
    </div>
  )
}

type Words = (typeof messages)['en']

function words(
  m: { [Key in keyof Words]: string },
  { refused, still, isOnline }: { refused: number; still: number; isOnline: boolean },
): string {
  if (refused > 0) return say(m.refusedOnes, { n: refused })
  if (still > 0) return say(isOnline ? m.sending : m.waitingToSend, { n: still })
  return isOnline ? m.allSent : m.offline
}
