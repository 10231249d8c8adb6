import { useState } from 'react'
import { signOut, useMe } from '../api/session.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { countBegunDrafts } from '../offline/drafts.ts'
import { useWaiting } from '../offline/use-outbox.ts'
import { Dialog } from '../ui/dialog.tsx'
import { signOutMessages } from './sign-out-messages.ts'

/** Signs out. Whoever leaves is told what waits to be sent, which stays for the next one of the organisation, and what goes with them. */
export function SignOut() {
  const m = useMessages(signOutMessages)
  const { organisation } = useMe()
  const waiting = useWaiting().length
  const [begun, setBegun] = useState<number>()
  const ask = () => {
    const forms = countBegunDrafts()
    if (waiting > 0 || forms > 0) setBegun(forms)
    else void signOut()
  }
  const stay = () => setBegun(undefined)
  return (
    <>
      <button type="button" className="button bare small" onClick={ask}>
        {m.signOut}
      </button>
      {begun !== undefined && (
        <Dialog title={m.signOut} onClose={stay}>
          {waiting > 0 && <p>{say(m.stillWaiting, { n: waiting, organisation: organisation.name })}</p>}
          {begun > 0 && <p>{say(m.halfFilledIn, { n: begun })}</p>}
          <div className="dialog-foot">
            <button type="button" className="button" onClick={() => void signOut()}>
              {begun > 0 ? m.discardAndLeave : m.leaveAnyway}
            </button>
            <button type="button" className="button primary" onClick={stay}>
              {m.stay}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
