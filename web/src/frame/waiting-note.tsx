import { whoIsHere } from '../api/session.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useWaitingHere } from '../offline/waiting-here.ts'
import { Icon } from '../ui/icons.tsx'
import { waitingMessages } from './waiting-messages.ts'

/** Shows, where somebody is asked to sign in, what waits for that, and whose it is. */
export function WaitingNote() {
  const m = useMessages(waitingMessages)
  const here = whoIsHere()?.organisation.id
  return useWaitingHere().map(({ organisationId, name, tickets }) => (
    <p key={organisationId} className="note" role="status">
      <Icon name="cloud" />
      {organisationId === here
        ? say(m.untilSignIn, { n: tickets })
        : say(m.ofOthers, { n: tickets, organisation: name })}
    </p>
  ))
}
