import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signOut, useMe } from '../api/session.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { forgetKeptImport } from '../offline/kept-import.ts'
import { forgetKeptQueries } from '../offline/kept-queries.ts'
import { useWaiting } from '../offline/use-outbox.ts'
import { Dialog } from '../ui/dialog.tsx'
import { messages } from './messages.ts'

/** Signs out. What waits to be sent is not forgotten: whoever leaves is told, and it stays for the next one of the organisation. */
export function SignOut() {
  const m = useMessages(messages)
  const { organisation } = useMe()
  const count = useWaiting().length
  const queries = useQueryClient()
  const [isAsking, ask] = useState(false)
  const leave = async () => {
    await forgetKeptQueries(organisation.id)
    await forgetKeptImport(organisation.id)
    await signOut()
    queries.clear()
  }
  return (
    <>
      <button
        type="button"
        className="button bare small"
        onClick={() => (count > 0 ? ask(true) : void leave())}
      >
        {m.signOut}
      </button>
      {isAsking && (
        <Dialog title={m.signOut} onClose={() => ask(false)}>
          <p>{say(m.stillWaiting, { n: count, organisation: organisation.name })}</p>
          <div className="dialog-foot">
            <button type="button" className="button" onClick={() => void leave()}>
              {m.leaveAnyway}
            </button>
            <button type="button" className="button primary" onClick={() => ask(false)}>
              {m.stay}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
