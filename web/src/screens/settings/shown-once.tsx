import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** A secret that nobody can read again, to be copied now. */
export function ShownOnce({ lead, secret }: { lead: string; secret: string }) {
  const m = useMessages(messages)
  const [isCopied, setCopied] = useState<boolean>()
  return (
    <div className="note shown-once" role="status">
      <div>
        <p>{lead}</p>
        <code>{secret}</code>
        {isCopied === false && <p className="fault">{m.notCopied}</p>}
      </div>
      {/* Only where the page has TLS, or is on this machine: elsewhere it is marked and copied by hand. */}
      {'clipboard' in navigator && (
        <button
          type="button"
          className="button"
          onClick={() =>
            void navigator.clipboard.writeText(secret).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {isCopied ? m.copied : m.copy}
        </button>
      )}
    </div>
  )
}
