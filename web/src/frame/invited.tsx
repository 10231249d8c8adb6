import { useState } from 'react'
import { addressOf } from '../api/address.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { lazily } from '../ui/lazily.tsx'
import { inviteMessages } from './invite-messages.ts'
import './invited.css'

const CameraCode = lazily(async () => (await import('../ui/camera-code.tsx')).CameraCode)

/** An invitation that was made: that it is on its way by mail, or its link, to be handed over now. */
export function Invited({ email, token }: { email: string; token: string }) {
  const m = useMessages(inviteMessages)
  const [isCopied, setCopied] = useState(false)
  if (token === '')
    return (
      <p className="note good" role="status">
        {say(m.mailed, { email })}
      </p>
    )
  // Behind a #, which browsers send to nobody: no log and no proxy has the code.
  const link = `${addressOf('/invitation')}#${token}`
  return (
    <div className="note invited" role="status">
      <div className="stack tight">
        <p>{say(m.handOver, { email })}</p>
        <code className="invited-link">{link}</code>
        {/* Only where the page has TLS, or is on this machine: elsewhere it is marked and copied by hand. */}
        {'clipboard' in navigator && (
          <button
            type="button"
            className="button start"
            onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
          >
            {isCopied ? m.copied : m.copy}
          </button>
        )}
      </div>
      <CameraCode text={link} />
    </div>
  )
}
