import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { useMay } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { CameraCode } from '../../ui/camera-code.tsx'
import { useSending } from '../../ui/form.tsx'
import { orderPageMessages } from './page-messages.ts'
import type { VersionedOrder } from './queries.ts'

/** The link by which a driver reads an order without signing in: made, shown as a code for a camera, copied and withdrawn. */
export function DriverLink({ order: { id, status, driverLink }, etag }: VersionedOrder) {
  const m = useMessages(orderPageMessages)
  const mayChange = useMay('contracts:write')
  const isOnline = useOnline()
  const refusal = useRefusal()
  const sending = useSending()
  // It leads nowhere once the order has ended.
  if (status !== 'open' || (driverLink === null && !mayChange)) return null
  const ask = (operation: 'POST' | 'DELETE') =>
    void sending.send(() =>
      askOnce(`${operation} /api/inventory/orders/{id}/driver-link`, { path: { id }, ifMatch: etag }),
    )
  const isOff = !isOnline || sending.isBusy
  return (
    <section className="panel pad stack tight order-driver" aria-label={m.driver}>
      <h2>{m.driver}</h2>
      <p className="quiet small">{m.driverHint}</p>
      {driverLink === null ? (
        <button type="button" className="button start" disabled={isOff} onClick={() => ask('POST')}>
          {m.giveLink}
        </button>
      ) : (
        <>
          <Link link={driverLink} />
          {mayChange && (
            <button type="button" className="button start" disabled={isOff} onClick={() => ask('DELETE')}>
              {m.withdraw}
            </button>
          )}
        </>
      )}
      {sending.error !== null && (
        <p className="fault" role="alert">
          {refusal(sending.error)}
        </p>
      )}
    </section>
  )
}

function Link({ link }: { link: string }) {
  const m = useMessages(orderPageMessages)
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <CameraCode text={link} />
      <code className="order-link">{link}</code>
      <div className="bar">
        {/* Only where the page has TLS, or is on this machine: elsewhere it is marked and copied by hand. */}
        {'clipboard' in navigator && (
          <button
            type="button"
            className="button"
            onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
          >
            {isCopied ? m.copied : m.copy}
          </button>
        )}
        <a className="button" href={link} target="_blank" rel="noreferrer">
          {m.openLink}
        </a>
      </div>
    </>
  )
}
