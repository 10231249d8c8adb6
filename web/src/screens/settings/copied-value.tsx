import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** A value that people enter elsewhere, with what it is, and a button that copies it. */
export function CopiedValue({ name, value, hint }: { name: string; value: string; hint?: string }) {
  const m = useMessages(messages)
  const [isCopied, setCopied] = useState<boolean>()
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="copied-value">
      <div>
        <span className="small quiet">{name}</span>
        <br />
        <code className="secret">{value}</code>
        {hint !== undefined && <p className="quiet small">{hint}</p>}
        {isCopied === false && <p className="fault">{m.notCopied}</p>}
      </div>
      {/* Only where the page has TLS, or is on this machine: elsewhere it is marked and copied by hand. */}
      {'clipboard' in navigator && (
        <button type="button" className="button" aria-label={`${m.copy}: ${name}`} onClick={copy}>
          {isCopied ? m.copied : m.copy}
        </button>
      )}
    </div>
  )
}
